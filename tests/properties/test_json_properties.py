"""What must hold for all JSON texts: exact places, and edits that touch only what they must."""

import copy
import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from editor.core.diagnostics import ParseFault
from editor.core.edits import EditRefused, apply_edits
from editor.core.json_language import JsonLanguage
from editor.core.tree import Entry, Node, NodeKind, Path
from tests.properties.json_documents import (
    DOCUMENTS,
    PLAIN,
    PLAIN_SCALARS,
    SCALARS,
    exact,
    loaded,
)

JSON = JsonLanguage()


def root_of(text: str) -> Node:
    root = JSON.parse(text).root
    assert root is not None
    return root


def source(text: str, entry: Entry) -> str:
    """The text of an entry with its key."""
    start = entry.key_span.start if entry.key_span else entry.node.span.start
    return text[start : entry.node.span.end]


def effective_paths(text: str, *, containers: bool = False) -> list[Path]:
    """Paths below the root that lead through effective entries only, each once."""
    tree = JSON.parse(text)
    kinds = (NodeKind.MAPPING, NodeKind.SEQUENCE)
    return list(
        dict.fromkeys(
            path
            for path, node in tree.walk()
            if tree.find(path) is node and (node.kind in kinds if containers else path)
        )
    )


def at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def replaced(value: Any, path: Path, new: object) -> Any:
    if not path:
        return new
    result = copy.deepcopy(value)
    at(result, path[:-1])[path[-1]] = new
    return result


@given(DOCUMENTS)
def test_values_are_those_of_json_and_spans_are_exact(text: str) -> None:
    root = root_of(text)
    assert repr(root.value) == repr(loaded(text))
    for _, node in JSON.parse(text).walk():
        assert repr(loaded(node.span.of(text))) == repr(node.value)
        assert node.span.of(text) == node.span.of(text).strip(" \t\r\n")
        keys = [entry.key for entry in node.entries]
        for entry in node.entries:
            assert node.span.start < entry.node.span.start
            assert entry.node.span.end < node.span.end
            if entry.key_span is None:
                assert keys == list(range(len(keys)))
            else:
                assert loaded(entry.key_span.of(text)) == entry.key
                assert entry.duplicate == (keys.count(entry.key) > 1)


@given(
    st.one_of(DOCUMENTS, SCALARS),
    st.data(),
    st.sampled_from(
        [*"{}[]\",:0123456789-.eE \n\r\t\\/utfn'#\x00\x1f\x7f\ufeff\xa0é", "NaN", "//", "[["]
    ),
)
def test_a_text_is_refused_exactly_when_json_refuses_it(
    text: str, data: st.DataObject, noise: str
) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 2)))
    broken = text[:start] + data.draw(st.sampled_from([noise, ""])) + text[end:]
    try:
        expected = repr(loaded(broken))
    except ValueError:
        with pytest.raises(ParseFault) as caught:
            JSON.parse(broken)
        assert 0 <= caught.value.offset <= len(broken)
        assert caught.value.message
    else:
        assert repr(root_of(broken).value) == expected


@given(st.one_of(st.just("{}"), DOCUMENTS), st.text(max_size=5), st.text(max_size=20))
def test_the_end_of_an_object_in_a_longer_text(text: str, before: str, after: str) -> None:
    text = text.strip(" \t\r\n")
    assume(text.startswith("{"))
    assert JSON.scan_object(before + text + after, len(before)) == len(before) + len(text)


@given(DOCUMENTS, PLAIN, st.data())
def test_set_an_existing_place(text: str, value: object, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from([(), *effective_paths(text)]))
    node = JSON.parse(text).find(path)
    assert node is not None
    after = apply_edits(text, JSON.set(text, path, value))
    assert exact(loaded(after)) == exact(replaced(loaded(text), path, value))
    assert after.startswith(text[: node.span.start])
    assert after.endswith(text[node.span.end :])
    assert JSON.set(after, path, value) == ()
    back = apply_edits(after, JSON.set(after, path, node.value)) if _finite(node.value) else text
    assert exact(loaded(back)) == exact(loaded(text))


def _finite(value: object) -> bool:
    return "inf" not in repr(value)


