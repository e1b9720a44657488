"""Colours of the source: exact ranges, by layer and role, kept right by every edit."""

from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.core.layers import Definition, Layer, Scope
from editor.core.tokens import Mode, TokenRole
from editor.session.document import Document
from editor.session.live import LivePreview
from editor.storage.textfile import decode
from editor.ui.theme import Theme, ThemeChoice
from editor.ui.widgets.highlighter import SourceHighlighter
from editor.ui.widgets.text_formats import TextFormats
from tests.ui.windowing import Opened, write

NAMES = {"who": "identity", "name": "context", "day": "context", "greeting": "template"}
SCOPE = Scope(
    tuple(
        Layer(layer, {name: Definition(name, "v", layer) for name in NAMES if NAMES[name] == layer})
        for layer in ("context", "identity", "variables", "template")
    )
)


class Coloured:
    """A document with its pipeline and its highlighter."""

    def __init__(self, text: str, theme: Theme, plain: Mode | None = None) -> None:
        self.document = Document(decode(text.encode()))
        self.live = LivePreview(self.document, SCOPE)
        self.theme = theme
        self.highlighter = SourceHighlighter(
            self.document.qdocument, self.live, TextFormats(theme), plain
        )
        self.highlighter.rehighlight()

    def parts(self, line: int) -> list[tuple[int, int, QTextCharFormat]]:
        """Start, end (Qt's count) and format of each coloured stretch of a line."""
        layout = self.document.qdocument.findBlockByNumber(line).layout()
        return [
            (part.start, part.start + part.length, QTextCharFormat(part.format))
            for part in layout.formats()
        ]

    def of_layers(self, line: int) -> list[tuple[int, int, str]]:
        """The stretches tinted by a layer, and which."""
        roles = {
            self.theme.color(f"{layer}.tint").name(): layer
            for layer in ("context", "identity", "template", "escape", "unresolved")
        }
        return [
            (start, end, roles[found.background().color().name()])
            for start, end, found in self.parts(line)
            if found.hasProperty(QTextCharFormat.Property.BackgroundBrush.value)
        ]

    def of_role(self, line: int, role: TokenRole) -> list[tuple[int, int]]:
        """The stretches in the colour of a token's role."""
        color = self.theme.color(role.value).name()
        return [
            (start, end)
            for start, end, found in self.parts(line)
            if found.foreground().color().name() == color
        ]

    def all_parts(self) -> list[list[tuple[int, int, str, str]]]:
        return [
            [
                (start, end, found.foreground().color().name(), found.background().color().name())
                for start, end, found in self.parts(line)
            ]
            for line in range(self.document.line_count())
        ]


def test_case_21_ranges_are_exact_behind_an_emoji(theme: Theme) -> None:
    seen = Coloured("\U0001f600 Hi $who and ${name}\U0001f600$nope\n", theme)
    assert seen.of_layers(0) == [(6, 10, "identity"), (15, 22, "context"), (24, 29, "unresolved")]


def test_case_29_two_dollars_are_an_escape(theme: Theme) -> None:
    seen = Coloured("Hello $$world, $name, $$$$who $$$who $$who $5 ${", theme)
    escape, name, who = "escape", "context", "identity"
    assert seen.of_layers(0) == [
        *[(6, 8, escape), (15, 20, name), (22, 24, escape), (24, 26, escape)],
        *[(30, 32, escape), (32, 36, who), (37, 39, escape)],
    ] or seen.of_layers(0) == [
        *[(6, 8, escape), (15, 20, name), (22, 26, escape)],
        *[(30, 32, escape), (32, 36, who), (37, 39, escape)],
    ]


def test_only_what_nothing_defines_has_a_wave(theme: Theme) -> None:
    seen = Coloured("$who $nope", theme)
    wave = QTextCharFormat.UnderlineStyle.WaveUnderline
    assert [(start, found.underlineStyle() is wave) for start, _, found in seen.parts(0)] == [
        (0, False),
        (5, True),
    ]
    (_, (_, _, found)) = seen.parts(0)
    assert found.underlineColor() == theme.color("unresolved.underline")


