"""The room's pages in real browsers, with the real server. See Scripts/room-browser."""

import traceback

from faults import *
from looks import (
    answers_on_a_telephone, appearance, enter_after_a_choice, long_words, marks_after_a_cut,
    marks_during_a_cut, words_at_the_limit,
)
from plays import *
from shipped import shipped_study, shipped_study_at_the_terminal


def two_browsers():
    """Participant at 390 px by touch, facilitator on a page."""
    with (
        Room(other="OTHER77") as room,
        Page("participant", 390, 844) as page,
        Page("facilitator") as desk,
    ):
        whole(room, page, Desk(room, desk))
        nothing_told(room, [*SECRET, *HIDDEN, "OTHER77"])


def browser_and_terminal():
    """Participant at 1280 px by keyboard, facilitator at the terminal; the study shows the clock."""
    with Room(settings="room: {clock: shown}") as room, Page("participant") as page:
        whole(room, page, Terminal(room), by_keyboard=True)
        nothing_told(room, [*SECRET, *HIDDEN])


PLAYS = [
    two_browsers, browser_and_terminal, marks_during_a_cut, marks_after_a_cut, words_at_the_limit,
    answers_on_a_telephone, enter_after_a_choice, appearance, long_words, *FAULTS,
]
ALL = [*PLAYS, shipped_study, shipped_study_at_the_terminal]
QUICK = [two_browsers, *QUICK_FAULTS]


def main():
    chosen = os.environ.get("ROOM_BROWSER", "quick")
    plays = QUICK if chosen == "quick" else PLAYS
    if chosen not in ("quick", "all"):
        plays = [play for play in ALL if play.__name__ == chosen]
        assert plays, f"there is no play {chosen}: {', '.join(p.__name__ for p in ALL)}"
    failed = []
    for play in plays:
        began = time.monotonic()
        try:
            play()
            print(f"{play.__name__}: passed, {time.monotonic() - began:.1f} s", flush=True)
        except Exception:
            traceback.print_exc()
            failed.append(play.__name__)
            print(f"{play.__name__}: FAILED, {time.monotonic() - began:.1f} s", flush=True)
    sys.exit(f"failed: {', '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    main()
