"""What must hold for all texts: formats never fail, and rendering is string.Template's."""

import contextlib
import json
import string

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from editor.core.diagnostics import ParseFault
from editor.core.edits import EditRefused, apply_edits
from editor.core.layers import Layer, Scope
from editor.core.spans import LINE_END
from editor.formats.base import FileKind, Surroundings
from editor.formats.definitions import LayerName, layer_with_forms
from editor.formats.frontmatter import FrontmatterKind, split
from editor.formats.frontmatter_edits import add_frontmatter, remove_field, set_field
from editor.formats.identity import IdentityFormat
from editor.formats.kinds import format_for
from editor.formats.prompt import PromptFormat
from editor.formats.schema import schema_faults, subschema
from tests.formats.scopes import scope_of, written

ENDS = ["\n", "\r\n", "\r"]
PARTS = st.sampled_from(
    [
        "{",
        "}",
        "---",
        "...",
        "---\n",
        "{\n",
        "}\n",
        '"a": 1',
        "a: 1\n",
        "title: [x\n",
        ",",
        ":",
        "[",
        "]",
        '"',
        "'",
        "- ",
        "#",
        "&x ",
        "*x",
        "<<: ",
        "slots: ",
        "identity",
        "$a",
        "${b}",
        "${",
        "$$",
        "$",
        "$A",
        "<<<<<<< x\n",
        "=======\n",
        ">>>>>>> x\n",
        "\n",
        "\r",
        "\r\n",
        " ",
        "\t",
        "\xa0",
        "\u200d",
        "\u2028",
        "\x00",
        "\ufeff",
        "\U0001f600",
        "word",
    ]
)
TEXTS = st.one_of(st.text(max_size=40), st.lists(PARTS, max_size=14).map("".join))
BODIES = st.lists(
    st.one_of(
        st.sampled_from(
            ["$a", "${a}", "$b", "${B}", "$$", "$", "${", "}", "a", "_", "\n", " ", "\r"]
        ),
        st.text(max_size=4),
    ),
    max_size=12,
).map("".join)
VALUES = st.dictionaries(st.sampled_from(["a", "b", "B", "a_", "_"]), st.text(max_size=6))
HEADS = st.sampled_from(
    [
        "",
        "{\n}\n",
        '{\n  "title": "}\\n{",\n  "n": [1, {"x": null}]\n}  \n',
        "---\n---\n",
        "--- \t\ntitle: x\nn: |\n  a\n\n  ---\n  b\n...\n",
        '---\n# c\ntitle: "x"\n---\n',
    ]
)
JSON_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-9, 99), st.text(max_size=8), st.floats(-9, 9)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)


def folded(text: str) -> str:
    return LINE_END.sub("\n", text)


@given(kind=st.sampled_from(FileKind), suffix=st.sampled_from([".md", ".json"]), text=TEXTS)
@example(kind=FileKind.PROMPT, suffix=".md", text="{\n" + '{"a":' * 5000)
@example(kind=FileKind.PROMPT, suffix=".md", text="---\na: " + "[" * 5000 + "\n---\n")
@example(kind=FileKind.IDENTITY, suffix=".json", text="[" * 5000)
@example(kind=FileKind.CONTEXT, suffix=".yaml", text="a: &a [*a]")
def test_any_text_of_any_kind_is_parsed_rendered_and_checked(
    kind: FileKind, suffix: str, text: str
) -> None:
    around = Surroundings(
        known=frozenset({"a", "word"}),
        schedules={"a": frozenset({"segment"}), "word": None},
        template_names=frozenset({"b"}),
        schema={"properties": {"a": {"type": "string"}}, "required": ["title"]},
    )
    scope = scope_of({"a": "A b"}, {"A": "x", "b": "y"}, {}, {"b": "z"})
    file = format_for(kind, suffix).parse(text)
    assert file.text == text
    found = file.check(scope, around)
    assert [each.span.start for each in found] == sorted(each.span.start for each in found)
    for each in found:
        assert each.span.end <= len(text)
        assert each.message
        for fix in each.fixes:
            apply_edits(text, fix.edits)
    for body in file.bodies:
        assert body.span.of(text) == body.span.of(text).strip()
    with contextlib.suppress(ParseFault):
        for message in file.render(scope).messages:
            assert "".join(piece.text for piece in message.pieces) == message.text
            assert [piece.source.start for piece in message.pieces[1:]] == [
                piece.source.end for piece in message.pieces[:-1]
            ]


@given(head=HEADS, body=BODIES, values=VALUES, end=st.sampled_from(ENDS))
def test_a_rendering_is_what_string_template_makes_of_the_stripped_body(
    head: str, body: str, values: dict[str, str], end: str
) -> None:
    assume(head or split(body).kind is FrontmatterKind.NONE)
    definitions = {each.name: each for each in written(LayerName.VARIABLES, values)}
    scope = Scope((Layer(LayerName.VARIABLES, definitions),))
    text = LINE_END.sub(lambda _: end, head) + body
    expected = string.Template(folded(body).strip()).safe_substitute(values)
    for kind in (FileKind.PROMPT, FileKind.TEMPLATE):
        (message,) = format_for(kind).parse(text).render(scope).messages
        assert message.text == expected
        for piece in message.pieces:
            if piece.kind == "literal":
                assert folded(piece.source.of(text)) == piece.text
            if piece.name is not None:
                assert piece.source.of(text) in (f"${piece.name}", f"${{{piece.name}}}")


