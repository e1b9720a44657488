"""What is done to Markdown before it is shown formatted."""

from editor.core.markdown_text import for_display


def test_a_lone_tag_gets_a_line_of_its_own() -> None:
    assert for_display("<a>\nb\nc\n</a>\nd") == "<a>  \nb\nc  \n</a>  \nd"


def test_tags_with_attributes_names_spaces_and_closing_slashes_are_lone_tags_too() -> None:
    for tag in ('<doc id="1">', "<ns:tag>", "</user_input>", "<br/>", "<x-y.z>", " <a> "):
        assert for_display(f"{tag}\nb") == f"{tag}  \nb"


def test_text_with_a_tag_and_comparisons_stay() -> None:
    for line in ("see <a> there", "a < b", "<1>", "< a>", "<a", "<>"):
        assert for_display(f"{line}\nb") == f"{line}\nb"


def test_code_stays_as_it_is() -> None:
    for text in ("```\n<a>\nb\n```\nc", "~~~xml\n<a>\n</a>\n~~~", "text\n\n    <a>\n    b"):
        assert for_display(text) == text


def test_no_break_is_added_to_a_blank_line_or_a_fence() -> None:
    assert for_display("a\n\n<b>\n\nc") == "a\n\n<b>  \n\nc"
    assert for_display("```\nx\n```\n<b>") == "```\nx\n```\n<b>  "


def test_a_rule_at_the_start_is_not_taken_for_metadata() -> None:
    assert for_display("---\na: 1\n---\nb") == "\n---\na: 1\n---\nb"
    assert for_display("a\n---\nb") == "a\n---\nb"


def test_a_picture_without_a_name_gets_one_that_is_not_seen_but_not_in_code() -> None:
    assert for_display("a ![](b) ![c](d)") == "a ![\u200b](b) ![c](d)"
    assert for_display("`![](b)`") == "`![](b)`"
    assert for_display("```\n![](b)\n```") == "```\n![](b)\n```"
