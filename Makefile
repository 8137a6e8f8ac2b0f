# Every command of the project. `make` alone lists them.
.DEFAULT_GOAL := help
.PHONY: help pictures run test dev build client generate lint fmt bench campaign fleet real clean federation released

.PHONY: package demo-package release pin-images check-deploy check-release check-content server-checks client-checks \
	lint-go lint-client test-app test-go test-client race e2e fuzz audit campaign-security generate-graph generate-config

# Without the path of the clone in build results, the build cache is valid in every clone, and builds are reproducible.
# gRPC's page of traces uses templates, whose reflection on methods keeps dead code in the binary (decision 46).
# Builds and tests use the same settings: otherwise each would compile every package anew. Only the race detector needs
# cgo.
export GOFLAGS := $(filter-out -trimpath -tags=%,$(shell go env GOFLAGS)) -trimpath -tags=grpcnotrace
export CGO_ENABLED := 0
RACE := env CGO_ENABLED=1 GORACE=atexit_sleep_ms=0 go test -vet=off -race

NPX := npx --no-install
# The files that Prettier formats.
FORMATTED := "{adoption,bench/peers,client,e2e,test/federation}/**/*.{ts,tsx,js,jsx,css}" "*.{js,json}"
# The Node that `npx` uses for the tools of package.json, and that renders pages. The system's Node only runs npm and
# npx.
NODE := node_modules/.bin/node
NODE_STAMP := node_modules/.stamp
FEDERATION_STAMP := test/federation/node_modules/.stamp
PEERS_STAMP := bench/peers/node_modules/.stamp
PEERS_BUILT := bench/peers/node_modules/.built
PEERS_SOURCES := $(shell find bench/peers -name node_modules -prune -o -name build -prune -o -name .next -prune -o \
	-name .react-router -prune -o -type f -print)
BUILT_SDL := bin/strand.graphql
RELEASED_SDL := schema/released/strand.graphql

