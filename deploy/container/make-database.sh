#!/bin/sh
# Makes the program's database and roles in the container postgres, by deploy/postgresql/roles.sql. Run in its image.
# What is there already stays; the passwords are set anew, as the secrets' addresses have them.
set -eu
password_of() {
  read -r url <"/run/secrets/$1" || [ -n "$url" ]
  url=${url#*://*:}
  printf %s "${url%%@*}"
}
read -r PGPASSWORD </run/secrets/database-administrator-password || [ -n "$PGPASSWORD" ]
export PGPASSWORD
# By standard input: arguments are visible to every user of the machine.
{
  printf "\\\\set owner_password '%s'\n\\\\set password '%s'\n" \
    "$(password_of database-owner-url)" "$(password_of database-url)"
  cat /fridge/roles.sql
} | psql --quiet --no-psqlrc --host postgres --username postgres postgres
echo 'The database fridge and its roles are there.'
