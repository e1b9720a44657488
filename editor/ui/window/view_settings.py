"""Zoom, word wrap, tab width and white space: chosen once, shown in every text view, remembered."""

from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPlainTextEdit

from editor.session.memory import Memory
from editor.session.workbench import Workbench
from editor.ui.preview.tabs import PreviewTabs
from editor.ui.theme import Theme
from editor.ui.widgets.hidden_marks import HiddenMarks
from editor.ui.widgets.view_options import ViewOptions, apply_options

STEPS = (50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400)


class ViewSettings(QObject):
    """Keeps the source and the preview as the user wants to see them."""

    def __init__(
        self,
        source: QPlainTextEdit,
        preview: PreviewTabs,
        theme: Theme,
        memory: Memory,
        workbench: Workbench,
    ) -> None:
        super().__init__(source)
        self._source = source
        self._preview = preview
        self._theme = theme
        self._memory = memory
        self._hidden = HiddenMarks(source, theme)
        chosen = memory.preferences
        self.options = ViewOptions(
            chosen.zoom, chosen.word_wrap, chosen.tab_width, chosen.show_white_space
        )
        workbench.front_changed.connect(self.apply)
        theme.changed.connect(self.apply)  # a new style sheet gives the fonts of old back
        self.apply()

    def apply(self) -> None:
        """Show the documents in front as chosen."""
        apply_options(self._source, self.options, self._theme)
        # The preview shows what is sent; white space is looked at in the source.
        shown = replace(self.options, white_space=False)
        for page in (self._preview.view, self._preview.wire.page, self._preview.log):
            apply_options(page, shown, self._theme)
        self._preview.messages.view.show_options(shown)
        self._hidden.show_marks(self.options.white_space)

    def zoom_in(self) -> None:
        """Show the text one step larger."""
        self._zoom(next((each for each in STEPS if each > self.options.zoom), STEPS[-1]))

    def zoom_out(self) -> None:
        """Show the text one step smaller."""
        self._zoom(next((each for each in reversed(STEPS) if each < self.options.zoom), STEPS[0]))

    def zoom_reset(self) -> None:
        """Show the text in its usual size."""
        self._zoom(100)

    def toggle_wrap(self) -> None:
        """Wrap long lines, or let them run on."""
        self._use(replace(self.options, word_wrap=not self.options.word_wrap))

    def toggle_white_space(self) -> None:
        """Show blanks, tabs and hidden characters, or not."""
        self._use(replace(self.options, white_space=not self.options.white_space))

    def use_tab_width(self, columns: int) -> None:
        """Set tab stops every so many columns."""
        self._use(replace(self.options, tab_width=columns))

    def _zoom(self, percent: int) -> None:
        self._use(replace(self.options, zoom=percent))

    def _use(self, options: ViewOptions) -> None:
        self.options = options
        self._memory.prefer(
            replace(
                self._memory.preferences,
                zoom=options.zoom,
                word_wrap=options.word_wrap,
                tab_width=options.tab_width,
                show_white_space=options.white_space,
            )
        )
        self.apply()