@given(DOCUMENTS, st.data())
def test_case_54_setting_the_same_value_gives_no_edit(text: str, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from([(), *effective_paths(text)]))
    value = at(loaded(text), path)
    assume(_finite(value))
    assert JSON.set(text, path, value) == ()


@given(DOCUMENTS, st.text(max_size=3), PLAIN, st.data())
def test_set_a_missing_key(text: str, key: str, value: object, data: st.DataObject) -> None:
    parents = [
        path
        for path in effective_paths(text, containers=True)
        if isinstance(found := at(loaded(text), path), dict) and key not in found
    ]
    assume(parents)
    parent = data.draw(st.sampled_from(parents))
    deeper: Path = data.draw(st.sampled_from([(), ("x",), ("x", "y.z")]))
    after = apply_edits(text, JSON.set(text, (*parent, key, *deeper), value))
    new = value
    for step in reversed(deeper):
        new = {step: new}
    expected = replaced(loaded(text), (*parent, key), new)
    assert repr(loaded(after)) == repr(expected)
    _check_neighbours(text, after, parent, added=-1)


def _check_neighbours(text: str, after: str, parent: Path, *, added: int) -> None:
    """Around the container nothing differs, and its other entries keep their source."""
    old, new = JSON.parse(text).find(parent), JSON.parse(after).find(parent)
    assert old is not None
    assert new is not None
    assert after.startswith(text[: old.span.start + 1])
    assert after.endswith(text[old.span.end - 1 :])
    sources = [source(after, entry) for entry in new.entries]
    del sources[added]
    assert sources == [source(text, entry) for entry in old.entries]


@given(DOCUMENTS, PLAIN, st.data())
def test_insert(text: str, value: object, data: st.DataObject) -> None:
    parent = data.draw(st.sampled_from(effective_paths(text, containers=True)))
    expected = loaded(text)
    node = JSON.parse(text).find(parent)
    assert node is not None
    index = data.draw(st.integers(0, len(node.entries)))
    held = at(expected, parent)
    if isinstance(held, list):
        after = apply_edits(text, JSON.insert(text, (*parent, index), value))
        held.insert(index, value)
    else:
        assume(len(held) == len(node.entries) and "new" not in held)
        before = None if index == len(held) else list(held)[index]
        after = apply_edits(text, JSON.insert(text, (*parent, "new"), value, before))
        pairs = list(held.items())
        held.clear()
        held.update([*pairs[:index], ("new", value), *pairs[index:]])
    assert repr(loaded(after)) == repr(expected)
    _check_neighbours(text, after, parent, added=index)


@given(DOCUMENTS, st.data())
def test_remove(text: str, data: st.DataObject) -> None:
    paths = effective_paths(text)
    assume(paths)
    path = data.draw(st.sampled_from(paths))
    entry = JSON.parse(text).entry(path)
    assert entry is not None
    if entry.duplicate:
        with pytest.raises(EditRefused, match="more than once"):
            JSON.remove(text, path)
        return
    after = apply_edits(text, JSON.remove(text, path))
    expected = loaded(text)
    del at(expected, path[:-1])[path[-1]]
    assert repr(loaded(after)) == repr(expected)
    index = next(n for n, e in enumerate(_entries(text, path[:-1])) if e.key == path[-1])
    _check_neighbours(after, text, path[:-1], added=index)


def _entries(text: str, path: Path) -> tuple[Entry, ...]:
    node = JSON.parse(text).find(path)
    return node.entries if node else ()


def _start(text: str, path: Path) -> int:
    node = JSON.parse(text).find(path)
    assert node is not None
    return node.span.start


@given(DOCUMENTS, st.data())
def test_move_swaps_entries_and_leaves_all_between_them(text: str, data: st.DataObject) -> None:
    paths = [p for p in effective_paths(text) if not _twice(text, p)]
    assume(paths)
    path = data.draw(st.sampled_from(paths))
    entries = _entries(text, path[:-1])
    index = data.draw(st.integers(0, len(entries) - 1))
    old = next(n for n, entry in enumerate(entries) if entry.key == path[-1])
    after = apply_edits(text, JSON.move(text, path, index))
    sources = [source(text, entry) for entry in entries]
    sources.insert(index, sources.pop(old))
    # The same container, written from the sources in their new order with the old gaps.
    start = _start(text, path[:-1])
    expected, done = text[:start], start
    for entry, new in zip(entries, sources, strict=True):
        begin = entry.key_span.start if entry.key_span else entry.node.span.start
        expected += text[done:begin] + new
        done = entry.node.span.end
    assert after == expected + text[done:]


