#!/bin/sh
# Draws the pictures of pages, which need a browser: a plan, a comparison, and the workbench.
# Usage: cargo build --release && docs/pictures/pages.sh; CHROMIUM, BANTO and PYPERPLAN (the planner that
# `pip install pyperplan` installs) name other programs.
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

"$banto" plan problems/hanoi/03-six-discs.pddl --quiet --html "$scratch/plan.html" >"$scratch/plan"
picture plan 'document.querySelectorAll(".steps button")[8].click();' 900,620

# Tasks without costs and conditions that Pyperplan cannot read. It writes plans beside them.
mkdir "$scratch/problems"
cp -r domains "$scratch"
for family in blocks gripper hanoi logistics rooms-and-keys sliding-puzzle; do
    cp -r "problems/$family" "$scratch/problems"
done
"$banto" compare "$scratch"/problems/*/0*.pddl --solvers first,gbfs:ff --time-limit 10s --html "$scratch/compare.html" \
    --external "Pyperplan=${PYPERPLAN:-pyperplan} -s gbf -H hff {domain} {problem} && cp {problem}.soln {plan}" >"$scratch/tables"
picture compare 'document.querySelectorAll("main > :not(:has(.plots)), figure + figure, h2").forEach(one => one.remove());
    document.querySelector("main").style.padding = document.body.style.padding = "6px";
    document.querySelector("main > *").style.margin = 0;
    document.querySelector(".plots").style.gridTemplateColumns = "1fr";' 470,416

# The workbench needs its server: the test that uses it in a browser takes the pictures.
BANTO_PICTURES="$scratch" cargo test --test program serve::browser
for name in serve race; do
    base64 -d "$scratch/$name.base64" >"docs/pictures/$name.png"
done
