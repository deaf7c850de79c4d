#!/bin/sh
# Initialises PGDATA by POSTGRES_USER and POSTGRES_PASSWORD_FILE at the first start, as the image `postgres` does, then
# serves by the command given.
set -eu
as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups "$@"; }

chown postgres:postgres "$PGDATA" /run/postgresql
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  install -o postgres -m 0400 "$POSTGRES_PASSWORD_FILE" /tmp/password
  as_postgres initdb -D "$PGDATA" -U "$POSTGRES_USER" --pwfile=/tmp/password -A scram-sha-256 --locale=C.UTF-8 >/dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  echo 'local all all trust' >"$PGDATA/pg_hba.conf.new"
  cat "$PGDATA/pg_hba.conf" >>"$PGDATA/pg_hba.conf.new"
  mv "$PGDATA/pg_hba.conf.new" "$PGDATA/pg_hba.conf"
  chown postgres:postgres "$PGDATA/pg_hba.conf"
fi
exec setpriv --reuid=postgres --regid=postgres --init-groups "$@" -D "$PGDATA"