def test_a_change_of_values_recolours_lines_nobody_touched(theme: Theme) -> None:
    seen = Coloured("$who\n$nope\n", theme)
    more = {"nope": Definition("nope", "v", "context")}
    seen.live.set_scope(Scope((Layer("context", more),)))
    assert seen.of_layers(0) == [(0, 4, "unresolved")]
    assert seen.of_layers(1) == [(0, 5, "context")]


def test_the_head_is_coloured_as_its_language_and_the_body_as_markdown(theme: Theme) -> None:
    json = Coloured('{\n  "who": "$who",\n  "n": 1.50,\n  "b": true\n}\n# $who\n', theme)
    assert json.of_role(1, TokenRole.KEY) == [(2, 7)]
    assert json.of_role(1, TokenRole.STRING) == [(9, 15)]
    assert json.of_role(2, TokenRole.NUMBER) == [(7, 11)]
    assert json.of_role(3, TokenRole.KEYWORD) == [(7, 11)]
    assert json.of_layers(1) == []
    assert json.of_layers(5) == [(2, 6, "identity")]
    yaml = Coloured("---\nwho: '$who' # why\nn: 2\n---\n- $who\nwho: 1\n", theme)
    assert yaml.of_role(1, TokenRole.KEY) == [(0, 3)]
    assert yaml.of_role(1, TokenRole.STRING) == [(5, 11)]
    assert yaml.of_role(1, TokenRole.COMMENT) == [(12, 17)]
    assert yaml.of_role(2, TokenRole.NUMBER) == [(3, 4)]
    assert yaml.of_role(4, TokenRole.MARKER) == [(0, 1)]
    assert yaml.of_layers(4) == [(2, 6, "identity")]
    assert yaml.of_role(5, TokenRole.KEY) == []


def test_a_file_of_data_is_data_from_end_to_end(theme: Theme) -> None:
    seen = Coloured('{\n"a": 1\n}\n"b"\n', theme, Mode.JSON)
    assert seen.of_role(1, TokenRole.KEY) == [(0, 3)]
    assert seen.of_role(3, TokenRole.STRING) == [(0, 3)]


CODE = 'x\n```python\ndef f():\n    s = """a\n$who b\n  c"""\n    return s\n```\n"no code"\n'


def test_fenced_python_is_coloured_multi_line_strings_after_a_pause(
    theme: Theme, qtbot: QtBot
) -> None:
    seen = Coloured(CODE, theme)
    assert seen.of_role(2, TokenRole.CODE_KEYWORD) == [(0, 3)]
    assert seen.of_role(2, TokenRole.CODE_NAME) == [(4, 5)]
    qtbot.waitUntil(lambda: seen.of_role(5, TokenRole.CODE_STRING) == [(0, 6)])
    assert seen.of_role(3, TokenRole.CODE_STRING) == [(8, 12)]
    assert (4, 6) in seen.of_role(4, TokenRole.CODE_STRING)
    assert seen.of_layers(4) == [(0, 4, "identity")]
    assert seen.of_role(6, TokenRole.CODE_KEYWORD) == [(4, 10)]
    assert seen.parts(8) == []


def test_code_of_a_language_nobody_knows_is_plain(theme: Theme, qtbot: QtBot) -> None:
    seen = Coloured("```nonsense\ndef f(): 'x' $who\n```\n", theme)
    assert seen.of_layers(1) == [(13, 17, "identity")]
    assert len(seen.parts(1)) == 1


