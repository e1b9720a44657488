"""What providers take, and the context log of the seed."""

from editor.core.layers import Piece, PieceKind
from editor.core.spans import Span
from editor.formats.base import Message
from editor.formats.wire import anthropic_form, context_log, left_out, openai_form


def message(role: str, section: str, text: str, source: str = "content") -> Message:
    whole = Span(0, len(text))
    pieces = (Piece(PieceKind.LITERAL, text, whole, whole),) if text else ()
    return Message(pieces, role, section, source)


MESSAGES = (
    message("system", "system_prompt", "# Didactyl Agent\n..."),
    message("system", "admin_identity", "This is your administrator! Admin pubkey: 8ff747...\n"),
    message("system", "profile", "", "runtime"),
    message("user", "dm_history", "Good afternoon."),
    message("assistant", "dm_history", "Hello.\n\n"),
    message("system", "notes", "N\r\n\n"),
)


def test_openai() -> None:
    assert openai_form(MESSAGES) == {
        "messages": [
            {"role": "system", "content": "# Didactyl Agent\n..."},
            {
                "role": "system",
                "content": "This is your administrator! Admin pubkey: 8ff747...\n",
            },
            {"role": "user", "content": "Good afternoon."},
            {"role": "assistant", "content": "Hello.\n\n"},
            {"role": "system", "content": "N\r\n\n"},
        ]
    }
    assert left_out(MESSAGES) == ("profile",)


def test_anthropic() -> None:
    assert anthropic_form(MESSAGES) == {
        "system": (
            "# Didactyl Agent\n...\n\nThis is your administrator! Admin pubkey: 8ff747...\n\nN"
        ),
        "messages": [
            {"role": "user", "content": "Good afternoon."},
            {"role": "assistant", "content": "Hello.\n\n"},
        ],
    }
    assert anthropic_form(()) == {"system": "", "messages": []}


# The seed's own example, its first line (time, phase, sender) and "Sections: 8" aside.
LOG = """\
Sections: 3

============================================================
Section: system_prompt | role=system
============================================================

# Didactyl Agent
...


============================================================
Section: admin_identity | role=system
============================================================

This is your administrator! Admin pubkey: 8ff747...


============================================================
Section: dm_history | role=user
============================================================

Good afternoon.
"""


def test_the_context_log_of_the_seed() -> None:
    assert context_log((*MESSAGES[:2], MESSAGES[3])) == LOG


def test_the_log_counts_every_message() -> None:
    log = context_log(MESSAGES)
    assert log.startswith("Sections: 6\n\n" + "=" * 60 + "\nSection: system_prompt | role=system\n")
    assert f"Section: profile | role=system\n{'=' * 60}\n\n\n\n\n{'=' * 60}\n" in log
    assert log.endswith("\n\nN\n")
