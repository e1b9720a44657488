"""A soul of many sections and a long conversation to measure with."""

SECTIONS = 500
TURNS = 2_000
MIDDLE = SECTIONS // 2
_CONTENT = """\
    What the keeper of the harbour should know about quay {0}: the gauge is read every hour.
    It was last seen by {{{{admin_pubkey}}}} and the height stands in metres above chart datum.

    If two readings differ by more than 0.15 m, ask for a third one before anything else.
"""


def soul_text() -> str:
    """Return a soul with a section in the midst that expands the conversation."""
    parts = ["# Keeper\n\nYou keep the harbour.\n\n---template---\n"]
    for number in range(SECTIONS):
        body = f"  content: |\n{_CONTENT.format(number)}"
        parts.append(f"\n- section: quay_{number}\n  role: system\n{body}")
        if number == MIDDLE:
            parts.append("\n- section: dm_history\n  role: expand\n  limit: 100\n")
    return "".join(parts)


def sample_values() -> dict[str, object]:
    """Return samples with a value for the placeholder and a conversation."""
    turns = [
        {"user": f"How high is it at quay {n}?", "assistant": f"2.{n % 100:02} m, and falling."}
        for n in range(TURNS)
    ]
    return {"values": {"admin_pubkey": "ab" * 32}, "conversation": turns}
