"""Forecasts of fights on a plan: who is too far is not attacked, people close in, ranges and cover count.

Source: D6P-18, D6P-26, D6P-28, D6P-30.
"""

from typing import Any

import pytest
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import moving
from encounter_gui.rules.engine.field.sight import apart, distance, nearest_first
from encounter_gui.rules.model.commands import PutArea
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.combat.attack_plan import plan_attack
from encounter_gui.rules.systems.d6pool.field.rules import RULES
from encounter_gui.rules.systems.d6pool.odds.attack import strike_odds
from encounter_gui.rules.systems.d6pool.sheet import character
from tests.helpers.forecast_checks import assert_goes_as_forecast
from tests.helpers.placed import assert_same, first_loss, forecast, on_a_plan, put
from tests.helpers.table import Table
from tests.helpers.table_player import side_of
from tests.rules.systems.d6pool.battle import table_player
from tests.rules.systems.d6pool.battle.test_agreement import join

pytestmark = pytest.mark.timeout(300)

SWORD: dict[str, Any] = {"items": ["sword"], "held": "sword"}
REVOLVER: dict[str, Any] = {"items": ["revolver"], "held": "revolver"}


@pytest.fixture
def table(ruleset: Ruleset, texts: MessageCatalog) -> Table:
    """An empty table."""
    return Table(system_for("d6pool"), ruleset, texts)


def test_at_short_range_all_is_as_without_places(table: Table) -> None:
    people = [join(table, side, **REVOLVER) for side in ("pc", "pc", "foe", "foe")]
    before = forecast(table)
    on_a_plan(table)
    assert_same(before, forecast(table))
    for number, each in enumerate(people):
        put(table, each, 10 + number)
    assert_same(before, forecast(table))


@pytest.mark.rule("D6P-18", "D6P-30")
@pytest.mark.parametrize(
    ("gap", "met"), [(2, 1), (12, 1), (22, 1), (23, 2), (42, 2), (43, 3), (100, 5)]
)
def test_two_with_swords_meet_when_both_have_run_so_far(table: Table, gap: float, met: int) -> None:
    """10 m a run, after which a blow is still possible; it reaches 2 m."""
    on_a_plan(table)
    for side, x in (("pc", 10.0), ("foe", 10 + gap)):
        put(table, join(table, side, **SWORD, health=1, armed=12), x)
    assert first_loss(forecast(table)) == met
    assert not first_loss(forecast(table, most_rounds=met - 1, fights=300))


@pytest.mark.rule("D6P-26")
@pytest.mark.parametrize("band", [0, 1, 2, 3])
def test_shots_are_rolled_against_the_number_of_their_range(table: Table, band: int) -> None:
    """Who shoots lies down, so that nobody comes nearer but by crawling; one shot decides."""
    on_a_plan(table)
    who = join(table, "pc", **REVOLVER, firearms=4)
    target = join(table, "foe", health=60, unarmed=0)
    limits = plan_attack(table.context, do.Attack(who=who, target=target)).weapon.ranges
    put(table, who, 10)
    put(table, target, 10 + limits[band])
    command = table.system._whole(table.context, do.Attack(who=who, target=target))
    assert isinstance(command, do.Attack)
    plan = plan_attack(table.context, command)
    assert command.metres == limits[band]
    battle: Any = table.system.battle(table.context)
    standing = battle.game.start.standing
    # What is rolled from where somebody stays: the plan of the table at that distance.
    code = int(standing.codes[-1, 0, 0, 0, 1])
    assert code > 0
    made = battle.game.setting.strikes.plan((0, 0, 0, 1, 0, 0, code, 0))
    near = plan_attack(table.context, do.Attack(who=who, target=target, band="short"))
    assert made.dn == near.strike.dn  # in the end it has come to short range
    first = int(standing.codes[0, 0, 0, 1, 0])
    assert first == -1 or band == 0  # bare hands reach nobody so far away
    assert (
        strike_odds(plan.strike, left=60, health=60).hit
        <= strike_odds(near.strike, left=60, health=60).hit
    )


@pytest.mark.rule("D6P-28")
def test_cover_stood_in_lowers_the_chance_by_its_dice_and_is_kept(table: Table) -> None:
    outs = []
    for step in ("", "cover_75"):
        table = Table(table.system, table.context.ruleset, table.context.texts)
        on_a_plan(table)
        if step:
            area = PutArea(shape="rectangle", at=(28, 40), size=(4, 20), is_="cover", step=step)
            table.play(area)
        put(table, join(table, "pc", **REVOLVER, firearms=6, health=40), 10)
        put(table, join(table, "foe", **REVOLVER, firearms=1, health=1), 30)
        outs.append(float((forecast(table, most_rounds=1).out_round[:, 1] > 0).mean()))
    assert outs[1] < outs[0] - 0.1
    battle: Any = table.system.battle(table.context)
    assert (battle.game.start.standing.pace[:, :, 1] == 0).all()
    assert [each.key for each in battle.left_out] == ["moves"]


class Closing(table_player.TablePlayer):
    """Everybody runs for the nearest before it attacks, or walks where that is enough. Source: D6P-18."""

    moved: tuple[int, frozenset[CombatantId]] = (0, frozenset())

    @override
    def play(self) -> tuple[str, RulesContext]:
        self.moved = (0, frozenset())
        return super().play()

    @override
    def act(self, who: CombatantId) -> bool:
        number, done = self.moved
        if number != self.context.state.round:
            done = frozenset()
        if who not in done:
            self.moved = (self.context.state.round, done | {who})
            self._close_in(who)
        return super().act(who)

    def _close_in(self, who: CombatantId) -> None:
        state = self.context.state
        here = state.combatants[who]
        foes = [
            each
            for each, _ in nearest_first(state, who)
            if side_of(each) != side_of(here) and not self.is_out(each)
        ]
        if not foes or (distance(state, who, foes[0].id) or 0) <= RULES.reach:
            return
        plan, place, other = state.plan, here.place, foes[0].place
        assert plan is not None
        assert place is not None
        assert other is not None
        end = moving.beside(RULES, plan, place, other)
        walked = moving.along_way(self.context, RULES, place, end, 5)
        if apart(plan, walked, other) <= RULES.reach:
            assert self.tried(do.Move(who=who, gait="walk", to=walked.point))
        else:
            ran = moving.along_way(self.context, RULES, place, end, 10)
            assert self.tried(do.Move(who=who, gait="run", to=ran.point))

    @override
    def targets_of(self, actor: Any, context: Any) -> list[CombatantId]:
        found = super().targets_of(actor, context)
        near = (distance(context.state, actor.id, each) or 0 for each in found)
        return [each for each, far in zip(found, near, strict=True) if far <= RULES.reach]


@pytest.mark.parametrize("gap", [10, 26])
@pytest.mark.parametrize("times", [100, pytest.param(800, marks=pytest.mark.deep)])
def test_fights_with_moves_at_the_table_go_as_forecast(
    table: Table, gap: float, times: int
) -> None:
    on_a_plan(table)
    who = [
        put(table, join(table, "pc", **SWORD, armed=5), 50),
        put(table, join(table, "foe", **SWORD, armed=4), 50 + gap),
    ]
    result = forecast(table, fights=8_000)
    player = Closing(table, seed=4, most_rounds=30)
    assert_goes_as_forecast(player, who, result, times, character.is_dead)
