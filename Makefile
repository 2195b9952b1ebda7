# SPDX-License-Identifier: MIT OR Apache-2.0
# libhsplit: 'make' builds, 'make demo' shows, 'make check' and 'make check-all' test, 'make install' installs.
#
# One build serves one family of MPIs; MPICC selects it, and every MPI has its own folder under build/.

# Root in a user's folder: built files belong to that user, however make ends.
ifneq ($(shell .ci/chown-back),)
GOALS := $(or $(MAKECMDGOALS),all)
.PHONY: $(GOALS) give
$(GOALS): give
	@:
give:
	@.ci/chown-back '$(MAKE)' --no-print-directory $(GOALS)
else

# The folder of builds: one of the user's own if build/ belongs to another user.
OUT := $(shell .ci/build-folder $(if $(filter-out 0,$(MAKELEVEL))$(filter show-%,$(MAKECMDGOALS)),quiet))

MPI_WRAPPERS = $(foreach w,mpicc mpicc.openmpi mpicc.mpich,$(if $(shell command -v $(w) 2>/dev/null),$(w)))
MPICC      ?= $(firstword $(MPI_WRAPPERS) mpicc)
# The launcher and the Fortran wrapper of that MPI: mpicc.mpich and mpiexec.mpich, /opt/bin/mpicc_abi and
# /opt/bin/mpiexec. Other wrappers have other partners, as Intel's mpiicx and Cray's cc.
MPICC_NAME  = $(patsubst %_abi,%,$(notdir $(MPICC)))
MPICC_DIR   = $(if $(findstring /,$(MPICC)),$(dir $(MPICC)))
beside      = $(MPICC_DIR)$(patsubst mpicc%,$(1)%,$(MPICC_NAME))
partner     = $(MPICC_DIR)$(1)
launcher    = $(or $(if $(MPICC_DIR),$(wildcard $(call partner,$(1)))),$(1))
is_mpicc    = $(filter mpicc%,$(MPICC_NAME))
MPIEXEC    ?= $(if $(is_mpicc),$(call beside,mpiexec),$(call launcher,$(if $(MPI_SMPI),smpirun,mpiexec)))
FORTRAN_OF_mpiicx = mpiifx
FORTRAN_OF_mpiicc = mpiifort
FORTRAN_OF_cc     = ftn
FORTRAN_OF_smpicc = smpiff
MPIFC      ?= $(if $(is_mpicc),$(call beside,mpifort),$(call partner,$(or $(FORTRAN_OF_$(MPICC_NAME)),mpifort)))
# SimGrid, whose ranks are simulated: for 'make lib', to measure.
MPI_SMPI    = $(filter smpicc,$(MPICC_NAME))
CARGO      ?= cargo
CARGOFLAGS ?= --locked
CFLAGS     ?= -O2 -g -Wall -Wextra
FCFLAGS    ?= -O2 -g

PREFIX     ?= /usr/local
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
BINDIR     ?= $(PREFIX)/bin
MANDIR     ?= $(PREFIX)/share/man
DATADIR    ?= $(PREFIX)/share
# Values for one MPI alone, in an installation for several ('install-all'). Its folder is not on the loader's path, and
# several folders have files of one name: pkg-config gives programs the path.
MODULE     ?= $(VERSION)
PC_RPATH   ?=

# The MPIs that 'make check' tests, as far as they are available.
CHECK_MPICC ?= $(shell .ci/mpis)

VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
MAJOR   := $(firstword $(subst ., ,$(VERSION)))
MINOR   := $(word 2,$(subst ., ,$(VERSION)))
# A wrapper's name does not identify an MPI: two of them can be called mpicc, and one can have two names. (Each of these
# runs the wrapper once, when it is first used.)
TAG      = $(eval TAG := mpi-$(shell $(MPICC) -show 2>/dev/null | cksum | cut -d' ' -f1))$(TAG)
# 'release' optimises across crates, for installation, 'quick' does not, and builds in a third of the time. 'dev', used
# for tests and the demo, optimises little, checks more, and is also the build of 'cargo test'. (For the programs
# 'release' is 'quick': they gain nothing across crates.)
PROFILE ?= release
# In the profile of the tests: other crates to build in the same command, and a target of theirs (c-tests/check). Not
# for a sanitizer: their programs would need its runtime from the compiler.
BESIDE  ?=
also     = $(if $(and $(filter dev,$(PROFILE)),$(BESIDE),$(if $(SANITIZE),,yes)),$(1) $(BESIDE))
# Cargo's folder for a profile.
profile_folder = $(patsubst dev,debug,$(1))
# SANITIZE=address and SANITIZE=thread build the library for tests under a sanitizer (docs/src/design/testing.md).
SANITIZE ?=
# MONITOR=no leaves out the interception that only monitoring needs (docs/src/reference/installing.md).
MONITOR ?=
FEATURES = $(if $(filter no,$(MONITOR)),--no-default-features)
KIND     = $(if $(filter-out release,$(PROFILE)),-$(PROFILE))$(if $(FEATURES),-unmonitored)
BUILD    = $(OUT)/$(addsuffix -,$(SANITIZE))$(TAG)$(KIND)
# How the library is built, and the place where cargo leaves it.
LIBCARGO = $(if $(SANITIZE),.ci/sanitize $(SANITIZE)) $(CARGO)
BUILT    = $(BUILD)/cargo/$(if $(SANITIZE),sanitized/)$(call profile_folder,$(PROFILE))/libhsplit.so
# The library for the MPI standard ABI has its own name: it can be installed together with the one for that MPI's old
# interface.
MPI_HAS_ABI = echo 'int a = MPI_ABI_VERSION;' | $(MPICC) -include mpi.h -E -P - 2>/dev/null | grep -q 'a = [0-9]'
MPI_ABI  = $(eval MPI_ABI := $(shell $(MPI_HAS_ABI) && echo yes))$(MPI_ABI)
NAME     = $(if $(MPI_ABI),hsplit_abi,hsplit)
LIBFILE  = lib$(NAME).so
LIB      = $(BUILD)/lib/$(LIBFILE)
# The programs, and all crates that do not use MPI with their tests.
PROGRAMS = $(OUT)/programs
PROGRAM_PROFILE = $(patsubst release,quick,$(PROFILE))
PROGRAM_FOLDER  = $(PROGRAMS)/$(call profile_folder,$(PROGRAM_PROFILE))
CLI      = $(PROGRAM_FOLDER)/hsplit
# The interface of libquo on top of the library, next to it (docs/src/guide/quo.md). Programs that were linked with
# libquo find it by that name, in a folder of its own.
QUONAME  = $(patsubst hsplit%,hsplit_quo%,$(NAME))
QUOFILE  = lib$(QUONAME).so
QUO      = $(BUILD)/lib/$(QUOFILE)
QUODIR   = hsplit-quo$(if $(MPI_ABI),-abi)
QUOPC    = quo$(if $(MPI_ABI),_abi)

.DEFAULT_GOAL := all
.PHONY: all lib cli quo fortran prerequisites demo check header docs dist wheel install uninstall clean

all: lib cli quo fortran

# Missing packages are installed if possible, or named. The targets for new users begin with it; 'make' itself never
# changes the system.
prerequisites:
	@.ci/prerequisites

lib: $(LIB)

# The mpi.h of the standard ABI has nothing of Fortran, which the raw bindings need, and SimGrid's has variables and
# members of an enum instead of the constants that they need. (CFLAGS: for cargo's C code.)
OWN_HEADER = $(if $(MPI_ABI),abi.h)$(if $(MPI_SMPI),smpi.h)
INCLUDED   = -include '$(abspath crates/hsplit-mpi/src/$(OWN_HEADER))'
BINDGEN    = BINDGEN_EXTRA_CLANG_ARGS="$(if $(MPI_ABI),-DMPI_ABI) $(INCLUDED)"
MPI_FLAGS  = $(if $(OWN_HEADER),CC_SHELL_ESCAPED_FLAGS=1 CFLAGS="$(INCLUDED)" $(BINDGEN))

