"""How commands on layers are called on buttons and in menus."""

from PySide6.QtCore import QCoreApplication

from editor.session.layer_commands import LayerCommand
from editor.session.layerview import LayerRow, RowState


def _tr(text: str) -> str:
    return QCoreApplication.translate("LayerCommands", text)


def label(command: LayerCommand, row: LayerRow, *, is_lowest: bool = False) -> str:
    """Return what a command on `row` is called; the lowest layer overrides nothing."""
    if command is LayerCommand.OVERRIDE:
        if row.state is not RowState.UNSET:
            return _tr("Edit here")
        return _tr("Set here") if is_lowest else _tr("Override here")
    labels = {
        LayerCommand.OPEN: _tr("Open"),
        LayerCommand.ENABLE: _tr("Enable"),
        LayerCommand.DISABLE: _tr("Disable"),
        LayerCommand.RESET: _tr("Reset"),
        LayerCommand.PIN: _tr("Pin"),
        LayerCommand.COMPARE: _tr("Compare"),
        LayerCommand.OPEN_FOLDER: _tr("Open folder"),
        LayerCommand.OVERRIDE_FILE: _tr("Override all"),
        LayerCommand.RESET_FILE: _tr("Reset all"),
    }
    return labels[command]


def menu_label(command: LayerCommand, row: LayerRow, *, is_lowest: bool = False) -> str:
    """Return what a command is called in a menu, where there is more room."""
    labels = {
        LayerCommand.PIN: _tr("Pin to the value below"),
        LayerCommand.COMPARE: _tr("Compare with the layer below"),
        LayerCommand.OVERRIDE_FILE: _tr("Override all: copy the default"),
        LayerCommand.RESET_FILE: _tr("Reset all that this layer says"),
    }
    return labels.get(command) or label(command, row, is_lowest=is_lowest)


def hint(command: LayerCommand) -> str:
    """Return one sentence that says what a command does."""
    hints = {
        LayerCommand.OVERRIDE: _tr("Set a value in this layer, beginning with the one in effect."),
        LayerCommand.OPEN: _tr("Show where this is written."),
        LayerCommand.ENABLE: _tr("Let this layer say enabled: true."),
        LayerCommand.DISABLE: _tr("Let this layer say enabled: false."),
        LayerCommand.RESET: _tr("Take the value out of this layer; the one below counts again."),
        LayerCommand.PIN: _tr("Write the value below into this layer, so that it stays as it is."),
        LayerCommand.COMPARE: _tr("Show side by side how this differs from what is below."),
        LayerCommand.OPEN_FOLDER: _tr("Show the folder of this file in the system's file manager."),
        LayerCommand.OVERRIDE_FILE: _tr("Begin a file in this layer as a copy of the default."),
        LayerCommand.RESET_FILE: _tr(
            "Take all that this layer says away; a file goes to the system's trash."
        ),
    }
    return hints[command]
