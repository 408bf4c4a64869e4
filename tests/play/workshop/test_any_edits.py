"""Any edits of any table, in any order: nothing breaks, and no version that is saved holds what cannot be."""

from random import Random

import pytest

from encounter_gui import paths
from encounter_gui.play.workshop.workshop import DraftView
from encounter_gui.rules.files.layers import Base, Layer
from encounter_gui.rules.model.own_rules import OwnRules

GAMES = ("cwn", "phases", "chrome", "d6pool")
TEXTS = (
    *("", " ", "0", "1", "-1", "+2", "−3", "7", "99", "5000", "3.5", "1e9", "99999999999999999999"),
    *("yes", "no", "maybe", "true", "d8", "1d6+1", "2d6x", "d8+1", "100/300", "300/100", "1/2/3/4"),
    *(
        "attack -2",
        "hit −1, ac +2",
        "knife, rifle",
        "scene",
        "round",
        "skull",
        "danger",
        "foe",
        "pc",
    ),
    *("\t", "\x00", "a" * 300, "{name}", "[items]", '"', "'", "💥", "nan", "inf", "-", "—", "None"),
)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.deep)])
def test_any_edits_leave_a_ruleset_that_can_be_played(game: str, seed: int) -> None:
    random, base = Random(f"{game} {seed}"), Base(game, paths.ruleset_texts)
    draft = start = DraftView(base, OwnRules(name="Own"))
    for _ in range(60):
        draft = edited(random, draft)
        usable = draft.result.usable
        assert base.with_layer(usable) == draft.result.ruleset, "what is saved can be read again"
        for place in draft.own_places():
            assert draft.is_own(place)
    for place in draft.own_places():
        draft = draft.back(place)
    assert draft.own_places() == ()
    assert Layer(data=draft.rules.data) == Layer()
    assert draft.result.ruleset == start.result.ruleset


def edited(random: Random, draft: DraftView) -> DraftView:
    """Returns the draft after any edit of any table."""
    table = random.choice(draft.tables)
    rows = draft.rows(table)
    if table.can_grow and random.random() < 0.15:
        like = random.choice(rows) if random.random() < 0.7 else None
        return draft.added(table, random.choice(("Rail pistol", "Ω", "knife", "a b")), like)[0]
    own = draft.own_places()
    if own and random.random() < 0.1:
        place = random.choice(own)
        return draft.back(place[: random.randint(1, len(place))])
    column = random.choice([each for each in table.columns if not each.is_fixed])
    chosen = random.sample(rows, k=min(len(rows), random.choice((1, 1, 1, 3))))
    return draft.typed(
        [(*each.place, *column.path) for each in chosen], column, random.choice(TEXTS)
    )


@pytest.mark.parametrize("game", GAMES)
def test_typing_what_a_cell_shows_changes_nothing(game: str) -> None:
    """In every cell of every table: what is shown is what is read."""
    draft = DraftView(Base(game, paths.ruleset_texts), OwnRules(name="Own"))
    for table in draft.tables:
        for row in draft.rows(table):
            for column in table.columns:
                place = (*row.place, *column.path)
                text = draft.text(row, column)
                assert text == draft.cell(column, draft.value(place, column.default))
                after = draft.typed([place], column, text)
                assert after.own_places() == (), (place, text)
