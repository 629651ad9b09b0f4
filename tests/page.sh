#!/bin/sh
# The bundler of the designer's page, in the version of its package-lock.json. Without npm, or without a network, the test of the
# bundle is skipped.
cd "$(dirname "$0")/../carddesigner/designer/web" || exit 0
[ node_modules/.package-lock.json -nt package-lock.json ] && exit 0
if command -v npm >/dev/null 2>&1 && npm ci --silent >/dev/null 2>&1; then
    touch node_modules/.package-lock.json
else
    echo "Not installed, so the test of the designer's bundle is skipped: esbuild (it needs npm)"
fi
