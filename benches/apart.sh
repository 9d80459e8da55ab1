#!/bin/sh
# What general planning costs on levels that it was not made with: the table of docs/sokoban.md, made again.
#
#   benches/apart.sh COLLECTION...
#
# Of the levels of the collections with fewer than BOXES (10) boxes, COUNT (40) are drawn by SEED (1). Every run is a process of its own,
# measured from its start to its end, with SECONDS_A_RUN (60) of processor time. Fast Downward's `lama-first` plans the same files in the
# encoding `filtered`; it is installed from PyPI (up-fast-downward) into target/planners if it is not there. The default also plans the levels
# in five encodings of others (benches/level_texts.py). OUT (target/apart) keeps the levels and every run as JSON: what is there already is not run again.
# Python is needed, and a network for what is fetched.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/benches/build.sh"
venv=${PLANNERS:-$here/target/planners}
if [ ! -x "$venv/bin/python" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet up-fast-downward
fi
exec "$venv/bin/python" "$here/benches/apart.py" "$BANTO" "$here" "$@"