LINES = st.sampled_from(
    [
        *["---", "{", "}", '"a": 1,', "a: 'b'", "# $who", "- *x* $nope", "", "text", "$$ 😀 $name"],
        *[
            "```python",
            "```",
            "~~~",
            "def f(): 'x'",
            '"""',
            's = """a',
            "`c` <t> **s**",
            "  ```",
            "````",
        ],
    ]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_after_any_edits_all_is_coloured_as_if_opened_so(theme: Theme, data: st.DataObject) -> None:
    seen = Coloured("\n".join(data.draw(st.lists(LINES, max_size=8))), theme)
    for _ in range(data.draw(st.integers(1, 4))):
        start, end = (data.draw(st.integers(0, len(seen.document.text()))) for _ in range(2))
        cursor = QTextCursor(seen.document.qdocument)
        cursor.setPosition(seen.document.position_of(start))
        cursor.setPosition(seen.document.position_of(end), QTextCursor.MoveMode.KeepAnchor)
        seen.document.insert(cursor, "\n".join(data.draw(st.lists(LINES, max_size=3))))
    if data.draw(st.booleans()):
        seen.document.undo()
    if seen.live.stale is not None:
        return  # a head with a fault is coloured as far as last known
    fresh = Coloured(seen.document.text(), theme)
    for each in (seen, fresh):
        each.highlighter._read_fences()  # as the pause does
    assert seen.all_parts() == fresh.all_parts()


# --- in the window --------------------------------------------------------------------------------


def test_a_change_of_theme_recolours_source_and_preview(
    opener: Callable[..., Opened], tree: Path
) -> None:
    opened = opener(tree / "plain.md")
    theme = QApplication.instance().findChild(Theme)
    assert isinstance(theme, Theme)
    for choice in (ThemeChoice.LIGHT, ThemeChoice.DARK, ThemeChoice.LIGHT):
        opened.action(f"view.theme_{choice}").trigger()
        for view in (opened.source, opened.preview):
            (part,) = view.document().firstBlock().layout().formats()
            assert part.format.background().color() == theme.color("unresolved.tint")
            assert part.format.foreground().color() == theme.color("unresolved.text")


def test_a_key_highlights_as_many_lines_in_4_kb_as_in_1_mb(
    opener: Callable[..., Opened], tree: Path
) -> None:
    small, large = (keys_highlight(opener, tree, size) for size in (4_000, 1_000_000))
    assert small == large
    assert max(small) <= 40


def keys_highlight(opener: Callable[..., Opened], tree: Path, size: int) -> list[int]:
    """How many lines some keys highlight, at the top, in the middle and at the end.

    A long text has got its colours before: what comes into sight is coloured at once too.
    """
    line = "- a line of *text* for $who and $name, as prompts have them\n"
    write(tree, {f"{size}.md": line * (size // len(line))})
    opened = opener(tree / f"{size}.md")
    source = opened.window.views.editor._highlighters[opened.front]
    preview = opened.window.views.preview.view._highlighter
    assert preview is not None
    for each in (source, preview):
        while each.is_behind:
            each._go_on()
    last = opened.source.blockCount() - 1
    counts = []
    for place in (0, last // 2, last):
        opened.place_caret(place)
        opened.focus(opened.source)
        QApplication.processEvents()
        before = source.blocks_highlighted + preview.blocks_highlighted
        opened.type("a $name")
        opened.press(Qt.Key.Key_Return)
        opened.press(Qt.Key.Key_Backspace)
        counts.append(source.blocks_highlighted + preview.blocks_highlighted - before)
    return counts


def test_the_line_of_the_caret_keeps_the_tints_of_its_placeholders(
    opener: Callable[..., Opened], tree: Path
) -> None:
    write(tree, {"plain.md": "$name\n\nmore\n"})
    opened = opener(tree / "plain.md")
    opened.settle()
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme = application.findChild(Theme)
    assert isinstance(theme, Theme)
    opened.place_caret(0, 0)
    picture = opened.source.viewport().grab().toImage()
    row = opened.source.cursorRect().bottom() - 1
    colors = {picture.pixelColor(x, row).name().upper() for x in range(picture.width())}
    assert {theme.name_of("identity.tint").upper(), theme.name_of("current-line").upper()} <= colors