# Cargo decides what is out of date.
.PHONY: $(LIB) $(CLI) $(QUO)
$(LIB):
	@.ci/up-to-date $(BUILD)/cargo $(LIB) || $(MAKE) --no-print-directory build-lib

cli: $(CLI)

$(CLI):
	@.ci/up-to-date $(PROGRAMS) $(CLI) || $(CARGO) build --profile $(PROGRAM_PROFILE) $(CARGOFLAGS) -p hsplit-cli \
	    $(call also,--bins) --target-dir $(PROGRAMS)

quo: $(QUO)

$(QUO): $(LIB)
	@.ci/up-to-date $(BUILD)/cargo $(QUO) || $(MAKE) --no-print-directory build-quo

.PHONY: build-lib build-quo
build-lib:
	@mkdir -p $(BUILD)/lib
	@[ -n '$(SANITIZE)' ] || .ci/warm-cache $(BUILD)/cargo $(call profile_folder,$(PROFILE))
	MPICC='$(MPICC)' $(MPI_FLAGS) $(LIBCARGO) build --profile $(PROFILE) $(CARGOFLAGS) -p hsplit \
	    $(call also,--lib) $(FEATURES) --target-dir $(BUILD)/cargo
	@# A job that runs has the old file mapped: it must keep it, or it dies of SIGBUS.
	@# (Another make may do the same at this moment.)
	@new=$(BUILD)/lib/.new.$$$$; cp -f $(BUILT) $$new && mv -f $$new $(LIB).$(VERSION)
	@ln -sf $(LIBFILE).$(VERSION) $(LIB).$(MAJOR)
	@ln -sf $(LIBFILE).$(MAJOR) $(LIB)
	@c-tests/right-mpi '$(MPICC)' $(LIB)

build-quo:
	@mkdir -p $(BUILD)/lib/$(QUODIR)
	MPICC='$(MPICC)' LIBHSPLIT='$(abspath $(LIB))' $(MPI_FLAGS) $(LIBCARGO) build --profile $(PROFILE) $(CARGOFLAGS) \
	    -p hsplit-quo $(call also,--lib) --target-dir $(BUILD)/cargo
	@new=$(BUILD)/lib/.new.$$$$; cp -f $(dir $(BUILT))libhsplit_quo.so $$new && mv -f $$new $(QUO).$(VERSION)
	@ln -sf $(QUOFILE).$(VERSION) $(QUO).$(MAJOR)
	@ln -sf $(QUOFILE).$(MAJOR) $(QUO)
	@ln -sf ../$(QUOFILE).$(MAJOR) $(BUILD)/lib/$(QUODIR)/libquo.so.8

$(BUILD)/demo: c-tests/demo.c include/hsplit.h $(LIB)
	$(MPICC) $(CFLAGS) -Iinclude c-tests/demo.c -L$(BUILD)/lib -l$(NAME) -Wl,-rpath,$(abspath $(BUILD)/lib) -o $@

