#!/bin/sh
# The YAML language server that the tests talk to, in the version of package-lock.json. Without npm, or without a network,
# those tests are skipped.
cd "$(dirname "$0")" || exit 0
[ node_modules/.package-lock.json -nt package-lock.json ] && exit 0
if command -v npm >/dev/null 2>&1 && npm ci --silent >/dev/null 2>&1; then
    touch node_modules/.package-lock.json
else
    echo "Not installed, so the tests of editors are skipped: yaml-language-server (it needs npm)"
fi
