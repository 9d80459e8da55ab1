#!/bin/sh
# Games with optimization: the tests at full size, then proven values and speeds.
#
#   benches/games.sh [OUT]
#
# Results go to OUT (games.jsonl), one JSON object a line: values of Connect Four on small boards with nodes and seconds. Then
# the speed of PDDL beside native boards is printed.
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
cargo bench --locked --bench games
