#!/bin/sh
# Draws the pictures of pages, which need a browser: a plan, a comparison, and the workbench.
# Usage: cargo build --release && docs/pictures/pages.sh; CHROMIUM and BANTO name other programs.
set -eu
cd "$(dirname "$0")/../.."
banto=${BANTO:-target/release/banto}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# A page, what a reader does on it, and the width and height of the picture.
picture() {
    printf '<script>%s</script>\n' "$2" >>"$scratch/$1.html"
    ${CHROMIUM:-chromium} --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
        --user-data-dir="$scratch/browser" --hide-scrollbars --virtual-time-budget=3000 --window-size="$3" \
        --screenshot="docs/pictures/$1.png" "file://$scratch/$1.html" 2>"$scratch/messages" || cat "$scratch/messages"
}

"$banto" plan problems/gripper/01-two-balls.pddl --quiet --html "$scratch/plan.html" >"$scratch/plan"
picture plan 'document.querySelectorAll(".steps button")[1].click();' 900,660

"$banto" compare problems/*/0*.pddl --solvers gbfs:ff,astar:lmcut,bfs --time-limit 10s --html "$scratch/compare.html" >"$scratch/tables"
picture compare 'document.querySelectorAll("main > :not(:has(.plots)), figure + figure").forEach(one => one.remove());
    document.querySelector("main").style.padding = document.body.style.padding = 0;' 470,420

# The workbench needs its server: the test that uses it in a browser takes the pictures.
BANTO_PICTURES="$scratch" cargo test --test program serve::browser
for name in serve race; do
    base64 -d "$scratch/$name.base64" >"docs/pictures/$name.png"
done
