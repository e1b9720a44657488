"""Scopes and layers for the tests of formats."""

from collections.abc import Mapping

from editor.core.layers import Definition, Layer, Scope
from editor.formats.definitions import LayerName, layer_with_forms


def written(layer: str, values: Mapping[str, object]) -> tuple[Definition, ...]:
    return tuple(Definition(name, value, layer) for name, value in values.items())


def scope_of(
    context: Mapping[str, object] | None = None,
    identity: Mapping[str, object] | None = None,
    variables: Mapping[str, object] | None = None,
    template: Mapping[str, object] | None = None,
) -> Scope:
    """The four layers of prompt variables; the first two with their uppercase-first forms."""
    plain = {LayerName.VARIABLES: variables or {}, LayerName.TEMPLATE: template or {}}
    return Scope(
        (
            layer_with_forms(LayerName.CONTEXT, written(LayerName.CONTEXT, context or {})),
            layer_with_forms(LayerName.IDENTITY, written(LayerName.IDENTITY, identity or {})),
            *(
                Layer(name, {each.name: each for each in written(name, values)})
                for name, values in plain.items()
            ),
        )
    )
