#!/usr/bin/env bash
# Prints the path of promtool: PROMTOOL, an installed one, or Debian's. Its package is unpacked and not installed, since
# that would start a Prometheus at the port of the admin server.
set -euo pipefail
cd "$(dirname "$0")/.."
for candidate in "${PROMTOOL:-}" promtool bin/prometheus/usr/bin/promtool; do
  path="$(command -v "$candidate" || true)"
  if [ -n "$path" ]; then
    realpath "$path"
    exit 0
  fi
done
if command -v apt-get >/dev/null; then
  mkdir -p bin/prometheus
  (cd bin/prometheus && { apt-get download -qq prometheus || { apt-get update -qq && apt-get download -qq prometheus; } } &&
    dpkg -x prometheus_*.deb . && rm prometheus_*.deb) >&2
  realpath bin/prometheus/usr/bin/promtool
  exit 0
fi
echo "The checks of the alerts need promtool: install Prometheus or set PROMTOOL." >&2
exit 1
