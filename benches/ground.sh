#!/bin/sh
# Grounding side by side with Fast Downward's translator, and its search on what both give.
#
#   benches/ground.sh SUITE ROOT [OUT]
#
# SUITE has a line `DOMAIN PROBLEM` for each task, relative to ROOT; results go to OUT (ground.jsonl), one JSON object a
# line, and tasks that are there already are skipped. Python, and network access for the first run, are needed: Fast
# Downward is installed from PyPI (up-fast-downward) into target/fast-downward.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
suite=$1
root=$2
out=${3:-ground.jsonl}
venv=$here/target/fast-downward
if [ ! -x "$venv/bin/python" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet up-fast-downward
fi
cargo build --release --quiet --manifest-path "$here/Cargo.toml"
exec "$venv/bin/python" "$here/benches/ground.py" "${CARGO_TARGET_DIR:-$here/target}/release/banto" "$suite" "$root" "$out"
