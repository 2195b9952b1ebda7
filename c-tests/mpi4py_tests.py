# SPDX-License-Identifier: MIT OR Apache-2.0
"""mpi4py_tests.py FOLDER MODULE[,MODULE...] OUTPUT: runs modules of mpi4py's tests; 'all': all of them, but
-MODULE,...

OUTPUT.RANK gets each test and its result, OUTPUT.begun.RANK the one that runs."""

import glob
import os
import sys
import unittest

folder, modules, output = sys.argv[1:]
sys.path.insert(0, folder)
from mpi4py import MPI


class Results(unittest.TestResult):
    """The last thing that is said of a test is its result."""

    def startTest(self, test):
        super().startTest(test)
        self.of[test.id()] = "passed"
        with open(f"{output}.begun.{MPI.COMM_WORLD.rank}", "w") as file:
            file.write(test.id() + "\n")

    def addSkip(self, test, reason):
        self.of[test.id()] = "skipped"

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.of[test.id()] = "failed"

    addError = addFailure

    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        if error:
            self.of[test.id()] = "failed"


def names(words):
    if words[0] != "all":
        return words
    files = sorted(glob.glob(os.path.join(folder, "test_*.py")))
    every = [os.path.basename(file)[:-3] for file in files]
    return [name for name in every if "-" + name not in words]


results = Results()
results.of = {}
unittest.defaultTestLoader.loadTestsFromNames(names(modules.split(","))).run(results)
for _, text in results.failures:
    print(text, file=sys.stderr)
with open(f"{output}.{MPI.COMM_WORLD.rank}", "w") as file:
    file.writelines(f"{test} {result}\n" for test, result in sorted(results.of.items()))
