# What the scripts of this folder share; they read it.
PLACE=${FRIDGE_BACKUP_PLACE:-/var/backups/fridge}
METRICS=${FRIDGE_METRICS_FOLDER:-/var/lib/prometheus/node-exporter}
# With Patroni (deploy/patroni) the cluster is that of its data_dir; else Debian's.
PATRONI=/etc/patroni/config.yml
if [ -e "$PATRONI" ]; then DATA=/var/lib/postgresql/15/activities; else PATRONI='' DATA=/var/lib/postgresql/15/main; fi
BIN=/usr/lib/postgresql/15/bin
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

# Where there is no Patroni, this machine's PostgreSQL is the only one. 22: Patroni says no; others: it doesn't answer.
is_primary() {
  [ -z "$PATRONI" ] || curl --silent --fail --noproxy '*' --cacert /etc/patroni/tls/authority.pem --max-time 2 \
    --output /dev/null https://localhost:8008/primary
}

patroni() { patronictl -c "$PATRONI" "$@"; }

running_members() { patroni list --format json | jq '[.[] | select(.State // "" | test("running|streaming"))] | length'; }

# A program that drains is `deactivating`, and still writes.
refuse_programs_here() {
  local units
  units=$(systemctl list-units --plain --no-legend --state=active,reloading,activating,deactivating \
    'fridge@*' 'fridge-operations*' 'fridge-migrate*' | awk '{ print $1 " is " $3 }')
  [ -z "$units" ] || refuse "${units//$'\n'/, }. This waits until they have ended: systemctl stop 'fridge@*' fridge-operations"
}

# Arguments: seconds, what is waited for, a command that succeeds once it is so.
wait_for() {
  local give_up_at=$(($(date +%s) + $1)) what=$2
  shift 2
  until "$@"; do
    [ "$(date +%s)" -lt "$give_up_at" ] || refuse "waited in vain for $what"
    sleep 0.2
  done
}

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
