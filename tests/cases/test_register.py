"""Which cases from the field have a test: each that concerns what the program does by now.

The numbers are names, some are not used. A test carries the numbers of its cases in its own:
``test_case_7_…``, ``test_case_3_5_11_…``.
"""

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
DUE = frozenset(
    [
        *(1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 14, 15, 16, 18, 19, 21, 24, 25, 26, 29, 30, 35, 36),
        *(37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58),
        *(59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 73),
    ]
)
LATER = frozenset([72])
"""Search across the workspace."""
TEST = re.compile(r"^ *def (test_\w+)", re.MULTILINE)
NAMED = re.compile(r"case_([0-9]+(?:_[0-9]+)*)_")


def _numbers() -> set[int]:
    """The numbers of the cases that have a test."""
    sources = (path.read_text("utf-8") for path in TESTS.rglob("test_*.py"))
    names = (name for source in sources for name in TEST.findall(source))
    return {
        int(number) for name in names for part in NAMED.findall(name) for number in part.split("_")
    }


def test_every_case_that_is_due_has_a_test() -> None:
    assert sorted(DUE - _numbers()) == []


def test_no_test_names_a_case_that_there_is_not() -> None:
    assert sorted(_numbers() - DUE - LATER) == []


def test_names_of_several_cases_are_read() -> None:
    assert NAMED.findall("test_case_3_5_11_a_letter") == ["3_5_11"]
    assert NAMED.findall("test_case_26_case_59_every_character") == ["26", "59"]
    assert NAMED.findall("test_case_41_utf16_keeps") == ["41"]
