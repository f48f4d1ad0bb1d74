#!/usr/bin/env bash
# Shows the main job: Markdown copied, taken in four formats by another program; a browser's HTML pasted as Markdown.
set -euo pipefail
pb=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
sample=$here/sample.md
page=$here/../Tests/Fixtures/clipboards/report/chromium/text-html

say() { printf '\n\033[1m==> %s\033[0m\n' "$*"; }
[ -t 1 ] || say() { printf '\n==> %s\n' "$*"; }
show() { printf '\n$ %s\n' "$*"; }

server=
finish() { "$pb" clear 2>/dev/null || true; [ -z "$server" ] || kill "$server" 2>/dev/null || true; }
trap finish EXIT
if [ -z "${DISPLAY:-}" ]; then
  say "No display here: starting a private X server"
  exec {number}<> <(:)
  Xvfb -displayfd "$number" -screen 0 640x480x24 -nolisten tcp >/dev/null 2>&1 &
  server=$!
  read -r -t 20 -u "$number" display || { echo "demo: Xvfb did not start" >&2; exit 1; }
  export DISPLAY=:$display
fi

say "One copy of a Markdown file"
show "pb copy Documentation/sample.md"
"$pb" copy "$sample"
show "pb show"
"$pb" show

say "The same copy, as another program (xclip) takes it"
for target in UTF8_STRING text/markdown text/rtf text/html; do
  show "xclip -selection clipboard -o -t $target | head -n 8"
  timeout 10 xclip -selection clipboard -o -t "$target" | head -n 8 || true
done
timeout 10 xclip -selection clipboard -o -t text/markdown | cmp - "$sample" && printf '\n(text/markdown is the file, byte for byte)\n'

say "What Chromium copies, pasted as Markdown"
show "xclip -selection clipboard -t text/html -i page.html; pb paste"
timeout 10 xclip -selection clipboard -t text/html -i "$page"
"$pb" paste --explain
printf '\n'
