#!/usr/bin/env bash
# Fuzzes one target for some time: internal/fuzz.sh FOLDER TARGET TIME. Failing inputs are stored in testdata/fuzz of the folder.
set -uo pipefail
cd "$(dirname "$0")/.."
output=$(go test -vet=off -run '^$' -fuzz "^$2\$" -fuzztime "$3" -fuzzminimizetime 10x -parallel 1 "./$1" 2>&1)
status=$?
# Go reports a failure if the time ends while an input is being minimized.
if [ $status -ne 0 ] && [[ $output == *"context deadline exceeded"* && $output != *"Failing input written"* ]]; then
  status=0
fi
if [ $status -eq 0 ]; then
  echo "ok $1 $2: $(grep -oE 'execs: [0-9]+' <<<"$output" | tail -n 1)"
else
  echo "$output"
  echo "FAILED $1 $2" >&2
fi
exit $status
