"""YAML edits over random documents in random layouts: what is meant is read, the rest stays."""

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from editor.core.edits import EditRefused, apply_edits
from editor.core.tree import NodeKind
from editor.core.yaml_language import YamlLanguage

YAML = YamlLanguage()
WORDS = ["a", "role", "user name", "it's", 'say "x"', "né😀", "$who {x}", "v1.2", "http://x/y"]
PLAIN = ["1", "1.10", "0644", "true", "No", "~", "null", "2024-06-01", "12:30", "-3", "word",
         "two words", "a-b", "né 😀"]  # fmt: skip
QUOTED = ["''", "'it''s'", '""', '"tab\\t \\u00e9 \\\\ \\" q"', '"a # b"', "'x: y'", '"l1\\nl2"']
SEVERAL = [
    "one\ntwo\n\nthree",
    "'a\nit''s'",
    '"a\\\nb\n\n\\tc"',
    "[\n  x, # c\n  'y'\n]",
    "{\n  k: v,\n\n  l: [],\n}",
]
LINES = ["text", "  deeper", "trail  ", "# no comment", "- dash", "tab\tin", "", "", "k: v", "é😀"]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-1000, 1000)
    | st.floats(allow_nan=False)
    | st.sampled_from(["", "no", "x", "two words", "a: b", "#c", " pad ", "l1\nl2\n", "1", "a\n\n"])
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["n", "yes", "a b", "1", "é"]), inner, max_size=3)
    ),
    max_leaves=4,
)


class Layout:
    """Draws one document; `chunks` are the top-level entries with what stands above them."""

    def __init__(self, draw: DrawFn) -> None:
        self.draw = draw
        self.step = draw(st.integers(1, 8))
        self.dash = draw(st.integers(0, 4))
        self.anchors: list[str] = []
        self.aliased = False

    def pick(self, *options: Any) -> Any:
        return self.draw(st.sampled_from(options))

    def scalar(self, flow: bool) -> str:
        source = self.pick(*PLAIN, *QUOTED)
        if self.pick(*[False] * 7, True):
            source = "!!str " + source
        if not flow and self.anchors and self.pick(*[False] * 7, True):
            self.aliased = True
            return "*" + self.pick(*self.anchors)
        if not flow and self.pick(*[False] * 7, True):
            name = f"n{len(self.anchors)}"
            self.anchors.append(name)
            return f"&{name} {source}"
        return source

    def flow(self, depth: int) -> str:
        gap = self.pick("", " ")
        count = self.draw(st.integers(0, 3))
        if self.pick(True, False):
            parts = [self.flow_part(depth) for _ in range(count)]
            return "[" + gap + f",{self.pick(' ', '  ')}".join(parts) + gap + "]"
        parts = [f"k{number}: {self.flow_part(depth)}" for number in range(count)]
        return "{" + gap + ", ".join(parts) + self.pick("", ",") * bool(parts) + gap + "}"

    def flow_part(self, depth: int) -> str:
        return (
            self.flow(depth - 1) if depth and self.pick(False, False, True) else self.scalar(True)
        )

    def block(self, column: int) -> tuple[str, list[str]]:
        """A literal or folded scalar: its header and its lines."""
        indent = max(column, 0) + self.draw(st.integers(1, 6))
        count = self.draw(st.integers(0, 4))
        lines = [self.pick(*LINES) for _ in range(count)]
        first = next((line for line in lines if line), "")
        digit = str(indent - max(column, 0)) if first.startswith(" ") or self.pick(0, 0, 1) else ""
        header = self.pick("|", "|", ">") + digit + self.pick("", "-", "+")
        body = [" " * indent + line if line else self.pick("", " ") for line in lines]
        if not first:
            body = ["" for _ in lines]
        return header, body

    def value(self, column: int, depth: int, in_list: bool) -> tuple[str, list[str]]:
        """What stands behind an indicator, and the lines below."""
        comment = self.pick("", "", "   # c")
        kind = self.pick("scalar", "scalar", "flow", "block", "mapping", "list", "none", "lines")
        if kind in ("mapping", "list") and depth:
            if in_list and self.pick(True, False):
                gap = self.draw(st.integers(1, 3))
                lines = self.entries(column + 1 + gap, depth - 1, kind == "list")
                return " " * (gap - 1) + lines[0].lstrip(" "), lines[1:]
            deeper = self.dash if kind == "list" and not in_list else self.step
            return comment.lstrip(), self.entries(column + deeper, depth - 1, kind == "list", True)
        if kind == "block":
            header, body = self.block(column)
            return header + comment, body
        if kind == "none":
            return comment.lstrip(), []
        if kind == "lines":
            first, *rest = self.pick(*SEVERAL).split("\n")
            below = " " * (max(column, 0) + self.step)
            return first, [below + line if line else line for line in rest]
        return (self.flow(1) if kind == "flow" else self.scalar(False)) + comment, []

    def entries(self, column: int, depth: int, items: bool, lead: bool = False) -> list[str]:
        lines: list[str] = []
        for number in range(self.draw(st.integers(1, 3))):
            if number or lead:
                lines += self.above(column)
            head = "-" if items else self.pick(f"k{number}", f'"q {number}"') + ":"
            inline, below = self.value(column, depth, items)
            lines.append(" " * column + head + (" " + inline if inline else ""))
            lines += below
        return lines

    def above(self, column: int) -> list[str]:
        kinds = {"": [], "blank": [""], "comment": [" " * column + "# about"], "odd": ["", "# odd"]}
        return kinds[self.pick("", "", *kinds)]


