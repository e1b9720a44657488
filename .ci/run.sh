#!/usr/bin/env bash
# Opens the editor on a copy of the sample workspace.
# Without a display it writes a picture of the window and prints a rendered sample instead.
set -euo pipefail
cd "$(dirname "$0")/.."

case "$(uname -s)" in
    Linux | *BSD) display="${WAYLAND_DISPLAY:-}${DISPLAY:-}" ;;
    *) display=always ;;
esac
libraries=complete
.ci/system-libraries.sh || libraries=missing

if [ -n "$display" ] && [ "$libraries" = complete ]; then
    exec .venv/bin/prompt-editor-window --sample
fi

if [ -z "$display" ]; then
    echo "There is no display here: a picture of the window and a rendered sample instead." >&2
else
    echo "The window needs the packages above: a picture and a rendered sample instead." >&2
fi
mkdir -p build
QT_QPA_PLATFORM=offscreen .venv/bin/prompt-editor --screenshot build/window.png
echo "build/window.png is the window on the sample workspace." >&2
.venv/bin/prompt-editor render sample_prompts/prompts/meeting_synthesis.md \
    --context-file sample_prompts/contexts/friday_review.yaml
echo # the rendering itself ends without a line end
