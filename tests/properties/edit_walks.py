"""Many random edits of JSON, YAML and texts, one after the other, and how many of each kind.

Run as a program: ``python -m tests.properties.edit_walks [EDITS] [SEED]``.
"""

import os
import sys
import time
from collections import Counter
from random import Random

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from editor.paths import resource
from editor.session.document import Document
from editor.storage.textfile import decode
from editor.ui.theme import Theme, ThemeChoice
from editor.ui.widgets.source_editor import SourceEditor
from tests.properties.data_walk import Walk
from tests.properties.json_walk import JsonWalk, json_text
from tests.properties.typist import Typist, random_text
from tests.properties.yaml_walk import YamlWalk, yaml_text

STEPS = 25
"""Edits of one text before the next one begins."""
LONGEST = 3_000
NO_EDITS = ("refused", "copy")


def edits_in(done: Counter[str]) -> int:
    """How many of the things done were edits: all but copies and what was refused."""
    return sum(count for kind, count in done.items() if not kind.endswith(NO_EDITS))


def data_walks(kind: type[Walk], edits: int, random: Random) -> Counter[str]:
    """Make `edits` edits of random documents, refused ones not counted among them."""
    done: Counter[str] = Counter()
    while edits_in(done) < edits:
        text = json_text(random) if kind is JsonWalk else yaml_text(random)
        walk = kind(random, text)
        for _ in range(STEPS):
            if walk.value is not None and len(walk.text) < LONGEST:
                walk.step()
        done += walk.done
    return done


def text_walks(source: SourceEditor, edits: int, random: Random) -> Counter[str]:
    """Make `edits` changes of random texts in a view, and take each text all the way back."""
    done: Counter[str] = Counter()
    while edits_in(done) < edits:
        done += text_walk(source, random, STEPS)
    return done


def text_walk(source: SourceEditor, random: Random, steps: int) -> Counter[str]:
    """Do some things to one random text in a view, then undo all and redo all."""
    mark = b"\xef\xbb\xbf" if random.random() < 0.2 else b""
    data = mark + random_text(random).encode()
    document = Document(decode(data))
    source.show_document(document)
    try:
        typist = Typist(source, random)
        assert (document.data(), document.is_modified()) == (data, False)
        typist.check()
        for _ in range(steps):
            typist.act()
        typist.there_and_back(data)
    finally:
        source.show_document(None)
    return typist.done


def main(edits: int, seed: int) -> None:
    """Make a third of the edits in each language and tell how many of each kind."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication([])
    theme = Theme(application, resource("themes"), ThemeChoice.LIGHT)
    source = SourceEditor(theme)
    source.resize(300, 200)
    source.show()
    share = -(-edits // 3)
    total = 0
    write = sys.stdout.write
    write(f"seed {seed}\n")
    for name in ("json", "yaml", "text"):
        random, start = Random(f"{name} {seed}"), time.monotonic()
        if name == "text":
            done = text_walks(source, share, random)
        else:
            done = data_walks(JsonWalk if name == "json" else YamlWalk, share, random)
        made = edits_in(done)
        total += made
        told = ", ".join(f"{kind} {count}" for kind, count in sorted(done.items()))
        write(f"{name}: {made} edits in {time.monotonic() - start:.0f} s: {told}\n")
        sys.stdout.flush()
    write(f"{total} edits, no violation\n")
    source.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


if __name__ == "__main__":
    main(
        int(sys.argv[1]) if len(sys.argv) > 1 else 100_000,
        int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time()),
    )
