"""Writing keys of slot files: one key each, no other byte, a new template as a literal block.

Rules: docs/formats.md, Slots and Files.
"""

from editor.core.diagnostics import ParseFault
from editor.core.edits import Edit, EditRefused, apply_edits, difference
from editor.core.tree import NodeKind
from editor.core.yaml_language import YamlLanguage
from editor.formats.slot_overlay import TEMPLATE


def key_edits(text: str, key: str, value: object, before: str | None = None) -> tuple[Edit, ...]:
    """Return what makes a slot file hold `value` for `key`, read back.

    A template that is new, or empty until now, is written as a literal block
    (``template: |``); any other value keeps its style if that can hold the new one.

    Args:
        text: The file's decoded text.
        key: One key of the top level.
        value: A value that YAML can hold.
        before: The key that a new one stands before; last without one.

    Raises:
        EditRefused: the text cannot take it; one sentence.
    """
    if key == TEMPLATE and isinstance(value, str) and _begins(text, value):
        try:
            return _literal(text, value, before)
        except EditRefused:
            pass  # such as inside braces: on one line then
    return _set(text, key, value, before)


def _set(text: str, key: str, value: object, before: str | None) -> tuple[Edit, ...]:
    language = YamlLanguage()
    if before is not None and language.parse(text).find((key,)) is None:
        return language.insert(text, (key,), value, before)
    return language.set(text, (key,), value)


def without_key(text: str, key: str) -> tuple[Edit, ...]:
    """Return what takes `key` out of a slot file with its comments; other bytes stay.

    Raises:
        EditRefused: the text cannot do without it; one sentence.
    """
    return YamlLanguage().remove(text, (key,))


def _begins(text: str, value: str) -> bool:
    """Whether `value` is the first text that the template gets."""
    try:
        node = YamlLanguage().parse(text).find((TEMPLATE,))
    except ParseFault:
        return False
    if node is None or node.kind is not NodeKind.STRING:
        return True
    return not node.value and node.style in ("single", "double") and value != ""


def _literal(text: str, value: str, before: str | None) -> tuple[Edit, ...]:
    """Write the template as a literal block.

    The language writes a text of several lines as one, unless quotes stand there, and then keeps
    the block whatever comes into it.
    """
    done = text
    steps: tuple[object, ...] = (None, "…\n", value)
    for step in steps[YamlLanguage().parse(text).find((TEMPLATE,)) is None :]:
        done = apply_edits(done, _set(done, TEMPLATE, step, before))
    change = difference(text, done)
    return () if change is None else (change,)
