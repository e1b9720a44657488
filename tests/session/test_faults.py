"""What is told of a fault: the way to it, and nothing of what the user wrote."""

import pytest

from editor.session.faults import MOST_CAUSES, MOST_FRAMES, Fault, Origin, attempt, fault_of, report

SECRET = "hunter2 from /home/ada/diary.md"
RUNNING = "Prompt Editor 9"


class Talkative(ValueError):
    """An exception that cannot even be printed."""

    def __str__(self) -> str:
        raise AssertionError("asked for its message")

    __repr__ = __str__


def fail_with(error: BaseException) -> None:
    told = SECRET  # a local value, as a slot would have
    assert told
    raise error


def caught(error: BaseException) -> Fault:
    try:
        fail_with(error)
    except BaseException as raised:  # noqa: BLE001 - any kind
        return fault_of(raised, Origin.WINDOW)
    raise AssertionError("nothing was raised")


@pytest.mark.parametrize(
    "error",
    [
        KeyError(SECRET),
        Talkative(SECRET),
        FileNotFoundError(2, SECRET, SECRET),
        UnicodeEncodeError("ascii", SECRET, 0, 1, SECRET),
        SyntaxError(SECRET, (SECRET, 1, 1, SECRET)),
        ExceptionGroup(SECRET, [ValueError(SECRET)]),
        MemoryError(),
        KeyboardInterrupt(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_the_details_name_places_and_no_text(error: BaseException) -> None:
    told = report({caught(error): 1}, 0, RUNNING)
    assert "hunter2" not in told
    assert "diary" not in told
    assert "/" not in told
    assert f"{type(error).__name__} in the window, once\n" in told
    assert told.startswith("Prompt Editor 9\n")
    first, second = (line.split() for line in told.splitlines()[-2:])
    assert first[1] == "caught"
    assert second[1] == "fail_with"
    assert second[0].startswith(f"{__name__}:")


def test_a_deep_recursion_is_told_by_its_ends() -> None:
    def descend(depth: int) -> None:
        if not depth:
            raise RecursionError
        descend(depth - 1)

    try:
        descend(500)
    except RecursionError as error:
        fault = fault_of(error, Origin.WINDOW)
    assert len(fault.chain[0].frames) == MOST_FRAMES
    assert fault.chain[0].left_out == 502 - MOST_FRAMES
    assert f"  … {502 - MOST_FRAMES} more …\n" in report({fault: 1}, 0, RUNNING)


def test_what_led_to_an_exception_is_told_without_end() -> None:
    try:
        try:
            fail_with(KeyError(SECRET))
        except KeyError as error:
            raise ValueError(SECRET) from error
    except ValueError as error:
        fault = fault_of(error, Origin.THREAD)
    assert [link.kind for link in fault.chain] == ["ValueError", "KeyError"]
    assert "after KeyError\n" in report({fault: 2}, 0, RUNNING)
    circle, other = ValueError(), KeyError()
    circle.__cause__, other.__cause__ = other, circle
    assert len(fault_of(circle, Origin.WINDOW).chain) == 2
    last: BaseException = ValueError()
    for _ in range(MOST_CAUSES * 3):
        last, before = ValueError(), last
        last.__cause__ = before
    assert len(fault_of(last, Origin.WINDOW).chain) == MOST_CAUSES + 1


def test_the_same_fault_is_the_same() -> None:
    one, again = (caught(ValueError(number)) for number in range(2))
    assert one == again
    assert one != caught(KeyError())
    assert "3 times" in report({one: 3}, 0, RUNNING)
    assert report({one: 1}, 7, RUNNING).endswith("Others: 7 times\n")


def test_a_step_that_fails_is_told_and_the_next_one_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[BaseException] = []

    def hear(_kind: object, error: BaseException, _traceback: object) -> None:
        told.append(error)

    monkeypatch.setattr("sys.excepthook", hear)
    error = ValueError()
    assert attempt(fail_with, error) is None
    assert attempt(int, "12") == 12
    assert told == [error]
