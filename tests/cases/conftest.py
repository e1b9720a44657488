"""What the cases that need a window share with the tests of the window."""

from tests.ui.windowing import answers, opener, tree

__all__ = ["answers", "opener", "tree"]
