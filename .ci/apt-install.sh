#!/usr/bin/env bash
# apt-install.sh PACKAGE…: installs Debian packages if it may, else prints the one command that does.
# Exits 1 when they are not installed afterwards.
set -euo pipefail

packages=("$@")
manual="sudo apt-get update && sudo apt-get install -y ${packages[*]}"
if ! command -v apt-get >/dev/null; then
    echo "Missing here (by their Debian names): ${packages[*]}" >&2
    exit 1
fi
as_root=()
if [ "$(id -u)" != 0 ]; then
    if ! sudo -n true 2>/dev/null; then
        echo "Some system packages are missing. This installs them:" >&2
        echo "    $manual" >&2
        exit 1
    fi
    as_root=(sudo -n)
fi
echo "Installing system packages: ${packages[*]}"
log="$(mktemp)"
trap 'rm -f "$log"' EXIT
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y)
if ! { "${apt[@]}" update && "${apt[@]}" install --no-install-recommends "${packages[@]}"; } \
    >"$log" 2>&1 </dev/null; then
    tail -n 5 "$log" >&2
    echo "That failed. By hand: $manual" >&2
    exit 1
fi
