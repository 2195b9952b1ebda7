# SPDX-License-Identifier: MIT OR Apache-2.0
"""mpi4py_tests.py FOLDER MODULE OUTPUT: runs a module of mpi4py's tests.

OUTPUT.RANK gets each test and its result."""

import sys
import unittest

folder, module, output = sys.argv[1:]
sys.path.insert(0, folder)
from mpi4py import MPI


class Results(unittest.TestResult):
    """The last thing that is said of a test is its result."""

    def startTest(self, test):
        super().startTest(test)
        self.of[test.id()] = "passed"

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


results = Results()
results.of = {}
unittest.defaultTestLoader.loadTestsFromName(module).run(results)
for _, text in results.failures:
    print(text, file=sys.stderr)
with open(f"{output}.{MPI.COMM_WORLD.rank}", "w") as file:
    file.writelines(f"{test} {result}\n" for test, result in sorted(results.of.items()))
