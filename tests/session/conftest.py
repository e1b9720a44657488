"""What tests of the session share."""

from tests.session.benches import bench, house
from tests.session.houses import path, start

__all__ = ["bench", "house", "path", "start"]
