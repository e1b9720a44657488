#!/usr/bin/env bash
# Writes requirements.lock anew: the newest versions that pyproject.toml allows, for every system
# and every Python from 3.11 on, with the hashes of all their files and no index address.
set -euo pipefail
cd "$(dirname "$0")/.."

tools="$(mktemp -d)"
trap 'rm -rf "$tools"' EXIT
"${PYTHON:-python3}" -m venv "$tools"
"$tools/bin/pip" --quiet --disable-pip-version-check install uv
"$tools/bin/uv" --quiet pip compile --upgrade --universal --python-version 3.11 --generate-hashes \
    --no-emit-index-url --extra dev --custom-compile-command "make lock" \
    --output-file requirements.lock pyproject.toml
