"""Layers of prompt variables: their names, and the uppercase-first forms.

See docs/formats.md, One idea and Uppercase-first forms.
"""

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum

from editor.core.layers import Definition, Layer


class LayerName(StrEnum):
    """The layers that prompt variables are looked up in, highest first."""

    CONTEXT = "context"
    IDENTITY = "identity"
    VARIABLES = "variables"
    TEMPLATE = "template"


def layer_with_forms(layer_name: str, definitions: Iterable[Definition]) -> Layer:
    """Return a layer of `definitions` and their uppercase-first forms.

    The form of a name is ``name.capitalize()`` with the value ``value.capitalize()``. Of two
    definitions with one name the later counts, and a written one counts before any form.
    """
    written = {definition.name: definition for definition in definitions}
    forms = {form.name: form for form in map(_form, written.values()) if form.name not in written}
    return Layer(layer_name, {**written, **forms})


def _form(definition: Definition) -> Definition:
    return replace(
        definition,
        name=definition.name.capitalize(),
        value=definition.text.capitalize(),
        generated=True,
        pieces=(),
    )


def form_base(layer: Layer, form: Definition) -> Definition | None:
    """Return the written definition that the generated `form` of `layer` was made from."""
    return next(
        (
            base
            for base in reversed(tuple(layer.definitions.values()))
            if not base.generated
            and base.name.capitalize() == form.name
            and base.text.capitalize() == form.value
        ),
        None,
    )
