#!/usr/bin/env bash
# Debian's redis-server for the tests, set up the way the product wants it: append-only file on, nothing evicted.
#
#   redis.sh start <port> <folder>   an empty server on 127.0.0.1:<port> with its data in <folder>; prints its URL, nothing else, on stdout
#   redis.sh stop <port> <folder>    stops it and removes the folder
#
# Installs the package by apt when no redis-server is there (needs root).
set -euo pipefail

say() { echo "redis: $*" >&2; }
fail() {
  say "FAILED: $*"
  exit 1
}

[[ $# -eq 3 && $1 =~ ^(start|stop)$ && $2 =~ ^[0-9]+$ ]] || fail "usage: redis.sh start|stop <port> <folder>"
readonly action=$1 port=$2
folder=$(realpath --canonicalize-missing "$3")

install_redis() {
  command -v redis-server >/dev/null && return
  [[ $(id -u) -eq 0 ]] || fail "redis-server is not installed, and installing it needs root"
  say "installing redis-server"
  local log
  log=$(mktemp)
  # Runlevel 1 keeps the package from starting a server of its own on the standard port.
  if ! (apt-get -q update && DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
    apt-get -q --assume-yes --no-install-recommends install redis-server) >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    fail "apt could not install redis-server"
  fi
  rm -f "$log"
}

# A process that exited and that nobody has collected yet counts as stopped.
is_running() { [[ $(ps -o comm=,state= -p "$1" 2>/dev/null) =~ ^redis-server\ +[^Z] ]]; }

start() {
  install_redis
  [[ ! -e $folder/redis.pid ]] || fail "$folder is in use: 'redis.sh stop $port $folder' first"
  mkdir -p "$folder"
  local log=$folder/redis.log process attempt
  setsid redis-server --bind 127.0.0.1 --port "$port" --dir "$folder" --pidfile "$folder/redis.pid" --daemonize no \
    --appendonly yes --appendfsync everysec --save '' --maxmemory-policy noeviction >"$log" 2>&1 </dev/null &
  process=$!
  echo "$process" >"$folder/redis.pid"
  for attempt in {1..100}; do
    if grep -q 'Ready to accept connections' "$log"; then
      echo "redis://127.0.0.1:$port"
      return
    fi
    kill -0 "$process" 2>/dev/null || break
    sleep 0.1
  done
  tail -n 20 "$log" >&2
  stop
  fail "the server did not start on port $port (looked $attempt times)"
}

stop() {
  local process='' attempt
  [[ ! -e $folder/redis.pid ]] || process=$(<"$folder/redis.pid")
  if [[ -z $process ]] || ! is_running "$process"; then
    say "nothing to stop in $folder"
  else
    kill "$process"
    for attempt in {1..50}; do
      is_running "$process" || break
      sleep 0.1
    done
    ! is_running "$process" || kill -9 "$process"
  fi
  rm -rf "${folder:?}"
}

"$action"
