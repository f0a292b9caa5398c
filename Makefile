# The two commands of a fresh clone are `make demo` and `make test`; README.md lists the rest.
PREFIX ?= /usr/local
SCRATCH := .build-release
BIN := $(SCRATCH)/release
RELEASE := swift build -c release --scratch-path $(SCRATCH)
# On Linux with Swift's libraries inside: half of what a start took was spent on finding them.
ifeq ($(shell uname),Linux)
RELEASE += --static-swift-stdlib
endif
# Apart, since what is compiled for the above cannot be linked into a package without it.
STORE := .build-store
CPATH_BREW := $(shell [ "$$(uname)" = Darwin ] && brew --prefix 2>/dev/null)
ifneq ($(CPATH_BREW),)
export CPATH := $(CPATH_BREW)/include
export LIBRARY_PATH := $(CPATH_BREW)/lib
endif

.PHONY: demo test setup release store install benchmarks bench soak fuzz plugins

setup:
	@Scripts/setup

release: setup
	@$(RELEASE) --product evalrun
	@$(RELEASE) --product cdgen

store: release
	@swift build -c release --scratch-path $(STORE) --product CacheStoreStatic
	@Scripts/pack-store $(STORE) $(SCRATCH)/store

demo: store
	@rm -rf Results/demo
	@$(BIN)/evalrun session --participant DEMO --script Scripts/sessions/demo.yaml --clock simulated --results Results/demo/evalrun.sqlite
	@$(BIN)/evalrun report --results Results/demo/evalrun.sqlite --output Reports/demo
	@echo "A live session:  $(BIN)/evalrun session --participant P1"

test: release
	@Scripts/gate

install: store
	@install -d $(PREFIX)/bin $(PREFIX)/share/evalrun/studies
	@install -m 755 $(BIN)/evalrun $(BIN)/cdgen $(PREFIX)/bin
	@rm -rf $(PREFIX)/share/evalrun/store && cp -R $(SCRATCH)/store $(PREFIX)/share/evalrun/store
	@rm -rf $(PREFIX)/share/evalrun/studies/countries-cities
	@cp -R Tasks/countries-cities $(PREFIX)/share/evalrun/studies/
	@rm -rf $(PREFIX)/share/evalrun/templates && cp -R Templates $(PREFIX)/share/evalrun/templates
	@install -d $(PREFIX)/share/evalrun/docs
	@find Sources -path '*.docc/*.md' -exec install -m 644 {} $(PREFIX)/share/evalrun/docs \;
	@echo "installed under $(PREFIX); try: evalrun doctor"

benchmarks: store
	@$(RELEASE) --product Benchmarks

bench: benchmarks
	@$(BIN)/Benchmarks $(BENCH)

# What only chance finds, often: random queries, versions of models, kills, torn logs, many writers and readers.
soak:
	@$(RELEASE) --product Simulations
	@$(BIN)/Simulations coverage
	@AGREEMENT_CASES=100000 swift test --filter theStoreAndMemoryAgree
	@MIGRATION_SEEDS=3000 swift test --filter laterVersionsKeepWhatTheyStillHave
	@STORE_ROUNDS=50 swift test --filter Faults
	@SOAK_EVENTS=20000 swift test --filter SoakTests

fuzz:
	@Scripts/fuzz predicates 600
	@Scripts/fuzz models 600

# Five minutes, for it builds cdgen and the store as the dependencies of another package.
plugins: setup
	@Scripts/try-plugins
