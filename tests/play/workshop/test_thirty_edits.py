"""Thirty edits, half of them wrong: typed in the workshop and written in a file they come to the same."""

from collections.abc import Iterable, Mapping

import pytest

from encounter_gui import paths
from encounter_gui.core.errors import DataError
from encounter_gui.play.workshop.workshop import DraftView, named
from encounter_gui.rules.files.layers import Base
from encounter_gui.rules.files.loader import build
from encounter_gui.rules.files.ruleset_errors import RulesetError
from encounter_gui.rules.model.own_rules import OwnRules
from encounter_gui.rules.model.ruleset import Ruleset
from tests.helpers.thirty_edits import EDITS, Edit

OWN = OwnRules(name="Own")
BASES = {game: Base(game, paths.ruleset_texts) for game in ("cwn", "phases", "chrome", "d6pool")}


def typed(edit: Edit) -> DraftView:
    draft = DraftView(BASES[edit.game], OWN)
    path = tuple(edit.path.split("."))
    table = next(each for each in draft.tables if each.key == edit.table)
    column = table.column(path)
    assert column is not None, edit
    assert edit.entry in [each.place for each in draft.rows(table)], edit
    return draft.typed([(*edit.entry, *path)], column, edit.text)


def filed(edit: Edit) -> Ruleset:
    head = f'id = "own"\nname = "Own"\nsystem = "{edit.game}"\nextends = "{edit.game}"\n'

    def read(name: str) -> Mapping[str, str]:
        return {"ruleset.toml": head + edit.toml} if name == "own" else paths.ruleset_texts(name)

    return build("own", read)


def rules_of(ruleset: Ruleset) -> dict[str, object]:
    names = {"id", "name", "extends", "own_name", "own_version", "text"}
    return {name: each for name, each in vars(ruleset).items() if name not in names}


def words(problems: Iterable[DataError]) -> list[str]:
    texts = paths.message_catalog()
    return sorted(f"{each.place.pointer}: {texts.text(each.message)}" for each in problems)


def label(edit: Edit) -> str:
    return f"{'right' if edit.is_right else 'wrong'} {edit.game} {edit.entry[1]} {edit.path} {edit.text}"


def test_there_are_thirty_half_of_them_wrong() -> None:
    assert [each.is_right for each in EDITS].count(True) == 15
    assert len(EDITS) == 30


@pytest.mark.parametrize("edit", [each for each in EDITS if each.is_right], ids=label)
def test_what_is_right_is_the_same_typed_and_written(edit: Edit) -> None:
    draft = typed(edit)
    assert draft.problems == ()
    assert draft.own_places(), "it differs from the book"
    expected = filed(edit)
    found = named(draft.result.ruleset, OWN)
    fields = set(Ruleset.__dataclass_fields__) - {"id", "name", "extends", "own_name", "text"}
    for name in fields - {"version", "changed"}:
        assert getattr(found, name) == getattr(expected, name), name
    assert set(found.changed) == set(expected.changed)


@pytest.mark.parametrize("edit", [each for each in EDITS if not each.is_right], ids=label)
def test_what_is_wrong_is_refused_in_the_same_words_and_counts_nothing(edit: Edit) -> None:
    draft = typed(edit)
    with pytest.raises(RulesetError) as refused:
        filed(edit)
    assert words(draft.problems) == words(refused.value.problems)
    assert draft.result.ruleset == BASES[edit.game].ruleset
