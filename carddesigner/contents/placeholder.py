"""The placeholder for a picture that doesn't exist yet: a marked frame with the file's name."""

import re

from carddesigner.contents.base import MissingFile, Placed
from carddesigner.core.color import Gray
from carddesigner.core.geometry import Matrix, Path, Rect, rectangle
from carddesigner.core.items import GroupItem, Item, PathItem, Stroke
from carddesigner.core.report import Diagnostic, Severity
from carddesigner.text.fit import fit
from carddesigner.text.rich import Paragraph, Run
from carddesigner.text.style import TextStyle

MAX_NAME = 100
"""The most characters of a file's name that are shown."""

_LONG = 16
_UPRIGHT, _ABOVE = 1.2, 0.22
"""The ratio of height to width of frames that may be a whole card with texts on its lower half, and the relative height
of the name's position in these.
"""

_GROUND, _LINE, _CROSS, _TEXT = Gray(0.9), Gray(0.5), Gray(0.75), Gray(0.2)


def placeholder(missing: MissingFile, frame: Rect) -> Placed:
    """A frame with its diagonals and the file's name, if there is room, and the warning about it."""
    (a, b, c, d) = frame.corners
    diagonals: Path = (("m", *a), ("l", *c), ("m", *b), ("l", *d))
    items: list[Item] = [
        PathItem(rectangle(frame), _GROUND, Stroke(_LINE, 0.5)),
        PathItem(diagonals, None, Stroke(_CROSS, 0.5)),
        *_name(missing, frame),
    ]
    hint = "once the file is there, it is drawn in the placeholder's place"
    warning = Diagnostic(
        "placeholder", f"a placeholder is drawn: {missing.reason}", hint=hint, severity=Severity.WARNING
    )
    return Placed(tuple(items), (warning,))


def _name(missing: MissingFile, frame: Rect) -> list[Item]:
    """The file's name on a plate, as large as possible."""
    room = frame.grown(-min(4.0, frame.width / 8, frame.height / 8))
    name = missing.path.replace("\\", "/").rpartition("/")[2][:MAX_NAME]
    if not name or not missing.fonts or min(room.width, room.height) <= 0:
        return []
    # Lines of a long name may break after the characters that separate its words.
    text = Run("\u200b".join(re.split(r"(?<=[-_. ])", name)) if len(name) > _LONG else name)
    fitted = fit((Paragraph((text,)),), TextStyle(missing.fonts, 10.0, 3.0, _TEXT, "center", "middle"), *room[2:])
    if not fitted.items or fitted.overflow is not None or fitted.missing:
        return []
    wide, high = min(fitted.width + 4, frame.width), min(fitted.height + 4, frame.height)
    up = (0.5 - _ABOVE) * frame.height if frame.height > _UPRIGHT * frame.width else 0.0
    up = min(up, (frame.height - high) / 2)
    plate = Rect(frame.centre[0] - wide / 2, frame.centre[1] - high / 2 - up, wide, high)
    return [PathItem(rectangle(plate), _GROUND), GroupItem(fitted.items, Matrix.move(room.x, room.y - up))]
