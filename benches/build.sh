# Read by the scripts beside it: BANTO names the program that they measure; without it, the one of this folder is built.
if [ -z "${BANTO:-}" ]; then
    # What is kept of runs names the commit.
    BANTO_COMMIT=$(git -C "$here" describe --always --dirty --abbrev=12 2>/dev/null) && export BANTO_COMMIT
    cargo build --release --quiet --manifest-path "$here/Cargo.toml"
    BANTO=${CARGO_TARGET_DIR:-$here/target}/release/banto
fi