# A module file is bound to the compiler that wrote it; the modules hold no code. Compilers write it into the current
# folder. Not every MPI has both of its own modules for every compiler: ours without one is left out, in one line.
fortran:
	@mkdir -p $(BUILD)/fortran
	@command -v $(MPIFC) > /dev/null || { \
	    echo "fortran: skipped, because there is no $(MPIFC) (MPIFC=... names another one)"; \
	    exit 0; \
	}; \
	cd $(BUILD)/fortran && for module in hsplit:mpi hsplit_f08:mpi_f08; do \
	    needed=$${module#*:} module=$${module%:*}; \
	    printf 'program p\nuse %s\nend program\n' $$needed > probe.f90; \
	    if ! $(MPIFC) $(FCFLAGS) -c probe.f90 -o probe.o > probe.log 2>&1; then \
	        echo "fortran: no module $$module, because $(MPIFC) has no module $$needed (see $(BUILD)/fortran/probe.log)"; \
	        continue; \
	    fi; \
	    $(MPIFC) $(FCFLAGS) -I'$(abspath fortran)' -c '$(abspath fortran)'/$$module.f90 -o $$module.o || exit 1; \
	    echo "fortran: $$module, for $(MPIFC), is in $(BUILD)/fortran"; \
	done

# The cluster of the paper's worked example: four nodes of two packages with an L3 and two pairs of cores each.
RR_5_1 = node:4 package:2 [numa] l3:1 l2:2 l1d:1 core:2 pu:1

# make sees the tools that 'prerequisites' installs only in a new make.
demo:
	@.ci/prerequisites demo '$(MPICC)'
	@$(MAKE) --no-print-directory PROFILE=dev show-demo

STEP = @.ci/run-and-log $(OUT)/demo.log
.PHONY: show-demo
show-demo:
	$(STEP) 'building the library for $(MPICC)' $(MAKE) lib
	$(STEP) 'building the command hsplit' $(MAKE) cli
	$(STEP) 'compiling the demo, c-tests/demo.c' $(MAKE) $(BUILD)/demo
	@echo; echo "== This machine, as the library sees it"; $(CLI) tree
	@n=$$(nproc); [ $$n -le 8 ] || n=8; \
	 echo; echo "== $$n ranks on this machine, each bound to a core, under $(MPIEXEC)"; \
	 MPIEXEC='$(MPIEXEC)' c-tests/launch $$n core $(BUILD)/demo $$n
	@echo; echo "== The paper's cluster (RR-9077, section 5.1): $(RR_5_1)"; $(CLI) tree -i '$(RR_5_1)' -n 32
	@echo; echo "== 32 ranks on the paper's cluster, emulated on this machine"; \
	 MPIEXEC='$(MPIEXEC)' HSPLIT_EMULATE='$(RR_5_1)' c-tests/launch 32 none $(BUILD)/demo 32

check check-all:
	@.ci/prerequisites $@
	@$(MAKE) --no-print-directory run-checks CHECK_ALL=$(if $(filter check-all,$@),1,0)
	@[ $@ = check ] || $(MAKE) --no-print-directory -C lab check-all

.PHONY: check-all run-checks show-build show-mpicc show-out show-tools
run-checks:
	@CHECK_FETCH=1 CHECK_ALL=$(CHECK_ALL) MAKE='$(MAKE)' CARGO='$(CARGO)' CARGOFLAGS='$(CARGOFLAGS)' \
	    c-tests/check $(CHECK_MPICC)

# The compiler wrapper that is used if none is named.
show-mpicc:
	@echo $(MPICC)

# The launcher and the Fortran wrapper of $(MPICC).
show-tools:
	@echo $(MPIEXEC) $(MPIFC)

# The folder in which the tests find the library for $(MPICC).
show-build:
	@echo $(BUILD) $(NAME)

# The folder of files that do not depend on the MPI.
show-out:
	@echo $(OUT) $(CLI)

# Generated files of the sources: the entries for MPI's functions, from the table crates/hsplit-generate/mpi.txt; the
# header and similar files, from the exported functions.
.PHONY: generate
generate:
	$(CARGO) run --quiet $(CARGOFLAGS) -p hsplit-generate --target-dir $(PROGRAMS)

header: generate
	HSPLIT_BLESS=1 $(CARGO) test $(CARGOFLAGS) -p hsplit-testing --test header --test fortran --test python \
	    --test manual --target-dir $(PROGRAMS)

# The book. An installed mdBook is used; otherwise it is built into the cache folder of the tests, once.
CACHE  ?= $(or $(HSPLIT_CACHE),$(or $(XDG_CACHE_HOME),$(HOME)/.cache)/hsplit)
MDBOOK ?= $(or $(shell command -v mdbook 2>/dev/null),$(CACHE)/mdbook/bin/mdbook)
# The newest one that Rust 1.85 builds.
MDBOOK_VERSION = 0.4.52

docs:
	@[ -x '$(MDBOOK)' ] || $(CARGO) install --locked --root '$(CACHE)/mdbook' --no-default-features --features search \
	    mdbook@$(MDBOOK_VERSION)
	'$(MDBOOK)' build docs
	@echo "the book is build/book/index.html"

# A source archive of the last commit that builds without a network (docs/src/reference/packages.md).
dist:
	@VERSION='$(VERSION)' CARGO='$(CARGO)' CARGOFLAGS='$(CARGOFLAGS)' packaging/dist '$(OUT)/dist'

# A Python wheel with the libraries for all families of MPIs (docs/src/reference/packages.md).
wheel:
	@MAKE='$(MAKE)' CARGO='$(CARGO)' packaging/wheel '$(OUT)/dist' $(WRAPPERS)

# LD_PRELOAD cannot name a file with a blank or a colon.
PREFIX_IS_GOOD = $(and $(filter /%,$(PREFIX)),$(filter 1,$(words $(subst :, ,$(PREFIX)))))
ifneq ($(filter install% uninstall%,$(MAKECMDGOALS)),)
$(if $(PREFIX_IS_GOOD),,$(error PREFIX=$(PREFIX) is not an absolute path without blanks and colons))
endif

# The folders of 'make install'. DESTDIR comes before every path and is never written into a file.
D_LIB   = $(DESTDIR)$(LIBDIR)
D_MAN   = $(DESTDIR)$(MANDIR)
D_BASH  = $(DESTDIR)$(DATADIR)/bash-completion/completions
D_ZSH   = $(DESTDIR)$(DATADIR)/zsh/site-functions
D_FISH  = $(DESTDIR)$(DATADIR)/fish/vendor_completions.d
D_F     = $(DESTDIR)$(INCLUDEDIR)/hsplit-fortran
D_QUO   = $(DESTDIR)$(INCLUDEDIR)/hsplit-quo
D_CMAKE = $(D_LIB)/cmake/hsplit
D_MOD   = $(DESTDIR)$(DATADIR)/modulefiles/hsplit
D_DATA  = $(DESTDIR)$(DATADIR)/hsplit
D_PY    = $(D_DATA)/python/hsplit
PY_OWN  = $(wildcard python/hsplit/*.py) python/hsplit/py.typed
FORTRAN = $(wildcard fortran/*.f90 fortran/*.h)
MAN_OWN = $(wildcard man/*.3 man/*.5 man/*.7)

# The library serves one family of MPIs: pkg-config names it.
FAMILY = $(eval FAMILY := $(shell name=make; . packaging/families.sh; family '$(MPICC)'))$(FAMILY)
FOR_openmpi = for Open MPI
FOR_mpich = for MPICH and Intel MPI
FOR_abi = for MPIs with the standard ABI
FOR_FAMILY = $(FOR_$(FAMILY))

# A wrapper with its path: the same word may be another MPI's for the user.
path_of = $(or $(shell file=$$(command -v '$(1)' 2>/dev/null); \
    case $$file in (/*) echo "$$file";; (*/*) echo "$$PWD/$$file";; esac),$(1))
