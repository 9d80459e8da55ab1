#!/bin/sh
# Planning side by side with Fast Downward: how many tasks are solved, how soon, and whether optimal costs agree.
#
#   benches/suite.sh satisficing|optimal|blind SUITE ROOT [OUT]
#
# satisficing: `banto plan` beside `lama-first`; optimal: `--optimal` beside `astar(lmcut())`; blind: `--search astar
# --heuristic blind --plain` beside `astar(blind())`. Both may take the same address space, and banto's validator judges the plans of both.
# The last lines are the row of the README's table as of this run, and by how much its figures moved if the number of tasks and the
# limit are the same. SUITE has a line `DOMAIN PROBLEM` for each task, relative to ROOT; results go to OUT (suite.jsonl), one JSON object a line,
# and tasks that are there already are skipped. SECONDS_A_TASK (30) of CPU time and GIBIBYTES (3) of memory a task and planner. Python,
# and network access for the first run, are needed: Fast Downward is installed from PyPI (up-fast-downward).
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
venv=$here/target/fast-downward
if [ ! -x "$venv/bin/python" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet up-fast-downward
fi
cargo build --release --quiet --manifest-path "$here/Cargo.toml"
exec "$venv/bin/python" "$here/benches/suite.py" "${CARGO_TARGET_DIR:-$here/target}/release/banto" "$1" "$2" "$3" "${4:-suite.jsonl}"
