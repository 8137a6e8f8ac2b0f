#!/bin/sh
# Adds up the scripts that the home page loads at first, as sent with brotli. Strand runs at $1 (default http://localhost:8080).
set -eu
site=${1:-http://localhost:8080}
total=0
for path in $(curl -fs "$site/en" | grep -oE '/assets/[^"]*\.js' | sort -u); do
  size=$(curl -fs -H 'Accept-Encoding: br' "$site$path" | wc -c)
  printf '%8d %s\n' "$size" "$path"
  total=$((total + size))
done
printf '%8d bytes of JavaScript\n' "$total"
