#!/bin/sh
# Makes page/codemirror.js from the packages of the npm registry, and gathers their licenses. Needs Node.
# Usage: src/program/serve/bundle/bundle.sh, then look at the workbench.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$here/entry.js" "$here/package.json" "$here/package-lock.json" "$scratch"
cd "$scratch"
npm ci --no-audit --no-fund --ignore-scripts
cat >head.txt <<'END'
/* CodeMirror 6 and what it needs, bundled by bundle/bundle.sh. MIT license: see codemirror.license.txt. */
END
npx esbuild entry.js --bundle --minify --format=esm --target=es2021 --legal-comments=none \
    --banner:js="$(cat head.txt)" --outfile="$here/../page/codemirror.js"
for name in @codemirror/autocomplete @codemirror/commands @codemirror/language @codemirror/lint @codemirror/search \
    @codemirror/state @codemirror/view @lezer/common @lezer/highlight @lezer/lr @marijn/find-cluster-break crelt \
    style-mod w3c-keyname; do
    test -d "node_modules/$name" || continue
    printf '%s %s\n\n' "$name" "$(node -p "require('./node_modules/$name/package.json').version")"
    cat "node_modules/$name/LICENSE"
    printf '\n'
done >"$here/../page/codemirror.license.txt"
