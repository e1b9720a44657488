"""Every command of the window, declared once: id, text, shortcut, when it can be used.

Menus, shortcuts and later the palette are drawn from this list and from nothing else.
"""

from PySide6.QtCore import QCoreApplication

from editor.session.commands import Command, CommandTable
from editor.ui.window.deeds import WindowDeeds
from editor.ui.window.event_flow import EventFlow


def _tr(text: str) -> str:
    return QCoreApplication.translate("Commands", text)


def menu_titles() -> tuple[tuple[str, str], ...]:
    """Return menu ids and titles in the order of the menu bar."""
    return (
        ("file", _tr("&File")),
        ("edit", _tr("&Edit")),
        ("view", _tr("&View")),
        ("go", _tr("&Go")),
        ("prompt", _tr("&Prompt")),
    )


def command_table(do: WindowDeeds, events: EventFlow) -> CommandTable:
    """Return all commands, bound to what they call."""
    return CommandTable((*_file(do, events), *_edit(do), *_view(do), *_go(do), *_prompt(do)))


def _file(do: WindowDeeds, events: EventFlow) -> tuple[Command, ...]:
    one = do.has_document
    return (
        Command("file.new", _tr("&New prompt"), do.new_file, "Ctrl+N"),
        Command("file.open", _tr("&Open file…"), do.open_file, "Ctrl+O"),
        Command("file.open_folder", _tr("Open &folder…"), do.open_folder, "Ctrl+Shift+O"),
        Command("file.open_sample", _tr("Open the sa&mple workspace"), do.open_sample),
        Command("file.save", _tr("&Save"), do.save, "Ctrl+S", one, group=1),
        Command("file.save_as", _tr("Save &as…"), do.save_as, "Ctrl+Shift+S", one, group=1),
        Command("file.save_all", _tr("Save a&ll"), do.save_all, "Ctrl+Alt+S", None, group=1),
        Command(
            "file.export_event",
            _tr("&Export as event…"),
            events.export,
            group=1,
            shown=events.can_export,
        ),
        Command(
            "file.import_soul",
            _tr("&Import as .md…"),
            events.import_soul,
            group=1,
            shown=events.can_import,
        ),
        Command("file.close", _tr("&Close tab"), do.close_tab, "Ctrl+W", one, group=2),
        Command(
            "file.reopen",
            _tr("Reopen closed &tab"),
            do.reopen_tab,
            "Ctrl+Shift+T",
            do.has_closed_tab,
            group=2,
        ),
        Command("file.quit", _tr("&Quit"), do.quit, "Ctrl+Q", group=2),
    )


def _edit(do: WindowDeeds) -> tuple[Command, ...]:
    one = do.has_document
    return (
        Command("edit.undo", _tr("&Undo"), do.undo, "Ctrl+Z", do.can_undo),
        Command("edit.redo", _tr("&Redo"), do.redo, "Ctrl+Shift+Z; Ctrl+Y", do.can_redo),
        Command("edit.cut", _tr("Cu&t"), do.cut, "", one, group=1),
        Command("edit.copy", _tr("&Copy"), do.copy, "", None, group=1),
        Command("edit.paste", _tr("&Paste"), do.paste, "", one, group=1),
        Command("edit.select_all", _tr("Select &all"), do.select_all, "", one, group=1),
        Command("edit.find", _tr("&Find…"), do.find, "Ctrl+F", one, group=2),
        Command("edit.find_next", _tr("Find &next"), do.find_next, "F3", one, group=2),
        Command(
            "edit.find_previous", _tr("Find pre&vious"), do.find_previous, "Shift+F3", one, group=2
        ),
        Command("edit.replace", _tr("R&eplace…"), do.replace, "Ctrl+H", one, group=2),
    )


def _view(do: WindowDeeds) -> tuple[Command, ...]:
    one, text, soul = do.has_document, do.has_text, do.has_messages
    return (
        Command("view.form", _tr("&Frontmatter form"), do.toggle_form, "", one, do.is_form_open),
        Command(
            "view.sections",
            _tr("Section c&ards"),
            do.toggle_sections,
            "",
            do.has_sections,
            do.are_sections_open,
        ),
        Command("view.rendered", _tr("&Rendered"), do.show_rendered, "Alt+1", text, group=1),
        Command("view.formatted", _tr("F&ormatted"), do.show_formatted, "Alt+2", text, group=1),
        Command("view.changes", _tr("&Changes"), do.show_changes, "Alt+3", one, group=1),
        Command("view.steps", _tr("S&teps"), do.show_steps, "Alt+S", text, group=1),
        Command("view.messages", _tr("&Messages"), do.show_messages, "Alt+8", soul, group=1),
        Command("view.wire", _tr("&JSON on the wire"), do.show_wire, "Alt+9", soul, group=1),
        Command("view.log", _tr("Co&ntext log"), do.show_log, "Alt+0", soul, group=1),
        Command("view.context", _tr("Conte&xt"), do.show_context, "Alt+4", one, group=2),
        Command("view.identity", _tr("&Identity"), do.show_identity, "Alt+5", one, group=2),
        Command("view.variables", _tr("&Variables"), do.show_variables, "Alt+6", one, group=2),
        Command("view.layers", _tr("La&yers"), do.show_layers, "Alt+7", one, group=2),
        *_text_view(do),
        *_colours(do),
    )


