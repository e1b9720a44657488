"""What the commands do that arrange the sections of a soul."""

from editor.ui.window.showing import Showing


class Arranging(Showing):
    """Works on the section cards of one window."""

    def add_section(self) -> None:
        """Offer sections to add behind the one that is meant."""
        self._parts.feeds.sections.add()

    def duplicate_section(self) -> None:
        """Put a copy behind the section that is meant."""
        self._parts.feeds.sections.duplicate_current()

    def section_up(self) -> None:
        """Move the section that is meant one place up."""
        self._parts.feeds.sections.move_current(-1)

    def section_down(self) -> None:
        """Move the section that is meant one place down."""
        self._parts.feeds.sections.move_current(1)

    def delete_section(self) -> None:
        """Take out the section that is meant."""
        self._parts.feeds.sections.remove_current()

    def write_template_part(self) -> None:
        """Write the built-in order into the soul in front."""
        self._parts.feeds.sections.write_template_part()

    def toggle_sections(self) -> None:
        """Fold the section cards up, or open them."""
        cards = self._parts.views.sections
        cards.set_folded(not cards.is_folded)

    def has_sections(self) -> bool:
        """Whether the file in front is a soul."""
        return self._parts.feeds.sections.has_cards()

    def lacks_template_part(self) -> bool:
        """Whether the file in front is a soul that a template part can be written into."""
        return self._parts.feeds.sections.lacks_template_part()

    def has_section(self) -> bool:
        """Whether there is a section that is meant: with the keys, or with the caret in it."""
        return self._parts.feeds.sections.has_current()

    def are_sections_open(self) -> bool:
        """Whether the cards are to be seen."""
        return not self._parts.views.sections.is_folded
