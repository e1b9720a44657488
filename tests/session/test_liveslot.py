"""The live rendering of slots: the template that a loader gives, at every key, and why not."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from editor.core.edits import Edit
from editor.core.kinds import FileKind
from editor.core.layers import PieceKind, joined
from editor.core.spans import Span
from editor.session.comparison import (
    Against,
    Comparison,
    Missing,
    choices,
    compare,
    comparison_task,
)
from editor.session.copying import CopyForm, copied_as, copy_forms
from editor.session.document import Document
from editor.session.liveslot import LARGE, MANY, LiveSlot
from editor.session.slot_edits import SlotEdits
from editor.session.slot_setting import SlotShowing
from editor.session.workbench import Workbench
from editor.workspace.slots import PromptLoader
from tests.session.benches import bench
from tests.session.slot_lab import SlotLab, expected

__all__ = ["bench"]

DEFAULT = "enabled: true\ntemplate: |\n  Hi {{name}},\n  from {{place}}.\n"
FILES = [
    None,
    "",
    "# only a note\n",
    "enabled: false\n",
    "enabled: true\n",
    'enabled: true\ntemplate: ""\n',
    DEFAULT,
    "template: Just a text\n",
    "enabled: [\n",
    "- a\n- list\n",
    'enabled: "yes"\ntemplate: {a: 1}\n',
    "enabled: true\ntemplate: null\nmodel: small\n",
    "enabled: true\ntemplate: '  '\n",
]


def shown(live: LiveSlot) -> list[str]:
    return [live.preview.findBlockByNumber(i).text() for i in range(live.preview.blockCount())]


def edit(document: Document, old: str, new: str) -> None:
    at = document.text().index(old)
    document.apply([Edit(Span(at, at + len(old)), new)])


@pytest.mark.parametrize("runtime", [None, "true", "false"])
def test_every_pair_of_layers_shows_what_a_loader_gives(
    bench: Workbench, tmp_path: Path, runtime: str | None
) -> None:
    values = {} if runtime is None else {"enabled": runtime == "true"}
    context = {"contexts/c.yaml": f"slots: {{s: {{enabled: {runtime}}}}}\n"} if runtime else {}
    lab = SlotLab(bench, tmp_path / "ws", "", "", **context)
    lab.project.choose_context("c" if runtime else None)
    low, high = lab.open("default"), lab.open("app")
    for default in FILES[1:]:
        for app in FILES[1:]:
            assert default is not None
            assert app is not None
            low.replace_text(default)
            high.replace_text(app)
            wanted = expected(default, app, values)
            for document in (high, low):
                bench.bring_to_front(document)
                live = lab.live(document)
                told = f"{default!r} {app!r}"
                if live.stale is None:
                    assert live.overlay.template == wanted, told
                    assert (live.text() or None) == wanted, told
                    assert (live.reason is None) is (wanted is not None), told
                else:
                    assert live.overlay.template is None, told
                    assert wanted is None, told


def test_a_missing_layer_and_a_missing_slot(bench: Workbench, tmp_path: Path) -> None:
    lab = SlotLab(bench, tmp_path / "ws", DEFAULT)
    live = lab.live(lab.open("default"))
    assert live.text() == "Hi {{name}},\nfrom {{place}}.\n"
    assert live.verdict == "enabled by the default layer with its own template"
    assert shown(live) == ["Hi {{name}},", "from {{place}}.", ""]
    assert dict(live.names()) == {"name": 1, "place": 1}
    assert live.unresolved() == 0


def test_unsaved_text_of_another_layer_counts_at_once(bench: Workbench, tmp_path: Path) -> None:
    lab = SlotLab(bench, tmp_path / "ws", DEFAULT, "model: big\n")
    low = lab.open("default")
    high = lab.open("app")
    live = lab.live(high)
    low.replace_text("enabled: true\ntemplate: Mine\n")  # as a command would, behind the front
    assert live.text() == "Mine"
    assert not live.is_mapped
    high.replace_text("enabled: false\n")
    assert live.reason == "Disabled by the app layer: the algorithm's own default is used."
    bench.bring_to_front(low)
    assert lab.live(low).reason == live.reason
    assert live.text() == ""


def test_unsaved_text_of_another_layer_counts_from_its_first_to_its_last_moment(
    bench: Workbench, tmp_path: Path
) -> None:
    lab = SlotLab(bench, tmp_path / "ws", DEFAULT)
    live = lab.live(lab.open("default"))
    edits = SlotEdits(lab.project, bench.documents)
    override = edits.override_file(lab.project.slots.of(lab.root / "slots/default/s.yaml"))
    assert live.verdict == "enabled by the app layer with its own template"
    bench.close(override)  # it was never saved
    assert live.verdict == "enabled by the default layer with its own template"
    assert override.path is not None
    override.path.parent.mkdir()
    override.path.write_text("enabled: false\n")
    bench.look_at_disk_now()
    again = lab.bench.open(lab.root / "slots/app/s.yaml")
    again.replace_text("template: Mine\n")
    assert live.text() == "Mine"
    bench.close(again)  # what was typed is gone
    assert live.reason == "Disabled by the app layer: the algorithm's own default is used."
    again = lab.bench.open(lab.root / "slots/app/s.yaml")
    again.replace_text("template: Saved\n")
    bench.documents.save(again)
    bench.close(again)
    assert live.text() == "Saved"


def test_a_file_written_by_another_program_counts(bench: Workbench, tmp_path: Path) -> None:
    lab = SlotLab(bench, tmp_path / "ws", DEFAULT)
    live = lab.live(lab.open("default"))
    app = lab.root / "slots" / "app" / "s.yaml"
    app.parent.mkdir(parents=True)
    app.write_text("template: Theirs\n")
    bench.look_at_disk_now()
    assert live.text() == "Theirs"
    app.write_text("enabled: [\n")
    bench.look_at_disk_now()
    fault = live.overlay.layer("app").fault
    assert fault is not None
    assert live.reason == (
        "App layer is broken: slots/app/s.yaml, line 2, column 1: The file is not valid YAML: "
        + fault.message.split(": ", 1)[1].rstrip(".")
        + "."
    )


def test_runtime_values_come_from_the_chosen_context_and_its_unsaved_text(
    bench: Workbench, tmp_path: Path
) -> None:
    context = "day: Monday\nslots:\n  s:\n    template: From the call\n"
    lab = SlotLab(bench, tmp_path / "ws", DEFAULT, **{"contexts/c.yaml": context})
    live = lab.live(lab.open("default"))
    assert live.text().startswith("Hi")
    lab.project.choose_context("c")
    assert live.text() == "From the call"
    assert live.verdict == ("enabled by the default layer with the template of the runtime layer")
    assert dict(lab.project.runtime_slots("s")) == {"template": "From the call"}
    assert dict(lab.project.runtime_slots("other")) == {}
    document = bench.open(lab.root / "contexts" / "c.yaml")
    edit(document, "template: From the call", "enabled: false")
    assert live.reason == "Disabled by the runtime layer: the algorithm's own default is used."
    document.replace_text("slots: 3\n")
    assert live.text().startswith("Hi")


def test_while_the_file_cannot_be_read_the_last_good_template_stays(
    bench: Workbench, tmp_path: Path
) -> None:
    lab = SlotLab(bench, tmp_path / "ws", DEFAULT)
    document = lab.open("default")
    live = lab.live(document)
    heard: list[str] = []
    live.stale_changed.connect(lambda: heard.append("stale"))
    live.overlay_changed.connect(lambda: heard.append("overlay"))
    document.apply([Edit(Span(0, 0), "# a note\n")])
    edit(document, "enabled: true", "enabled: [true")
    assert live.stale is not None
    assert live.stale_line == 3
    assert live.text() == "Hi {{name}},\nfrom {{place}}.\n"
    assert live.reason is None
    assert live.verdict.startswith("default layer is broken: slots/default/s.yaml, line 3")
    assert heard[-2:] == ["stale", "overlay"]
    # Lines that did not change are still marked and still lead to their place.
    assert [piece.name for piece in live.pieces(3)] == ["name"]
    assert live.pieces(1) == ()
    assert live.source_line(0) == (3, 0)
    edit(document, "enabled: [true", "enabled: true")
    assert live.stale is None
    assert live.stale_line is None
    assert live.source_line(1) == (4, 0)


def test_a_file_that_was_never_good_has_a_reason(bench: Workbench, tmp_path: Path) -> None:
    lab = SlotLab(bench, tmp_path / "ws", "just text\n")
    document = lab.open("default")
    live = lab.live(document)
    assert not live.is_rendered
    assert live.stale is not None
    assert live.reason is not None
    assert live.reason.startswith("Default layer is broken: slots/default/s.yaml, line 1, column 1")
    document.replace_text(DEFAULT)
    assert live.reason is None
    assert live.text().startswith("Hi")


def test_a_file_that_no_program_reads_says_so(bench: Workbench, tmp_path: Path) -> None:
    lab = SlotLab(bench, tmp_path / "ws", DEFAULT, **{"slots/default/s.yml": DEFAULT})
    live = lab.live(bench.open(lab.root / "slots" / "default" / "s.yml"))
    assert live.reason == (
        "Only .yaml files are read, so s.yaml counts and not this one. Delete it."
    )


def test_pieces_stand_where_the_file_has_them(bench: Workbench, tmp_path: Path) -> None:
    text = 'enabled: true\ntemplate: "a\\t{{one}} \\\n  \U0001f600 {{two}}"\nx: {{three}}\n'
    text = text.replace("x: {{three}}\n", "")
    lab = SlotLab(bench, tmp_path / "ws", text)
    live = lab.live(lab.open("default"))
    assert live.text() == "a\t{{one}} \U0001f600 {{two}}"
    lines = text.split("\n")
    for number, line in enumerate(lines):
        for piece in live.pieces(number):
            if piece.name is not None:
                assert piece.source.of(line) == "{{" + piece.name + "}}"
    assert [p.name for n in range(4) for p in live.pieces(n) if p.name] == ["one", "two"]
    assert joined(live.preview_pieces(0)) == live.text()


def test_places_of_source_and_preview_match(bench: Workbench, tmp_path: Path) -> None:
    text = "enabled: true\ntemplate: |\n  one {{a}} x\n\n  \U0001f600 two {{b}}\nmodel: m\n"
    lab = SlotLab(bench, tmp_path / "ws", text)
    live = lab.live(lab.open("default"))
    assert live.is_mapped
    assert [live.source_line(row) for row in range(3)] == [(2, 0), (3, 0), (4, 0)]
    assert [live.preview_line(line) for line in range(7)] == [0, 0, 0, 1, 2, 3, 3]
    # Two blanks of indentation, and a pair of UTF-16 units for the emoji.
    assert live.source_position_at(2, 3) == (4, 5)
    assert live.preview_position_of(4, 5) == (2, 3)
    assert live.preview_position_of(2, 2) == (0, 0)
    assert live.source_position_at(0, 6) == (2, 6)  # in a placeholder: where it begins
    found = live.piece_at(2, 7)
    assert found is not None
    assert (found.piece.name, found.source_line, found.piece.source) == ("b", 4, Span(8, 13))
    assert live.piece_at(1, 0) is None
    assert live.line_mode(0) is not None
    assert live.line_mode(2) is None
    assert live.line_mode(5) is not None


def test_a_template_of_another_layer_leads_nowhere_in_this_file(
    bench: Workbench, tmp_path: Path
) -> None:
    lab = SlotLab(bench, tmp_path / "ws", DEFAULT, "template: '{{x}} and {{y}}'\n")
    live = lab.live(lab.open("default"))
    assert live.text() == "{{x}} and {{y}}"
    found = live.piece_at(0, 1)
    assert found is not None
    assert (found.piece.name, found.source_line) == ("x", None)
    assert [piece.name for piece in live.pieces(2)] == ["name"]  # the file's own are marked too
    assert dict(live.names()) == {"x": 1, "y": 1}
    live.switch_off(frozenset(("app",)))
    assert live.text() == "Hi {{name}},\nfrom {{place}}.\n"
    assert live.verdict == "enabled by the default layer with its own template"
    assert live.is_mapped
    live.switch_off(frozenset(("app", "default")))
    assert live.reason == "No layer has this slot: the algorithm's own default is used."


def test_placeholders_in_each_syntax_and_filled_only_when_asked(
    bench: Workbench, tmp_path: Path
) -> None:
    text = "enabled: true\ntemplate: '{{day}} {day} $day $$ {{other}}'\n"
    lab = SlotLab(bench, tmp_path / "ws", text, **{"contexts/c.yaml": "day: Monday\n"})
    document = lab.open("default")
    live = lab.live(document)
    lab.project.choose_context("c")
    raw = "{{day}} {day} $day $$ {{other}}"
    slots = lab.project.slots
    wanted = {
        "mustache": ({"day": 1, "other": 1}, "Monday {day} $day $$ {{other}}", 1),
        "dollar": ({"day": 1}, "{{day}} {day} Monday $ {{other}}", 0),
        "none": ({}, raw, 0),
        "braces": ({"day": 1}, "{day} Monday $day $$ {other}", 0),
    }
    for syntax, (names, filled, left) in wanted.items():
        slots.show_with(SlotShowing(syntax, False))
        assert live.text() == raw
        assert dict(live.names()) == names
        assert live.unresolved() == 0
        assert {live.mark_of(p) for p in live.preview_pieces(0) if p.name} <= {"unfilled"}
        slots.show_with(SlotShowing(syntax, True))
        assert live.text() == filled
        assert live.unresolved() == left
        pieces = [p for p in live.preview_pieces(0) if p.kind is PieceKind.VALUE]
        assert {live.mark_of(p) for p in pieces} <= {"context"}


LONG = "template: |\n" + "  A line of text.\n" * (LARGE * 9 // 10 // 18)


def test_a_long_template_follows_every_key(bench: Workbench, tmp_path: Path) -> None:
    lab = SlotLab(bench, tmp_path / "ws", LONG + "enabled: true\n")
    document = lab.open("default")
    live = lab.live(document)
    edit(document, "  A line", "  One line")
    assert shown(live)[0] == "One line of text."


@pytest.mark.parametrize(
    "more",
    ["# padding\n" * (LARGE // 10 + 1), "".join(f"key{n}: {n}\n" for n in range(MANY // 8))],
    ids=["text", "keys"],
)
def test_a_large_file_follows_after_a_pause(
    bench: Workbench, tmp_path: Path, qtbot: QtBot, more: str
) -> None:
    lab = SlotLab(bench, tmp_path / "ws", DEFAULT + more)
    document = lab.open("default")
    live = lab.live(document)
    edit(document, "  from", "  sent from")
    assert shown(live)[1] == "from {{place}}."
    with qtbot.waitSignal(live.overlay_changed):
        pass
    assert shown(live)[1] == "sent from {{place}}."
    edit(document, "  sent", "  now sent")
    assert live.text() == "Hi {{name}},\nnow sent from {{place}}.\n"


LINES = st.sampled_from(
    [
        "enabled: true",
        "enabled: false",
        "enabled: yes please",
        "template: |",
        "template: >-",
        "template: '{{a}}'",
        "  text {{a}} of {{b}}",
        "    deeper",
        "",
        "model: small",
        "# note",
        "- item",
        "[",
    ]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.data())
def test_any_edits_show_what_a_loader_gives(
    bench: Workbench, tmp_path: Path, data: st.DataObject
) -> None:
    lab = SlotLab(bench, tmp_path / "ws", "", "")
    documents = {"default": lab.open("default"), "app": lab.open("app")}
    for document in documents.values():
        document.replace_text("")
    for _ in range(data.draw(st.integers(1, 6))):
        document = documents[data.draw(st.sampled_from(sorted(documents)))]
        bench.bring_to_front(document)
        text = document.text()
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 12)))
        added = data.draw(st.lists(LINES, max_size=3))
        document.apply([Edit(Span(start, end), "\n".join(added) + ("\n" if added else ""))])
        texts = {name: each.text() for name, each in documents.items()}
        for name, each in documents.items():
            (lab.root / "slots" / name / "s.yaml").write_text(texts[name], newline="")
            live = lab.live(each)
            wanted = expected(texts["default"], texts["app"])
            assert live.overlay.template == wanted
            assert live.stale is not None or (live.text() or None) == wanted
            if live.stale is None:
                _check_pieces(live, each)
    try:
        loaded = PromptLoader(_config(lab.root), lab.root / "slots" / "app").load("s")
    except (ValueError, TypeError):
        loaded = None
    assert loaded == expected(documents["default"].text(), documents["app"].text())


def _check_pieces(live: LiveSlot, document: Document) -> None:
    """Every piece stands where it says, in the source and in the preview."""
    for line in range(document.line_count()):
        for piece in live.pieces(line):
            if piece.name is not None:
                assert piece.source.of(document.line(line)) == "{{" + piece.name + "}}"
    if live.reason is None:
        rows = shown(live)
        assert "\n".join(rows) == live.text()
        assert [joined(live.preview_pieces(row)) for row in range(len(rows))] == rows


def _config(root: Path) -> Path:
    """A configuration whose default layer is the workspace's."""
    config = root / "config"
    config.mkdir(exist_ok=True)
    link = config / "prompt_slots"
    if not link.exists():
        link.symlink_to(root / "slots" / "default", target_is_directory=True)
    return config


