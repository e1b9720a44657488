"""The souls of the seed, word for word, and samples that give every value a text of its own.

The tables beside them are what the seed says of each soul, written out by hand.
"""

DIDACTYL = """\
# Didactyl Agent

You are Didactyl, a sovereign AI agent living on Nostr.

## Communication Rules
- You communicate through encrypted Nostr direct messages.
- Keep responses concise and clear.

## Behavior
- Be helpful and technically accurate.
...

## Safety
- Never reveal your private key.
...

---template---

- section: admin_identity
  role: system
  content: |
    This is your administrator! Admin pubkey: {{admin_pubkey}}

- section: admin_profile
  role: system
  content: |
    Administrator profile: {{admin_kind0_json}}

- section: admin_relay_list
  role: system
  content: |
    Administrator relay list: {{admin_kind10002_json}}

- section: startup_events
  role: system
  content: |
    Startup events memory: {{startup_events_json}}

- section: adopted_skills
  role: system
  content: |
    {{adopted_skills_content}}

- section: dm_history
  role: expand
  limit: 12

- section: admin_notes
  role: system
  limit: 10
  content: |
    {{admin_notes_content}}
"""

ARCHITECT = """\
# Technical Architect

You are a technical architect agent. You analyze systems, design solutions, and produce detailed \
technical plans.

## Behavior
- Think systematically about architecture
- Consider tradeoffs explicitly
- Produce diagrams when helpful
- Never implement code — only design

---template---

- section: admin_identity
  role: system
  content: |
    Administrator pubkey: {{admin_pubkey}}

- section: admin_profile
  role: system
  content: |
    Administrator profile: {{admin_kind0_json}}

- section: startup_events
  role: system
  content: |
    System configuration and startup state: {{startup_events_json}}

- section: adopted_skills
  role: system
  content: |
    {{adopted_skills_content}}

- section: dm_history
  role: expand
  limit: 20

- section: admin_notes
  role: system
  limit: 5
  content: |
    Recent administrator notes for context: {{admin_notes_content}}
"""

EGIRL = """\
# Social Butterfly

You are a friendly, social Nostr personality. You love interacting with people, commenting on \
their posts, and being part of the community.

## Personality
- Warm, enthusiastic, uses emoji freely
- Interested in what people are posting about
- Remembers details about conversations
- Keeps responses casual and fun

---template---

- section: admin_identity
  role: system
  content: |
    Your creator: {{admin_pubkey}}

- section: admin_profile
  role: system
  content: |
    Creator profile: {{admin_kind0_json}}

- section: admin_notes
  role: system
  limit: 20
  content: |
    Recent posts from people you follow — use these for social context and conversation starters: \
{{admin_notes_content}}

- section: adopted_skills
  role: system
  content: |
    {{adopted_skills_content}}

- section: dm_history
  role: expand
  limit: 8
"""

OVERRIDE = """\
---template---
- section: admin_identity
  role: system
  content: |
    ## Administrator Identity
    This is your administrator! Admin pubkey: {{admin_pubkey}}
  provider:
    anthropic: |
      <admin_identity>
      This is your administrator! Admin pubkey: {{admin_pubkey}}
      </admin_identity>
"""

# Section, role, limit and the text around the one placeholder, in the order of the seed.
Row = tuple[str, str, int | None, str, str | None]

DIDACTYL_ROWS: list[Row] = [
    (
        "admin_identity",
        "system",
        None,
        "This is your administrator! Admin pubkey: ",
        "admin_pubkey",
    ),
    ("admin_profile", "system", None, "Administrator profile: ", "admin_kind0_json"),
    ("admin_relay_list", "system", None, "Administrator relay list: ", "admin_kind10002_json"),
    ("startup_events", "system", None, "Startup events memory: ", "startup_events_json"),
    ("adopted_skills", "system", None, "", "adopted_skills_content"),
    ("dm_history", "expand", 12, "", None),
    ("admin_notes", "system", 10, "", "admin_notes_content"),
]
ARCHITECT_ROWS: list[Row] = [
    ("admin_identity", "system", None, "Administrator pubkey: ", "admin_pubkey"),
    ("admin_profile", "system", None, "Administrator profile: ", "admin_kind0_json"),
    (
        *("startup_events", "system", None),
        *("System configuration and startup state: ", "startup_events_json"),
    ),
    ("adopted_skills", "system", None, "", "adopted_skills_content"),
    ("dm_history", "expand", 20, "", None),
    ("admin_notes", "system", 5, "Recent administrator notes for context: ", "admin_notes_content"),
]
EGIRL_ROWS: list[Row] = [
    ("admin_identity", "system", None, "Your creator: ", "admin_pubkey"),
    ("admin_profile", "system", None, "Creator profile: ", "admin_kind0_json"),
    (
        *("admin_notes", "system", 20),
        "Recent posts from people you follow — use these for social context and conversation "
        "starters: ",
        "admin_notes_content",
    ),
    ("adopted_skills", "system", None, "", "adopted_skills_content"),
    ("dm_history", "expand", 8, "", None),
]

NOTES = [f"note {number}" for number in range(1, 31)]
VALUES = {
    "admin_pubkey": "8ff747",
    "admin_kind0_json": {"name": "Ann", "about": "näher {{admin_pubkey}}"},
    "admin_kind10002_json": [["r", "wss://one.example"]],
    "startup_events_json": "[]",
    "adopted_skills_content": "Skill one\nSkill two",
    "admin_notes_content": NOTES,
}
INSERTED = {
    "admin_pubkey": "8ff747",
    "admin_kind0_json": '{"name":"Ann","about":"näher {{admin_pubkey}}"}',
    "admin_kind10002_json": '[["r","wss://one.example"]]',
    "startup_events_json": "[]",
    "adopted_skills_content": "Skill one\nSkill two",
}
TURNS = 25


def conversation(turns: int = TURNS) -> list[dict[str, str]]:
    return [{"user": f"Ask {n}", "assistant": f"Say {n}"} for n in range(1, turns + 1)]


def notes_text(limit: int) -> str:
    """The first notes as compact JSON, put together by hand."""
    return "[" + ",".join(f'"note {number}"' for number in range(1, limit + 1)) + "]"
