#!/bin/sh
# to-postgresql.sh FOLDER: copies the rows of SQLite files that were moved out of a data folder into the PostgreSQL
# database of the website, whose tables a server has made. Rows that the database has already stay as they are.
#
# STRAND_DATABASE_URL  the URL of the PostgreSQL database, as for the servers. Give its password by
#                      PGPASSWORD or ~/.pgpass: other users of the machine see arguments of processes
#
# Needs sqlite3 and psql. No server may use the files; servers may use the database.
set -eu
folder=${1:?usage: to-postgresql.sh FOLDER}
: "${STRAND_DATABASE_URL:?}"
copy() {
  [ -e "$folder/$1.db" ] || return 0
  rows="$folder/$2.csv"
  sqlite3 -csv "$folder/$1.db" "SELECT * FROM $2" >"$rows"
  psql -Xq --single-transaction --set=ON_ERROR_STOP=1 --command="CREATE TEMP TABLE moved (LIKE $2)" \
    --command='COPY moved FROM STDIN CSV' --command="INSERT INTO $2 SELECT * FROM moved ON CONFLICT DO NOTHING" \
    "$STRAND_DATABASE_URL" <"$rows"
  rm "$rows"
}
copy outbox submissions
copy revocations revocations
copy translations targets
copy translations cancellations