@st.composite
def documents(draw: DrawFn) -> tuple[list[str], bool]:
    """The chunks of a document, and whether it has aliases."""
    layout = Layout(draw)
    ending = draw(st.sampled_from(["\n", "\n", "\r\n", "\r"]))
    other = draw(st.sampled_from([ending, ending, "\n"]))
    chunks = []
    for number in range(draw(st.integers(1, 4))):
        lines = layout.above(0) if number else []
        inline, below = layout.value(0, 2, False)
        lines = [*lines, f"top{number}:" + (" " + inline if inline else ""), *below]
        chunks.append("".join(line + draw(st.sampled_from([ending, other])) for line in lines))
    if draw(st.booleans()):
        chunks[0] = "# head" + ending + ending + chunks[0]
    if draw(st.sampled_from([False, False, True])):
        chunks[-1] = chunks[-1].removesuffix("\n").removesuffix("\r")
    return chunks, layout.aliased


def same(one: object, other: object) -> bool:
    return repr(one) == repr(other)


def places(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    children = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    found = [path] if path else []
    for key, child in children:
        found += places(child, (*path, key))
    return found


def at(value: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


@given(documents(), st.data())
def test_every_operation_reads_as_meant_and_leaves_other_entries_alone(
    document: tuple[list[str], bool], data: st.DataObject
) -> None:
    chunks, aliased = document
    text = "".join(chunks)
    before = yaml.safe_load(text)
    wanted = unshared(before)
    path = data.draw(st.sampled_from(places(before)))
    operation = data.draw(st.sampled_from(["set", "remove", "insert", "move"]))
    parent, last = at(wanted, path[:-1]), path[-1]
    try:
        if operation == "set":
            value = data.draw(VALUES)
            parent[last] = value
            edits = YAML.set(text, path, value)
        elif operation == "remove":
            del parent[last]
            edits = YAML.remove(text, path)
        elif operation == "insert":
            value = data.draw(VALUES)
            if isinstance(parent, list):
                parent.insert(int(last), value)
                edits = YAML.insert(text, path, value)
            else:
                position = list(parent).index(last)
                pairs = [*parent.items()]
                pairs.insert(position, ("new", value))
                parent.clear()
                parent.update(pairs)
                edits = YAML.insert(text, (*path[:-1], "new"), value, before=str(last))
        else:
            index = data.draw(st.integers(0, len(parent) - 1))
            pairs = list(parent) if isinstance(parent, list) else [*parent.items()]
            here = int(last) if isinstance(parent, list) else list(parent).index(last)
            pairs.insert(index, pairs.pop(here))
            parent.clear()
            parent.extend(pairs) if isinstance(parent, list) else parent.update(pairs)
            edits = YAML.move(text, path, index)
    except EditRefused:
        assert aliased, (text, path, operation)
        return
    result = apply_edits(text, edits)
    read = yaml.safe_load(result)
    assert same(read, wanted or None), result
    number = list(before).index(path[0])
    if len(path) > 1 or operation in ("set", "remove"):
        front, back = "".join(chunks[:number]), "".join(chunks[number + 1 :])
        if "+" in front + chunks[number] or not back:
            # Blank lines below belong to a kept block scalar; a last line may have no break.
            front, back = front.rstrip("\r\n"), back.lstrip("\r\n")
        assert result.startswith(front), result
        assert result.endswith(back), result


def unshared(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: unshared(child) for key, child in value.items()}
    return [unshared(child) for child in value] if isinstance(value, list) else value


@given(documents())
def test_setting_what_is_there_edits_nothing(document: tuple[list[str], bool]) -> None:
    text = "".join(document[0])
    value = yaml.safe_load(text)
    for path, node in YAML.parse(text).walk():
        if path and node.kind is not NodeKind.OTHER:
            assert YAML.set(text, path, at(value, path)) == (), (path, text)


@given(documents())
def test_spans_hold_the_source_of_each_scalar(document: tuple[list[str], bool]) -> None:
    text = "".join(document[0])
    value = yaml.safe_load(text)
    tree = YAML.parse(text)
    assert tree.root is not None
    assert same(tree.root.value, value)
    for path, node in tree.walk():
        assert same(node.value, at(value, path))
        if node.style in ("plain", "single", "double", "flow") and len(node.span):
            tag = "!!str " if text[: node.span.start].endswith("!!str ") else ""
            assert same(yaml.safe_load(f"[{tag}{node.span.of(text)}]"), [at(value, path)])


STYLES = {
    "plain": "a: 1\nk: old # c\nz: 2\n",
    "single": "a: 1\nk: 'old'\nz: 2\n",
    "double": 'a: 1\nk: "ol\\u0064"   # c\nz: 2\n',
    "literal": "a: 1\nk: |\n  old\n  lines  \n\n\n# c\nz: 2\n",
    "stripped": "a: 1\r\nk: |2-\r\n    old\r\n\r\n  b\r\nz: 2\r\n",
    "kept": "a: 1\nk: |+\n  old\n\n\nz: 2\n",
    "folded": "a: 1\nk: >\n  old\n  text\n\n  x\nz: 2\n",
    "absent": "a: 1\nk:\nz: 2\n",
    "flow": "{a: 1, k: old, z: 2}\n",
    "many lines": "a: 1\nk: old\n  text\n\n  x\nz: 2\n",
    "last": "z: 2\na: 1\nk: |\n  old",
}
ODD = "\n\n  \t\r\x85\u2028\u2029\ufeff\x00\x0c\x1b😀:#-'\"\\|>&*!%@`{}[],?~"
TEXTS = st.text(
    st.characters(exclude_categories=["Cs"]) | st.sampled_from(list(ODD)),
    max_size=24,
)


@pytest.mark.parametrize("style", STYLES)
@given(new=TEXTS)
def test_every_string_reads_back_exactly(style: str, new: str) -> None:
    text = STYLES[style]
    result = apply_edits(text, YAML.set(text, ("k",), new))
    assert same(yaml.safe_load(result), {**yaml.safe_load(text), "k": new}), result
    again = apply_edits(result, YAML.set(result, ("k",), "plain"))
    assert same(yaml.safe_load(again), {**yaml.safe_load(text), "k": "plain"}), result


@given(TEXTS, st.sampled_from(["\ud83d", "\udc00"]), TEXTS)
def test_half_a_character_is_refused(front: str, half: str, back: str) -> None:
    with pytest.raises(EditRefused, match="half a character"):
        YAML.set("k: v\n", ("k",), front + half + back)


@given(st.dictionaries(TEXTS, VALUES, min_size=1, max_size=3), st.booleans())
def test_every_key_can_be_added(added: dict[str, object], flow: bool) -> None:
    text = "{first: 1}\n" if flow else "first: 1\n"
    wanted: dict[str, object] = {"first": 1}
    for key, value in added.items():
        text = apply_edits(text, YAML.set(text, (key,), value))
        wanted[key] = value
    assert same(yaml.safe_load(text), wanted), text
