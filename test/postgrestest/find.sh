#!/usr/bin/env bash
# Prints the folder of the programs of PostgreSQL (initdb, postgres): that of the PATH, or Debian's, which is installed
# if permitted.
set -euo pipefail
find_postgres() {
  if path="$(command -v initdb)"; then
    dirname "$path"
    return 0
  fi
  newest="$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)"
  [ -n "$newest" ] && [ -x "$newest/initdb" ] && echo "$newest"
}
if find_postgres; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  exec 9>/tmp/strand-postgresql.lock
  flock 9 # tests of several packages run at the same time
  apt-get update -qq >&2 || true
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql >&2 || true
fi
if find_postgres; then exit 0; fi
echo "The tests of the database need PostgreSQL: install it (apt-get install postgresql)." >&2
exit 1
