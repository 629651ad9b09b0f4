# `make deck` prints Monogoto into output/monogoto/, `make designer` opens a copy of it in the designer, `make test` runs everything that CI runs, `make check` what
# takes less than five minutes of it once all is installed, `make test-long` the laws with many more examples, `make docs` builds the documentation's site into output/docs/,
# `make bench` measures the program beside its peers, which takes a quarter of an hour.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: deck designer page test check types suite test-long fuzz bench bench-charts reference docs scenes lock clean

deck: $(VENV)/.installed
	@$(BIN)/carddesigner build monogoto
	@echo
	@echo "Your deck: output/monogoto/monogoto-sheets.pdf"
	@echo "Print it at 100 % on both sides, flipped on the long edge, on card of 250 to 300 g/m²; cut along the marks."

# A copy of Monogoto in the designer.
designer: $(VENV)/.installed
	@[ -d output/my-monogoto ] || $(BIN)/carddesigner new output/my-monogoto --from monogoto --quiet
	@$(BIN)/carddesigner designer output/my-monogoto

# The designer's page, from its TypeScript and the messages in Python.
page: $(VENV)/.installed
	@sh tests/page.sh
	$(BIN)/python tools/make_messages.py
	cd carddesigner/designer/web && npm run --silent check && npm run --silent build

test: $(VENV)/.tested
	@sh tests/system-packages.sh
	@sh tests/editors/install.sh
	@sh tests/page.sh
	$(MAKE) check TESTS="not long"

TESTS ?= not long and not browser and not slow
check: $(VENV)/.tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@$(MAKE) --jobs=2 types suite

types: $(VENV)/.tested
	$(BIN)/mypy
	$(BIN)/lint-imports

suite: $(VENV)/.tested
	$(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder -m "$(TESTS)"

# Laws of very many examples, and all others with many more than in `make test`, which takes long.
test-long: $(VENV)/.tested
	$(BIN)/pytest -n auto -m 'hypothesis or long' --hypothesis-profile=long

# Random inputs, for so many seconds each target: all, or TARGETS="svg fonts". What fails is made small and written into tests/fuzz/corpus.
TIME ?= 300
fuzz: $(VENV)/.tested
	$(BIN)/python -m tests.fuzz --seconds $(TIME) $(TARGETS)

# The figures, side by side with peers: ONLY="whole trading" for some parts, ROUNDS=3 for fewer turns, PEERS=PYTHON for a Python that has
# the other programs, CARDS=1000000 for how far growth is measured. A run of all is kept in benchmarks/kept, and compared with the last one.
bench: $(VENV)/.tested
	@$(BIN)/python -m benchmarks $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(PEERS),--peers $(PEERS)) $(if $(CARDS),--cards $(CARDS)) $(if $(ONLY),--only $(ONLY))

# The page of the last kept run, alone; `make docs` has it among the others.
bench-charts: $(VENV)/.tested
	@$(BIN)/python -m benchmarks.page

# What of the documentation is made and yet kept in the repository: pages of keys, commands and problems, and a picture.
reference: $(VENV)/.installed
	$(BIN)/python docs/reference.py
	$(BIN)/python docs/gallery.py

docs: $(VENV)/.tested
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "The documentation: output/docs/index.html"

# The pictures of Mana and Spells, from its tables: the same tables give the same bytes.
scenes: $(VENV)/.installed
	$(BIN)/python tools/scenes

$(VENV)/.installed: requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.tested: $(VENV)/.installed requirements-test.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-test.lock
	@touch $@

lock: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --generate-hashes --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --allow-unsafe --strip-extras --extra build -o requirements.lock pyproject.toml
	$(BIN)/pip-compile --quiet --generate-hashes --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --allow-unsafe --strip-extras --extra build --extra test --extra docs -o requirements-test.lock pyproject.toml

clean:
	rm -rf $(VENV) build dist
