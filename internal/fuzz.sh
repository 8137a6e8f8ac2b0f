#!/usr/bin/env bash
# Fuzzes every target of the repository: internal/fuzz.sh TIME [LANES]. Each target takes the time, with one worker;
# LANES targets run concurrently. Failing inputs are stored in testdata/fuzz of the package. The folder FUZZ_CORPORA
# keeps the inputs that reached new code for the next run; without it a run begins with the seeds and the committed
# corpora.
set -euo pipefail
cd "$(dirname "$0")/.."
binaries=$PWD/bin/fuzz
corpora=${FUZZ_CORPORA:-$(mktemp -d)}
[[ -n ${FUZZ_CORPORA:-} ]] || trap 'rm -rf "$corpora"' EXIT

# binary returns the test binary of a package.
binary() { echo "$binaries/${1//\//.}.test"; }

# build builds the test binary of a package once for all of its targets.
build() { go test -c -vet=off -ldflags '-s -w' -fuzz . -o "$(binary "$1")" "./$1"; }

# run fuzzes the target $3 of the package $2 for the time $1.
run() {
  local output executions status=0
  mkdir -p "$corpora/$2"
  output=$(cd "$2" && "$(binary "$2")" -test.run '^$' -test.fuzz "^$3\$" -test.fuzztime "$1" \
    -test.fuzzminimizetime 10x -test.parallel 1 -test.fuzzcachedir "$corpora/$2" 2>&1) || status=$?
  # Go reports a failure if the time ends while an input is being minimized.
  if [[ $status -ne 0 && $output == *"context deadline exceeded"* && $output != *"Failing input written"* ]]; then
    status=0
  fi
  if [[ $status -ne 0 ]]; then
    echo "$output"
    echo "FAILED $2 $3" >&2
    return 1
  fi
  executions=$(grep -oE 'execs: [0-9]+' <<<"$output" | tail -n 1)
  echo "ok $2 $3: ${executions:-the corpus took all of the time}"
}

export binaries corpora
export -f binary build run
# Lines of a package and a target.
targets=$(git grep -oE '^func Fuzz[A-Za-z_0-9]+' -- '*_test.go' | sed -E 's#/[^/]+:func # #')
mkdir -p "$binaries"
cut -d ' ' -f 1 <<<"$targets" | sort -u | xargs -P 2 -I {} bash -c 'build {}'
xargs -P "${2:-2}" -L 1 bash -c 'run '"$1"' "$0" "$1"' <<<"$targets"
