#!/bin/sh
# Draws all pictures of the README, and writes the words of those that a browser draws (CHROMIUM names another one than `chromium`).
# One of them sets Pyperplan beside banto: `pip install pyperplan`. BANTO names another program than the one that is built here.
set -eu
cd "$(dirname "$0")/../.."
[ -n "${BANTO:-}" ] || cargo build --release
export BANTO="${BANTO:-$PWD/target/release/banto}" BANTO_DOCUMENTS=overwrite
cargo test --locked --test project documents::pictures
# A race of two boards is drawn while it runs: nothing else may take the processor.
cargo test --locked --test program pictures::pages
