#!/usr/bin/env bash
# Prints the path of a Chromium: CHROMIUM_PATH, one that is there, or Debian's, which is installed where that is allowed.
set -euo pipefail
find_chromium() {
  for candidate in "${CHROMIUM_PATH:-}" "$(command -v chromium || true)" "$(command -v chromium-browser || true)" "$(command -v google-chrome || true)"; do
    if [ -n "$candidate" ] && [ -x "$candidate" ]; then
      echo "$candidate"
      return 0
    fi
  done
  return 1
}
if find_chromium; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  apt-get update -qq >&2 && apt-get install -y -qq chromium >&2
  if find_chromium; then exit 0; fi
fi
echo "The browser tests need Chromium: install it (apt-get install chromium) or set CHROMIUM_PATH." >&2
exit 1
