"""The IANA time zones that a field can offer; read from the system when first asked for."""

import zoneinfo

_NO_PLACES = ("posix/", "right/", "SystemV/")
_NO_ZONES = frozenset(("Factory", "localtime", "posixrules"))


def timezone_names() -> tuple[str, ...]:
    """Return all names in order; none on a system without the database."""
    found = zoneinfo.available_timezones() - _NO_ZONES
    return tuple(sorted(name for name in found if not name.startswith(_NO_PLACES)))


def is_unknown_timezone(name: str) -> bool:
    """Whether there is surely no zone called `name`: the database is there and does not have it."""
    return bool(name) and not _is_there(name) and _is_there("Etc/UTC")


def _is_there(name: str) -> bool:
    try:
        zoneinfo.ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True
