#!/bin/sh
# Installs pb from the archive that contains this script, or removes it.
set -eu

usage() {
  cat <<'END'
Usage: ./install.sh [--prefix DIR] [--faces] [--uninstall]

Installs pb, pbcopy, pbpaste, their manual pages and completions, and the systemd unit of the service
into DIR: /usr/local for root, ~/.local for other users.

  --prefix DIR  install into DIR
  --faces       also install xclip, xsel, wl-copy and wl-paste as names of pb
  --uninstall   remove what was installed into DIR
END
}

fail() { printf 'install.sh: %s\n' "$1" >&2; exit 2; }

if [ "$(id -u)" = 0 ]; then prefix=/usr/local; else prefix=${HOME:-}/.local; fi
faces=
action=install
while [ $# -gt 0 ]; do
  case $1 in
    --prefix) [ $# -gt 1 ] || fail "--prefix requires a folder"; prefix=$2; shift ;;
    --prefix=*) prefix=${1#--prefix=} ;;
    --faces) faces=yes ;;
    --uninstall) action=uninstall ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; fail "unknown option '$1'" ;;
  esac
  shift
done
case $prefix in
  /*) ;;
  *) fail "--prefix requires an absolute path, not '$prefix'" ;;
esac
list=$prefix/share/doc/pasteboard/installed-files

# Removes the files of a list, and the folders that are empty then.
remove_listed() {
  while IFS= read -r file; do
    # The list may have been changed: nothing outside of the prefix is touched.
    case $file in /* | *..*) continue ;; esac
    rm -f "$prefix/$file"
  done < "$1"
  while IFS= read -r file; do
    folder=$(dirname "$file")
    while [ "$folder" != . ]; do
      rmdir "$prefix/$folder" 2>/dev/null || break
      folder=$(dirname "$folder")
    done
  done < "$1"
}

if [ "$action" = uninstall ]; then
  [ -r "$list" ] || fail "nothing was installed into $prefix by this script ($list is missing)"
  copy=$(mktemp)
  cat "$list" > "$copy"
  echo share/doc/pasteboard/installed-files >> "$copy"
  remove_listed "$copy"
  rm -f "$copy"
  echo "Removed pb from $prefix"
  exit 0
fi

here=$(cd "$(dirname "$0")" && pwd)
[ -x "$here/bin/pb" ] || fail "$here/bin/pb is missing: run the script in the folder of the archive"
"$here/bin/pb" --version >/dev/null || fail "the program does not run here; is this archive for $(uname -m)?"
if command -v sha256sum >/dev/null && [ -r "$here/SHA256SUMS" ]; then
  (cd "$here" && sha256sum --status -c SHA256SUMS 2>/dev/null) || (cd "$here" && sha256sum -c SHA256SUMS >/dev/null) ||
    fail "the archive is damaged: checksums differ"
fi
[ -z "$faces" ] || "$here/bin/pb" as xclip -version >/dev/null 2>&1 ||
  fail "this release does not behave as xclip: leave --faces out"
mkdir -p "$prefix/bin" || fail "cannot write to $prefix; use --prefix, or run as root"
[ -w "$prefix/bin" ] || fail "cannot write to $prefix; use --prefix, or run as root"

# What an earlier version installed and this one does not have goes away.
[ ! -r "$list" ] || remove_listed "$list"
installed=$(mktemp)
trap 'rm -f "$installed"' EXIT
(cd "$here" && find bin share ! -type d) > "$installed"
while IFS= read -r file; do
  mkdir -p "$prefix/$(dirname "$file")"
  # A running program stays what it is: the new one takes its name.
  cp -P "$here/$file" "$prefix/$file.new"
  mv -f "$prefix/$file.new" "$prefix/$file"
done < "$installed"

unit=lib/systemd/user/pasteboard.service
[ "$prefix" != "${HOME:-}/.local" ] || unit=share/systemd/user/pasteboard.service
mkdir -p "$prefix/$(dirname "$unit")"
"$prefix/bin/pb" generate service --program "$prefix/bin/pb" > "$prefix/$unit"
echo "$unit" >> "$installed"

if [ -n "$faces" ]; then
  for face in xclip xsel wl-copy wl-paste; do
    if [ -e "$prefix/bin/$face" ] && [ "$(readlink "$prefix/bin/$face" || true)" != pb ]; then
      echo "install.sh: $prefix/bin/$face is there already and was left alone" >&2
      continue
    fi
    ln -sf pb "$prefix/bin/$face"
    echo "bin/$face" >> "$installed"
  done
fi
mkdir -p "$(dirname "$list")"
cat "$installed" > "$list"
echo "Installed $("$prefix/bin/pb" --version) into $prefix"
case :${PATH:-}: in
  *":$prefix/bin:"*) ;;
  *) echo "Add $prefix/bin to PATH to run it by name" ;;
esac
