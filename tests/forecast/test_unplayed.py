"""What a forecast does not play is said with whom it is about, and with how much that may move it."""

import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.forecast.forecast import FIRST_CHUNK, play_chunk, won
from encounter_gui.forecast.start import plan_of
from encounter_gui.forecast.unplayed import Unplayed, reckoned, unplayed, unplayed_words
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.chrome.sheet.check_plan import BURNING
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table

STATS = ("strength", "speed", "intellect", "combat", "sanity", "fear", "body")


def burning(*, alone: bool) -> tuple[Table, str]:
    """Operators against two guards, the first of them about to burn Conviction; ``alone``: there is no other."""
    table = Table(system_for("chrome"), shipped("chrome"), message_catalog())
    one = table.join(
        "Flux",
        side="pc",
        kind="operator",
        items=["knife"],
        held="knife",
        **dict.fromkeys(STATS, 50),
    )
    if not alone:
        table.join(
            "Juno",
            side="pc",
            kind="operator",
            items=["knife"],
            held="knife",
            **dict.fromkeys(STATS, 40),
        )
    for name in ("Guard", "Dog"):
        table.join(name, items=["knife"], held="knife", kind="enemy", health=6)
    table.happen(ev.ConditionAdded(who=one, condition=Condition(key=BURNING)))
    return table, one


def test_it_is_played_again_without_those_whom_it_is_about() -> None:
    """The same seed, the same orders; the sentence names them and the chance."""
    table, one = burning(alone=False)
    context = table.context
    plan = plan_of(table.system, context, Orders(), 7)
    assert unplayed(plan, context) == (Unplayed(key="chrome_burn", who=(one,)),)
    (found,) = reckoned(table.system, context, plan)
    there = dict(context.state.combatants)
    table.happen(ev.CombatantRemoved(who=one))
    other = plan_of(table.system, table.context, Orders(), 7)
    share = won(play_chunk(other, 0, FIRST_CHUNK))[0].share
    assert there[one].name == "Flux"
    assert found.without == pytest.approx(share, abs=0.05)
    assert found.without != won(play_chunk(plan, 0, FIRST_CHUNK))[0].share
    (words,) = unplayed_words((found,), context)
    assert "Without Flux, " in words
    assert words.endswith(f"{found.without * 100:.0f}\u00a0%.")


def test_where_a_side_would_be_empty_nothing_is_played_again() -> None:
    """What it may move is all of it."""
    table, one = burning(alone=True)
    plan = plan_of(table.system, table.context, Orders(), 7)
    (found,) = reckoned(table.system, table.context, plan)
    assert found == Unplayed(key="chrome_burn", who=(one,))
    (words,) = unplayed_words((found,), table.context)
    assert "Without" not in words


def test_bystanders_are_said_without_a_figure() -> None:
    """They take no side, with or without."""
    table, _ = burning(alone=False)
    table.join("Cleaner", side="neutral", kind="enemy", health=3)
    plan = plan_of(table.system, table.context, Orders(), 7)
    assert [each.key for each in unplayed(plan, table.context)] == ["chrome_burn", "neutral"]
    *_, last = reckoned(table.system, table.context, plan)
    assert last == Unplayed(key="neutral")
