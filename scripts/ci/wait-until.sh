# Sourced. wait_until <seconds> <command…>: repeats the command until it succeeds; fails when the seconds are over.
wait_until() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < deadline)) || return 1
    sleep 0.2
  done
}