MPICC_PATH = $(eval MPICC_PATH := $(call path_of,$(MPICC)))$(MPICC_PATH)
MPIFC_PATH = $(eval MPIFC_PATH := $(call path_of,$(MPIFC)))$(MPIFC_PATH)

# Paths below PREFIX follow it when pkg-config gets another one.
comma := ,
pc_path = $(patsubst $(PREFIX)/%,$${prefix}/%,$(1))
define PC_TEXT
prefix=$(PREFIX)
libdir=$(call pc_path,$(LIBDIR))
includedir=$(call pc_path,$(INCLUDEDIR))
mpicc=$(MPICC_PATH)
family=$(FAMILY)
preload=$${libdir}/$(LIBFILE).$(MAJOR)

Name: hsplit
Description: Split MPI communicators along the hardware hierarchy, $(FOR_FAMILY)
Version: $(VERSION)
Libs: -L$${libdir} $(if $(PC_RPATH),-Wl$(comma)-rpath$(comma)$${libdir} )-l$(NAME)
Cflags: -I$${includedir}
endef
define QUO_PC_TEXT
prefix=$(PREFIX)
libdir=$(call pc_path,$(LIBDIR))
includedir=$(call pc_path,$(INCLUDEDIR))
mpicc=$(MPICC_PATH)
family=$(FAMILY)
libquo=$${libdir}/$(QUODIR)

