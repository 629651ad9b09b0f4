"""HTML pages that need no other file and no network."""

from __future__ import annotations

from pathlib import Path


def html_page(template: Path, **values: object) -> str:
    """Render a page from its Jinja2 template, which may import ``plots.html`` (bars, plots and styles). All values are
    escaped. A missing value raises jinja2's UndefinedError.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        loader=FileSystemLoader(Path(__file__).parent),
    )
    return environment.from_string(template.read_text("utf-8")).render(**values)


def data_address(kind: str, data: bytes) -> str:
    """A data URL of the file; *kind* is its MIME type."""
    from base64 import b64encode

    return f"data:{kind};base64,{b64encode(data).decode()}"
