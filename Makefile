# Pasteboard: `make demo` shows it, `make test` proves it. Both set up what they need on Debian.

SHELL := /bin/bash
.DELETE_ON_ERROR:
.PHONY: build demo test record-instructions soak fuzz lint format help

BUILD_PACKAGES := libx11-dev libxcb1-dev libxcb-xfixes0-dev libcmark-gfm-dev libcmark-gfm-extensions-dev libgumbo-dev
DEMO_PACKAGES := xvfb xclip
TEST_PACKAGES := xvfb xclip xsel xtrace cmark-gfm python3 python3-xlib valgrind binutils

# All libraries are linked in: a program that runs for two milliseconds would spend one of them finding eleven
# shared ones. `make build LINK=dynamic` makes one that takes them from the system.
LINK := static
LINK_static := -Xswiftc -static-executable -Xswiftc -use-ld=lld -Xlinker -lXau -Xlinker -lXdmcp
LINK_dynamic :=
RELEASE := -c release --static-swift-stdlib $(LINK_$(LINK))
PB := .build/release/pb

# Installs what is missing of the packages named, and says so.
define install_packages
	@missing=; for package in $(1); do \
	  dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'install ok installed' || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	  if [ "$$(id -u)" = 0 ]; then as_root=; \
	  elif command -v sudo >/dev/null; then as_root=sudo; \
	  else echo "make: these Debian packages are missing, and neither root nor sudo is at hand:$$missing" >&2; exit 1; fi; \
	  echo "==> Installing Debian packages:$$missing"; \
	  export DEBIAN_FRONTEND=noninteractive; \
	  { $$as_root apt-get -qq update && \
	    $$as_root apt-get -qq -y --no-install-recommends -o Dpkg::Use-Pty=0 install $$missing >/dev/null; } || \
	  { echo "make: apt-get could not install:$$missing" >&2; exit 1; }; \
	fi
	@command -v swift >/dev/null || { echo "make: there is no Swift toolchain on the PATH (6.2 or later is needed)" >&2; exit 1; }
endef

help:
	@echo "make demo    build pb and see it copy and paste, on a display of its own if there is none"
	@echo "make test    build and run all tests, on private X servers"
	@echo "make build   build $(PB)"
	@echo "make soak    100,000 requests from 50 clients, some of which die, against the owner of a selection"
	@echo "make fuzz    run the fuzzers , each for a while"
	@echo "make record-instructions"
	@echo "             write down how many instructions fixed work takes, for 'make test' to compare with"
	@echo "make lint    check the style of the sources"
	@echo "make format  put the sources in that style"

build:
	$(call install_packages,$(BUILD_PACKAGES))
	@echo "==> Building $(PB)"
	@swift build $(RELEASE) --product pb

demo:
	$(call install_packages,$(BUILD_PACKAGES) $(DEMO_PACKAGES))
	@echo "==> Building $(PB)"
	@swift build $(RELEASE) --product pb
	@Documentation/demo.sh $(PB)

# One test at a time: tests wait for other processes, and their time limits count only their own time.
RUN_TESTS = env -u DISPLAY -u XAUTHORITY PB_RELEASE=$(CURDIR)/$(PB) swift test --skip-build --no-parallel

test:
	$(call install_packages,$(BUILD_PACKAGES) $(TEST_PACKAGES))
	@echo "==> Building $(PB)"
	@swift build $(RELEASE) --product pb
	@echo "==> Building the tests"
	@swift build --build-tests
	@echo "==> Running the tests, on X servers of their own"
	@$(RUN_TESTS)

record-instructions:
	$(call install_packages,$(BUILD_PACKAGES) $(TEST_PACKAGES))
	@swift build $(RELEASE) --product pb
	@swift build --build-tests
	@PB_RECORD_INSTRUCTIONS=1 $(RUN_TESTS) --filter InstructionCountTests

soak:
	$(call install_packages,$(BUILD_PACKAGES) $(TEST_PACKAGES))
	@swift build $(RELEASE) --product SelectionSoak
	@.build/release/SelectionSoak 100000 50

fuzz:
	$(call install_packages,$(BUILD_PACKAGES))
	@for file in Tests/Fuzz/*.swift; do \
	  target=$$(basename $$file .swift); echo "==> Fuzzing: $$target"; Tests/Fuzz/run $$target $(or $(SECONDS),60) || exit 1; \
	done

lint:
	@swift format lint --strict --recursive --parallel Package.swift Sources Tests

format:
	@swift format --in-place --recursive --parallel Package.swift Sources Tests
