#!/bin/sh
# What each reduction is worth: searches with all of them, without any, without one, and with mutex pairs; and where searches take turns,
# what each of them is worth.
#
#   benches/reductions.sh -|SUITE [ROOT] [OUT]
#
# SUITE has a line `DOMAIN PROBLEM` for each task, relative to ROOT; with -, the tasks are those of the project but games. benches/small.txt
# lists fifteen small ones of aibasel/downward-benchmarks, which is ROOT then. The table goes to docs/search.md, and OUT (target/reductions)
# begins the names of the files that keep the runs. SECONDS_A_TASK (30) of processor time and GIBIBYTES (3) of memory are for each run;
# SEARCHES (first optimal uniform-cost) are those to measure; turns and optimal-turns leave out searches. Python is needed.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/benches/build.sh"
exec python3 "$here/benches/reductions.py" "$BANTO" "$1" "${2:-$here}" "${3:-$here/target/reductions}"
