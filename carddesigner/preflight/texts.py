"""The operators of text: where it stands, and what is shown in which font and size."""

from __future__ import annotations

from carddesigner.preflight.fonts import CAPITALS, TAILS
from carddesigner.preflight.geometry import IDENTITY, Matrix, common, mapped, sides, thinnest, times
from carddesigner.preflight.graphics_state import States
from carddesigner.preflight.painted import MAX_TEXTS, Marks, Selected, ShownText, Stroke
from carddesigner.preflight.resources import Resources
from carddesigner.preflight.tokens import Argument, Operator


class Texts:
    """The current text object of a content stream."""

    def __init__(self, states: States, marks: Marks, resources: Resources) -> None:
        self._states, self._marks, self._resources = states, marks, resources
        self._text: Matrix = IDENTITY
        self._line: Matrix = IDENTITY

    def begin_text(self, _: list[Argument]) -> None:
        """The operator BT: begin a text object."""
        self._text = self._line = IDENTITY

    def choose_font(self, arguments: list[Argument]) -> None:
        """The operator Tf: the font and its size."""
        self._states.now.size = float(arguments[1])
        given = self._resources.get("/Font", arguments[0])
        self._states.now.font = self._resources.objects.font(given) if given is not None else None
        if self._states.now.font is not None:
            self._marks.add(Selected(self._states.now.font), None)

    def text_matrix(self, arguments: list[Argument]) -> None:
        """The operator Tm: the text matrix."""
        a, b, c, d, e, f = map(float, arguments)
        self._text = self._line = (a, b, c, d, e, f)

    def next_line(self, arguments: list[Argument]) -> None:
        """The operator Td: move to the next line."""
        x, y = map(float, arguments)
        self._text = self._line = times((1.0, 0.0, 0.0, 1.0, x, y), self._line)

    def next_line_leading(self, arguments: list[Argument]) -> None:
        """The operator TD: move to the next line, and set the leading."""
        self._states.now.leading = -float(arguments[1])
        self.next_line(arguments)

    def new_line(self, _: list[Argument]) -> None:
        """The operator T*: move down by the leading."""
        self._text = self._line = times((1.0, 0.0, 0.0, 1.0, 0.0, -self._states.now.leading), self._line)

    def show(self, arguments: list[Argument]) -> None:
        """The operators Tj and TJ: show text."""
        state, font = self._states.now, self._states.now.font
        width, letters = 0.0, 0
        for one in arguments:
            if isinstance(one, bytearray):
                count = len(one) // 2 if font is not None and font.two_bytes else len(one)
                letters += count
                width += (font.width(one) if font is not None else 500.0 * count) + 1000 * state.spacing * count / (
                    state.size or 1
                )
            else:
                width -= float(one)
        advance = width / 1000 * state.size * state.stretch
        matrix = times(self._text, state.matrix)
        if letters:
            self._shown(matrix, advance)
        self._text = times((1.0, 0.0, 0.0, 1.0, advance, 0.0), self._text)

    def _shown(self, matrix: Matrix, advance: float) -> None:
        """Record a string."""
        state = self._states.now
        size = round(abs(state.size) * sides(matrix)[1], 2)
        below, above = (state.font.tails, state.font.capitals) if state.font is not None else (TAILS, CAPITALS)
        low, high = state.rise - below / 1000 * state.size, state.rise + above / 1000 * state.size
        box = common(mapped(matrix, (min(0.0, advance), min(low, high), max(0.0, advance), max(low, high))), state.clip)
        if box is None:
            return
        mode = state.rendering
        hidden = state.hidden or mode in (3, 7)
        outlined = mode in (1, 5)
        colour, over = (state.stroke, state.stroke_over) if outlined else (state.fill, state.fill_over)
        self._marks.add(ShownText(size, colour, state.font, over, hidden), box)
        if mode in (1, 2, 5, 6):
            width = round(state.width * thinnest(state.matrix), 3)
            self._marks.add(Stroke(width, state.stroke, state.stroke_over), box)
        if not hidden and len(self._marks.texts) < MAX_TEXTS:
            self._marks.texts.append((box, size))

    def show_line(self, arguments: list[Argument]) -> None:
        """The operators ' and ": show text on the next line."""
        self.new_line([])
        self.show(arguments[-1:])


TEXTS: dict[bytes, Operator[Texts]] = {
    b"BT": Texts.begin_text,
    b"Tf": Texts.choose_font,
    b"Tm": Texts.text_matrix,
    b"Td": Texts.next_line,
    b"TD": Texts.next_line_leading,
    b"T*": Texts.new_line,
    b"Tj": Texts.show,
    b"TJ": Texts.show,
    b"'": Texts.show_line,
    b'"': Texts.show_line,
}
