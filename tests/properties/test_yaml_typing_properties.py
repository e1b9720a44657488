"""Typing in a literal block without reading it again gives what reading it again allows."""

import yaml
from hypothesis import given
from hypothesis import strategies as st

from editor.core.edits import apply_edits
from editor.core.yaml_language import YamlLanguage
from editor.core.yaml_nodes import YamlNode, YamlTree
from editor.core.yaml_typing import typed_literal

LINES = st.lists(
    st.sampled_from(
        ["a", "b c", "", "  deep", "# c", "- x", "k: v", "é\U0001f600", "t\t", " ", "---"]
    ),
    max_size=4,
).map("\n".join)
ENDS = st.sampled_from(["", "\n", "\n\n"])
HEADERS = st.sampled_from(["|", "|-", "|+", "|2", ">", "|  # why"])


@given(header=HEADERS, old=LINES, new=LINES, ends=ENDS, new_ends=ENDS, crlf=st.booleans())
def test_what_is_plain_to_see_is_what_the_language_does(
    header: str, old: str, new: str, ends: str, new_ends: str, crlf: bool
) -> None:
    shown = "".join(f"    {line}\n" if line else "\n" for line in ("first\n" + old).split("\n"))
    text = f"- section: a\n  content: {header}\n{shown}{ends}# note\n- b\n"
    text = text.replace("\n", "\r\n") if crlf else text
    language = YamlLanguage()
    try:
        tree = language.parse(text)
    except ValueError:
        return
    assert isinstance(tree, YamlTree)
    node = tree.find((0, "content"))
    assert isinstance(node, YamlNode)
    value = new + new_ends
    edits = typed_literal(tree.lines, node, value)
    if edits is None:
        return
    result = apply_edits(text, edits)
    assert yaml.safe_load(result) == [{"section": "a", "content": value}, "b"]
    assert yaml.load(result, yaml.CSafeLoader) == yaml.safe_load(result)
    assert result == apply_edits(text, language.set(text, (0, "content"), value))


def test_an_ordinary_key_is_plain_to_see() -> None:
    text = "- content: |\n    one\n    two\n- b\n"
    tree = YamlLanguage().parse(text)
    assert tree.root is not None
    node = tree.root.entries[0].node.entries[0].node
    edits = typed_literal(tree.lines, node, "one more\ntwo\n")
    assert edits is not None
    assert apply_edits(text, edits) == text.replace("one", "one more")
    for doubtful in ("", "one\ntwo", "one\n\ttwo\n", " one\n", "one\x85two\n", "one\ntwo\n\n"):
        assert typed_literal(tree.lines, node, doubtful) is None
