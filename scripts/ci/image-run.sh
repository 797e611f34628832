#!/usr/bin/env bash
# Runs what an image holds, as the image says, on a read-only root with an empty /tmp; image.sh calls it with mounts and processes of its own.
#
#   image-run.sh <root of the image> <its configuration, by buildah inspect> <address of an empty database>
set -euo pipefail
readonly root=$1 configuration=$2 database=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

fail() {
  echo "FAILED: $*"
  tail -n 20 "$root"/tmp/*.log 2>/dev/null || true
  exit 1
}
# <JavaScript on `config`>: a line for each element of its value.
of_image() {
  node -e 'const { config } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).Docker; console.log([eval(process.argv[2])].flat().join("\n"))' "$configuration" "$1"
}

mount --make-rprivate /
mount --bind "$root" "$root"
mount --bind -o ro /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
mount --rbind /dev "$root/dev"
mount --rbind /proc "$root/proc"
mount -t tmpfs -o mode=1777,size=256m tmpfs "$root/tmp"
mount -o remount,bind,ro "$root"

user=$(of_image 'config.User')
[[ $user =~ ^[1-9][0-9]*$ ]] || fail "the user of the image, \"$user\", is no number, or root"
mapfile -t variables < <(of_image 'config.Env')
mapfile -t command < <(of_image 'config.Cmd')
mapfile -t healthcheck < <(of_image 'config.Healthcheck.Test.slice(1)')
port=$(node "$here/free-port.mjs") metrics_port=$(node "$here/free-port.mjs") worker_port=$(node "$here/free-port.mjs")
secret=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')
variables+=("DATABASE_URL=$database" "JWT_SECRET=$secret" "PORT=$port" JWT_REQUIRE_EXP=true SHUTDOWN_DELAY_SECONDS=0)

# No function: what is begun in the background is the process itself, not a shell around it.
inside=(chroot --userspec="$user:$user" "$root" /usr/bin/env --ignore-environment --chdir=/app "${variables[@]}")

# shellcheck source=scripts/ci/wait-until.sh
source "$here/wait-until.sh"
answers_200() { [[ $(curl --silent --output /dev/null --max-time 5 --write-out '%{http_code}' "$1") == 200 ]]; }

for path in /app/new-file /app/dist/new-file /etc/new-file; do
  ! chroot "$root" /usr/bin/touch "$path" 2>/dev/null || fail "$path can be written, even by root"
done
"${inside[@]}" touch /tmp/new-file || fail '/tmp cannot be written'

# Loaded once a job needs an exchange.
"${inside[@]}" node -e 'import("ccxt").then(({ default: ccxt }) => process.exit(new ccxt.pro.binance().id === "binance" ? 0 : 1))' ||
  fail 'ccxt cannot be loaded'
! "${inside[@]}" "${healthcheck[@]}" || fail 'the health check passes without an API'

"${inside[@]}" node dist/apps/cli/src/main.js migrate || fail 'the migration failed'
"${inside[@]}" METRICS_PORT="$metrics_port" "${command[@]}" >"$root/tmp/api.log" 2>&1 &
api=$!
"${inside[@]}" METRICS_PORT="$worker_port" node dist/apps/worker/src/main.js >"$root/tmp/worker.log" 2>&1 &
worker=$!
wait_until 60 answers_200 "http://127.0.0.1:$port/ready" || fail 'the API is not ready'
wait_until 60 answers_200 "http://127.0.0.1:$worker_port/ready" || fail 'the worker is not ready'
for process in "$api" "$worker"; do
  [[ $(awk '/^Uid:/ { print $2 }' "/proc/$process/status") == "$user" ]] || fail "a process is not of user $user"
done
"${inside[@]}" "${healthcheck[@]}" || fail 'the health check of the image does not pass'
curl --silent --max-time 5 "http://127.0.0.1:$port/" | grep '<div id="root">' >/dev/null || fail 'the console is not served at /'
commit=$(of_image 'config.Labels["org.opencontainers.image.revision"]')
[[ ${#commit} -eq 40 && " ${variables[*]} " == *" BUILD_COMMIT=$commit "* ]] || fail 'label and BUILD_COMMIT name different commits'
curl --silent --max-time 5 "http://127.0.0.1:$metrics_port/metrics" | grep "^build_info{.*commit=\"$commit\"" >/dev/null ||
  fail 'build_info has another commit'

kill -TERM "$api" "$worker"
for process in "$api" "$worker"; do wait "$process" || fail "a process did not stop by itself after SIGTERM"; done
echo "migrated, API and worker ready as user $user on a read-only root, stopped"
