#!/bin/sh
# Programs that tests read the PDFs with or make certificates with, a browser, and fonts of scripts that no shipped font has. Installed
# where this may be done, else named.
missing=""
for pair in qpdf:qpdf gs:ghostscript mutool:mupdf-tools pdftotext:poppler-utils openssl:openssl; do
    command -v "${pair%%:*}" >/dev/null 2>&1 || missing="$missing ${pair#*:}"
done
[ -e /usr/share/fonts/truetype/noto/NotoNaskhArabic-Regular.ttf ] || missing="$missing fonts-noto-core"
# The browser without windows takes a third of the time, but not every system has it alone.
browser=""
command -v chromium-headless-shell >/dev/null 2>&1 || browser="chromium-headless-shell"
[ -z "$missing$browser" ] && exit 0
install() {
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $1 >/dev/null 2>&1
}
has_browser() {
    command -v chromium-headless-shell || command -v chromium || command -v google-chrome
}
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    apt-get update -qq >/dev/null 2>&1
    [ -z "$missing" ] || { install "$missing" && missing=""; }
    [ -z "$browser" ] || install "$browser" || has_browser >/dev/null || install chromium
fi
has_browser >/dev/null || missing="$missing chromium"
[ -z "$missing" ] && exit 0
echo "Not installed, so the tests that need them are skipped:$missing"
