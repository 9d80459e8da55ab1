#!/bin/sh
# Planning side by side with Fast Downward: how many tasks are solved, how soon, and whether optimal costs agree.
#
#   benches/suite.sh satisficing|optimal|blind SUITE ROOT [OUT]
#   benches/suite.sh reductions -|SUITE ROOT [OUT]
#
# satisficing: `banto plan` beside `lama-first`; optimal: `--optimal` beside `astar(lmcut())`; blind: `--search astar
# --heuristic blind --plain` beside `astar(blind())`. Both may take the same address space, and banto's validator judges the plans of both.
# The last lines are the row of the README's table as of this run, and by how much its figures moved if the number of tasks and the
# limit are the same. SUITE has a line `DOMAIN PROBLEM` for each task, relative to ROOT; results go to OUT (suite.jsonl), one JSON object a line,
# and tasks that are there already are skipped. SECONDS_A_TASK (30) of CPU time and GIBIBYTES (3) of memory a task and planner. Python,
# and network access for the first run, are needed: Fast Downward is installed from PyPI (up-fast-downward).
#
# reductions: banto alone, with and without each of its reductions, by `banto compare`; the table goes to docs/search.md, and OUT
# (target/suite) begins the names of the files that keep the runs. SEARCHES (first optimal uniform-cost) are those to measure. With -, the
# tasks are those of the project but games; benches/small.txt lists fifteen small ones of aibasel/downward-benchmarks, which is ROOT then.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
if [ -z "${BANTO:-}" ]; then
    # What is kept of runs names the commit.
    BANTO_COMMIT=$(git -C "$here" describe --always --dirty --abbrev=12 2>/dev/null) && export BANTO_COMMIT
    cargo build --release --quiet --manifest-path "$here/Cargo.toml"
    BANTO=${CARGO_TARGET_DIR:-$here/target}/release/banto
fi
if [ "$1" = reductions ]; then
    exec python3 "$here/benches/suite.py" "$BANTO" "$1" "$2" "${3:-$here}" "${4:-$here/target/suite}"
fi
venv=$here/target/fast-downward
if [ ! -x "$venv/bin/python" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet up-fast-downward
fi
exec "$venv/bin/python" "$here/benches/suite.py" "$BANTO" "$1" "$2" "$3" "${4:-suite.jsonl}"
