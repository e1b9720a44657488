"""Scalars as YAML source: plain, single and double quoted, and numbers, Booleans and null.

A string is written plain only if both loaders of PyYAML read it back as that string, so
``no``, ``1.10`` or ``12:30`` get quotes.
"""

import math
import re
from collections.abc import Iterator, Sequence
from datetime import date

import yaml

from editor.core.edits import EditRefused
from editor.core.tree import Number
from editor.core.yaml_loading import LOAD_FAULTS

_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f",
    "r": "\r", "e": "\x1b", " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85",
    "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_NAMES = {"\0": "\\0", "\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\"} | {
    "\x85": "\\N", "\u2028": "\\L", "\u2029": "\\P", "\x1b": "\\e",
}  # fmt: skip
_ESCAPED = re.compile(
    '["\\\\]|[^\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]'
)
_UNQUOTABLE = re.compile(
    "[^\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_BREAK = "(?:\r\n|[\n\r\x85\u2028\u2029])"
_FOLD = f"[ \t]*{_BREAK}(?:[ \t]*{_BREAK})*[ \t]*"
_UNITS = {
    "double": re.compile(
        "\\\\x[0-9A-Fa-f]{2}|\\\\u[0-9A-Fa-f]{4}|\\\\U[0-9A-Fa-f]{8}"
        f"|\\\\{_BREAK}[ \t]*|\\\\.|{_FOLD}|.",
        re.DOTALL,
    ),
    "single": re.compile(f"''|{_FOLD}|.", re.DOTALL),
    "plain": re.compile(f"{_FOLD}|.", re.DOTALL),
}
_FLOAT = re.compile("([-+]?[0-9]+)(\\.[0-9]+)?(?:[eE]([-+]?)([0-9]+))?")
_WORDS = (("true", "false"), ("yes", "no"), ("on", "off"))


def check_text(text: str) -> None:
    """Refuse text that no file can hold.

    Raises:
        EditRefused: half of a surrogate pair.
    """
    match = re.search("[\ud800-\udfff]", text)
    if match:
        raise EditRefused(
            f"The text holds half a character (U+{ord(match[0]):04X}) that no file can store."
        )


def plain_reads(text: str, flow: bool) -> bool:
    """Whether `text`, written without quotes as a value, is read as exactly this string."""
    if not text or text != text.strip() or _UNQUOTABLE.search(text):
        return False
    return _reads(f"[{text}]" if flow else f"- {text}\n", [text])


def key_source(key: str, flow: bool) -> str:
    """Return `key` as source: plain if it reads back so, else quoted."""
    check_text(key)
    if key and key == key.strip() and not _UNQUOTABLE.search(key) and len(key) < 200:
        sample = f"{{{key}: x}}" if flow else f"{key}: x\n"
        if _reads(sample, {key: "x"}):
            return key
    return quoted(key)


def _reads(sample: str, wanted: object) -> bool:
    for loader in (yaml.CSafeLoader, yaml.SafeLoader):
        try:
            found = yaml.load(sample, Loader=loader)
        except (yaml.YAMLError, *LOAD_FAULTS, RecursionError):
            return False
        if found != wanted or repr(found) != repr(wanted):
            return False
    return True


def single(text: str) -> str | None:
    """Return `text` in single quotes, or None if they cannot hold it on one line."""
    return None if _UNQUOTABLE.search(text) else "'" + text.replace("'", "''") + "'"


def double(text: str) -> str:
    """Return `text` in double quotes on one line; they hold every string."""
    return f'"{_escaped(text)}"'


def quoted(text: str) -> str:
    """Return `text` in single quotes if they can hold it, else in double ones."""
    return single(text) or double(text)


def inline_string(text: str, flow: bool) -> Iterator[str]:
    """Yield ways to write `text` on one line, the least quoted first."""
    if plain_reads(text, flow):
        yield text
    quotes = single(text)
    if quotes is not None:
        yield quotes
    yield double(text)


def _escaped(text: str) -> str:
    return _ESCAPED.sub(lambda match: _escape(match[0]), text)


def _escape(character: str) -> str:
    code = ord(character)
    if character in _NAMES:
        return _NAMES[character]
    return f"\\x{code:02X}" if code < 0x100 else f"\\u{code:04X}"


def revised(source: str, style: str, old: str, new: str) -> str | None:
    """Return a plain or quoted scalar changed to `new` that keeps the spelling of what stays.

    Args:
        source: The scalar with its quotes.
        style: ``plain``, ``single`` or ``double``.
        old: The loaded value.
        new: The wanted value.

    Returns:
        The new source, or None if the style cannot hold the text that is new.
    """
    mark = "" if style == "plain" else source[0]
    units = scalar_units(source, style)
    if "".join(value for value, _ in units) != old:
        return None
    front, back, middle = kept_ends([value for value, _ in units], new)
    if style == "double":
        middle = _escaped(middle)
    elif _UNQUOTABLE.search(middle):
        return None
    elif style == "single":
        middle = middle.replace("'", "''")
    before = "".join(part for _, part in units[:front])
    after = "".join(part for _, part in units[back:])
    return mark + before + middle + after + mark


def scalar_units(source: str, style: str) -> list[tuple[str, str]]:
    """Return what a plain or quoted scalar is made of.

    Args:
        source: The scalar with its quotes.
        style: ``plain``, ``single`` or ``double``.

    Returns:
        For each character, escape or line fold between the quotes its value and its source.
    """
    quotes = 0 if style == "plain" else 1
    inner = source[quotes : len(source) - quotes]
    return [(_unit(part, style), part) for part in _UNITS[style].findall(inner)]


def kept_ends(values: Sequence[str], new: str) -> tuple[int, int, str]:
    """Return which pieces of an old value stay at the ends of a new one.

    Args:
        values: The old value in pieces, each of which is spelled as a whole.
        new: The new value.

    Returns:
        How many pieces stay in front, from which piece on they stay behind, and the text between.
    """
    front, done = 0, 0
    while front < len(values) and new.startswith(values[front], done):
        done += len(values[front])
        front += 1
    back, left = len(values), len(new)
    while back > front and left - len(values[back - 1]) >= done:
        if not new.endswith(values[back - 1], 0, left):
            break
        left -= len(values[back - 1])
        back -= 1
    return front, back, new[done:left]


def _unit(part: str, style: str) -> str:
    """The value of one character, escape or line fold of a scalar."""
    if style == "double" and part[0] == "\\" and len(part) > 1:
        if part[1] in "xuU" and len(part) > 2:
            code = int(part[2:], 16)
            return chr(code) if code < 0x110000 else ""
        return _ESCAPES.get(part[1], "")
    if style == "single" and part == "''":
        return "'"
    breaks = len(re.findall(_BREAK, part))
    return part if not breaks else " " if breaks == 1 else "\n" * (breaks - 1)


def scalar_source(value: object, old: str = "") -> str:
    """Return a number, Boolean, null or date as plain source.

    Args:
        value: bool, int, float, None, `Number`, or a date, which lists may hold already.
        old: The source that it replaces; a Boolean keeps its family of words and its case.

    Raises:
        EditRefused: a `Number` that is no number, or a value of another type.
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return _word(value, old)
    if isinstance(value, Number):
        return _number(value.source)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _float(value)
    if isinstance(value, date):
        return value.isoformat()
    raise EditRefused(f"A value of type {type(value).__name__} cannot be written as YAML.")


def _word(value: bool, old: str) -> str:
    family = next((pair for pair in _WORDS if old.lower() in pair), _WORDS[0])
    word = family[0 if value else 1]
    if old.isupper():
        return word.upper()
    return word.capitalize() if old[:1].isupper() else word


def number_value(source: str) -> int | float:
    """Return the value of a number as spelled: as YAML reads it, else as Python does.

    Raises:
        EditRefused: it is no number.
    """
    try:
        found = yaml.load(source, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, *LOAD_FAULTS, RecursionError):
        found = None
    if isinstance(found, int | float) and not isinstance(found, bool):
        return found
    try:
        return float(source)
    except ValueError:
        raise EditRefused(f"“{source}” is not a number.") from None


def _number(source: str) -> str:
    value = number_value(source)
    plain = source.strip()
    if plain == source and _reads(f"- {source}\n", [value]):
        return source
    match = _FLOAT.fullmatch(plain)
    if match and match[4] is not None:
        return f"{match[1]}{match[2] or '.0'}e{match[3] or '+'}{match[4]}"
    return _float(float(value))


def _float(value: float) -> str:
    if math.isnan(value):
        return ".nan"
    if math.isinf(value):
        return ".inf" if value > 0 else "-.inf"
    match = _FLOAT.fullmatch(repr(value))
    if match and match[4] is not None:
        return f"{match[1]}{match[2] or '.0'}e{match[3] or '+'}{match[4]}"
    return repr(value)
