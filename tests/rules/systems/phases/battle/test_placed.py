"""Forecasts of fights on a plan: who is too far is not attacked, people close in, areas and the range table count.

Source: PHA-12, PHA-22, PHA-30, PHA-31.
"""

from typing import Any

import pytest
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.field import moving
from encounter_gui.rules.engine.field.sight import distance, nearest_first
from encounter_gui.rules.model.commands import PutArea
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.field.rules import RULES
from encounter_gui.rules.systems.phases.sheet import character
from tests.helpers.forecast_checks import assert_goes_as_forecast
from tests.helpers.placed import assert_same, first_loss, forecast, on_a_plan, put
from tests.helpers.table import Table
from tests.helpers.table_player import side_of
from tests.rules.systems.phases.battle import table_player
from tests.rules.systems.phases.field.scene import reading_of

pytestmark = pytest.mark.timeout(300)

PLAIN = {
    "strength": 5,
    "reflexes": 5,
    "stamina": 5,
    "perception": 5,
    "cool": 5,
    "intelligence": 5,
    "tech": 5,
    "athletics": 3,
    "running": 2,
    "melee": 5,
    "marksmanship": 5,
}
"""MOVE 20: a jog of 20 ft beside an attack, a run of 40 ft in its place."""


def join(table: Table, side: Any, weapon: str, **more: Any) -> CombatantId:
    """Somebody with a weapon in hand."""
    sheet = {**PLAIN, **more}
    return table.join(side, side=side, items=[weapon], held=weapon, **sheet)


def test_within_reach_and_without_areas_all_is_as_without_places(table: Table) -> None:
    people = [join(table, side, weapon) for side, weapon in ARMS]
    before = forecast(table, most_rounds=12)
    on_a_plan(table)
    assert_same(before, forecast(table, most_rounds=12))
    for number, each in enumerate(people):
        put(table, each, 10 + number)
    assert_same(before, forecast(table, most_rounds=12))


ARMS = (("pc", "sword"), ("pc", "heavy_pistol"), ("foe", "heavy_pistol"), ("foe", "sword"))


@pytest.mark.rule("PHA-12", "PHA-22", "PHA-30")
@pytest.mark.parametrize(
    ("gap", "met"), [(5, 1), (25, 1), (65, 1), (66, 2), (145, 2), (146, 3), (300, 4)]
)
def test_two_with_swords_meet_when_both_have_gone_so_far(
    table: Table, gap: float, met: int
) -> None:
    on_a_plan(table)
    for side, x in (("pc", 10.0), ("foe", 10 + gap)):
        put(table, join(table, side, "sword", melee=20, cool=0), x)
    assert first_loss(forecast(table, most_rounds=20)) == met
    assert not first_loss(forecast(table, most_rounds=met - 1, fights=300))


@pytest.mark.rule("PHA-31")
def test_an_area_stood_in_lowers_the_chance_by_what_it_says_and_is_kept(table: Table) -> None:
    """The game master's −6 of a wall that the target stands behind; it shoots from there."""
    on_a_plan(table)
    put(table, join(table, "pc", "heavy_pistol", marksmanship=8), 10)
    put(table, join(table, "foe", "heavy_pistol", cool=0, stamina=1, marksmanship=0), 60)
    open_ground = _out(table)
    table.play(PutArea(shape="rectangle", at=(55, 40), size=(10, 20), is_="cover", amount=-6))
    battle: Any = table.system.battle(table.context)
    game = battle.game
    code = int(game.start.standing.codes[0, 0, 0, 0, 1])
    assert game.amounts[code] == -6
    assert (game.start.standing.pace == 0).all()
    assert _out(table) < open_ground - 0.1


def _out(table: Table) -> float:
    return float((forecast(table, most_rounds=2).out_round[:, 1] > 0).mean())


@pytest.mark.rule("PHA-31")
def test_with_the_range_table_shots_have_its_amounts_and_people_come_nearer(table: Table) -> None:
    table.switch("phases.rangeTable", True)
    on_a_plan(table)
    who = put(table, join(table, "pc", "heavy_pistol"), 10)
    target = put(table, join(table, "foe", "sword", athletics=0, running=0), 110)
    reading = reading_of(table.context, who, target)
    battle: Any = table.system.battle(table.context)
    game, standing = battle.game, battle.game.start.standing
    game_amounts = [int(game.amounts[code]) for code in standing.codes[:, 0, 0, 0, 1] if code >= 0]
    assert game_amounts == sorted(game_amounts)
    assert game_amounts[-1] > reading.amount


class Closing(table_player.TablePlayer):
    """Everybody jogs into melee with its blow where that is enough, else it runs. Source: PHA-22, PHA-30."""

    @override
    def act(self, who: CombatantId) -> bool:
        actor = self.context.combatant(who)
        if character.actions_left(self.context, actor) and self._runs(actor):
            return True
        return super().act(who)

    def _runs(self, here: Combatant) -> bool:
        state = self.context.state
        foes = [
            each
            for each, _ in nearest_first(state, here.id)
            if side_of(each) != side_of(here) and not self.is_out(each)
        ]
        jog, run = (character.move(self.context, here, gait) for gait in ("jog", "run"))
        if not foes or (distance(state, here.id, foes[0].id) or 0) <= RULES.reach + jog:
            return False
        plan, place, other = state.plan, here.place, foes[0].place
        assert plan is not None
        assert place is not None
        assert other is not None
        end = moving.beside(RULES, plan, place, other)
        ran = moving.along_way(self.context, RULES, place, end, run)
        return self.tried(do.Move(who=here.id, gait="run", to=ran.point))


@pytest.mark.parametrize("gap", [20, 80])
@pytest.mark.parametrize("times", [60, pytest.param(400, marks=pytest.mark.deep)])
def test_fights_with_moves_at_the_table_go_as_forecast(
    table: Table, gap: float, times: int
) -> None:
    on_a_plan(table)
    who = [
        put(table, join(table, "pc", "sword", melee=7), 50),
        put(table, join(table, "foe", "sword", melee=6), 50 + gap),
    ]
    result = forecast(table, most_rounds=20, fights=6_000)
    player = Closing(table, seed=4, most_rounds=20)
    assert_goes_as_forecast(player, who, result, times, character.is_dead)
