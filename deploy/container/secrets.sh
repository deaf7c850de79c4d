#!/bin/sh
# Makes the secrets that compose.yaml names, in the folder given, each readable by the program alone. Run it as root:
#   sh secrets.sh /etc/fridge/secrets
# A secret that is there stays. What the central cloud or the app gave you, such as cloud-key, put there before.
set -eu
umask 077

[ $# = 1 ] || { echo 'Name the folder: sh secrets.sh /etc/fridge/secrets' >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo 'Run it as root: the files belong to the user of the containers (10001).' >&2; exit 1; }
folder=$1
mkdir -p "$folder"
chmod 0711 "$folder"

random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }

# keep NAME CONTENT
keep() {
  if [ -s "$folder/$1" ]; then
    echo "$1: is there"
  else
    printf '%s\n' "$2" >"$folder/$1.new"
    mv "$folder/$1.new" "$folder/$1"
    echo "$1: made"
  fi
  chown 10001:10001 "$folder/$1"
  chmod 0400 "$folder/$1"
}

keep database-administrator-password "$(random 24)"
keep database-owner-url "postgres://fridge_owner:$(random 24)@postgres:5432/fridge"
keep database-url "postgres://fridge:$(random 24)@postgres:5432/fridge"
keep s3-root-key "$(random 20)"
keep s3-secret-access-key "$(random 20)"
keep signing-key "$(random 24)"
keep cloud-key "$(random 32)"
keep report-link-key "$(random 8)"
keep operations-token "$(random 24)"
echo 'Tell the central cloud cloud-key, and the app report-link-key, unless they came from there.'
