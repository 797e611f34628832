#!/usr/bin/env bash
# A real TimescaleDB for the tests, from the packages of Debian 13 (trixie), on a machine of an older release and without
# touching its own packages: apt resolves, verifies and downloads into a folder of its own, the packages are unpacked there,
# and Postgres runs inside by chroot, because its C library is newer than the machine's.
#
#   timescaledb.sh start <port> [cache folder]   an empty cluster on 127.0.0.1:<port>; prints its URL, nothing else, on stdout
#   timescaledb.sh stop <port> [cache folder]    stops it and removes its data
#   timescaledb.sh tools <folder> [cache folder] its pg_dump, pg_restore and psql as programs in a folder, without chroot
#
# Needs root (chroot, mknod), apt, and a Debian mirror: the one of this machine's apt sources, or DEBIAN_MIRROR.
set -euo pipefail

readonly suite=trixie postgres=postgresql-17 timescaledb=postgresql-17-timescaledb
readonly binaries=/usr/lib/postgresql/17/bin
readonly user_id=5432 keyring=/usr/share/keyrings/debian-archive-keyring.gpg

say() { echo "timescaledb: $*" >&2; }
fail() {
  say "FAILED: $*"
  exit 1
}

[[ $# -ge 2 && ($1 =~ ^(start|stop)$ && $2 =~ ^[0-9]+$ || $1 == tools) ]] ||
  fail "usage: timescaledb.sh start|stop <port> [cache folder], or timescaledb.sh tools <folder> [cache folder]"
readonly action=$1 port=$2 cache=${3:-/var/tmp/candelabra-timescaledb}
readonly data=/var/lib/clusters/$port # as seen inside a tree
[[ $(id -u) -eq 0 ]] || fail "needs root: Postgres runs in a chroot"

# Runs a command without its output, which appears only when it fails.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 || status=$?
  [[ $status -eq 0 ]] || tail -n 40 "$log" >&2
  rm -f "$log"
  return "$status"
}

inside() {
  local tree=$1
  shift
  chroot --userspec="$user_id:$user_id" "$tree" "$@"
}

# apt with lists, status and archives of its own; the machine's proxies and credentials still apply.
own_apt() {
  local tool=$1 state=$cache/apt
  shift
  "$tool" -o Dir::Etc::SourceList="$state/sources.list" -o Dir::Etc::SourceParts=/dev/null \
    -o Dir::Etc::Preferences=/dev/null -o Dir::Etc::PreferencesParts=/dev/null \
    -o Dir::State="$state/state" -o Dir::State::status="$state/status" -o Dir::Cache="$state/cache" \
    -o APT::Sandbox::User=root -o APT::Install-Recommends=false -o Acquire::Languages=none "$@"
}

debian_mirrors() {
  if [[ -n ${DEBIAN_MIRROR:-} ]]; then
    echo "$DEBIAN_MIRROR"
  else
    apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' | sort -u | grep '/debian/*$'
  fi
}

refresh_package_lists() {
  local mirror
  # Those of the last hour will do: a run starts several servers.
  [[ -z $(find "$cache/apt/refreshed" -mmin -60 2>/dev/null) ]] || return 0
  mkdir -p "$cache"/apt/{state/lists/partial,cache/archives/partial}
  : >"$cache/apt/status"
  for mirror in $(debian_mirrors); do
    echo "deb [signed-by=$keyring] $mirror $suite main" >"$cache/apt/sources.list"
    quietly own_apt apt-get -q update --error-on=any && touch "$cache/apt/refreshed" && return
  done
  return 1
}

version_of() { own_apt apt-cache show --no-all-versions "$1" | sed -n 's/^Version: //p'; }

unpack() {
  local tree=$1 package
  rm -rf "$cache"/apt/cache/archives/*.deb
  quietly own_apt apt-get -q --assume-yes --download-only install "$postgres" "$timescaledb" dash libc-bin tzdata ||
    fail "apt could not download $timescaledb and what it needs"
  mkdir -p "$tree"/{usr/bin,usr/sbin,usr/lib,usr/lib64,etc,dev,tmp,var/lib/clusters}
  # Debian has had these merged into /usr since 12; here no package's script makes the links.
  for package in bin sbin lib lib64; do ln -s "usr/$package" "$tree/$package"; done
  for package in "$cache"/apt/cache/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar --extract --keep-directory-symlink --directory "$tree" ||
      fail "could not unpack $package"
  done
  rm -rf "$cache"/apt/cache/archives/*.deb
  echo "postgres:x:$user_id:$user_id::/tmp:/bin/sh" >"$tree/etc/passwd"
  echo "postgres:x:$user_id:" >"$tree/etc/group"
  mknod -m 666 "$tree/dev/null" c 1 3 2>/dev/null && : >"$tree/dev/null" 2>/dev/null ||
    fail "no device file can be made below $cache (mknod refused, or the file system is mounted nodev)"
  chown "$user_id:$user_id" "$tree/var/lib/clusters"
  chmod 1777 "$tree/tmp"
}

# Prints the tree to run, unpacking it first when this version is not there yet.
prepare() {
  local tree
  if ! refresh_package_lists; then
    tree=$(find "$cache" -maxdepth 1 -name "$suite-*" -not -name '*.part' 2>/dev/null | sort -V | tail -1)
    [[ -n $tree ]] || fail "no Debian mirror answered for $suite (tried: $(debian_mirrors | tr '\n' ' '))"
    say "no mirror answered; using $tree, unpacked earlier"
    echo "$tree"
    return
  fi
  tree=$cache/$suite-$(version_of "$timescaledb")-on-$(version_of "$postgres")
  if [[ ! -d $tree ]]; then
    say "unpacking $tree"
    rm -rf "$tree.part"
    unpack "$tree.part"
    mv "$tree.part" "$tree"
  fi
  echo "$tree"
}

# The same by one run at a time: two on a machine may share the cache.
prepare_alone() {
  mkdir -p "$cache"
  exec 9>"$cache/lock"
  flock --timeout 300 9 || fail "another run has held $cache/lock for five minutes"
  prepare
  exec 9>&-
}

start() {
  local tree password
  tree=$(prepare_alone)
  [[ ! -e $tree$data ]] || fail "$tree$data exists: 'timescaledb.sh stop $port' first"
  password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  install -o "$user_id" -m 600 /dev/null "$tree/tmp/password-$port"
  echo "$password" >"$tree/tmp/password-$port"
  quietly inside "$tree" "$binaries/initdb" --pgdata "$data" --username postgres --pwfile "/tmp/password-$port" \
    --auth scram-sha-256 --encoding UTF8 --locale C --no-sync || fail "initdb failed"
  rm "$tree/tmp/password-$port"
  # Not durable on purpose: the cluster lives as long as the test run. jit is off because the tests' queries are small.
  cat >>"$tree$data/postgresql.conf" <<CONF
port = $port
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_preload_libraries = 'timescaledb'
timescaledb.telemetry_level = off
dynamic_shared_memory_type = mmap
max_connections = 600
max_worker_processes = 32
max_locks_per_transaction = 256
fsync = off
full_page_writes = off
jit = off
log_timezone = UTC
timezone = UTC
CONF
  if ! inside "$tree" "$binaries/pg_ctl" --pgdata "$data" --log "$data/server.log" --wait --timeout 60 start >/dev/null; then
    tail -n 30 "$tree$data/server.log" >&2 || true
    rm -rf "${tree:?}$data"
    fail "the server did not start on port $port"
  fi
  echo "postgres://postgres:$password@127.0.0.1:$port/postgres"
}

tools() {
  local tree libraries loader tool
  tree=$(prepare_alone)
  libraries=$(echo "$tree"/usr/lib/*-linux-gnu*)
  loader=$(echo "$libraries"/ld-linux-*.so.*)
  mkdir -p "$2"
  for tool in pg_dump pg_restore psql; do
    printf '#!/bin/sh\nexec "%s" --library-path "%s" "%s" "$@"\n' "$loader" "$libraries" "$tree$binaries/$tool" >"$2/$tool"
    chmod 755 "$2/$tool"
  done
}

stop() {
  local tree found=1
  for tree in "$cache/$suite"-*; do
    [[ -d $tree$data ]] || continue
    found=0
    if [[ -e $tree$data/postmaster.pid ]]; then
      inside "$tree" "$binaries/pg_ctl" --pgdata "$data" --mode immediate --wait --timeout 60 stop >/dev/null ||
        fail "the server on port $port did not stop"
    fi
    rm -rf "${tree:?}$data"
  done
  [[ $found -eq 0 ]] || say "nothing to stop on port $port"
}

"$action" "$@"
