#!/bin/sh
# restore.sh FOLDER: restores a backup of backup.sh into an empty database and bucket. Stop the servers before.
#
# Settings as for backup.sh. Submissions that were delivered after the backup are sent again: sis recognizes them by
# their idempotency keys.
set -eu
folder=${1:?usage: restore.sh FOLDER}
: "${STRAND_DATABASE_URL:?}"
if [ "$(psql -XAtc "select count(*) from pg_tables where schemaname = 'public'" "$STRAND_DATABASE_URL")" != 0 ]; then
  echo "restore.sh: the database has tables: restore into an empty one" >&2
  exit 1
fi
# The files are there before the submissions that need them.
[ -z "${STRAND_BACKUP_REMOTE:-}" ] || rclone copy "$folder/bucket" "$STRAND_BACKUP_REMOTE"
pg_restore --exit-on-error --single-transaction --no-owner --dbname="$STRAND_DATABASE_URL" "$folder/database.dump"