Name: $(QUOPC)
Description: The interface of libquo on top of libhsplit, $(FOR_FAMILY)
Version: 1.4.1
Libs: -L$${libdir} $(if $(PC_RPATH),-Wl$(comma)-rpath$(comma)$${libdir} )-l$(QUONAME) -l$(NAME)
Cflags: -I$${includedir}/hsplit-quo
endef
# The library warns of variables that begin with its name, so these do not, and only install has them.
install: export PC = $(PC_TEXT)
install: export QUO_PC = $(QUO_PC_TEXT)

# The files of packaging/ with the names between @ filled in. CMake finds the headers relative to the library, so an
# installation can be moved, unless one of the two is outside PREFIX.
inside_prefix = $(filter $(PREFIX)/%,$(1))
BOTH_INSIDE = $(and $(call inside_prefix,$(LIBDIR)),$(call inside_prefix,$(INCLUDEDIR)))
RELATIVE_INCLUDEDIR = $$(realpath -ms --relative-to='$(LIBDIR)' '$(INCLUDEDIR)')
INCLUDEDIR_FROM_LIBDIR = $(if $(BOTH_INSIDE),$(RELATIVE_INCLUDEDIR),$(INCLUDEDIR))
FILLED = VERSION LIBFILE MAJOR MINOR PREFIX LIBDIR BINDIR MANDIR DATADIR MPICC MPICC_PATH MPIFC_PATH
fill = sed -e "s|@INCLUDEDIR_FROM_LIBDIR@|$(INCLUDEDIR_FROM_LIBDIR)|g" \
    $(foreach name,$(FILLED),-e 's|@$(name)@|$($(name))|g')

# The Python package finds the library in the same way.
LIBDIR_IS_INSIDE = $(and $(call inside_prefix,$(LIBDIR)),$(call inside_prefix,$(DATADIR)))
RELATIVE_LIBDIR  = $$(realpath -ms --relative-to='$(DATADIR)/hsplit/python/hsplit' '$(LIBDIR)')
LIBDIR_FROM_PYTHON = $(if $(LIBDIR_IS_INSIDE),$(RELATIVE_LIBDIR),$(LIBDIR))

# Root often has no cargo: a user's build by 'make' is installed as it is, unless it is older than the sources.
.PHONY: built
built:
	@command -v $(firstword $(MPICC)) >/dev/null || { \
	    echo 'there is no $(firstword $(MPICC)) on this PATH (sudo changes it): name the wrapper of your build,' \
	        'as in make install MPICC=/opt/mpi/bin/mpicc' >&2; exit 1; }
	@for file in $(LIB) $(CLI) $(QUO); do \
	    if [ ! -e $$file ] || [ -n "$$(find Cargo.toml Cargo.lock build.rs src crates -newer $$file | head -n 1)" ]; then \
	        $(MAKE) --no-print-directory $$file || exit 1; \
	    fi; \
	done

