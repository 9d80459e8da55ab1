#!/bin/sh
# banto beside other planners on tasks of the planning competitions: the table of docs/measurements.md, whose rows the README has.
#
#   benches/standing.sh [ROOT]
#
# ROOT is a copy of github.com/aibasel/downward-benchmarks; without it, git fetches one into target/. SEED (1) draws every fifth task of
# the folders in benches/competitions.txt that ROOT has, of either track, and of these TASKS (all) at random. SECONDS_A_RUN (10) of
# processor time and GIBIBYTES (3) of memory are for each run, one at a time, and banto validates all plans. OUT (target/standing) keeps the
# runs, and what is there already is not run again. Fast Downward and SymK are installed from PyPI (up-fast-downward, up-symk) into
# target/planners if they are not there; SCORPION names the `fast-downward.py` of a built Scorpion, without which its alias `nolan` has no row.
# Python is needed, and a network for what is fetched.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/benches/build.sh"
root=${1:-$here/target/downward-benchmarks}
[ -d "$root" ] || git clone --quiet --depth 1 https://github.com/aibasel/downward-benchmarks "$root"
venv=$here/target/planners
if [ ! -x "$venv/bin/python" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet up-fast-downward up-symk
fi
exec "$venv/bin/python" "$here/benches/standing.py" "$BANTO" "$here" "$root"
