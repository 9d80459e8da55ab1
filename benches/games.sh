#!/bin/sh
# Games with optimization: the tests at full size, then proven values and positions a second.
#
#   benches/games.sh [OUT]
#
# Results go to OUT (games.jsonl), one JSON object a line: values of Connect Four on small boards with nodes and seconds, and
# the speed of PDDL beside the native board.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
out=${1:-games.jsonl}
cd "$here"
cargo test --release --locked --test games
cargo build --release --locked --quiet
banto=${CARGO_TARGET_DIR:-target}/release/banto
: >"$out"
"$banto" game solve --json domains/games/tic-tac-toe.pddl problems/games/tic-tac-toe.pddl | tee -a "$out"
for size in 4x4 5x4 5x5 6x5; do
    "$banto" game solve --json domains/games/connect-four.pddl "problems/games/connect-four-$size.pddl" | tee -a "$out"
done
"$banto" game bench --json --depth 14 --count 8 --beside connect-four:7x6 \
    domains/games/connect-four.pddl problems/games/connect-four-7x6.pddl | tee -a "$out"