def test_a_file_of_the_app_folder_belongs_to_the_workspace_it_overrides(
    bench: Workbench, tmp_path: Path
) -> None:
    lab = SlotLab(bench, tmp_path / "ws", DEFAULT)
    apps = tmp_path / "elsewhere" / "apps"
    (lab.root / "prompt-workspace.yaml").write_text(
        f"slots: {{default: slots/default, app: {apps}}}\n"
    )
    other = tmp_path / "other"
    other.mkdir()
    bench.open_folder(other)
    lab.project.rescan()
    bench.open_folder(lab.root)
    document = bench.documents.new(FileKind.SLOT, apps / "s.yaml", "template: New\n")
    bench.bring_to_front(document)
    assert bench.project_of(document) is lab.project
    assert not apps.exists()
    live = lab.live(document)
    assert live.text() == "New"
    assert live.verdict == "enabled by the default layer with the template of the app layer"
    apps.mkdir(parents=True)
    (apps / "other.yaml").write_text("enabled: false\n")
    opened = bench.open(apps / "other.yaml")
    assert bench.project_of(opened) is lab.project
    assert lab.live(opened).reason == (
        "Disabled by the app layer: the algorithm's own default is used."
    )


def test_an_app_folder_that_is_not_there_yet_is_watched(
    bench: Workbench, tmp_path: Path, qtbot: QtBot
) -> None:
    lab = SlotLab(bench, tmp_path / "ws", DEFAULT)
    live = lab.live(lab.open("default"))
    app = lab.root / "slots" / "app" / "s.yaml"
    with qtbot.waitSignal(live.overlay_changed):
        app.parent.mkdir()
        app.write_text("enabled: false\n")
    assert live.reason == "Disabled by the app layer: the algorithm's own default is used."
    with qtbot.waitSignal(live.overlay_changed):
        app.write_text("template: Theirs\n")
    assert live.text() == "Theirs"
    with qtbot.waitSignal(live.overlay_changed):
        app.unlink()
    assert live.text().startswith("Hi")


def test_a_template_is_compared_with_the_saved_file_and_without_a_layer(
    bench: Workbench, tmp_path: Path
) -> None:
    lab = SlotLab(bench, tmp_path / "ws", DEFAULT, "template: Theirs {{x}}\n")
    document = lab.open("app")
    live = lab.live(document)
    edit(document, "Theirs", "Ours")
    assert copy_forms(live) == (CopyForm.TEXT,)
    assert copied_as(live, CopyForm.TEXT, lab.project) == "Ours {{x}}"
    offered = choices(lab.project, live)
    assert Comparison(Against.WITHOUT, "app") in offered
    assert Comparison(Against.WITHOUT, "runtime") not in offered
    saved = compare(comparison_task(lab.project, live, Comparison()))
    assert (saved.old, saved.new) == ("Theirs {{x}}", "Ours {{x}}")
    without = Comparison(Against.WITHOUT, "app")
    assert without in offered
    assert compare(comparison_task(lab.project, live, without)).old == live_text(DEFAULT)
    document.replace_text("[")
    assert compare(comparison_task(lab.project, live, without)).missing is Missing.FAULT


def live_text(text: str) -> str:
    found = expected(text, None)
    assert found is not None
    return found
