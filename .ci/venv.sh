#!/usr/bin/env bash
# Makes or refreshes .venv: the locked packages, and this checkout installed in place.
# Does nothing, and says nothing, when the lock, pyproject.toml and the place are as at the last time.
set -euo pipefail
cd "$(dirname "$0")/.."

fingerprint="$(pwd) $(cat requirements.lock pyproject.toml .ci/venv.sh | cksum)"
works() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

if works .venv/bin/python && [ "$(cat .venv/fingerprint 2>/dev/null)" = "$fingerprint" ]; then
    exit 0
fi

if ! works .venv/bin/python; then
    python=""
    for candidate in ${PYTHON:-} python3 python3.13 python3.12 python3.11; do
        if works "$candidate"; then python="$candidate"; break; fi
    done
    if [ -z "$python" ]; then
        echo "Prompt Editor needs Python 3.11 or newer; none was found (name one with PYTHON=…)." >&2
        exit 1
    fi
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        version="$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')"
        .ci/apt-install.sh "python$version-venv" || exit 1
    fi
    echo "Making .venv with $("$python" --version) …"
    rm -rf .venv
    "$python" -m venv .venv
fi

rm -f .venv/fingerprint
pip=(.venv/bin/python -m pip -q -q --disable-pip-version-check)
"${pip[@]}" install --require-hashes -r requirements.lock
"${pip[@]}" install --no-deps --no-build-isolation --editable .
echo "$fingerprint" > .venv/fingerprint
