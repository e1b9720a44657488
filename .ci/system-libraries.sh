#!/usr/bin/env bash
# Finds the system libraries that Qt needs and this Linux lacks, and has them installed.
# Says nothing when none is missing. Exits 1 when some are missing afterwards.
# Needs .venv, since it asks the dynamic linker about the Qt libraries there.
set -euo pipefail
cd "$(dirname "$0")/.."

[ "$(uname -s)" = Linux ] && command -v ldd >/dev/null || exit 0
qt=(.venv/lib/python3*/site-packages/PySide6)
binaries=("${qt[0]}"/Qt{Core,Gui,Widgets,Svg,Test}.abi3.so
    "${qt[0]}"/Qt/plugins/platforms/libq{offscreen,xcb}.so)
if [ -n "${WAYLAND_DISPLAY:-}" ]; then
    binaries+=("${qt[0]}"/Qt/plugins/platforms/libqwayland*.so)
fi

# The Debian package of a library; Ubuntu and newer Debians answer to these names too.
package_of() {
    case "$1" in
        libEGL.so.1) echo libegl1 ;;
        libGL.so.1) echo libgl1 ;;
        libGLX.so.0) echo libglx0 ;;
        libOpenGL.so.0) echo libopengl0 ;;
        libX11.so.6) echo libx11-6 ;;
        libX11-xcb.so.1) echo libx11-xcb1 ;;
        libdbus-1.so.3) echo libdbus-1-3 ;;
        libfontconfig.so.1) echo libfontconfig1 ;;
        libfreetype.so.6) echo libfreetype6 ;;
        libglib-2.0.so.0 | libgthread-2.0.so.0) echo libglib2.0-0 ;;
        libstdc++.so.6) echo libstdc++6 ;;
        libwayland-client.so.0) echo libwayland-client0 ;;
        libwayland-cursor.so.0) echo libwayland-cursor0 ;;
        libwayland-egl.so.1) echo libwayland-egl1 ;;
        libxcb.so.1) echo libxcb1 ;;
        libxcb-icccm.so.4) echo libxcb-icccm4 ;;
        libxcb-*.so.0 | libxcb-*.so.1) name="${1%%.so.*}"; echo "$name${1##*.}" ;;
        libxkbcommon.so.0) echo libxkbcommon0 ;;
        libxkbcommon-x11.so.0) echo libxkbcommon-x11-0 ;;
        libz.so.1) echo zlib1g ;;
        libzstd.so.1) echo libzstd1 ;;
        *) echo "No Debian package is known for $1, which Qt needs." >&2 ;;
    esac
}

missing_packages() {
    { ldd "${binaries[@]}" 2>/dev/null || true; } | sed -n 's/^\s*\(\S*\) => not found.*/\1/p' |
        sort -u | while read -r library; do package_of "$library"; done
    # Without any font Qt draws boxes.
    fonts="$(find -L /usr/share/fonts /usr/local/share/fonts "$HOME/.fonts" "$HOME/.local/share/fonts" \
        \( -name '*.ttf' -o -name '*.otf' -o -name '*.ttc' \) -print -quit 2>/dev/null || true)"
    [ -n "$fonts" ] || echo fonts-dejavu-core
}

mapfile -t packages < <(missing_packages | sort -u)
[ "${#packages[@]}" = 0 ] || .ci/apt-install.sh "${packages[@]}"