# The systems with a contract, whose clients are generated.
GENERATED_SYSTEMS := $(patsubst upstream/%/genqlient.yaml,generate-%,$(wildcard upstream/*/genqlient.yaml))
.PHONY: $(GENERATED_SYSTEMS)

# Stamps of the built client, so that no target builds it twice. A stamp is newer than all its inputs.
TYPES_STAMP := client/src/graph/generated/.stamp
TEXTS_STAMP := client/src/i18n/compiled/.stamp
CLIENT_STAMP := client/dist/.built
OPERATIONS := $(shell find client/src -name '*.graphql' -not -path 'client/src/playground/*')
TEXTS := $(wildcard client/src/i18n/messages/*/*.json)
TEXT_BUNDLES := site form portal editor sheet
CLIENT_SOURCES := client/vite.config.ts domain/site/languages.json $(shell find client/src client/build -type f \
	-not -path 'client/src/graph/generated/*' -not -path 'client/src/i18n/compiled/*' -not -name '*.test.*')

# Packages whose tests take more than three times as long with the race detector, since they parse much content, hash
# passwords, sign tokens or run whole servers. `make test` runs them without it, `make race` with it.
COSTLY_WITH_RACE := strand/cmd/strand-demo strand/app strand/deploy strand/service/search/bleveindex strand/upstream \
	strand/demo strand/demo/cms strand/demo/pim strand/demo/sisusers strand/demo/identity strand/demo/sisportal \
	strand/test/fleet

# The duration of each target of `make fuzz`, and the number of targets that run concurrently, each with one worker.
FUZZTIME := 5s
FUZZ_LANES := 4

# The tests of attacks, by the prefixes of their names after `Test` (docs/security.md): those of all areas, then of
# queries, identity and accounts, files and connections, editors and webhooks, and the rest.
ATTACKED := Security Access Isolation \
	Hostile Measure Documents Cost Caller SearchLimit ForwardedCaller Bound Slots GraphLimits \
	Verify SignedOut SignOut Revo Authorize EndSession Login Sessions Pages_Refuse Forms_Hide Forgotten SecondFactor \
	ChangePassword Account Password Policy_CommonPasswords Client \
	Space TwoWriters Pace Limit FileCookie Contain TicketChanged Check Refused \
	Gate Editor Preview DraftProxy Webhook Key \
	TicketsProxy TicketFiles PagePolicy Inert Execute_Wrong FindCopy Copies NewServer Start_Answers FollowedTopics \
	Tokens IDToken Control Load_Wrong Open_Modes Watchers Validation
empty :=
SECURITY_TESTS := ^(Fuzz|Test($(subst $(empty) $(empty),|,$(strip $(ATTACKED)))))

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## build everything and serve it at http://localhost:8080
	./bin/strand-demo

test: ## every check and every test
	$(MAKE) --no-print-directory -j3 --output-sync=target server-checks
	$(MAKE) --no-print-directory -j2 --output-sync=line e2e client-checks

# On two cores, three run concurrently: the installation of the client's dependencies and the tests of whole servers
# (test-app) wait most of the time. lint-go needs no client, runs first and leaves them the processor.
server-checks: client lint-go test-app test-go federation

# The browser tests leave a fifth of two cores idle, which these get.
client-checks: $(TYPES_STAMP) $(TEXTS_STAMP)
	nice -n 19 $(MAKE) --no-print-directory lint-client test-client

test-app: client
	go test -vet=off -timeout 30m -parallel 4 ./app

# After lint-go, which lists all folders: TestPackage makes bin/package. These tests leave the processor to
# test-app, whose processes of data sheets have a low priority and deadlines.
test-go: client lint-go
	nice -n 10 go test -vet=off -timeout 30m $(filter-out strand/app,$(COSTLY_WITH_RACE))
	nice -n 10 $(RACE) -timeout 30m $$(go list ./... | grep -vxF "$$(printf '%s\n' $(COSTLY_WITH_RACE))")

race: client ## all Go tests with the race detector
	$(RACE) -timeout 60m ./...

test-client: $(TYPES_STAMP) $(TEXTS_STAMP)
	$(NPX) jest --maxWorkers 1
	$(NODE) --test 'adoption/**/*.test.ts'

e2e: build ## the journeys in a browser
	CHROMIUM_PATH="$$(e2e/chromium.sh | tail -n 1)" $(NPX) playwright test --config e2e/playwright.config.ts

build: client ## build the client and the programs, with their software bill of materials (bin/sbom.cdx.json)
	go build -ldflags="-s -w" -o bin/ ./cmd/strand ./cmd/strand-demo
	go run ./tools/sbom

# What a release and the image contain. The version and the revision are those of `make release`, or arguments of the
# image's build; without the repository's state in the binary, equal sources have equal results.
VERSION = v0.0.0
REVISION = $(shell git rev-parse HEAD 2>/dev/null || echo unknown)
STAMP = -X strand/internal/release.version=$(VERSION) -X strand/internal/release.revision=$(REVISION)
PACKAGE = bin/package
DEMO_PACKAGE = bin/demo-package

package: client ## lay out the files of a server in bin/package: nothing else needs to be installed
	rm -rf $(PACKAGE)
	go build -buildvcs=false -ldflags="-s -w $(STAMP)" -o $(PACKAGE)/strand ./cmd/strand
	mkdir -p $(PACKAGE)/client
	cp -R client/dist $(PACKAGE)/client/dist
	# Production has no playground.
	rm -rf $(PACKAGE)/client/dist/.built $(PACKAGE)/client/dist/playground
	$(NODE) client/build/layOutRuntime.ts $(PACKAGE)
	cp LICENSE NOTICE CHANGELOG.md $(PACKAGE)/
	go run ./tools/sbom -server $(PACKAGE)/strand -output $(PACKAGE)/sbom.cdx.json -licenses $(PACKAGE)/licenses.txt

demo-package: client ## lay out what the demo has beside the files of a server and the sample content in bin/demo-package
	rm -rf $(DEMO_PACKAGE)
	mkdir -p $(DEMO_PACKAGE)/client/dist
	go build -buildvcs=false -ldflags="-s -w $(STAMP)" -o $(DEMO_PACKAGE)/strand-demo ./cmd/strand-demo
	cp -R client/dist/playground $(DEMO_PACKAGE)/client/dist/playground

release: ## the files of a release of this commit, with checksums and bill of materials, in bin/release
	@test -z "$$(git status --porcelain)" || { echo "Commit first: a release is that of a commit."; exit 1; }
	version="$$(go run ./tools/mkrelease version)" && \
		$(MAKE) --no-print-directory package VERSION="$$version" && \
		deploy/pack.sh "$$version" $(PACKAGE) bin/release
	@cat bin/release/SHA256SUMS

client: $(CLIENT_STAMP) ## build the client

$(CLIENT_STAMP): $(TYPES_STAMP) $(TEXTS_STAMP) $(CLIENT_SOURCES)
	$(NPX) vite build --config client/vite.config.ts --logLevel warn
	NODE_ENV=production $(NPX) vite build --mode playground --config client/vite.config.ts --logLevel warn
	$(NPX) vite build --ssr --config client/vite.config.ts --logLevel warn
	$(NODE) client/build/themeFiles.ts client/dist/themes
	cp client/src/graph/generated/persisted-documents.json client/dist/persisted-documents.json
	$(NODE) client/build/operationManifest.ts client/src/graph/generated/persisted-documents.json \
		client/dist/persisted-query-manifest.json
	@touch $@

$(TYPES_STAMP): $(NODE_STAMP) client/codegen.ts $(OPERATIONS) $(wildcard schema/*.graphql)
	$(NPX) graphql-codegen --config client/codegen.ts --silent
	@mkdir -p $(@D) && touch $@

$(TEXTS_STAMP): $(NODE_STAMP) $(TEXTS)
	for bundle in $(TEXT_BUNDLES); do \
		$(NPX) formatjs compile-folder --ast --format simple \
			client/src/i18n/messages/$$bundle client/src/i18n/compiled/$$bundle || exit 1; \
	done
	@mkdir -p $(@D) && touch $@

dev: client ## serve with hot reload of client and server (docs/development.md)
	client/dev.sh

generate: $(GENERATED_SYSTEMS) generate-graph generate-config ## generate all code; of one system: generate-pim …

# The client of a system, and the server of its sample if the sample has one by gqlgen. The contract of the CMS is also
# the set-up of a Hygraph project.
$(GENERATED_SYSTEMS): generate-%:
	go tool genqlient upstream/$*/genqlient.yaml
	$(if $(wildcard demo/$*/gqlgen.yml),cd demo/$* && go tool gqlgen generate --config gqlgen.yml)
	$(if $(filter cms,$*),npm run --silent hygraph:setup > adoption/hygraph/testdata/operations.json)

generate-cms: $(NODE_STAMP)

generate-graph: $(NODE_STAMP) ## generate code of the graph, and the types of the client
	go run ./tools/graphgen
	cd gql/loader && go tool dataloaden BodyLoader string '*strand/domain/editorial.Body'
	cd gql/loader && go tool dataloaden CapableProductsLoader string '*strand/domain/catalog.CapableProducts'
	cd gql/loader && go tool dataloaden PageLoader string '*strand/domain/editorial.Page'
	cd gql/loader && go tool dataloaden ProductLoader string '*strand/domain/catalog.LocalizedProduct'
	cd gql/loader && go tool dataloaden DetailedProductLoader string '*strand/domain/catalog.DetailedProduct'
	cd gql/loader && go tool dataloaden FallbackProductLoader string '*strand/domain/catalog.Product'
	cd gql/loader && go tool dataloaden TicketLoader string '*strand/domain/ticketing.Ticket'
	@rm -f $(TYPES_STAMP)
	$(MAKE) --no-print-directory $(TYPES_STAMP)

generate-config: ## generate the documentation and help of the settings
	go generate ./config

lint: lint-go lint-client ## formatting, linters, types, unused code, texts

lint-go:
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || \
		{ echo "gofmt these files:"; gofmt -l $$(git ls-files '*.go'); exit 1; }
	GOGC=400 nice -n 10 go tool -modfile=tools/lint/go.mod golangci-lint run ./...
	@unreachable="$$(GOGC=400 nice -n 10 go tool deadcode -test -tags campaign,fleet,real,release ./...)" && \
		test -z "$$unreachable" || { echo "$$unreachable"; exit 1; }

lint-client: $(TYPES_STAMP) $(TEXTS_STAMP)
	$(NPX) tsc --noEmit -p .
	$(NPX) eslint --max-warnings 0 .
	$(NPX) knip
	for bundle in $(TEXT_BUNDLES); do \
		$(NPX) formatjs verify --source-locale en --missing-keys --extra-keys --structural-equality \
			"client/src/i18n/messages/$$bundle/*.json" || exit 1; \
	done
	$(NPX) prettier --check --log-level warn $(FORMATTED)

fmt: $(NODE_STAMP) ## format everything
	gofmt -w $$(git ls-files '*.go')
	$(NPX) prettier --write --log-level warn $(FORMATTED)

federation: build $(FEDERATION_STAMP) $(BUILT_SDL) ## compose the graph with another one, run a router over both, compare the released graph
	cd test/federation && ../../$(NODE) released.js check ../../$(BUILT_SDL) ../../$(RELEASED_SDL) ../../CHANGELOG.md
	cd test/federation && ../../$(NODE) --test

released: $(NODE_STAMP) $(FEDERATION_STAMP) $(BUILT_SDL) ## release the built graph
	cd test/federation && ../../$(NODE) released.js update ../../$(BUILT_SDL) ../../$(RELEASED_SDL) ../../CHANGELOG.md

$(BUILT_SDL): $(wildcard gql/*.go test/federation/sdl/*.go)
	@mkdir -p bin
	go run ./test/federation/sdl > $@

bench: build $(FEDERATION_STAMP) $(PEERS_BUILT) ## run the benchmarks of bench/README.md; COSMO=<file of its router>
	go run ./bench/compare $(if $(COSMO),-cosmo $(COSMO))
	go run ./bench/catalogue
	go test -run '^$$' -bench . ./service/search/bleveindex ./upstream/identity
	$(NODE) bench/investors.mjs
	CHROMIUM_PATH="$$(e2e/chromium.sh | tail -n 1)" $(NODE) bench/longtasks.mjs
	go test -count 1 -run SampleSite -v ./app

campaign: client ## faults, kills and load against the real server (test/campaign/README.md); RUN=TestMatrix/cms
	go test -vet=off -count 1 -timeout 90m -tags campaign -run '$(RUN)' ./test/campaign -report docs/degradation.md
	go test -vet=off -count 1 -timeout 60m -run '$(or $(RUN),^Test(User|Portal|)Crash$$)' ./app -kills 300

pictures: build ## take the pictures of README.md
	mkdir -p docs/pictures
	CHROMIUM_PATH="$$(e2e/chromium.sh | tail -n 1)" $(NPX) playwright test --config e2e/pictures.config.ts

real: client ## the product against real servers of other vendors (test/real/README.md); RUN=TestKeycloak
	go test -vet=off -count 1 -timeout 45m -tags real -run '$(RUN)' -p 1 -v ./test/real/...

fleet: client ## several servers behind HAProxy, killed and replaced under load (docs/operations.md)
	go test -vet=off -count 1 -timeout 30m -tags fleet -v ./test/fleet

fuzz: ## fuzz every target for FUZZTIME
	internal/fuzz.sh $(FUZZTIME) $(FUZZ_LANES)

check-deploy: ## check the chart, the Dockerfile and compose.yaml, by a module of their own
	cd deploy/checks && go test -vet=off ./...

pin-images: ## pin the images of the Dockerfile and compose.yaml by their digests, which the registries tell
	deploy/pin-images.sh

check-release: ## two builds of this commit are the same, and the data of the previous release is migrated under load
	go test -vet=off -count 1 -timeout 60m -tags release -run '^Test(Reproducible|Upgrade)$$' ./deploy

check-content: client ## check the sample content: contradictions, repetitions, missing languages, dangling references
	go test -vet=off -count 1 -run '^TestContent_' ./demo/pim ./app

campaign-security: client ## the tests of attacks, and ten minutes of fuzzing for each target
	go test -vet=off -count 1 -run '$(SECURITY_TESTS)' ./...
	FUZZ_CORPORA="$$(go env GOCACHE)/fuzz/strand" $(MAKE) --no-print-directory fuzz FUZZTIME=10m FUZZ_LANES=2

audit: $(NODE_STAMP) ## check the built-in dependencies for known vulnerabilities, if the databases can be reached
	internal/audit.sh

clean: ## remove build results and data
	rm -rf bin client/dist bench/peers/react-router/build bench/peers/next/.next client/src/graph/generated \
		client/src/i18n/compiled data

# npm skips an optional package that it cannot download, such as Node's.
$(NODE_STAMP): package.json package-lock.json .npmrc
	npm ci --loglevel=error --no-audit --no-fund
	@test -x $(NODE) || { echo "package.json has no Node for this platform, or it could not be downloaded."; exit 1; }
	@touch $@

$(FEDERATION_STAMP): test/federation/package.json test/federation/package-lock.json
	npm ci --prefix test/federation --loglevel=error --no-audit --no-fund
	@touch $@

# What the server is compared with. Only the benchmarks install and build it.
$(PEERS_STAMP): bench/peers/package.json bench/peers/package-lock.json bench/peers/.npmrc
	npm ci --prefix bench/peers --loglevel=error --no-audit --no-fund
	@touch $@

$(PEERS_BUILT): $(NODE_STAMP) $(PEERS_STAMP) $(PEERS_SOURCES)
	cd bench/peers/react-router && ../../../$(NODE) ../node_modules/@react-router/dev/bin.cjs build
	cd bench/peers/next && NEXT_TELEMETRY_DISABLED=1 ../../../$(NODE) ../node_modules/next/dist/bin/next build
	@touch $@
