# SPDX-License-Identifier: MIT OR Apache-2.0
"""libhsplit for Spack 1.0 and newer: 'spack repo add packaging/spack/spack_repo/hsplit'.

No archive of a release can be downloaded yet. With the archive of 'make dist', in its folder:
'spack install --no-checksum hsplit ^openmpi'. From a checkout:
'spack dev-build --source-path CHECKOUT hsplit@0.1.0 ^openmpi'.
"""

import os

from spack_repo.builtin.build_systems.makefile import MakefilePackage

from spack.package import *


class Hsplit(MakefilePackage):
    """Splits MPI communicators along the hardware hierarchy: a library over MPI's profiling interface."""

    manual_download = True
    url = f"file://{os.getcwd()}/hsplit-0.1.0.tar.gz"

    license("MIT OR Apache-2.0")

    version("0.1.0")

    variant("fortran", default=False, description="Compile the Fortran modules hsplit and hsplit_f08")

    depends_on("c", type="build")
    depends_on("fortran", type="build", when="+fortran")
    depends_on("gmake", type="build")
    depends_on("rust@1.85:", type="build")
    # The interface of mpi.h is read with libclang.
    depends_on("llvm+clang", type="build")
    depends_on("hwloc@2.8:2")
    depends_on("mpi@3:")

    def setup_build_environment(self, env):
        env.set("LIBCLANG_PATH", self.spec["llvm"].prefix.lib)
        # The archive of 'make dist' has the crates. From a checkout, Cargo downloads them into the stage.
        env.set("CARGO_HOME", join_path(self.stage.path, ".cargo-home"))

    def setup_run_environment(self, env):
        env.set("HSPLIT_ROOT", self.prefix)
        env.set("HSPLIT_PRELOAD", join_path(self.prefix.lib, "libhsplit.so.0"))
        env.prepend_path("PYTHONPATH", join_path(self.prefix.share, "hsplit", "python"))

    def setup_dependent_build_environment(self, env, dependent_spec):
        env.set("HSPLIT_ROOT", self.prefix)

    def options(self):
        """The arguments of every call of make."""
        vendored = os.path.isdir(join_path(self.stage.source_path, "vendor"))
        given = [
            f"MPICC={self.spec['mpi'].mpicc}",
            f"CARGOFLAGS={'--offline --locked' if vendored else '--locked'}",
            f"PREFIX={self.prefix}",
        ]
        if self.spec.satisfies("+fortran"):
            given.append(f"MPIFC={self.spec['mpi'].mpifc}")
        return given

    def edit(self, spec, prefix):
        """No edits: all settings are arguments of make."""

    def check(self):
        """No checks: 'make check' starts jobs under every installed MPI, and installs missing packages."""

    def build(self, spec, prefix):
        with working_dir(self.stage.source_path):
            make("all", *self.options())
            if spec.satisfies("+fortran"):
                make("fortran", *self.options())

    def install(self, spec, prefix):
        with working_dir(self.stage.source_path):
            make("install", *self.options())
            if spec.satisfies("+fortran"):
                # A Spack prefix is bound to a compiler, so the compiled modules can be installed next to the sources.
                folder = make("-s", "show-build", *self.options(), output=str).split()[0]
                for name in ("hsplit.mod", "hsplit_f08.mod"):
                    # Not every MPI has mpi_f08 for every compiler.
                    if os.path.exists(join_path(folder, "fortran", name)):
                        install(join_path(folder, "fortran", name), join_path(prefix.include, "hsplit-fortran"))
