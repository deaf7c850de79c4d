# What the scripts of this folder share; they read it.
PLACE=${FRIDGE_BACKUP_PLACE:-/var/backups/fridge}
METRICS=${FRIDGE_METRICS_FOLDER:-/var/lib/prometheus/node-exporter}
# Named by rclone: `objects`, the program's files or bucket; `place`, their encrypted copies.
export RCLONE_CONFIG=/etc/fridge/backup/rclone.conf

# The program's objects in a bucket and in a folder, without uploads under way.
OBJECTS=(--filter '- *.draft' --filter '+ /pictures/**' --filter '+ /releases/**'
  --filter '+ /uploads/??/**' --filter '+ /uploaded-releases/??/**' --filter '- *')

refuse() {
  echo "$(basename "$0"): $*" >&2
  exit 1
}

require_root() { [ "$(id -u)" = 0 ] || refuse 'run it as root'; }

as_postgres() { (cd / && runuser -u postgres -- "$@"); }

database_backups() { as_postgres pgbackrest --stanza=fridge --log-level-console=off --output=json info; }

# Labels of the whole backups of the database, the oldest first.
labels() { database_backups | jq --raw-output '.[0].backup[]? | select(.error | not) | .label'; }

# Arguments: a metric, what it is of. Says now that it was done, for node-exporter's textfile collector.
tell_done() {
  [ -d "$METRICS" ] || return 0
  local file=$METRICS/$1_$2.prom
  printf '%s{of="%s"} %s\n' "$1" "$2" "$(date +%s)" >"$file.tmp"
  chmod 0644 "$file.tmp"
  mv "$file.tmp" "$file"
}
