"""Random souls as people write them: comments, notes, blank lines, odd gaps, all kinds of texts."""

from hypothesis import strategies as st

NAMES = st.sampled_from(["a", "b", "admin_notes", "x y", "é", "no", "1.10"])
ROLES = st.sampled_from(["system", "user", "assistant", "expand", "sytem"])
LINES = st.lists(
    st.sampled_from(
        ["one", "two {{name}}", "", "  deeper", "# part of it", "- item", "k: v", "end  ", "{{x}}"]
    ),
    min_size=1,
    max_size=4,
)
NOTES = st.lists(st.sampled_from(["# note", "", "# {{x}}: - k", "", "   "]), max_size=3)
COMMENTS = st.lists(st.sampled_from(["# own", "# - section: off", "#"]), max_size=2)
BLANKS = st.sampled_from(["", "", "\n", "\n\n"])


@st.composite
def contents(draw: st.DrawFn, inner: int) -> str:
    """A text behind its key's colon, with its lines below."""
    style = draw(st.sampled_from(["|", "|-", "|+", ">", "'", '"', "plain", "|2"]))
    lines = draw(LINES)
    if style == "plain":
        return " " + draw(
            st.sampled_from(["plain", "plain words # why", "a\n" + " " * (inner + 2) + "b"])
        )
    if style == "'":
        return " '" + lines[0].replace("'", "''").strip() + "'"
    if style == '"':
        return ' "' + "\\n".join(lines) + '"  # quoted'
    step = 2 if style == "|2" else draw(st.sampled_from([1, 2, 4]))
    if style != "|2":
        lines = [draw(st.sampled_from(["begin", "{{name}} begins"])), *lines]
    shown = "\n".join(" " * (inner + step) + line if line else "" for line in lines)
    return f" {style}\n{shown}"


@st.composite
def items(draw: st.DrawFn, column: int) -> str:
    """An item from its dash on, without the line end of its last line."""
    indent = " " * column
    name, role = draw(NAMES), draw(ROLES)
    if draw(st.integers(0, 5)) == 0:
        return f'{indent}- {{section: "{name}", role: {role}, content: "x, {{{{y}}}}"}}'
    gap = " " * draw(st.sampled_from([1, 1, 2, 3]))
    inner = column + 1 + len(gap)
    pad = " " * inner
    fields = [
        f'section: "{name}"',
        f"role: {role}   # who" if draw(st.booleans()) else f"role: {role}",
    ]
    extras = [
        "limit: 5",
        "tool: t",
        "args: '{\"n\": 1}'",
        "own: [a,  b]",
        "# inside",
        "result_field: r",
    ]
    fields += draw(st.lists(st.sampled_from(extras), unique=True, max_size=3))
    if draw(st.integers(0, 3)):
        fields.append("content:" + draw(contents(inner)))
    if draw(st.integers(0, 3)) == 0:
        fields.append("provider:\n" + " " * (inner + 2) + "other:" + draw(contents(inner + 2)))
    first, *rest = fields
    return "\n".join([f"{indent}-{gap}{first}", *(pad + field for field in rest)])


@st.composite
def souls(draw: st.DrawFn, least: int = 0, most: int = 5) -> str:
    """A soul with a template part that can be read."""
    column = draw(st.sampled_from([0, 0, 2]))
    indent = " " * column
    head = draw(NOTES)
    parts = [
        f"{line}\n" for line in ["# Soul", "", "You are {{name}}.", "", "---template---", *head]
    ]
    count = draw(st.integers(least, most))
    for number in range(count):
        above = draw(COMMENTS)
        parts += [f"{indent}{comment}\n" for comment in above]
        parts.append(draw(items(column)) + "\n")
        if number + 1 < count:
            parts.append(draw(BLANKS))
            parts += [f"{note}\n" for note in draw(NOTES)]
    parts += [f"{note}\n" for note in draw(NOTES)]
    text = "".join(parts)
    if draw(st.integers(0, 3)) == 0 and count:
        text = text.rstrip("\n")
    return text.replace("\n", "\r\n") if draw(st.integers(0, 3)) == 0 else text
