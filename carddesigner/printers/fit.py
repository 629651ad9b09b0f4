"""The shift and rotation of a printer's backs that best explain the readings of a calibration sheet. A printer's error
is a rotation about the page's centre, then a shift: it maps a point of the back page to where it is printed. As
everywhere: points, y down, the back page as seen when looking at the back; dx to the right, dy down, rotation clockwise
in degrees.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees, hypot, sqrt

from msgspec import Struct

from carddesigner.core.geometry import Matrix, Point
from carddesigner.core.report import series
from carddesigner.core.units import MM
from carddesigner.printers.readings import BadReading, Reading, Target

_THINNEST = 0.05
"""The ratio of width to length below which a set of targets counts as lying on a line."""
_APART = 0.75 * MM
"""How far a reading may differ from what the others predict: reading is accurate to 0.2 mm, and paper stretches by
less.
"""
_AGREE = 0.3 * MM
"""How well readings must agree among each other to be trusted over a single one."""
MAX_ROTATION = 3.0
"""In degrees: a sheet fed more askew jams, so a larger value is a reading error."""


class LeftOver(Struct, frozen=True):
    """The residual at a target, which compensation can't correct: its print is off by (dx, dy), in points."""

    letter: str
    dx: float
    dy: float

    @property
    def size(self) -> float:
        """The length of the residual, in points."""
        return hypot(self.dx, self.dy)


class Fit(Struct, frozen=True):
    """A printer's error: shift in points, rotation in degrees; and the residual at each target that was read."""

    dx: float
    dy: float
    rotation: float
    left_over: tuple[LeftOver, ...]

    @property
    def rms(self) -> float:
        """The root mean square of the residuals, in points."""
        return sqrt(sum(r.size**2 for r in self.left_over) / len(self.left_over))

    @property
    def worst(self) -> LeftOver:
        """The target with the largest residual."""
        return max(self.left_over, key=lambda r: r.size)


def error_matrix(dx: float, dy: float, rotation: float, centre: Point) -> Matrix:
    """The map from a point of the back page to where it is printed: rotation about the page's *centre*, then the
    shift.
    """
    return Matrix.turn(rotation, centre).then(Matrix.move(dx, dy))


def fit_readings(readings: Sequence[Reading], targets: Sequence[Target], centre: Point) -> Fit:
    """The least-squares fit of the readings. Raises BadReading if they are too few, or contradict each other."""
    places = {t.letter: t.back for t in targets}
    _check_spread([places[r.letter] for r in readings], readings)
    fit = _fit(readings, places, centre)
    _check_agreement(readings, places, centre, fit)
    if abs(fit.rotation) > MAX_ROTATION:
        message = f"these readings mean that the back is turned by {abs(fit.rotation):.1f}°, which no printer does"
        raise BadReading(f"{message}; look whether each number has its sign, across first and then up")
    return fit


def _fit(readings: Sequence[Reading], places: dict[str, Point], centre: Point) -> Fit:
    """The rotation and shift with the least sum of squared distances from the readings."""
    pairs = []
    for r in readings:
        x, y = places[r.letter]
        # The point of the back page that is printed under the hole; scales count upwards, pages downwards.
        pairs.append(((x + r.across * MM, y - r.up * MM), (x, y)))
    (px, py), (tx, ty) = (_middle([pair[i] for pair in pairs]) for i in (0, 1))
    across = sum((p[0] - px) * (t[1] - ty) - (p[1] - py) * (t[0] - tx) for p, t in pairs)
    along = sum((p[0] - px) * (t[0] - tx) + (p[1] - py) * (t[1] - ty) for p, t in pairs)
    rotation = degrees(atan2(across, along))
    x, y = Matrix.turn(rotation, centre).apply(px, py)
    dx, dy = tx - x, ty - y
    lands = error_matrix(dx, dy, rotation, centre)
    landed = [(lands.apply(*printed), place) for printed, place in pairs]
    left_over = (LeftOver(r.letter, v - x, w - y) for r, ((x, y), (v, w)) in zip(readings, landed, strict=True))
    return Fit(dx, dy, rotation, tuple(left_over))


def _middle(points: Sequence[Point]) -> Point:
    return (sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points))


def _check_spread(points: Sequence[Point], readings: Sequence[Reading]) -> None:
    """Refuse targets on a line, as two always are: across the line nothing would reveal a wrong reading or stretched
    paper.
    """
    if not points:
        raise BadReading("nothing was read")
    names = series([r.letter for r in readings])
    x, y = _middle(points)
    xx, yy, xy = (sum((p[i] - (x, y)[i]) * (p[j] - (x, y)[j]) for p in points) for i, j in ((0, 0), (1, 1), (0, 1)))
    spread = hypot((xx - yy) / 2, xy)
    long, wide = (xx + yy) / 2 + spread, (xx + yy) / 2 - spread
    if long < MM * MM:
        raise BadReading(f"{names} alone can't distinguish a turn from a shift; read the other targets too")
    if sqrt(max(wide, 0.0) / long) < _THINNEST:
        why = "nothing would show a wrong reading; read a third target beside that line"
        raise BadReading(f"{names} lie on one line, so {why}")


def _check_agreement(readings: Sequence[Reading], places: dict[str, Point], centre: Point, fit: Fit) -> None:
    """Refuse readings that no rotation and shift explain, and name the one that contradicts the others, if there is
    one.
    """
    if len(readings) == 3:
        # Three readings absorb half of many a mistake, and none of them stands out.
        if fit.worst.size > _APART / 2:
            names, apart = series([r.letter for r in readings]), 2 * fit.worst.size / MM
            how = "read them again, and the fourth too, which shows where the mistake is"
            raise BadReading(f"{names} contradict each other by {apart:.1f} mm; {how}")
        return
    without = {}
    for reading in readings:
        others = _fit([r for r in readings if r is not reading], places, centre)
        x, y = error_matrix(others.dx, others.dy, others.rotation, centre).inverse().apply(*places[reading.letter])
        without[reading.letter] = (others.worst.size, reading, (x, y))
    agreement, doubtful, (x, y) = min(without.values(), key=lambda w: w[0])
    place = places[doubtful.letter]
    expected = ((x - place[0]) / MM, (place[1] - y) / MM)
    apart = hypot(expected[0] - doubtful.across, expected[1] - doubtful.up)
    if apart * MM > _APART and agreement < _AGREE and agreement < apart * MM / 3:
        agreed = series([r.letter for r in readings if r is not doubtful])
        raise BadReading(
            f"{doubtful.letter} contradicts the others: it says {doubtful.across:.1f} {doubtful.up:.1f}, but from "
            f"{agreed} it should be near {expected[0]:.1f} {expected[1]:.1f}; read {doubtful.letter} again, with its signs"
        )
    if fit.worst.size > _APART:
        raise BadReading(
            f"the readings contradict each other: no shift and turn comes nearer to {fit.worst.letter} than "
            f"{fit.worst.size / MM:.1f} mm; read all of them again, across first and then up, with their signs"
        )
