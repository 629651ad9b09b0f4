#!/bin/sh
# Programs that tests read the PDFs with or make certificates with, and fonts of scripts that no shipped font has. Installed where this may be done,
# else named.
missing=""
for pair in qpdf:qpdf gs:ghostscript mutool:mupdf-tools pdftotext:poppler-utils openssl:openssl chromium:chromium; do
    command -v "${pair%%:*}" >/dev/null 2>&1 || missing="$missing ${pair#*:}"
done
[ -e /usr/share/fonts/truetype/noto/NotoNaskhArabic-Regular.ttf ] || missing="$missing fonts-noto-core"
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    apt-get update -qq >/dev/null 2>&1
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null 2>&1 && exit 0
fi
echo "Not installed, so the tests that need them are skipped:$missing"
