"""Random JSON documents in random layouts, and random values to write into them."""

import json
from collections.abc import Sequence

from hypothesis import strategies as st

SPACES = st.sampled_from(["", "", " ", " ", "\n", "\n  ", "\t", "\r\n\t", "\r", "\n\n    ", "  "])
UNITS = st.one_of(
    st.sampled_from(
        [
            "a",
            " ",
            "é",
            "\U0001f600",
            "\\u00e9",
            "\\u00E9",
            "\\/",
            "/",
            "\\n",
            '\\"',
            "\\\\",
            "\\ud83d\\ude00",
            "\\ud83d",
            "\\u0000",
            "\\b",
            "$name",
            "{",
            "}",
            ",",
            ":",
            "\u2028",
        ]
    ),
    st.characters(min_codepoint=0x20, exclude_characters='"\\', exclude_categories=["Cs"]),
)
STRINGS = st.lists(UNITS, max_size=6).map(lambda units: '"' + "".join(units) + '"')
KEYS = st.one_of(st.sampled_from(['"a"', '"b"', '"c"', '"\\u0061"', '"k.d"', '""']), STRINGS)
NUMBERS = st.one_of(
    st.integers().map(str),
    st.sampled_from(["1.10", "1e5", "-0", "1E+5", "0.10", "1e400", "-0.0", "12345678901234567890"]),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
)
SCALARS = st.one_of(STRINGS, NUMBERS, st.sampled_from(["true", "false", "null"]))


def _array(items: Sequence[str], spaces: Sequence[str]) -> str:
    if not items:
        return f"[{spaces[0]}]"
    comma = f"{spaces[1]},{spaces[2]}"
    return f"[{spaces[0]}{comma.join(items)}{spaces[3]}]"


def _object(items: Sequence[tuple[str, str]], spaces: Sequence[str]) -> str:
    colon = f"{spaces[4]}:{spaces[5]}"
    body = _array([key + colon + value for key, value in items], spaces)
    return "{" + body[1:-1] + "}"


def _containers(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    spaces = st.lists(SPACES, min_size=6, max_size=6)
    return st.one_of(
        st.builds(_array, st.lists(children, max_size=4), spaces),
        st.builds(_object, st.lists(st.tuples(KEYS, children), max_size=4), spaces),
    )


CONTAINERS = _containers(st.recursive(SCALARS, _containers, max_leaves=8))
DOCUMENTS = st.builds(lambda a, text, b: a + text + b, SPACES, CONTAINERS, SPACES)

PLAIN_SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8),
)
PLAIN = st.recursive(
    PLAIN_SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)


def refuse(constant: str) -> object:
    """Stand for a constant that is not JSON."""
    raise ValueError(constant)


def loaded(text: str) -> object:
    """What strict JSON reads."""
    value: object = json.loads(text, parse_constant=refuse)
    return value


def exact(value: object) -> str:
    """A text that differs for values that differ in type, digits or code points; keys sorted."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{key!r}:{exact(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(exact(item) for item in value) + "]"
    return repr(value)
