#!/usr/bin/env bash
# Installs what the steps need of Debian's packages and this machine lacks, in one go: servers, a browser, a font for it, promtool; with
# `long` what the image is built by. Needs root.
#
#   packages.sh short|long
set -euo pipefail

missing=()
[[ -x /usr/bin/chromium-headless-shell ]] || missing+=(chromium-headless-shell fonts-dejavu-core)
[[ -x /usr/sbin/pgbouncer ]] || missing+=(pgbouncer)
command -v redis-server >/dev/null || missing+=(redis-server)
command -v promtool >/dev/null || missing+=(prometheus)
if [[ ${1:-short} == long ]]; then
  command -v buildah >/dev/null || missing+=(buildah)
  command -v mmdebstrap >/dev/null || missing+=(mmdebstrap)
  command -v psql >/dev/null || missing+=(postgresql-client)
fi
[[ ${#missing[@]} -gt 0 ]] || exit 0
# Archives of its own: images of Debian empty the common folder after any update, such as that of timescaledb.sh meanwhile.
cache=$(mktemp -d)
trap 'rm -rf "$cache"' EXIT
mkdir -p "$cache/archives/partial"
apt() { apt-get -q -o Dir::Cache="$cache" -o APT::Sandbox::User=root "$@"; }
apt update
# Runlevel 1 keeps the packages from starting servers of their own.
DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt --assume-yes --no-install-recommends install "${missing[@]}"
