#!/bin/sh
# Installs what the tests start for themselves: a real PostgreSQL server and a real browser. Where that is impossible,
# says what is skipped.
set -eu

say() { printf '%s\n' "ringtrue set-up: $*" >&2; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null 2>&1; then sudo -n "$@"; else return 1; fi
}

# $1: the Debian package, $2: what it is to us
install() {
  command -v apt-get >/dev/null 2>&1 || return 1
  say "installing $2 for the tests"
  as_root apt-get update -qq &&
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >/dev/null
}

if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && ! command -v initdb >/dev/null 2>&1; then
  install postgresql PostgreSQL || say "PostgreSQL could not be installed: its tests will be skipped, and say so"
fi

if ! command -v chromium >/dev/null 2>&1; then
  install chromium Chromium || say "Chromium could not be installed: tests in a browser will be skipped, and say so"
fi
