#!/bin/sh
# Replaces the running program by the release that .env names (PROGRAM_VERSION), or restarts it, one container after
# the other, so that calls are served all the time: sh roll.sh
# It ends at the first that doesn't get ready: the others go on with the former release.
# COMPOSE: another command than `docker compose`, such as docker-compose.
set -eu
cd "$(dirname "$0")"
compose=${COMPOSE:-docker compose}
WAIT_SECONDS=90

$compose build program1
$compose run --rm -T --no-deps migrate

for name in program1 program2 operations; do
  $compose up -d --no-deps --no-build --force-recreate "$name"
  container=$($compose ps -q "$name")
  waited=0
  until [ "$(docker inspect -f '{{.State.Health.Status}}' "$container")" = healthy ]; do
    if [ "$waited" -ge "$WAIT_SECONDS" ] || [ "$(docker inspect -f '{{.RestartCount}}' "$container")" != 0 ]; then
      $compose logs --tail 20 "$name" >&2
      echo "$name doesn't get ready: above is what it said last. The others were left as they were." >&2
      exit 1
    fi
    waited=$((waited + 1))
    sleep 1
  done
  echo "$name is ready"
done
