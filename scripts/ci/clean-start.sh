#!/usr/bin/env bash
# What a new user does: clones the committed state into an empty folder, types `npm start`, waits for the main job's numbers, runs the
# commands of README.md and docs/guide, and stops it again. Fails when no numbers come, when a command fails or prints another answer than
# its page shows, and when anything runs 10 s after SIGTERM.
#
#   clean-start.sh <folder that does not exist yet> [--without-guide]
set -euo pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
[[ $# -le 2 && -n ${1:-} && ! -e $1 && ${2:---without-guide} == --without-guide ]] ||
  { echo "usage: clean-start.sh <folder that does not exist yet> [--without-guide]" >&2; exit 2; }
clone=$(realpath --canonicalize-missing "$1")
log=$clone.log
readonly repository clone log start_seconds=300 stop_seconds=10

# Processes that run in the copy or were started with a path in it: launcher, API, worker, Postgres.
processes_of_clone() {
  local directory
  for directory in /proc/[0-9]*; do
    if [[ $(readlink "$directory/cwd" 2>/dev/null) =~ ^"$clone"(/|$) ]] ||
      { tr '\0' ' ' <"$directory/cmdline" | grep -qF "$clone/"; } 2>/dev/null; then
      echo "${directory#/proc/}"
    fi
  done
}

clean_up() {
  local status=$? process
  trap - EXIT INT TERM
  for process in $(processes_of_clone); do kill -9 "$process" 2>/dev/null || true; done
  rm -rf "$clone" "$log"
  exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

fail() {
  echo "FAILED: $*"
  exit 1
}

# shellcheck source=scripts/ci/wait-until.sh
source "$repository/scripts/ci/wait-until.sh"

has_ended() { ! kill -0 "$npm" 2>/dev/null; }
has_finished_main_job() { grep -q 'Main job completed' "$log"; }
has_answered() { grep -qE 'Main job (completed|FAILED)' "$log" || has_ended; }
has_left_nothing() { [[ -z $(processes_of_clone) ]]; }

git clone --quiet --no-hardlinks "$repository" "$clone"
port=$(node "$repository/scripts/ci/free-port.mjs")
metrics_port=$(node "$repository/scripts/ci/free-port.mjs")
(cd "$clone" && PORT=$port METRICS_PORT=$metrics_port exec npm start) >"$log" 2>&1 </dev/null &
npm=$!
wait_until "$start_seconds" has_answered || true
cat "$log"
has_finished_main_job || fail "the main job's numbers did not come within $start_seconds s"
echo "The main job's numbers came after $SECONDS s."
[[ $(curl --silent --max-time 5 "http://127.0.0.1:$port/health") == '{"status":"ok"}' ]] || fail 'the API is not healthy'
[[ -n ${2:-} ]] || (cd "$clone" && PORT=$port node scripts/check/guide.mjs) || fail 'the documentation shows other commands or answers than these'

stopped_at=$SECONDS
kill -TERM "$npm"
wait_until "$stop_seconds" has_left_nothing || {
  ps -o pid,ppid,etime,args -p "$(processes_of_clone | paste -sd,)"
  fail "these were left $stop_seconds s after SIGTERM"
}
echo "Stopped within $((SECONDS - stopped_at + 1)) s, nothing left."
