# footstepd: `make help` lists the targets.

VERSION   ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS   := -X main.version=$(VERSION)
BIN       := bin/footstepd
REGION    := dist/delaware.region
FUZZTIME  ?= 10s
BENCH     ?= .
BENCHTIME ?= 1s

# Tools are pinned here and run without being installed.
STATICCHECK := go run honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOFUMPT     := go run mvdan.cc/gofumpt@v0.12.0

.DEFAULT_GOAL := help
.PHONY: help setup demo build static region test race lint fmt fuzz bench docs example exports snapshot sdk-test image clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## download the modules
	go mod download

build: ## build bin/footstepd
	go build -trimpath -ldflags '$(LDFLAGS)' -o $(BIN) ./cmd/footstepd

static: ## build a static binary, as the container image has it
	go build -trimpath -tags netgo,osusergo -ldflags '-s -w $(LDFLAGS) -linkmode external -extldflags "-static"' -o $(BIN) ./cmd/footstepd

region: build ## import the Delaware extract of the paulmach/osm module into dist/
	@mkdir -p dist
	@test -f $(REGION) && $(BIN) region verify $(REGION) >/dev/null 2>&1 || \
		$(BIN) import "$$(go list -m -f '{{.Dir}}' github.com/paulmach/osm)/testdata/delaware-latest.osm.pbf" --name delaware -o $(REGION)

demo: setup region ## build, import Delaware, ask five questions
	@sh scripts/demo.sh $(BIN) $(REGION)

test: ## run all tests
	go test -timeout 30m . ./cmd/... ./internal/... # minutes each on a busy machine: the oracles
	go test -count=1 ./tests/... # they run the program, which the cache of results does not know

race: ## run all tests with the race detector
	go test -race -short ./...

lint: ## gofumpt, vet, staticcheck; import layering is a test of its own
	@out=$$($(GOFUMPT) -l .); if [ -n "$$out" ]; then echo "not formatted (make fmt):"; echo "$$out"; exit 1; fi
	go vet ./...
	$(STATICCHECK) ./...
	go test -count=1 -run '^TestArchitecture' .

fmt: ## format the code
	$(GOFUMPT) -w .

fuzz: ## run every fuzz target for FUZZTIME (10s)
	@sh scripts/fuzz.sh $(FUZZTIME)

bench: ## run the benchmarks: time, allocations, bytes
	go test -run '^$$' -bench '$(BENCH)' -benchtime $(BENCHTIME) -benchmem -timeout 0 ./...

docs: ## write docs/tools.md from the tools' schemas
	go test ./internal/tools -run '^TestReference$$' -update

example: region ## draw the worked example of docs/prediction.md
	$(BIN) call --region $(REGION) get_prediction @docs/prediction-example.json --format geojson | python3 scripts/prediction_picture.py > docs/prediction-example.svg

exports: region ## open exports with those of QGIS, GDAL and GPSBabel that are installed
	python3 scripts/open_exports.py $(BIN) $(REGION) dist/exports

snapshot: ## accept the present tools/list into the snapshot
	go test ./internal/mcpserver -run '^TestToolsList$$' -update

sdk-test: build ## check answers with the TypeScript SDK (needs node and npm)
	cd tests/sdk && npm ci --no-audit --no-fund
	go test -count=1 ./tests/...

image: ## build the container image footstepd:latest
	docker build --build-arg VERSION=$(VERSION) -t footstepd:latest .

clean: ## remove what was built
	rm -rf bin dist
