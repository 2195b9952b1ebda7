# SPDX-License-Identifier: MIT OR Apache-2.0
# libhsplit: 'make' builds, 'make demo' shows, 'make check' tests, 'make bench' measures, 'make install' installs.
#
# One build serves one family of MPIs; MPICC says which, and every MPI has its own folder under build/.

MPICC      ?= $(firstword $(foreach w,mpicc mpicc.openmpi mpicc.mpich,$(if $(shell command -v $(w) 2>/dev/null),$(w))) mpicc)
MPIEXEC    ?= $(subst mpicc,mpiexec,$(MPICC))
CARGO      ?= cargo
CARGOFLAGS ?= --locked
CFLAGS     ?= -O2 -g -Wall -Wextra

PREFIX     ?= /usr/local
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
BINDIR     ?= $(PREFIX)/bin
MANDIR     ?= $(PREFIX)/share/man

# The MPIs that 'make check' tests, as far as they are installed.
CHECK_MPICC ?= mpicc.openmpi mpicc.mpich

VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
MAJOR   := $(firstword $(subst ., ,$(VERSION)))
# A wrapper's name is not enough to know an MPI by: two of them can be called mpicc.
TAG      = $(notdir $(MPICC))-$(shell { command -v $(MPICC); $(MPICC) -show; } 2>/dev/null | cksum | cut -d' ' -f1)
BUILD    = build/$(TAG)
LIB      = $(BUILD)/lib/libhsplit.so
CLI      = build/cli/release/hsplit

.DEFAULT_GOAL := all
.PHONY: all lib cli prerequisites demo check check-rust check-c bench header install uninstall clean

all: lib cli

# What is missing is installed where that is possible, or named. The targets for newcomers begin with it; 'make' itself
# never touches the system.
prerequisites:
	@.ci/prerequisites

lib: $(LIB)

# Cargo knows best what is out of date.
.PHONY: $(LIB) $(CLI)
$(LIB):
	@mkdir -p $(BUILD)/lib
	MPICC='$(MPICC)' $(CARGO) build --release $(CARGOFLAGS) --lib --target-dir $(BUILD)/cargo
	@cp -f $(BUILD)/cargo/release/libhsplit.so $(BUILD)/lib/libhsplit.so.$(VERSION)
	@ln -sf libhsplit.so.$(VERSION) $(BUILD)/lib/libhsplit.so.$(MAJOR)
	@ln -sf libhsplit.so.$(MAJOR) $(BUILD)/lib/libhsplit.so

cli: $(CLI)

$(CLI):
	$(CARGO) build --release $(CARGOFLAGS) --no-default-features --features cli --bin hsplit --target-dir build/cli

$(BUILD)/demo: c-tests/demo.c include/hsplit.h $(LIB)
	$(MPICC) $(CFLAGS) -Iinclude c-tests/demo.c -L$(BUILD)/lib -lhsplit -Wl,-rpath,$(abspath $(BUILD)/lib) -o $@

# The cluster of the paper's worked example: four nodes of two packages with an L3 and two pairs of cores each.
RR_5_1 = node:4 package:2 [numa] l3:1 l2:2 l1d:1 core:2 pu:1

# make sees the tools that 'prerequisites' installs only in a new make.
demo: prerequisites
	@$(MAKE) --no-print-directory show-demo

.PHONY: show-demo
show-demo: $(BUILD)/demo cli
	@echo; echo "== This machine, as the library sees it"; $(CLI) tree
	@n=$$(nproc); [ $$n -le 8 ] || n=8; \
	 echo; echo "== $$n ranks on this machine, each bound to a core, under $(MPIEXEC)"; \
	 MPIEXEC='$(MPIEXEC)' c-tests/launch $$n core $(BUILD)/demo
	@echo; echo "== The paper's cluster (RR-9077, section 5.1): $(RR_5_1)"; $(CLI) tree -i '$(RR_5_1)' -n 32
	@echo; echo "== 32 ranks on the paper's cluster, emulated on this machine"; \
	 MPIEXEC='$(MPIEXEC)' HSPLIT_EMULATE='$(RR_5_1)' c-tests/launch 32 none $(BUILD)/demo

check: prerequisites
	@$(MAKE) --no-print-directory run-checks

.PHONY: run-checks
run-checks:
	@c-tests/check $(CHECK_MPICC)

header:
	HSPLIT_BLESS=1 $(CARGO) test $(CARGOFLAGS) --no-default-features --test header --target-dir build/test

clean:
	rm -rf build target
