"""The shipped icon set: ``python tools/make_icons.py PACKAGE`` writes templates/icons/game-icons.icons and its LICENSE.

*PACKAGE* is the unpacked npm package ``@iconify-json/game-icons``; who drew which icon is in ``game-icons-authors.tsv``
(facts from the folders of github.com/game-icons/icons). ``carddesigner/svg/icon_sets.py`` says how the file is built.
"""

from __future__ import annotations

import json
import sys
import zlib
from pathlib import Path

TABLE = Path(__file__).with_name("game-icons-authors.tsv")
FOLDER = Path(__file__).resolve().parent.parent / "templates" / "icons"
SOURCE = "https://game-icons.net"
CC0 = ("viscious-speed", "zeromancer")
SPELT = {"darkzaitzev": "DarkZaitzev", "generalace135": "GeneralAce135", "heavenly-dog": "HeavenlyDog"} | {
    "priorblue": "PriorBlue",
    "andymeneely": "Andy Meneely",
    "lucasms": "LucasMS",
    "spencerdub": "SpencerDub",
    "various-artists": "various artists",
}
"""How the authors write their names, where that is not their folder's name with capitals."""
LICENCE = """\
game-icons.icons holds the icons of {source} as npm's @iconify-json/game-icons {version} has them, each
compressed by itself. Their drawings were not changed. They are no part of carddesigner's own work.

They are under the Creative Commons Attribution 3.0 Unported licence (CC BY 3.0),
https://creativecommons.org/licenses/by/3.0/legalcode, but for those of {free}, which are
under CC0 1.0, https://creativecommons.org/publicdomain/zero/1.0/legalcode.

Who uses them names their authors ("Icons made by ..."); `carddesigner list DECK --licences` and {{{{ credits }}}} in a
deck's rules do so for the icons that a deck prints. Icons made by:

{authors}
"""


def main(package: Path) -> None:
    """Write the set and its licence; the same package gives the same bytes."""
    icons = json.loads((package / "icons.json").read_text("utf-8"))
    version = json.loads((package / "package.json").read_text("utf-8"))["version"]
    rows = [line.split("\t") for line in TABLE.read_text("utf-8").splitlines()[1:]]
    folders = sorted({folder for _, folder in rows}, key=lambda f: (-sum(f == g for _, g in rows), f))
    drawn_by = {name: folders.index(folder) for name, folder in rows}
    parents = {name: alias["parent"] for name, alias in icons.get("aliases", {}).items()}
    bodies = {name: icon["body"].encode() for name, icon in icons["icons"].items()}
    names = sorted(bodies)
    dictionary = b"".join(bodies[name][-240:] for name in names[::32])[-32_000:]
    packed, places, start = [], {}, 0
    for name in names:
        deflate = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, dictionary)
        data = deflate.compress(bodies[name]) + deflate.flush()
        places[name] = start, len(data)
        packed.append(data)
        start += len(data)
    index = "\n"
    for name in sorted([*names, *parents]):
        of = parents.get(name, name)
        index += f"{name} {places[of][0]} {places[of][1]} {drawn_by[of]}\n"
    small = zlib.compress(dictionary, 9)
    authors = [[_shown(f), "CC0-1.0" if f in CC0 else "CC-BY-3.0"] for f in folders]
    head = {
        "title": "game-icons.net",
        "source": SOURCE,
        "box": [0, 0, icons["width"], icons["height"]],
        "authors": authors,
        "index": len(index),
        "dictionary": len(small),
    }
    FOLDER.mkdir(exist_ok=True)
    data = b"".join((json.dumps(head).encode(), b"\n", index.encode(), small, *packed))
    (FOLDER / "game-icons.icons").write_bytes(data)
    free = " and ".join(_shown(f) for f in CC0)
    listed = "\n".join(_shown(f) for f in folders)
    licence = LICENCE.format(source=SOURCE, version=version, free=free, authors=listed)
    (FOLDER / "game-icons-LICENSE.txt").write_text(licence, "utf-8")
    print(f"{len(names)} icons and {len(parents)} other names, {len(data):,} bytes")


def _shown(folder: str) -> str:
    return SPELT.get(folder, " ".join(part.capitalize() for part in folder.split("-")))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
