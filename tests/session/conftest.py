"""What tests of the session share."""

from tests.session.benches import bench, house

__all__ = ["bench", "house"]
