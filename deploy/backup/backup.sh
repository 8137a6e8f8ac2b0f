#!/bin/sh
# backup.sh FOLDER: copies the database and the bucket of a website into a new folder, while its servers run.
#
# STRAND_DATABASE_URL  the URL of the PostgreSQL database, as for the servers. Give its password by
#                      PGPASSWORD or ~/.pgpass: other users of the machine see arguments of processes
# STRAND_BACKUP_REMOTE the bucket with its prefix as a remote of rclone, such as site:bucket/prefix, whose access is in
#                      rclone.conf or in RCLONE_CONFIG_SITE_TYPE=s3, …_ENDPOINT, …_ACCESS_KEY_ID, …_SECRET_ACCESS_KEY;
#                      empty without a bucket
#
# Needs pg_dump of the server's version or newer, and rclone.
set -eu
folder=${1:?usage: backup.sh FOLDER}
: "${STRAND_DATABASE_URL:?}"
mkdir "$folder"
# The files of submissions that arrive during the backup are copied after the database was: every submission of the
# backup has its files. Further files are removed by the servers after two days, as abandoned ones.
[ -z "${STRAND_BACKUP_REMOTE:-}" ] || rclone copy "$STRAND_BACKUP_REMOTE" "$folder/bucket"
pg_dump --format=custom --no-owner --file="$folder/database.dump" "$STRAND_DATABASE_URL"
[ -z "${STRAND_BACKUP_REMOTE:-}" ] || rclone copy "$STRAND_BACKUP_REMOTE" "$folder/bucket"
