"""The page's side of the messages, and its bundle, are made of what stands in the repository."""

import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

from carddesigner.designer import server

ROOT = Path(__file__).parents[3]
WEB = ROOT / "carddesigner/designer/web"


def test_the_pages_types_are_those_of_the_messages() -> None:
    made = runpy.run_path(str(ROOT / "tools/make_messages.py"))["made"]()
    assert (WEB / "src/messages.ts").read_text("utf-8") == made


built = pytest.mark.skipif(
    shutil.which("node") is None or not (WEB / "node_modules/esbuild").is_dir(), reason="the bundler is not installed"
)


@built
@pytest.mark.slow
def test_the_page_reads_only_what_messages_have() -> None:
    checked = subprocess.run(
        ["node", "node_modules/typescript/bin/tsc", "--noEmit"], cwd=WEB, capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout


@built
def test_the_bundle_is_made_of_the_sources(tmp_path: Path) -> None:
    subprocess.run(["node", "build.mjs", str(tmp_path)], cwd=WEB, check=True)
    for file in tmp_path.iterdir():
        assert (server.STATIC / file.name).read_bytes() == file.read_bytes(), file.name
