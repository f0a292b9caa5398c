# The two commands of a fresh clone are `make demo` and `make test`; README.md lists the rest.
PREFIX ?= /usr/local
# `demo`, `test` and `verify` share the debug build of `swift build` and `swift test`. With options of
# `swift build` in the environment variable EVALRUN_BUILD, `test` and `store` make another one.
BIN := .build/debug
# What `install`, `package` and `bench` use. On Linux with Swift's libraries inside: a start spends
# half its time on finding them.
OPTIMISED := .build-release
# Without debug information, which would fill two thirds of the programs.
RELEASE := EVALRUN_TOOLS_ONLY=1 swift build -c release -debug-info-format none --scratch-path $(OPTIMISED)
# The C++ library inside, too, where its static form is installed: loading it takes 2 of the 6 ms of a
# start. The folder has only the static library, which is therefore found first.
ifeq ($(shell uname),Linux)
RELEASE += --static-swift-stdlib
LIBSTDCXX := $(wildcard $(shell clang -print-file-name=libstdc++.a 2>/dev/null))
ifneq ($(filter /%,$(LIBSTDCXX)),)
RELEASE := mkdir -p $(OPTIMISED)/static && ln -sf $(LIBSTDCXX) $(OPTIMISED)/static/ && $(RELEASE) \
	-Xswiftc "-L$(CURDIR)/$(OPTIMISED)/static" -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
endif
endif
# cdgen is linked for a fixed address, as compilers are, because projects run it in every build: to
# adjust 96,000 addresses takes 2 of the 4 ms of a start. The libraries, the heap and the stack stay at
# random addresses. It has a server only in `cdgen studio`, on the loopback interface, which asks for a token.
ifeq ($(shell uname),Linux)
AT_FIXED_ADDRESS := -Xlinker -no-pie
endif
CPATH_BREW := $(shell [ "$$(uname)" = Darwin ] && brew --prefix 2>/dev/null)
ifneq ($(CPATH_BREW),)
export CPATH := $(CPATH_BREW)/include
export LIBRARY_PATH := $(CPATH_BREW)/lib
endif

.PHONY: hub replicate example demo test verify setup store release release-store install package docs benchmarks bench bench-queue soak fuzz plugins

demo:
	@Scripts/demo

test:
	@Scripts/test

# Everything that `test` leaves out; `.ci/run` runs both.
verify:
	@Scripts/verify

setup:
	@Scripts/setup

# A hub with two labs on a PostgreSQL server of its own, a session in each, one report.
hub:
	@Scripts/hub-demo

# The example's application and server, and a tour of them in which both are killed.
example:
	@Scripts/example

# Plays the published experiment with real builds and compares its tables with the paper's.
replicate:
	@Scripts/replicate

# The compiled store of the debug build, for the projects of participants.
store:
	@swift build $(EVALRUN_BUILD) --product CacheStoreStatic
	@Scripts/pack-store $(BIN) .build/store

release: setup
	@$(RELEASE) --product evalrun
	@$(RELEASE) $(AT_FIXED_ADDRESS) --product cdgen

release-store:
	@$(RELEASE) --product CacheStoreStatic
	@Scripts/pack-store $(OPTIMISED)/release $(OPTIMISED)/store

install: release release-store
	@Scripts/install $(OPTIMISED) "$(DESTDIR)$(PREFIX)"
	@echo "installed under $(PREFIX); try: evalrun doctor"

benchmarks: release release-store
	@$(RELEASE) --product Benchmarks

bench: benchmarks
	@$(OPTIMISED)/release/Benchmarks $(BENCH)
	@$(MAKE) --no-print-directory bench-queue

# 10,000 changes made offline: opening, sending to a server on the loopback, memory.
bench-queue:
	@$(RELEASE) --product QueueTimes
	@$(OPTIMISED)/release/QueueTimes
	@STUDIO_BROWSER=fast Scripts/studio-browser $(OPTIMISED)/release/cdgen $(OPTIMISED)/store

# What only chance finds, often: random queries, versions of models, kills, torn logs, many writers and readers.
soak:
	@$(RELEASE) --product Simulations
	@$(OPTIMISED)/release/Simulations coverage
	@$(OPTIMISED)/release/Simulations rates
	@AGREEMENT_CASES=100000 swift test --filter theStoreAndMemoryAgree
	@MIGRATION_SEEDS=3000 swift test --filter laterVersionsKeepWhatTheyStillHave
	@STORE_ROUNDS=50 swift test --filter Faults
	@STUDIO_BROWSER=memory_is_flat Scripts/studio-browser $(BIN)/cdgen .build/store
	@SOAK_EVENTS=20000 swift test --filter SoakTests
	@QUEUE_KILLS=500 swift test --filter aKilledQueue
	@SYNC_HISTORIES=20000 swift test --filter storeAndServerEndEqual
	@Scripts/hub-faults $(BIN)/evalrun --runs 500 --every-byte 1

fuzz:
	@Scripts/fuzz predicates 600
	@Scripts/fuzz models 600
	@Scripts/fuzz results 600

# Builds cdgen and the store as the dependencies of another package.
plugins: setup
	@Scripts/try-plugins

# A static site of all pages, in dist/docs.
docs:
	@swift build
	@Scripts/docs

# dist/evalrun-VERSION-SYSTEM-ARCH.tar.gz and, on Debian, a .deb.
package: release release-store
	@Scripts/package $(OPTIMISED)
