"""The attacks of a forecast against the exact odds of the panel, and the table's procedure against the same odds."""

import os
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.engine.battlefield.field import Battlefield
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.model.commands import Next
from encounter_gui.rules.model.ruleset import CarriedDef, Ruleset
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.sheet import character
from tests.helpers.forecast_checks import assert_alike, assert_goes_as_forecast, played
from tests.helpers.samples import sample_session
from tests.helpers.table import Table
from tests.rules.systems.phases.battle.table_player import TablePlayer

pytestmark = pytest.mark.timeout(900)  # whole fights at the table, thousands of them with --deep

PLACES = 6


def only(item: str, mode: str) -> CarriedDef:
    """A weapon with one mode alone."""
    return CarriedDef(item=item, values={"modes": mode})


KINDS: dict[str, tuple[Any, str]] = {
    "a shot": ("heavy_pistol", ""),
    "a blow": ("sword", ""),
    "a burst": (only("smg", "burst"), ""),
    "a salvo": (only("assault_rifle", "full"), ""),
    "a laser": ("laser_rifle", ""),
    "shot": (only("shotgun", "shot"), ""),
    "dice of two kinds": (CarriedDef(item="sword", values={"damage": "1d8 + 3d4kh2"}), ""),
    "a shot at somebody unaware": ("heavy_pistol", "unaware"),
    "a blow at somebody immobile": ("sword", "immobile"),
}
"""What is attacked with, and the state of the target."""


def one_attack(
    kind: str, ruleset: Ruleset, texts: MessageCatalog
) -> tuple[TablePlayer, CombatantId, CombatantId]:
    """A fight in which one attacks, and the other has lost its action."""
    item, condition = KINDS[kind]
    table = Table(system_for("phases"), ruleset, texts)
    held = item if isinstance(item, str) else item.item
    sheet = {"marksmanship": 4, "melee": 3, "initiative": 20}
    who = table.join("Shooter", side="pc", items=[item], held=held, **sheet)
    mark = table.join("Mark", items=["leather"], evade=2, cool=7)
    player = TablePlayer(table, seed=5)
    player.command(Next())
    player.command(Next())
    table.context = player.context
    assert table.context.state.acting == (who,)
    table.happen(ev.GaugeSet(who=mark, gauge=character.LOST, to=1))
    if condition:
        table.happen(ev.ConditionAdded(who=mark, condition=Condition(key=condition)))
    player.begun = player.context = table.context
    return player, who, mark


def exact(player: TablePlayer, who: CombatantId, mark: CombatantId) -> tuple[float, Any]:
    """The chance to be out, and by place to be wounded there, as the panel says."""
    attack = do.Attack(who=who, target=mark, shots=1)
    odds = player.system.odds(player.begun, attack)
    assert odds is not None
    return odds.headline_numbers[2].probability, np.array([each.wound for each in odds.places])


@pytest.mark.rule("PHA-34")
@pytest.mark.rule("PHA-35")
@pytest.mark.parametrize("kind", KINDS)
def test_an_attack_does_in_a_forecast_what_its_odds_say(
    kind: str, ruleset: Ruleset, texts: MessageCatalog
) -> None:
    """100,000 attacks, one phase each: who is out with all tests, and wounds by place (PHA-34 to PHA-42, PHA-63)."""
    player, who, mark = one_attack(kind, ruleset, texts)
    out, places = exact(player, who, mark)
    battle: Any = player.system.battle(player.begun)
    fights = 100_000
    result = battle.play(fights, np.random.default_rng(6), Orders(most_rounds=1))
    assert_alike(Counter((result.winner == 0).tolist()), {True: out, False: 1 - out})
    field = Battlefield(battle.game, fights, np.random.default_rng(7), Orders())
    at, shooter, action = field._places(battle.game.order(field))[0]
    field.play_place(at, shooter, action)
    wounded = field.columns["wound"][:, 1] > 0
    if (wounded.sum(axis=1) > 1).any():
        return  # rounds that hit one by one: who is out with all tests says it
    found = Counter({place: int(wounded[:, place].sum()) for place in range(PLACES)})
    found[PLACES] = int((~wounded.any(axis=1)).sum())
    assert_alike(found, dict(enumerate((*places, 1 - places.sum()))))


