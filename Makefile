# Every target works alone on a fresh machine: it makes .venv with the locked versions first.
# Only Python 3.11 or newer, make and bash must be there. ARGS goes to pytest: make test ARGS=tests/core

BIN := .venv/bin
TEST := QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest

.DEFAULT_GOAL := help
.PHONY: help venv libraries run test test-slow fuzz lint bench wheel lock clean

help:
	@echo "make run        open the editor on a copy of the sample prompts"
	@echo "make test       run the tests (minutes)"
	@echo "make test-slow  run the slow tests: kill runs, installs in a clean environment"
	@echo "make fuzz       make 100,000 random edits, then the property tests with many more examples"
	@echo "make lint       ruff and mypy"
	@echo "make bench      measure resolving and key-to-preview"
	@echo "make wheel      build the wheel into dist/"
	@echo "make lock       choose the newest allowed versions and write requirements.lock"
	@echo "make venv       make or refresh .venv only"
	@echo "make clean      remove .venv and everything that was built"

venv:
	@.ci/venv.sh

# A missing library is told; what can go on without it goes on.
libraries: venv
	@.ci/system-libraries.sh || true

run: venv
	@.ci/run.sh

test: libraries
	$(TEST) -n 2 -m "not slow" $(ARGS)

test-slow: libraries
	$(TEST) -m slow $(ARGS)

fuzz: libraries
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.properties.edit_walks 100000
	HYPOTHESIS_PROFILE=fuzz $(TEST) -n 2 -m "hypothesis and not slow" $(ARGS)

lint: venv
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: libraries
	QT_QPA_PLATFORM=offscreen $(BIN)/python benchmarks/run.py

wheel: venv
	$(BIN)/python -m build --wheel --no-isolation --outdir dist

lock:
	.ci/lock.sh

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
