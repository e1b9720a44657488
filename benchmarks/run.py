"""What typing and resolving cost, measured in one run: `make bench`.

Times depend on the machine; the ratios at the end of each line are what to compare.
"""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from measure_cards import report_cards
from measure_keys import report_keys
from measure_opening import report_opening
from measure_resolving import report_resolving
from measure_slots import report_slots
from measure_souls import report_souls


def main() -> None:
    """Print all measurements."""
    report_resolving()
    print()
    report_keys()
    print()
    report_opening()
    print()
    report_souls()
    print()
    report_cards()
    print()
    report_slots()


if __name__ == "__main__":
    main()
