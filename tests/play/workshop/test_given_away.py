"""Whatever was saved in the window can be given away: as a file it is read as the same rules."""

from random import Random

import msgspec
import pytest

from encounter_gui import paths
from encounter_gui.play.workshop.sharing import SharedAs, own_pack
from encounter_gui.play.workshop.taking_in import look_at
from encounter_gui.play.workshop.workshop import DraftView
from encounter_gui.rules.files.layers import Base, own_value
from encounter_gui.rules.model.own_rules import OwnRules
from tests.play.workshop.test_any_edits import GAMES, edited

TOO_LARGE = [
    ("chrome", ("modifiers", "injured", "amount")),
    ("cwn", ("wound_levels", "4", "penalty")),
    ("d6pool", ("tables", "task", "very_difficult")),
    ("phases", ("tables", "name_patterns", "{given} {family}")),
]


@pytest.mark.parametrize(("game", "place"), TOO_LARGE)
@pytest.mark.parametrize("number", [2**53 + 1, -(2**53) - 1, 10**20])
def test_a_number_that_no_file_may_have_is_not_saved_either(
    game: str, place: tuple[str, ...], number: int
) -> None:
    """Where no range says how large it may be, either."""
    draft = DraftView(Base(game, paths.ruleset_texts), OwnRules(name="Own"))
    draft = draft.with_value(place, number)
    assert own_value(draft.result.usable, place) is None
    assert [each.place.pointer for each in draft.problems] == [".".join(place)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "seed", [1, 2, *(pytest.param(s, marks=pytest.mark.deep) for s in range(3, 40))]
)
def test_what_is_saved_comes_back_from_a_file_as_it_was(game: str, seed: int) -> None:
    random, base = Random(f"{seed}{game}"), Base(game, paths.ruleset_texts)
    draft = DraftView(base, OwnRules(name="Own"))
    for _ in range(25):
        draft = edited(random, draft)
    saved = OwnRules(name='My "rules"\n[1]', version=1, data=draft.result.usable.data)
    kept = msgspec.json.decode(msgspec.json.encode(saved), type=OwnRules)
    arriving = look_at(own_pack(game, kept, SharedAs()), paths.ruleset_texts, lambda _: (kept,))
    assert arriving.arrival == "same"
