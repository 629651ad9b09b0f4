"""Whatever is done on the page, no answer is an accident, files always load, and undoing all gives the first bytes."""

import random
from collections import Counter
from pathlib import Path

import pytest

from carddesigner.core.report import Problem
from carddesigner.designer import messages as m
from carddesigner.designer import property_messages as pm
from carddesigner.designer.page import Page
from carddesigner.designer.session import Session
from carddesigner.source.yaml_edits import read_places
from tests.copies import copied_deck

pytestmark = pytest.mark.slow

ACTS = {"monogoto": 25, "saucers-and-cows": 50, "outflank": 50, "mana-and-spells": 25}
"""How often something is done on each deck in each run: 150 times in all, and in `make test-long` 5,100 times more."""
SEEDS = [
    *[(name, 0, acts) for name, acts in ACTS.items()],
    *[pytest.param(name, seed, 75, marks=pytest.mark.long) for name in ACTS for seed in range(1, 18)],
]
KINDS = {
    "drop": 12,
    "drag": 4,
    "cancel": 1,
    "turn": 5,
    "nudge": 5,
    "reorder": 6,
    "delete": 4,
    "duplicate": 6,
    "rename": 5,
    "assign": 8,
    "alone": 5,
    "try": 3,
    "make": 5,
    "undo": 6,
    "step": 6,
    "other page": 6,
    "outside": 4,
    "broken": 3,
    "reopened": 2,
}
NAMES = ["new-name", "a: b", "{{ x }}", "1", "é", "x" * 90, "page", "*here", "&here"]


