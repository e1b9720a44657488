"""A person at the source editor, and long walks over data: nothing changes but what is meant."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication

from editor.paths import resource
from editor.ui.theme import Theme, ThemeChoice
from editor.ui.widgets.source_editor import SourceEditor
from tests.properties.edit_walks import data_walks, text_walk
from tests.properties.json_walk import JsonWalk
from tests.properties.yaml_walk import YamlWalk

SEEDS = st.integers(0, 2**32)
WITH_FIXTURES = [HealthCheck.function_scoped_fixture]


@pytest.fixture
def source(qapp: QApplication) -> Iterator[SourceEditor]:
    theme = Theme(qapp, resource("themes"), ThemeChoice.LIGHT)
    made = SourceEditor(theme)
    made.resize(300, 200)
    made.show()
    yield made
    made.deleteLater()
    theme.deleteLater()
    qapp.setStyleSheet("")


@settings(max_examples=settings.default.max_examples // 2, suppress_health_check=WITH_FIXTURES)
@given(seed=SEEDS)
def test_what_is_done_at_the_source_gives_the_bytes_of_the_model_and_is_undone(
    source: SourceEditor, seed: int
) -> None:
    text_walk(source, Random(seed), 12)


@settings(max_examples=settings.default.max_examples // 12)
@given(seed=SEEDS)
def test_many_edits_of_one_json_text_change_nothing_else(seed: int) -> None:
    data_walks(JsonWalk, 15, Random(seed))


@settings(max_examples=settings.default.max_examples // 12)
@given(seed=SEEDS)
def test_many_edits_of_one_yaml_text_change_nothing_else(seed: int) -> None:
    data_walks(YamlWalk, 15, Random(seed))
