# The front door: `make demo` and `make check` do everything, packages included.
# Behind it is plain CMake + Ninja in build/.

LLVM  ?= 19
BUILD ?= build
JOBS  ?= $(shell nproc)
PARTS ?= all

.PHONY: all demo check test setup build bench clean

all: build

setup:
	@scripts/setup $(LLVM)

build: setup
	@cmake -G Ninja -S . -B $(BUILD) -DHEAPABS_LLVM=$(LLVM) --log-level=WARNING \
	  >$(BUILD).log 2>&1 || { cat $(BUILD).log; exit 1; }; rm -f $(BUILD).log
	@cmake --build $(BUILD) -j $(JOBS) --target $(PARTS)

demo: build
	@scripts/demo $(BUILD) $(LLVM)

# Everything with LLVM $(LLVM); the plugin, lowering and diagnostics tests with
# LLVM 22 too.
check: build
	@scripts/check $(BUILD)

# One test or folder: make test T=test/diag/reverse.c
test: build
	@scripts/setup $(LLVM) tests || true
	@test/run $(BUILD) $(T)

bench: build
	@bench/compile $(BUILD)

clean:
	rm -rf $(BUILD) $(BUILD)-22