def _text_view(do: WindowDeeds) -> tuple[Command, ...]:
    return (
        Command("view.zoom_in", _tr("&Larger text"), do.zoom_in, "Ctrl++; Ctrl+=", group=3),
        Command("view.zoom_out", _tr("&Smaller text"), do.zoom_out, "Ctrl+-", group=3),
        Command("view.zoom_reset", _tr("&Usual text size"), do.zoom_reset, "Ctrl+0", group=3),
        Command(
            "view.wrap",
            _tr("&Wrap long lines"),
            do.toggle_wrap,
            "Alt+Z",
            checked=do.is_wrapping,
            group=4,
        ),
        Command(
            "view.white_space",
            _tr("Show w&hite space and hidden characters"),
            do.toggle_white_space,
            "",
            checked=do.is_white_space_shown,
            group=4,
        ),
        Command(
            "view.sync",
            _tr("Scroll source and &preview together"),
            do.toggle_sync,
            checked=do.is_sync_on,
            group=4,
        ),
        Command("view.tab_2", _tr("Tab width &2"), do.use_tab_2, checked=do.is_tab_2, group=5),
        Command("view.tab_4", _tr("Tab width &4"), do.use_tab_4, checked=do.is_tab_4, group=5),
        Command("view.tab_8", _tr("Tab width &8"), do.use_tab_8, checked=do.is_tab_8, group=5),
    )


def _colours(do: WindowDeeds) -> tuple[Command, ...]:
    return (
        Command(
            "view.theme_system",
            _tr("Colours of the syst&em"),
            do.use_system_theme,
            checked=do.is_system_theme,
            group=6,
        ),
        Command(
            "view.theme_light",
            _tr("Li&ght colours"),
            do.use_light_theme,
            checked=do.is_light_theme,
            group=6,
        ),
        Command(
            "view.theme_dark",
            _tr("&Dark colours"),
            do.use_dark_theme,
            checked=do.is_dark_theme,
            group=6,
        ),
    )


def _go(do: WindowDeeds) -> tuple[Command, ...]:
    one, some = do.has_document, do.has_problems
    return (
        Command("go.tree", _tr("&Workspace"), do.focus_tree, "Ctrl+1"),
        Command("go.source", _tr("&Source"), do.focus_source, "Ctrl+2", one),
        Command("go.preview", _tr("&Preview"), do.focus_preview, "Ctrl+3", one),
        Command("go.problems", _tr("Proble&ms"), do.focus_problems, "Ctrl+4", one),
        Command("go.line", _tr("&Line…"), do.go_to_line, "Ctrl+G", one, group=1),
        Command("go.definition", _tr("&Definition"), do.go_to_definition, "F12", one, group=1),
        Command(
            "go.origin", _tr("Pl&aceholder of the rendered text"), do.go_to_source, "", one, group=1
        ),
        Command("go.describe", _tr("W&hat is this?"), do.describe, "Ctrl+K, Ctrl+I", one, group=1),
        Command("go.next_problem", _tr("Next pr&oblem"), do.next_problem, "F8", some, group=2),
        Command(
            "go.previous_problem",
            _tr("Previous pro&blem"),
            do.previous_problem,
            "Shift+F8",
            some,
            group=2,
        ),
        Command(
            "go.next_tab", _tr("&Next tab"), do.next_tab, "Ctrl+Tab; Ctrl+PgDown", one, group=3
        ),
        Command(
            "go.previous_tab",
            _tr("P&revious tab"),
            do.previous_tab,
            "Ctrl+Shift+Tab; Ctrl+PgUp",
            one,
            group=3,
        ),
    )


def _prompt(do: WindowDeeds) -> tuple[Command, ...]:
    one, soul = do.has_section, do.has_sections
    return (
        Command("prompt.refresh_now", _tr("&Refresh now"), do.refresh_now, "F5", do.has_project),
        Command("prompt.add_section", _tr("&Add section…"), do.add_section, "", soul, group=1),
        Command(
            "prompt.duplicate_section",
            _tr("&Duplicate section"),
            do.duplicate_section,
            "",
            one,
            group=1,
        ),
        Command(
            "prompt.section_up", _tr("Move section &up"), do.section_up, "Alt+Up", one, group=1
        ),
        Command(
            "prompt.section_down",
            _tr("Move section do&wn"),
            do.section_down,
            "Alt+Down",
            one,
            group=1,
        ),
        Command(
            "prompt.delete_section", _tr("De&lete section"), do.delete_section, "", one, group=1
        ),
        Command(
            "prompt.write_template_part",
            _tr("Write as template &part"),
            do.write_template_part,
            "",
            do.lacks_template_part,
            group=1,
        ),
    )
