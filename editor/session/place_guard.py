"""Writing outside a workspace: held until the user has seen the list of places and confirmed it."""

from collections.abc import Callable, Iterable
from pathlib import Path

from editor.session.memory import Memory
from editor.storage.disk import shown
from editor.storage.refusals import Reason, SaveRefused
from editor.workspace.outside import places_to_confirm
from editor.workspace.workspace import Workspace

_MOST_LISTED = 20


class OutsideGuard:
    """Lets no file outside a workspace be written before its places are confirmed.

    A workspace that names no further place is not asked about again.
    """

    def __init__(self, workspaces: Callable[[], Iterable[Workspace]], memory: Memory) -> None:
        """Guard the places of `workspaces`, those in use; the answers are kept in `memory`."""
        self._workspaces = workspaces
        self._memory = memory

    def require(self, path: Path) -> None:
        """Let the file at `path` be written.

        Raises:
            SaveRefused: the user has to confirm its place first; the message lists all of them.
        """
        for workspace in self._workspaces():
            places = self._unconfirmed(workspace, path)
            if places:
                detail = _detail(workspace, places)
                advice = "Write there from now on?"
                raise SaveRefused(Reason.OUTSIDE, path, detail, advice)

    def confirm(self, path: Path) -> None:
        """Remember that the places that writing the file at `path` needs were confirmed."""
        for workspace in self._workspaces():
            places = self._unconfirmed(workspace, path)
            if places:
                self._memory.confirm_places(str(workspace.root), map(str, places))

    def _unconfirmed(self, workspace: Workspace, path: Path) -> tuple[Path, ...]:
        """The places to list, if one of them was not confirmed yet."""
        places = places_to_confirm(workspace.config, path)
        if not places or self._memory.confirmed_places(str(workspace.root)).issuperset(
            map(str, places)
        ):
            return ()
        return places


def _detail(workspace: Workspace, places: tuple[Path, ...]) -> str:
    listed = ", ".join(shown(place) for place in places[:_MOST_LISTED])
    more = f" and {len(places) - _MOST_LISTED} more" if len(places) > _MOST_LISTED else ""
    return (
        f"was not saved yet: the workspace {shown(workspace.root.name)} leads to places outside "
        f"itself, and this file is in one of them: {listed}{more}."
    )
