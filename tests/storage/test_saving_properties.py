"""Whatever we and other programs do in turn: what we did not load is never overwritten."""

import os
import stat
import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from editor.storage.saving import Reason, SaveRefused, save
from editor.storage.textfile import digest_of

CONTENTS = st.sampled_from([b"", b"a", b"b", b"a\r\n", b"long" * 5000])
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("save"), CONTENTS),
        st.tuples(st.just("they write"), CONTENTS),
        st.tuples(st.just("they replace"), CONTENTS),
        st.tuples(st.just("they delete"), st.just(b"")),
        st.tuples(st.just("they link"), st.just(b"")),
        st.tuples(st.just("we load"), st.just(b"")),
    ),
    max_size=12,
)


def expected(base: bytes | None, on_disk: bytes | None, data: bytes) -> Reason | None:
    """What the rules say to a save; None if it is to succeed."""
    if on_disk is None:
        return Reason.DELETED if base is not None else None
    if base is None:
        return Reason.EXISTS
    return None if on_disk in (base, data) else Reason.CHANGED_ON_DISK


def attempt(path: Path, data: bytes, base: bytes | None) -> Reason | None:
    try:
        saved = save(path, data, base)
    except SaveRefused as refused:
        return refused.reason
    assert saved.digest == digest_of(data)
    return None


def they_act(path: Path, act: str, content: bytes, number: int) -> None:
    """Another program does something, and leaves the stamps as they were."""
    stamps = (path.stat().st_atime_ns, path.stat().st_mtime_ns) if path.exists() else (1, 1)
    if act == "they write":
        path.write_bytes(content)
    elif act == "they replace":
        other = path.with_name("theirs")
        other.write_bytes(content)
        os.replace(other, path)
    elif act == "they delete":
        path.unlink(missing_ok=True)
    elif act == "they link" and path.exists():
        os.link(path, path.with_name(f"link{number}"))
    if path.exists():
        os.utime(path, ns=stamps)


@given(STEPS, st.booleans(), st.sampled_from([0o644, 0o600, 0o755]))
def test_case_9_only_what_was_loaded_is_ever_overwritten(
    steps: list[tuple[str, bytes]], through_link: bool, mode: int
) -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "p.md"
        asked = Path(name) / "alias.md"
        path.write_bytes(b"a")
        path.chmod(mode)
        asked.symlink_to("p.md")
        base: bytes | None = b"a"
        for number, (act, content) in enumerate(steps):
            if act == "we load":
                base = path.read_bytes() if path.exists() else None
                continue
            if act != "save":
                they_act(path, act, content, number)
                continue
            on_disk = path.read_bytes() if path.exists() else None
            before = stat.S_IMODE(path.stat().st_mode) if path.exists() else None
            asked_for = asked if through_link and on_disk is not None else path
            reason = attempt(asked_for, content, base)
            assert reason is expected(base, on_disk, content)
            now = path.read_bytes() if path.exists() else None
            assert now == (content if reason is None else on_disk)
            if reason is None:
                base = content
            if before is not None:
                assert stat.S_IMODE(path.stat().st_mode) == before
        assert os.readlink(asked) == "p.md"
        assert not [entry for entry in os.listdir(name) if entry.startswith(".")]
