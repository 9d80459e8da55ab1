#!/bin/sh
# What general planning costs on levels of Sokoban: the tables of docs/sokoban.md, made again.
#
#   benches/price.sh [NAME=LEVELS ...]
#
# The levels of the project are one collection; each argument adds another, as in "XSokoban=levels/xsokoban.xsb". Collections that are
# not free to copy are not in the repository. SECONDS_A_RUN (1) of processor time is the higher of the two limits, and the lower one a
# tenth. BANTO names the program; without it, the one of this folder is built. A last table has each reduction alone, on the levels
# of the project. The tables go to docs/sokoban.md (a copy of the page beforehand keeps the old ones), and the script says by
# how much figures moved. OUT (target/price) keeps every run as JSON: what is there
# already is not run again. Python is needed.
#
# With RIVALS, a line NAME=COMMAND for each other program as for `banto compare --external`, only the tables of these beside `direct` are
# made, on the collections that are given.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/benches/build.sh"
exec python3 "$here/benches/price.py" "$BANTO" "$here" "$@"
