"""Forecasts of fights on a plan: who is too far is not attacked, people close in, ranges and cover count.

Source: CHR-07, CHR-31, CHR-32, CHR-34.
"""

from typing import Any

import pytest
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import moving
from encounter_gui.rules.engine.field.sight import apart, distance, nearest_first
from encounter_gui.rules.model.commands import PutArea
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.field.rules import RULES
from encounter_gui.rules.systems.chrome.sheet import action_budget, character
from tests.helpers.forecast_checks import assert_goes_as_forecast
from tests.helpers.placed import assert_same, first_loss, forecast, on_a_plan, put
from tests.helpers.table_player import side_of
from tests.rules.systems.chrome.battle import table_player
from tests.rules.systems.chrome.conftest import Crew

pytestmark = pytest.mark.timeout(300)

CALM = {"conviction": 400, "fear": 95, "sanity": 95}


@pytest.fixture
def crew(ruleset: Ruleset, texts: MessageCatalog) -> Crew:
    """An empty table."""
    return Crew(ruleset, texts)


def test_at_short_range_all_is_as_without_places(crew: Crew) -> None:
    people = [
        crew.operator("Ace", "pistol", "kevlar_vest", conviction=8),
        crew.operator("Bea", "smg", conviction=8),
        crew.enemy("Guard", "guard_rifle", health=6),
        crew.enemy("Scrapper", "scrapper_pistol", health=6),
    ]
    before = forecast(crew)
    on_a_plan(crew)
    assert_same(before, forecast(crew))
    for number, each in enumerate(people):
        put(crew, each, 10 + 4 * number)
    assert_same(before, forecast(crew))


@pytest.mark.rule("CHR-07", "CHR-32")
@pytest.mark.parametrize(
    ("gap", "met"), [(2, 1), (22, 1), (82, 1), (83, 2), (142, 2), (143, 3), (300, 4)]
)
def test_two_with_blades_meet_when_both_have_gone_so_far(crew: Crew, gap: float, met: int) -> None:
    """Speed 40: 40 m with both Major Actions; in round 1 an extra one may strike then. A blow reaches 2 m."""
    on_a_plan(crew)
    for side, x in (("pc", 10.0), ("foe", 10 + gap)):
        sheet: dict[str, Any] = {**CALM, "health": 1, "combat": 90, "body": 1, "reflex": 1}
        put(crew, crew.operator(side, "katana", side=side, **sheet), x)
    assert first_loss(forecast(crew)) == met
    assert not first_loss(forecast(crew, most_rounds=met - 1, fights=300))


@pytest.mark.rule("CHR-31")
def test_an_enemy_moves_up_to_its_band_beside_its_attacks(crew: Crew) -> None:
    """Short: 20 m a round, and nothing of its list is given up for it."""
    on_a_plan(crew)
    put(crew, crew.operator("Ace", health=1, speed=1, **CALM, reflex=1, body=1), 10)
    put(crew, crew.enemy("Horror", "horror_claws", move="short", health=30), 72)
    assert first_loss(forecast(crew)) == 3


@pytest.mark.rule("CHR-06", "CHR-07")
def test_range_decides_what_a_shot_does(crew: Crew) -> None:
    """A guard's rifle: Deadly at Short, Massive at Long range; nothing beyond 100 m."""
    weapons = []
    for far in (15, 60):
        table = Crew(crew.context.ruleset, crew.context.texts)
        on_a_plan(table)
        who = put(table, table.enemy("Guard", "guard_rifle", move="none", health=30), 10)
        target = put(table, table.operator("Ace", health=100, speed=1, **CALM), 10 + far)
        battle: Any = table.system.battle(table.context)
        game = battle.game
        code = int(game.start.standing.codes[0, 0, 0, 0, 1])
        band = int(game._terms.bands[code])
        weapons.append(game._maker.harm(game._maker.kinds * band, 1, 0).raw)
        command = table.system._whole(table.context, do.Attack(who=who, target=target))
        assert isinstance(command, do.Attack)
        assert command.metres == far
    assert weapons[0] != weapons[1]
    table = Crew(crew.context.ruleset, crew.context.texts)
    on_a_plan(table)
    put(table, table.enemy("Guard", "guard_rifle", move="none", health=30), 10)
    put(table, table.operator("Ace", health=1, speed=1, **CALM), 150)
    assert not first_loss(forecast(table, most_rounds=5))


@pytest.mark.rule("CHR-34")
def test_cover_stood_in_soaks_one_more_and_is_kept(crew: Crew) -> None:
    alive = []
    for covers in (False, True):
        table = Crew(crew.context.ruleset, crew.context.texts)
        on_a_plan(table)
        if covers:
            table.play(PutArea(shape="rectangle", at=(23, 40), size=(4, 20), is_="cover"))
        put(table, table.enemy("Scrapper", "scrapper_pistol", health=30, move="none"), 10)
        put(table, table.operator("Ace", "pistol", health=2, combat=1, reflex=1, **CALM), 25)
        alive.append(float((forecast(table, most_rounds=1).out_round[:, 1] == 0).mean()))
    assert alive[1] > alive[0] + 0.2
    battle: Any = table.system.battle(table.context)
    assert (battle.game.start.standing.pace[:, :, 1] == 0).all()


class Closing(table_player.TablePlayer):
    """Operators with blades: one Major Action to get there if that is enough, else both. Source: CHR-32."""

    moved: tuple[int, frozenset[CombatantId]] = (0, frozenset())

    @override
    def play(self) -> tuple[str, RulesContext]:
        self.moved = (0, frozenset())
        return super().play()

    @override
    def act(self, who: CombatantId) -> bool:
        actor = self.context.combatant(who)
        if not character.can_act(actor) or self.winner():
            return False
        number, done = self.moved
        done = done if number == self.context.state.round else frozenset()
        if who not in done and action_budget.actions_left(self.context, actor) == 2:
            self.moved = (self.context.state.round, done | {who})
            if self._closes_in(actor):
                return True
        return super().act(who)

    def _closes_in(self, here: Combatant) -> bool:
        state = self.context.state
        foes = [
            each
            for each, _ in nearest_first(state, here.id)
            if side_of(each) != side_of(here) and not self.is_out(each)
        ]
        if not foes or (distance(state, here.id, foes[0].id) or 0) <= RULES.reach:
            return False
        plan, place, other = state.plan, here.place, foes[0].place
        assert plan is not None
        assert place is not None
        assert other is not None
        end = moving.beside(RULES, plan, place, other)
        once, twice = (character.reach(self.context, here, count) for count in (1, 2))
        near = moving.along_way(self.context, RULES, place, end, once)
        if apart(plan, near, other) <= RULES.reach:
            return self.tried(do.Move(who=here.id, to=near.point))
        ran = moving.along_way(self.context, RULES, place, end, twice)
        return self.tried(do.Move(who=here.id, to=ran.point, twice=True))


@pytest.mark.parametrize("gap", [15, 50])
@pytest.mark.parametrize("times", [80, pytest.param(600, marks=pytest.mark.deep)])
def test_fights_with_moves_at_the_table_go_as_forecast(crew: Crew, gap: float, times: int) -> None:
    on_a_plan(crew)
    who = [
        put(crew, crew.operator("Ace", "katana", health=6, **CALM), 50),
        put(crew, crew.operator("Foe", "katana", side="foe", health=6, **CALM), 50 + gap),
    ]
    result = forecast(crew, fights=8_000)
    player = Closing(crew, seed=4, most_rounds=30)
    assert_goes_as_forecast(player, who, result, times, character.is_dead)