install: built
	@# ('install -d' would change the modes of folders that exist.)
	@umask 022; mkdir -p '$(D_LIB)/pkgconfig' '$(D_LIB)/$(QUODIR)' '$(D_F)' '$(D_QUO)' '$(DESTDIR)$(BINDIR)' \
	    '$(D_MAN)/man1' '$(D_MAN)/man3' '$(D_MAN)/man5' '$(D_MAN)/man7' \
	    '$(D_BASH)' '$(D_ZSH)' '$(D_FISH)' '$(D_CMAKE)' '$(D_MOD)' '$(D_PY)'
	@echo 'library: $(D_LIB)/$(LIBFILE)'
	@install -m 755 $(LIB) '$(D_LIB)/$(LIBFILE).$(VERSION)'
	@# Files of an older version, which nothing names any more.
	@for file in '$(D_LIB)/$(LIBFILE).$(MAJOR)'.* '$(D_LIB)/$(QUOFILE).$(MAJOR)'.*; do \
	    case $$file in *.so.$(VERSION)) ;; *) rm -f "$$file" ;; esac; \
	done
	@ln -sf $(LIBFILE).$(VERSION) '$(D_LIB)/$(LIBFILE).$(MAJOR)'
	@ln -sf $(LIBFILE).$(MAJOR) '$(D_LIB)/$(LIBFILE)'
	@install -m 755 $(QUO) '$(D_LIB)/$(QUOFILE).$(VERSION)'
	@ln -sf $(QUOFILE).$(VERSION) '$(D_LIB)/$(QUOFILE).$(MAJOR)'
	@ln -sf $(QUOFILE).$(MAJOR) '$(D_LIB)/$(QUOFILE)'
	@ln -sf ../$(QUOFILE).$(MAJOR) '$(D_LIB)/$(QUODIR)/libquo.so.8'
	@echo 'header, Fortran modules, Python package: $(DESTDIR)$(INCLUDEDIR), $(D_F), $(D_PY)'
	@install -m 644 include/hsplit.h '$(DESTDIR)$(INCLUDEDIR)/hsplit.h'
	@install -m 644 crates/hsplit-quo/quo.h crates/hsplit-quo/quo.f90 '$(D_QUO)'
	@install -m 644 $(FORTRAN) '$(D_F)'
	@install -m 644 $(PY_OWN) '$(D_PY)'
	@printf '# The library beside which this package is installed.\nLIBRARY = "%s"\n' \
	    "$(LIBDIR_FROM_PYTHON)/$(LIBFILE).$(MAJOR)" > '$(D_PY)/_installed.py'
	@echo 'command: $(DESTDIR)$(BINDIR)/hsplit'
	@install -m 755 $(CLI) '$(DESTDIR)$(BINDIR)/hsplit'
	@echo 'pkg-config, CMake, module: $(D_LIB)/pkgconfig, $(D_CMAKE), $(D_MOD)'
	@# In a prefix of 'install-all' these are links to the files of a family.
	@rm -f '$(D_LIB)/pkgconfig/$(NAME).pc' '$(D_LIB)/pkgconfig/$(QUOPC).pc'
	@printf '%s\n' "$$PC" > '$(D_LIB)/pkgconfig/$(NAME).pc'
	@printf '%s\n' "$$QUO_PC" > '$(D_LIB)/pkgconfig/$(QUOPC).pc'
	@$(fill) packaging/hsplitConfig.cmake.in > '$(D_CMAKE)/hsplitConfig.cmake'
	@$(fill) packaging/hsplitConfigVersion.cmake.in > '$(D_CMAKE)/hsplitConfigVersion.cmake'
	@install -m 644 packaging/hsplitFamily.cmake '$(D_CMAKE)'
	@$(fill) packaging/modulefile.in > '$(D_MOD)/$(MODULE)'
	@echo 'manual pages, completions: $(D_MAN), $(D_BASH), $(D_ZSH), $(D_FISH)'
	@for page in $(MAN_OWN); do install -m 644 $$page '$(D_MAN)'/man$${page##*.}/ || exit 1; done
	@$(CLI) man > '$(D_MAN)/man1/hsplit.1'
	@for page in $$($(CLI) man | tr -d '\\' | sed -n "s/^hsplit-\(.*\)(1)$$/\1/p"); do \
	    $(CLI) man $$page > "$(D_MAN)/man1/hsplit-$$page.1" || exit 1; \
	done
	@$(CLI) completions bash > '$(D_BASH)/hsplit'
	@$(CLI) completions zsh > '$(D_ZSH)/_hsplit'
	@$(CLI) completions fish > '$(D_FISH)/hsplit.fish'
	@chmod 644 '$(D_LIB)/pkgconfig/$(NAME).pc' '$(D_LIB)/pkgconfig/$(QUOPC).pc' '$(D_CMAKE)'/* '$(D_MOD)/$(MODULE)' \
	    '$(D_MAN)'/man1/hsplit.1 '$(D_MAN)'/man1/hsplit-*.1 \
	    '$(D_BASH)/hsplit' '$(D_ZSH)/_hsplit' '$(D_FISH)/hsplit.fish' '$(D_PY)/_installed.py'
	@echo "libhsplit $(VERSION) for $(MPICC) is in $(LIBDIR)." \
	    "Link: mpicc program.c -I$(INCLUDEDIR) -L$(LIBDIR) -Wl,-rpath,$(LIBDIR) -l$(NAME)"
	@echo "The loader finds it by that -rpath, by LD_LIBRARY_PATH, or," \
	    "where root has run ldconfig, in its own directories."

# Of all MPIs, whose libraries share the rest; the wrappers may be gone.
uninstall:
	for abi in '' _abi; do \
	    rm -f '$(D_LIB)'/libhsplit$$abi.so '$(D_LIB)'/libhsplit$$abi.so.$(MAJOR) '$(D_LIB)'/libhsplit$$abi.so.$(MAJOR).* \
	        '$(D_LIB)'/libhsplit_quo$$abi.so '$(D_LIB)'/libhsplit_quo$$abi.so.$(MAJOR) \
	        '$(D_LIB)'/libhsplit_quo$$abi.so.$(MAJOR).* '$(D_LIB)'/pkgconfig/hsplit$$abi.pc \
	        '$(D_LIB)'/pkgconfig/quo$$abi.pc || exit 1; \
	done
	rm -f '$(D_LIB)'/hsplit-quo/libquo.so.8 '$(D_LIB)'/hsplit-quo-abi/libquo.so.8
	rm -f '$(D_QUO)/quo.h' '$(D_QUO)/quo.f90' '$(DESTDIR)$(INCLUDEDIR)/hsplit.h'
	rm -f '$(DESTDIR)$(BINDIR)/hsplit'
	rm -f $(foreach file,$(notdir $(FORTRAN)),'$(D_F)/$(file)')
	rm -f $(foreach file,$(notdir $(PY_OWN)) _installed.py,'$(D_PY)/$(file)')
	rm -rf '$(D_PY)/__pycache__'
	rm -f '$(D_CMAKE)'/hsplitConfig.cmake '$(D_CMAKE)'/hsplitConfigVersion.cmake '$(D_CMAKE)'/hsplitFamily.cmake \
	    '$(D_MOD)/$(MODULE)'
	for folder in '$(D_F)' '$(D_CMAKE)' '$(D_MOD)' '$(D_PY)' '$(D_DATA)/python' '$(D_DATA)' \
	    '$(D_QUO)' '$(D_LIB)/hsplit-quo' '$(D_LIB)/hsplit-quo-abi'; do \
	    [ ! -d "$$folder" ] || rmdir --ignore-fail-on-non-empty "$$folder" || exit 1; \
	done
	for page in $(MAN_OWN); do rm -f '$(D_MAN)'/man$${page##*.}/$${page##*/} || exit 1; done
	rm -f '$(D_MAN)'/man1/hsplit.1 '$(D_MAN)'/man1/hsplit-*.1 '$(D_BASH)/hsplit' '$(D_ZSH)/_hsplit' '$(D_FISH)/hsplit.fish'

# One prefix for several families of MPIs: each has its library in lib/hsplit/FAMILY, and shares the rest. The wrapper
# for the standard ABI is in the folder of that for an MPI's own interface.
abi_beside = $(dir $(shell command -v $(1) 2>/dev/null))mpicc_abi
WRAPPERS ?= $(MPI_WRAPPERS) $(sort $(wildcard $(foreach w,$(MPI_WRAPPERS),$(call abi_beside,$(w)))))
.PHONY: install-all uninstall-all show-wrappers
show-wrappers:
	@echo $(WRAPPERS)

install-all uninstall-all:
	@[ '$(LIBDIR)' = '$(PREFIX)/lib' ] || { \
	    echo '$@: the libraries are below PREFIX/lib; LIBDIR is of make install' >&2; exit 1; }
	@MAKE='$(MAKE)' VERSION='$(VERSION)' PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' DATADIR='$(DATADIR)' \
	    BINDIR='$(BINDIR)' MANDIR='$(MANDIR)' packaging/$@ $(WRAPPERS)

clean:
	rm -rf build target

endif