def _twice(text: str, path: Path) -> bool:
    entry = JSON.parse(text).entry(path)
    return entry is not None and entry.duplicate


def _joins(value: str) -> bool:
    """Whether two halves follow each other, which JSON reads as one character."""
    return any("\ud800" <= a < "\udc00" <= b < "\ue000" for a, b in pairwise(value))


ANY_TEXT = st.text(
    st.one_of(st.characters(exclude_categories=[]), st.sampled_from('\ud83d\ude00é/"\\\n\r\x00'))
)


@given(DOCUMENTS, ANY_TEXT, st.data())
def test_case_18_every_string_typed_reads_back(text: str, value: str, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from([(), *effective_paths(text)]))
    if _joins(value):
        with pytest.raises(EditRefused):
            JSON.set(text, path, value)
        return
    after = apply_edits(text, JSON.set(text, path, value))
    assert at(loaded(after), path) == value
    # What is written can always be encoded: halves are escapes.
    assert after.encode()


@given(st.text(max_size=6), ANY_TEXT, st.text(max_size=6), st.sampled_from(["\\u00e9", "\\/"]))
@example("", "", "", "\\u00e9")
def test_case_58_escapes_beside_a_change_keep_their_spelling(
    old: str, new: str, tail: str, escape: str
) -> None:
    inside = json.dumps(old, ensure_ascii=False)[1:-1]
    behind = json.dumps(tail, ensure_ascii=False)[1:-1]
    text = '{"s": "' + escape + "\\ud83d" + inside + "\\ud83d" + escape + behind + '"}'
    character = json.loads(f'"{escape}"')
    value = character + "\ud83d" + new + "\ud83d" + character + tail
    assume(not _joins(value))
    after = apply_edits(text, JSON.set(text, ("s",), value))
    assert loaded(after) == {"s": value}
    assert after.startswith('{"s": "' + escape + "\\ud83d")
    assert after.endswith("\\ud83d" + escape + behind + '"}')


LAYOUTS = st.sampled_from(
    [
        {"indent": 2},
        {"indent": 4, "ensure_ascii": False},
        {"indent": "\t"},
        {"indent": 1, "separators": (",", " : ")},
        {"indent": None},
        {"indent": None, "separators": (",", ":")},
    ]
)
FILLED = st.recursive(
    PLAIN_SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3),
        st.dictionaries(st.text(max_size=3), inner, min_size=1, max_size=3),
    ),
    max_leaves=6,
)


@given(FILLED, FILLED, LAYOUTS, st.sampled_from(["\n", "\r\n", "\r"]), st.data())
def test_an_entry_is_written_as_the_whole_file_would_be(
    inner: object, value: object, layout: dict[str, Any], newline: str, data: st.DataObject
) -> None:
    """In a file that one writer wrote, an edit gives what that writer would have written."""

    def dumped(document: object) -> str:
        return json.dumps(document, **layout).replace("\n", newline)

    document = {"é": "\u00e9", "x": inner, "z": 0}
    text = dumped(document)
    parent = data.draw(st.sampled_from(effective_paths(text, containers=True)))
    held = at(document, parent)
    changed = copy.deepcopy(document)
    target = at(changed, parent)
    index = data.draw(st.integers(0, len(held)))
    if isinstance(held, list):
        edits = JSON.insert(text, (*parent, index), value)
        target.insert(index, value)
    else:
        assume("new" not in held)
        edits = JSON.set(text, (*parent, "new"), value)
        target["new"] = value
    after = apply_edits(text, edits)
    assert after == dumped(changed)
    path = (*parent, index if isinstance(held, list) else "new")
    assert apply_edits(after, JSON.remove(after, path)) == text
