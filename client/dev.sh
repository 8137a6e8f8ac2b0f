#!/usr/bin/env bash
# Serves Strand with hot reload: Vite replaces modules in the browser, and the server is rebuilt and restarted when Go
# code, an operation or a text changes. The sample systems reload changed content themselves.
set -euo pipefail
cd "$(dirname "$0")/.."
port="${VITE_PORT:-5173}"
npx --no-install vite --config client/vite.config.ts --host 127.0.0.1 --port "$port" --strictPort --logLevel warn &
vite=$!
trap 'kill "$vite" 2>/dev/null' EXIT
export STRAND_CLIENT_DEV_URL="http://127.0.0.1:$port" STRAND_LOG_LEVEL="${STRAND_LOG_LEVEL:-debug}" STRAND_DRAIN_DELAY=0s
go tool wgo \
  -file '\.go$' -file '\.graphql$' -file 'messages/.*\.json$' -file '\.yaml$' \
  -xdir node_modules -xdir '^demo/content' -xdir '^data' -xdir dist \
  npx --no-install graphql-codegen --config client/codegen.ts --silent \
  :: make --no-print-directory client/src/i18n/compiled/.stamp \
  :: cp client/src/graph/generated/persisted-documents.json client/dist/persisted-documents.json \
  :: go build -o bin/ ./cmd/strand-demo \
  :: ./bin/strand-demo