@given(values=VALUES)
def test_forms_are_those_of_a_mapping_filled_in_order(values: dict[str, str]) -> None:
    expected = {name.capitalize(): value.capitalize() for name, value in values.items()}
    expected |= values
    layer = layer_with_forms(LayerName.CONTEXT, written(LayerName.CONTEXT, values))
    assert {name: each.text for name, each in layer.definitions.items()} == expected


@given(head=st.one_of(HEADS, TEXTS), body=TEXTS, end=st.sampled_from(ENDS), extra=st.integers(0, 3))
def test_a_prefix_with_the_whole_frontmatter_is_divided_as_the_text_is(
    head: str, body: str, end: str, extra: int
) -> None:
    text = LINE_END.sub(lambda _: end, head) + body
    whole = split(text)
    if whole.kind is FrontmatterKind.NONE or whole.fields is None or whole.fields.fault is not None:
        return
    ends = [match.end() for match in LINE_END.finditer(text, whole.body.start)]
    for cut in [whole.body.start, *ends[:extra]]:
        part = split(text[:cut])
        assert part.kind is whole.kind
        assert part.fields is not None
        assert part.fields.span == whole.fields.span
        assert part.fields.tree == whole.fields.tree
        assert part.body.start == whole.body.start


@given(text=TEXTS)
def test_fields_and_body_never_overlap_and_nothing_is_lost(text: str) -> None:
    found = split(text)
    if found.fields is None:
        assert (found.kind, found.body.of(text)) == (FrontmatterKind.NONE, text)
    elif found.fields.fault is not None:
        assert 0 <= found.fields.fault.offset <= len(text)
        assert len(found.body) == 0
    else:
        assert found.fields.span.end <= found.body.start
        assert found.body.end == len(text)
        between = text[found.fields.span.end : found.body.start]
        assert between.strip(" \t\r\n") in ("", "---", "...")


@given(
    head=HEADS.filter(bool),
    body=BODIES,
    end=st.sampled_from(ENDS),
    key=st.sampled_from(["title", "n", "new", "key with blank", "é"]),
    value=JSON_VALUES,
)
def test_a_field_that_is_set_reads_back_and_the_body_stays(
    head: str, body: str, end: str, key: str, value: object
) -> None:
    assume(not (end == "\r" and body.startswith("\n")))
    text = LINE_END.sub(lambda _: end, head) + body
    before = dict(PromptFormat().parse(text).metadata or {})
    try:
        after = apply_edits(text, set_field(text, (key,), value))
    except EditRefused:
        return
    file = PromptFormat().parse(after)
    assert file.metadata == {**before, key: value}
    assert file.frontmatter.body.of(after) == body
    assert set_field(after, (key,), value) == ()
    removed = apply_edits(after, remove_field(after, (key,)))
    assert PromptFormat().parse(removed).metadata == {k: v for k, v in before.items() if k != key}
    assert split(removed).body.of(removed) == body


@given(text=TEXTS, kind=st.sampled_from([FrontmatterKind.JSON, FrontmatterKind.YAML]))
def test_a_block_that_is_added_makes_the_whole_text_body(text: str, kind: FrontmatterKind) -> None:
    found = split(text)
    if found.fields is not None and found.fields.fault is None:
        with pytest.raises(EditRefused):
            add_frontmatter(text, kind)
        return
    after = apply_edits(text, add_frontmatter(text, kind))
    new = PromptFormat().parse(after)
    assert new.metadata == {}
    assert new.frontmatter.kind is kind
    assert new.bodies[0].span.of(after) == text.strip()


def flattened(value: object, keys: tuple[str, ...] = ()) -> dict[str, str]:
    """The rule of docs/formats.md, Identity, on a loaded object without duplicate keys."""
    found: dict[str, str] = {}
    for key, inner in value.items() if isinstance(value, dict) else ():
        if isinstance(inner, dict):
            found |= flattened(inner, (*keys, key))
        elif isinstance(inner, str | int | float):
            found["_".join((*keys, key))] = str(inner)
    return found


@given(identity=st.dictionaries(st.text(max_size=4), JSON_VALUES, max_size=4))
def test_identity_is_flattened_as_the_loaded_object_says(identity: dict[str, object]) -> None:
    text = json.dumps({"identity": identity})
    definitions = IdentityFormat().parse(text).definitions()
    assert {each.name: each.value for each in definitions} == flattened(identity)


@given(
    value=JSON_VALUES,
    schema=st.dictionaries(
        st.sampled_from(
            [
                "type",
                "enum",
                "minimum",
                "pattern",
                "items",
                "properties",
                "required",
                "oneOf",
                "$ref",
            ]
        ),
        st.one_of(
            JSON_VALUES,
            st.sampled_from(["string", "#", [{"type": "string"}], {"a": {"type": "x"}}]),
        ),
    ),
)
def test_any_schema_and_any_value_give_an_answer(value: object, schema: dict[str, object]) -> None:
    for fault in schema_faults(schema, value):
        assert fault.message
        subschema(schema, fault.path)