class Doing:
    """Two pages on a deck, what they show, and what was in its files before anything was done to them."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self.folder, self.chance = folder, chance
        self.first = {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
        self.whole: dict[Path, bytes] = {}
        """What each file held when it could be read last."""
        self.broken: Counter[str] = Counter()
        self.open()

    def open(self) -> None:
        self.session = Session(self.folder / "deck.yaml")
        self.pages = [Page(self.session), Page(self.session)]
        self.now = 0
        self.shown: list[m.FaceInfo | None] = [None, None]

    @property
    def page(self) -> Page:
        return self.pages[self.now]

    @property
    def zones(self) -> tuple[m.ZoneInfo, ...]:
        shown = self.shown[self.now]
        return shown.zones if shown is not None else ()

    def take(self, answers: list[m.FromServer], page: int | None = None) -> bool:
        """Note what a page was answered; whether its deck can be shown."""
        page = self.now if page is None else page
        fine = True
        for answer in answers:
            if isinstance(answer, m.FaceInfo):
                self.shown[page], fine = answer, True
            elif isinstance(answer, m.Broken):
                assert answer.found, "what can't be shown says why"
                fine = False
        return fine

    def notify_other(self) -> None:
        """The other page is notified of an edit, as by the server."""
        other = 1 - self.now
        if self.shown[other] is not None:
            self.take(self.pages[other].view.again(), other)

    def act(self) -> None:
        kind = self.chance.choices(list(KINDS), list(KINDS.values()))[0]
        at = self.session.history.at
        if not self.zones or kind == "step":
            self.step()
            return
        if kind == "other page":
            self.now = 1 - self.now
            if not self.take(self.page.view.again()):
                self.now = 1 - self.now
        elif kind == "reopened":
            self.open()
        elif kind == "outside":
            self.outside()
        elif kind == "broken":
            self.break_outside()
        else:
            fine = self.take(self.edit(kind))
            if not fine:
                self.broken[kind] += 1
                # An edit may break a deck; undoing it mends that.
                assert self.session.history.at == at + 1 or kind == "undo", kind
                self.take([*self.session.undo(0 if kind == "undo" else at), *self.page.view.again()])
            self.notify_other()

    def step(self) -> None:
        info = self.session.info(whole=False)
        assert isinstance(info, m.DeckInfo), info
        component = self.chance.choice([c for c in info.components if c.pieces])
        piece = self.chance.choice(component.pieces)
        answer = self.page.view.show(component.id, piece.id, self.chance.choice(["front", "back"]))
        # What was edited on one card may not fit on another.
        self.take([answer])

    def edit(self, kind: str) -> list[m.FromServer]:
        """One of what a page may ask, and its answers."""
        chance, page = self.chance, self.page
        zone = chance.choice(self.zones)
        if kind in ("drag", "drop", "turn", "nudge"):
            return self.moved(kind, zone)
        if kind == "cancel":
            return page.answer(m.Cancel())
        if kind == "undo":
            return page.answer(m.Undo(chance.randint(0, len(self.session.history.steps))))
        if kind == "reorder":
            return page.answer(m.Reorder(zone.key, chance.choice([-999, -1, 1, 999])))
        if kind == "delete":
            several = {zone.key, chance.choice(self.zones).key} if chance.random() < 0.3 else {zone.key}
            return page.answer(m.Delete(tuple(sorted(several))))
        if kind == "duplicate":
            return page.answer(m.Duplicate(zone.key))
        if kind == "rename":
            return page.answer(m.Rename(zone.key, chance.choice(NAMES)))
        if kind == "make":
            name, (x, y, _, _) = f"made-{chance.randint(0, 99)}", zone.frame
            content = chance.choice(["text", "icon", "shape"])
            made = [pm.MakeStyle(zone.key, name), pm.MakePart(zone.key, name), pm.AddZone(content, (x, y, 9.0, 9.0))]
            return page.answer(chance.choice(made))
        of = pm.PropertyOwner("zone", zone.key)
        if kind == "alone":
            own: dict[tuple[str, ...], object] = {
                ("opacity",): 0.5,
                ("rotate",): 12,
                ("box", "left"): "3mm",
                ("size",): "8pt",
            }
            keys = chance.sample(list(own), chance.choice([1, 1, 2]))
            return page.answer(pm.OnlyHere(tuple(pm.Assignment(of, key, own[key]) for key in keys)))
        some = {"opacity": 0.5, "clip": True, "fill": "#123456", "size": "8pt", "rotate": 12, "when": "false", "x": [1]}
        key = chance.choice(list(some))
        value = pm.Assignment(of, (key,), some[key], unset=chance.random() < 0.2)
        return page.answer(pm.Try(1, (value,)) if kind == "try" else pm.Assign((value,)))

    def moved(self, kind: str, zone: m.ZoneInfo) -> list[m.FromServer]:
        chance, page = self.chance, self.page
        x, y, w, h = zone.frame
        frame = (x + chance.uniform(-9, 9), y + chance.uniform(-9, 9), max(0.5, w + chance.uniform(-9, 9)), max(0.5, h))
        if kind == "nudge":
            frame = (x + 0.3, y, w, h)
            for step in (0.1, 0.2):
                page.answer(m.Drag(1, (m.Placing(zone.key, (x + step, y, w, h)),)))
        placing = m.Placing(zone.key, frame, chance.uniform(-180, 180) if kind == "turn" else None)
        patch = page.drag(m.Drag(1, (placing,)))
        if kind == "drag":
            # The pointer goes up where it went down, or goes on.
            return [patch] if chance.random() < 0.5 else page.cancel()
        answers = page.drop(m.Drop("Move", (placing,)))
        shown = next((a for a in answers if isinstance(a, m.FaceInfo)), None)
        if shown is not None and not patch.problem:
            drawn = {p.key: p.svg for p in shown.pictures}
            assert {p.key: p.svg for p in patch.pictures}.items() <= drawn.items(), "what is let go is what was shown"
            frames = {z.key: (z.frame, z.parent, z.outer) for z in shown.zones}
            assert {z.key: (z.frame, z.parent, z.outer) for z in patch.zones}.items() <= frames.items()
        return answers

    def outside(self) -> None:
        """Somebody else edits a template."""
        path = self.chance.choice(self.templates())
        text = path.read_bytes().decode()
        changed = self.chance.choice([f"# {self.chance.random()}\n{text}", text.replace("2mm", "2.5mm", 1)])
        known = path.relative_to(self.folder).as_posix() in self.session.history.texts
        path.write_bytes(changed.encode())
        if not known:
            # What was changed before anything was done here is how it began.
            self.first[path] = path.read_bytes()
        at = self.session.history.at
        assert self.session.outside([path]) == (changed != text or not known)
        assert self.session.history.at == at + (known and changed != text)
        if not self.take(self.page.view.again()):
            self.broken["outside"] += 1
            path.write_bytes(text.encode())
            if not known:
                self.first[path] = text.encode()
            self.session.outside([path])
            assert self.take(self.page.view.again())
        self.notify_other()

    def break_outside(self) -> None:
        """Somebody else leaves a template broken for a while."""
        path = self.chance.choice(self.templates())
        text = path.read_bytes()
        path.write_bytes(text + b"\nbroken: [1, {\n")
        self.session.outside([path])
        zone = self.chance.choice(self.zones)
        broken = self.page.view.again()
        assert not self.take(broken)
        for answer in self.page.answer(m.Reorder(zone.key, 1)):
            assert isinstance(answer, m.Broken | m.Note | m.FaceInfo | m.Steps), answer
        assert path.read_bytes() == text + b"\nbroken: [1, {\n", "what is broken elsewhere is not written over"
        path.write_bytes(text)
        self.session.outside([path])
        assert self.take(self.page.view.again())
        self.notify_other()

    def templates(self) -> list[Path]:
        return sorted((self.folder / "templates").glob("*.yaml"))

    def check_files(self) -> None:
        for path in [*self.templates(), self.folder / "deck.yaml"]:
            data = path.read_bytes()
            if self.whole.get(path) == data:
                continue
            try:
                read_places(path.name, data.decode())
            except Problem as problem:
                pytest.fail(f"{path.name}: {problem}")
            self.whole[path] = data


@pytest.mark.parametrize(("name", "seed", "acts"), SEEDS)
def test_random_acts_leave_decks_that_load_and_can_all_be_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, seed: int, acts: int
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    copied_deck(name, tmp_path / "deck")
    doing = Doing(tmp_path / "deck", random.Random(f"{name} {seed}"))
    for _ in range(acts):
        doing.act()
        doing.check_files()
    assert sum(doing.broken.values()) < acts / 3, doing.broken
    doing.session.undo(0)
    assert {p: p.read_bytes() for p in doing.first} == doing.first
    assert doing.session.loaded().title
