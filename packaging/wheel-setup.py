# SPDX-License-Identifier: MIT OR Apache-2.0
"""What the wheel has beside pyproject.toml: one file for every Python on one kind of machine."""

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class WithLibraries(Distribution):
    """A wheel with machine code."""

    def has_ext_modules(self):
        return True


class ForAnyPython(bdist_wheel):
    """The libraries are no extension modules, so the version of Python does not matter."""

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


setup(distclass=WithLibraries, cmdclass={"bdist_wheel": ForAnyPython})