def at_the_table(kind: str, count: int, ruleset: Ruleset, texts: MessageCatalog) -> None:
    """Plays so many attacks by the table's procedure against the exact odds."""
    player, who, mark = one_attack(kind, ruleset, texts)
    out, places = exact(player, who, mark)
    is_out, wounded = 0.0, np.zeros(PLACES)
    keys = [each.key for each in ruleset.locations]
    for _ in range(count):
        player.context = player.begun
        player.command(do.Attack(who=who, target=mark, shots=1, defense="standard"))
        target = player.context.combatant(mark)
        is_out += character.is_out(player.context, target)
        wounded += [character.wound(target, key) > 0 for key in keys]
    for found, chance in zip((is_out, *wounded), (out, *places), strict=True):
        assert_alike({True: found, False: count - found}, {True: chance, False: 1 - chance})


@pytest.mark.rule("PHA-35")
@pytest.mark.parametrize("kind", KINDS)
def test_an_attack_does_at_the_table_what_its_odds_say(
    kind: str, ruleset: Ruleset, texts: MessageCatalog
) -> None:
    """60 attacks by the table's procedure against the same odds: out, and wounds by place."""
    at_the_table(kind, 60, ruleset, texts)


@pytest.mark.deep
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("kind", KINDS)
def test_many_attacks_at_the_table_do_what_their_odds_say(
    kind: str, ruleset: Ruleset, texts: MessageCatalog
) -> None:
    """The same with 2,000; ``PHASES_ROLLS=100000`` takes some minutes a kind."""
    at_the_table(kind, int(os.environ.get("PHASES_ROLLS", "2000")), ruleset, texts)


# ---- whole fights


def brawl(table: Table) -> None:
    """By house rule recoil lasts for a round; two against two, all with something else in hand, and a neutral one."""
    table.switch("phases.recoilSpan", "round")
    table.join("A", side="pc", items=["revolver"], held="revolver", marksmanship=4, reflexes=7)
    table.join("B", side="ally", items=["sword", "leather"], held="sword", melee=4, cool=7)
    table.join("C", items=["shotgun"], held="shotgun", marksmanship=3, initiative=2)
    table.join("D", items=["light_pistol", "light_vest"], held="light_pistol", marksmanship=3)
    table.join("E", side="neutral", items=["knife"], held="knife", melee=5)


def under_way(table: Table) -> None:
    """The sample in the middle of a phase, with nobody giving first aid: who does, its forecast leaves out."""
    table.context = sample_session("night-harbour").context
    table.happen(ev.ConditionRemoved(who=CombatantId("amadi"), key="aiding"))


@pytest.mark.rule("PHA-19", "PHA-23", "PHA-33")
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(
    ("make", "defends", "times"),
    [
        (brawl, False, 25),
        (under_way, False, 5),
        (brawl, True, 25),
        *(
            pytest.param(*each, marks=pytest.mark.deep)
            for each in ((brawl, False, 200), (under_way, False, 40), (brawl, True, 200))
        ),
        *(
            pytest.param(*each, marks=[pytest.mark.deep, pytest.mark.night])
            for each in ((brawl, False, 800), (under_way, False, 150), (brawl, True, 800))
        ),
    ],
)
def test_fights_at_the_table_go_as_often_as_forecast(
    make: Callable[[Table], None],
    defends: bool,
    times: int,
    ruleset: Ruleset,
    texts: MessageCatalog,
) -> None:
    """Who wins, who is still in, who is dead, how long it takes, also with All-Out Dodge (PHA-25, PHA-51).

    Who is neutral does nothing.
    """
    table = Table(system_for("phases"), ruleset, texts)
    make(table)
    battle = table.system.battle(table.context)
    assert battle.left_out == ()
    result = played(battle, 20_000, 3, 40, defends=defends)
    player = TablePlayer(table, seed=9, most_rounds=40)
    player.defends = defends
    assert_goes_as_forecast(player, battle.who, result, times, character.is_dead)
    assert (player.times_dodged > 0) == defends
