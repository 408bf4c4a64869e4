"""Whatever stands in a file, it is loaded or refused by place; nothing else ever comes of it."""

import tomllib
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounter_gui import paths
from encounter_gui.rules.files.loader import build
from encounter_gui.rules.files.ruleset_errors import RulesetError
from tests.helpers.rulesets import read
from tests.helpers.toml_text import places, spoilt, toml_text

MINIMAL = tomllib.loads(
    "\n".join(text for _, text in sorted(read("minimal").items(), reverse=True))
)
PLACES = places(MINIMAL)

VALUES = st.recursive(
    st.booleans() | st.integers(-3, 9) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=2)
    ),
    max_leaves=4,
)


@given(st.sampled_from(PLACES), VALUES)
def test_a_spoilt_ruleset_is_loaded_or_refused_by_place(
    place: tuple[object, ...], value: object
) -> None:
    """Any value anywhere; every message has words and a file."""
    text = toml_text(spoilt(MINIMAL, place, value))
    try:
        build("minimal", lambda _: {"ruleset.toml": text})
    except RulesetError as error:
        for problem in error.problems:
            assert problem.place.file == "minimal/ruleset.toml"
            words = paths.message_catalog().text(problem.message)
            assert problem.message.key not in words


@given(st.sampled_from(PLACES), VALUES)
def test_a_spoilt_house_rule_is_loaded_or_refused(place: tuple[object, ...], value: object) -> None:
    """Laying it over another ruleset makes no difference."""
    text = toml_text({**spoilt(MINIMAL, place, value), "extends": "minimal", "id": "house"})
    files = {"house": {"ruleset.toml": text}}
    with suppress(RulesetError):
        build("house", lambda name: files.get(name) or read(name))


@pytest.mark.parametrize(
    "text", ["", "a = 1", "[a]\n[a]", "\x00", "= ", "a = [", 'key = "\\ud800"']
)
def test_odd_files_are_refused(text: str) -> None:
    """None of these is a ruleset."""
    with pytest.raises(RulesetError):
        build("odd", lambda _: {"ruleset.toml": text})
