#!/bin/sh
# The Sokoban solvers on collections of levels: what is solved, in which time, and whether optima are the known ones.
#
#   benches/sokoban.sh LEVELS [LIMIT]
#
# LEVELS is a folder; every level file in it is solved, each level within LIMIT (10s). Where a file NAME.xsb has a
# NAME-optimal-pushes.txt or NAME-optimal-moves.txt beside it, with lines `LEVEL OPTIMUM` (? where it is not known), the
# optimal solvers are held to it; a difference ends the script with 1. Python is needed. Folders that are not there are skipped.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
levels=$1
limit=${2:-10s}
if [ ! -d "$levels" ]; then
    echo "skipped: there is no folder $levels"
    exit 0
fi
cargo build --release --quiet --manifest-path "$here/Cargo.toml"
exec python3 "$here/benches/sokoban.py" "${CARGO_TARGET_DIR:-$here/target}/release/banto" "$levels" "$limit"
