"""The index of names: who uses what, directly and through templates."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from editor.core.kinds import FileKind
from editor.workspace.index import NameIndex, names_in

PROMPT, TEMPLATE = FileKind.PROMPT, FileKind.TEMPLATE
A, B, C = Path("/w/a.md"), Path("/w/b.md"), Path("/w/c.md")
GREETING = Path("/w/templates/greeting.md")


def filled(*files: tuple[Path, FileKind, str]) -> NameIndex:
    index = NameIndex()
    for path, kind, text in files:
        index.update(path, kind, names_in(kind, text))
    return index


def test_names_are_those_of_the_body() -> None:
    text = '{\n"title": "$title"\n}\n$one ${two} $$three ${four $five.six'
    assert names_in(PROMPT, text) == {"one", "two", "five"}
    assert names_in(TEMPLATE, "$one") == {"one"}


def test_any_name_counts_while_the_frontmatter_cannot_be_read() -> None:
    assert names_in(PROMPT, '{\n"title": oops $one\n}\n$two') == {"one", "two"}


def test_other_kinds_name_nothing() -> None:
    others = set(FileKind) - {PROMPT, TEMPLATE}
    assert {names_in(kind, "$one") for kind in others} == {frozenset()}


def test_a_prompt_uses_what_its_templates_name() -> None:
    index = filled(
        (A, PROMPT, "$greeting"),
        (B, PROMPT, "$preferred"),
        (C, PROMPT, "$other"),
        (GREETING, TEMPLATE, "Dear $preferred"),
    )
    assert index.uses("preferred") == (A, B, GREETING)
    assert index.uses("greeting") == (A,)
    assert index.uses("nobody") == ()
    assert index.count(["preferred"]) == 2
    assert index.count(["greeting", "preferred", "other"]) == 3
    assert index.count([]) == 0


def test_a_template_inside_a_template_is_not_filled_in() -> None:
    outer = Path("/w/templates/outer.md")
    index = filled(
        (A, PROMPT, "$outer"),
        (outer, TEMPLATE, "$greeting"),
        (GREETING, TEMPLATE, "$preferred"),
    )
    assert index.count(["preferred"]) == 0


def test_changes_are_news_and_others_are_not() -> None:
    index = NameIndex()
    assert not index.update(A, PROMPT, frozenset())
    assert index.update(A, PROMPT, frozenset({"x"}))
    assert not index.update(A, PROMPT, frozenset({"x"}))
    assert index.update(A, PROMPT, frozenset({"y"}))
    assert (index.uses("x"), index.uses("y")) == ((), (A,))
    assert index.update(A, TEMPLATE, frozenset({"y"}))
    assert index.count(["y"]) == 0
    assert index.remove(A)
    assert not index.remove(A)
    assert index.uses("y") == ()


NAMES = st.frozensets(st.sampled_from(["a", "b", "t", "u"]))
FILES = st.dictionaries(
    st.sampled_from([A, B, C, Path("/w/templates/t.md"), Path("/w/templates/u.md")]),
    st.lists(NAMES, min_size=1, max_size=3),
)


@given(files=FILES, asked=NAMES)
def test_counts_are_those_of_the_files_as_they_are_in_the_end(
    files: dict[Path, list[frozenset[str]]], asked: frozenset[str]
) -> None:
    """Whatever the files named before, an answer is that of reading them all again."""
    index = NameIndex()
    for step in range(3):
        for path, versions in files.items():
            kind = TEMPLATE if path.parent.name == "templates" else PROMPT
            index.update(path, kind, versions[min(step, len(versions) - 1)])
    last = {path: versions[-1] for path, versions in files.items()}
    templates = {p.stem: last[p] for p in last if p.parent.name == "templates"}
    expected = 0
    for path, names in last.items():
        if path.parent.name != "templates":
            inner = frozenset[str]().union(*(templates.get(n, frozenset()) for n in names))
            expected += bool(asked & (names | inner))
    assert index.count(asked) == expected
