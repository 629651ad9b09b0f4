#!/bin/sh
# The bundler of the designer's page and axe-core, in the versions of its package-lock.json. Without npm, or without a network, the
# tests that need them are skipped.
cd "$(dirname "$0")/../carddesigner/designer/web" || exit 0
[ node_modules/.package-lock.json -nt package-lock.json ] && exit 0
if command -v npm >/dev/null 2>&1 && npm ci --silent >/dev/null 2>&1; then
    touch node_modules/.package-lock.json
else
    echo "Not installed, so tests of the designer's bundle and of what axe-core finds are skipped: esbuild, axe-core (they need npm)"
fi
