#!/usr/bin/env bash
# Makes the files that docker-compose.yml takes its secrets from, with random passwords. A file that exists stays as it is.
#
#   make-secrets.sh [folder]        the default is ./secrets
set -euo pipefail
folder=${1:-secrets}
# The folder keeps other users of the machine out; the files are readable for the users that the processes have in their containers.
mkdir -p "$folder"
chmod 700 "$folder"

random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
make() { # <name> <content>
  if [[ ! -e $folder/$1 ]]; then
    # Whole or not at all: an empty one would stay.
    printf '%s\n' "$2" >"$folder/.new"
    mv "$folder/.new" "$folder/$1"
  fi
  chmod 444 "$folder/$1"
}

for name in postgres_password database_password redis_password nats_token grafana_password; do make "$name" "$(random 24)"; done
make jwt_secret "$(random 32)"
make database_url "postgres://candelabra:$(<"$folder/database_password")@database:5432/candelabra"
make redis_url "redis://:$(<"$folder/redis_password")@redis:6379"
make nats_url "nats://$(<"$folder/nats_token")@nats:4222"
