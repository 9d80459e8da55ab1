#!/bin/sh
# Makes page/codemirror.js and page/shim.js from the packages of the npm registry, and gathers their licenses. Needs Node.
# Usage: src/program/serve/bundle/bundle.sh, then look at the workbench.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$here/entry.js" "$here/package.json" "$here/package-lock.json" "$scratch"
cd "$scratch"
npm ci --no-audit --no-fund --ignore-scripts
bundle() {
    banner="/* $1, bundled by bundle/bundle.sh. MIT license: see licenses.txt. */"
    shift
    npx esbuild "$@" --bundle --minify --target=es2021 --legal-comments=none --banner:js="$banner"
}
bundle "CodeMirror 6 and what it needs" entry.js --format=esm >"$here/../page/codemirror.js"
# As a single name: where there are no modules, only `export` before it is left out.
bundle "The system of programs in WebAssembly" node_modules/@bjorn3/browser_wasi_shim/dist/index.js --format=iife \
    --global-name=shim | sed 's/^var shim/export &/' >"$here/../page/shim.js"
for name in @bjorn3/browser_wasi_shim @codemirror/autocomplete @codemirror/commands @codemirror/language @codemirror/lint @codemirror/search \
    @codemirror/state @codemirror/view @lezer/common @lezer/highlight @lezer/lr @marijn/find-cluster-break crelt \
    style-mod w3c-keyname; do
    test -d "node_modules/$name" || continue
    printf '%s %s\n\n' "$name" "$(node -p "require('./node_modules/$name/package.json').version")"
    cat "node_modules/$name/LICENSE" 2>/dev/null || cat "node_modules/$name/LICENSE-MIT"
    printf '\n'
done >"$here/../page/licenses.txt"
