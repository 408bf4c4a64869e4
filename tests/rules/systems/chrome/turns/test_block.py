"""The turns of enemies within their block: waiting, begun, done, with fire, shock and distraction each."""

import pytest
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import OWN_TURNS
from encounter_gui.encounter.values import Duration
from encounter_gui.rules.engine.turns import holds
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.attack_form.selection import actors
from encounter_gui.rules.systems.chrome.sheet import action_budget
from encounter_gui.rules.systems.chrome.turns import rounds
from tests.rules.systems.chrome.conftest import Crew

CLAWS = "horror_claws"


class Block:
    """One Operator, then three enemies, whose block acts."""

    def __init__(self, table: Crew, *items: str) -> None:
        """Begins the fight and goes on to the block."""
        self.table = table
        self.one = table.operator("Flux", *items, health=30)
        self.a, self.b, self.c = (
            table.enemy(name, CLAWS, health=10) for name in ("Ape", "Bear", "Cat")
        )
        table.begin(10)
        table.next()

    def attack(self, who: CombatantId) -> None:
        """Attacks the Operator, who makes no Save."""
        self.table.play(do.Attack(who=who, target=self.one, defence="waive"))

    @property
    def states(self) -> list[str]:
        """How the timeline shows the three."""
        slots = self.table.system.timeline(self.table.context).slots
        members = next(slot.members for slot in slots if slot.members)
        return [each.state for each in members]

    @property
    def now(self) -> list[str]:
        """Whom the table marks."""
        rows = self.table.system.rows(self.table.context)
        return [self.table.combatant(row.who).name for row in rows if row.is_now]


@pytest.fixture
def block(table: Crew) -> Block:
    """A block that acts."""
    return Block(table)


@pytest.mark.rule("CHR-22")
@pytest.mark.rule("CHR-26")
def test_an_enemy_begins_its_turn_by_acting(block: Block) -> None:
    """The acting one is marked, the others wait or are done; nobody needs to be picked first."""
    table = block.table
    assert table.context.state.waiting == (block.a, block.b, block.c)
    assert block.states == ["free", "free", "free"]
    block.attack(block.b)
    assert table.context.state.waiting == (block.a, block.c)
    assert block.states == ["free", "now", "free"]
    assert block.now == ["Bear"]
    block.attack(block.a)
    assert block.states == ["now", "spent", "free"]
    assert block.now == ["Ape"]


@pytest.mark.rule("CHR-38")
@pytest.mark.rule("CHR-22")
@pytest.mark.rule("CHR-26")
def test_an_enemy_shocked_before_it_has_acted_loses_this_turn(block: Block) -> None:
    """Not that of the next round: others of its block have begun, it has not."""
    table = block.table
    block.attack(block.a)
    table.afflict(block.b, "shocked")
    assert table.refused(do.Attack(who=block.b, target=block.one)) == "chrome.cannot_act"
    block.attack(block.c)
    table.next()
    assert not table.combatant(block.b).has("shocked")
    table.next()
    block.attack(block.b)


@pytest.mark.rule("CHR-38")
def test_an_enemy_shocked_in_its_turn_or_after_loses_the_next(block: Block) -> None:
    """Begun or done, it is the turn of the next round."""
    table = block.table
    block.attack(block.a)
    block.attack(block.b)
    for who in (block.a, block.b):
        table.afflict(who, "shocked")
    block.attack(block.b)
    table.next()
    table.next()
    attacks = [do.Attack(who=who, target=block.one) for who in (block.a, block.b)]
    assert [table.refused(each) for each in attacks] == ["chrome.cannot_act"] * 2
    block.attack(block.c)
    table.next()
    table.next()
    block.attack(block.a)


@pytest.mark.rule("CHR-38")
@pytest.mark.rule("CHR-50")
def test_fire_burns_at_the_end_of_each_enemys_own_turn(block: Block) -> None:
    """As the next begins, as it waits, or with the block for who has not acted; each once."""
    table = block.table
    people = (block.a, block.b, block.c)
    for who in people:
        table.afflict(who, "ablaze")
    block.attack(block.a)
    assert [table.health(who) for who in people] == [10, 10, 10]
    table.play(do.Wait(who=block.b))
    assert [table.health(who) for who in people] == [8, 8, 10]
    block.attack(block.a)
    table.next()
    assert [table.health(who) for who in people] == [8, 8, 8]


@pytest.mark.rule("CHR-26")
@pytest.mark.rule("CHR-31")
def test_what_is_left_of_a_list_may_still_be_played_in_the_block(block: Block) -> None:
    """An old file that has enemies take turns about plays on; who waits is through."""
    table = block.table
    block.attack(block.a)
    block.attack(block.b)
    block.attack(block.a)
    assert table.refused(do.Attack(who=block.a, target=block.one)) == "chrome.not_on_its_list"
    offered = [each.id for each in actors(table.context)]
    assert offered == [block.b, block.c]
    table.play(do.Wait(who=block.b))
    assert table.refused(do.Move(who=block.b)) == "chrome.no_action_left"


@pytest.mark.rule("CHR-31")
@pytest.mark.rule("CHR-60")
def test_an_enemy_distracted_before_it_has_acted_forgoes_an_action_now(block: Block) -> None:
    """One that has begun forgoes it in the next round."""
    table = block.table
    block.attack(block.a)
    for who in (block.a, block.b):
        table.afflict(who, "distracted")
    left = [
        action_budget.actions_left(table.context, table.combatant(who))
        for who in (block.a, block.b)
    ]
    assert left == [2, 2]
    block.attack(block.b)
    assert (table.combatant(block.b).has("distracted"), table.gauge(block.b, "owed")) == (False, 1)
    assert table.combatant(block.a).has("distracted")


@pytest.mark.rule("CHR-22")
@pytest.mark.rule("CHR-26")
def test_next_says_who_has_not_acted(block: Block) -> None:
    """Those who are dead or lose the turn are not waited for; the log tells who was passed over."""
    table = block.table
    block.attack(block.a)
    table.afflict(block.c, "shocked")
    assert table.system.left_undone(table.context) == "Bear: not acted"
    table.next()
    assert "passed over: Bear: not acted" in table.label
    table.next()
    for who in (block.a, block.b):
        block.attack(who)
    table.play(do.Kill(who=block.c))
    assert table.system.left_undone(table.context) == ""


@pytest.mark.rule("CHR-26")
def test_the_block_is_no_tie(block: Block) -> None:
    """Nothing waits: what an enemy does is true for the next."""
    table = block.table
    assert not rounds.ROUNDS.holds_ties
    block.attack(block.a)
    assert table.context.state.held == ()
    assert not any(row.is_tied for row in table.system.rows(table.context))
    assert not holds(rounds.ROUNDS, table.context, block.a)
    assert table.system.tie(table.context, ()) is None


@pytest.mark.rule("CHR-26")
@pytest.mark.rule("CHR-50")
def test_a_block_of_an_older_campaign_is_played_to_its_end(block: Block) -> None:
    """Saved in the middle of it, all its enemies have begun; their turns end together."""
    table = block.table
    table.happen(ev.FightMemoSet(key=OWN_TURNS, value=False))
    for who in (block.a, block.b):
        table.afflict(who, "ablaze")
    block.attack(block.a)
    block.attack(block.b)
    table.play(do.Wait(who=block.b))
    assert [table.health(who) for who in (block.a, block.b)] == [10, 10]
    table.next()
    assert [table.health(who) for who in (block.a, block.b)] == [8, 8]
    table.next()
    assert table.context.state.waiting == (block.a, block.b, block.c)


@pytest.mark.rule("CHR-26")
def test_who_joins_the_block_waits_in_it(block: Block) -> None:
    """With all of its actions."""
    table = block.table
    block.attack(block.a)
    table.play(ask.Add(creature="corp_guard", name="Dog"))
    dog = next(reversed(table.context.state.combatants))
    assert table.context.state.waiting == (block.b, block.c, dog)
    table.play(do.Attack(who=dog, target=block.one, band="short", defence="waive"), 1)
    assert table.context.state.waiting == (block.b, block.c)


def test_a_condition_until_an_enemys_turn_ends_with_that_turn(block: Block) -> None:
    """It begins when the enemy acts, not with the block."""
    table = block.table
    until = Duration(kind="turn_start", count=1, whose=block.b)
    table.play(ask.Afflict(who=(block.one,), condition="prone", duration=until))
    block.attack(block.a)
    assert table.combatant(block.one).has("prone")
    block.attack(block.b)
    assert not table.combatant(block.one).has("prone")


@pytest.mark.rule("CHR-31")
@pytest.mark.parametrize("to", ["two", "block"])
def test_the_house_rule_on_enemies_actions_may_change_in_their_turn(block: Block, to: str) -> None:
    """What was done counts in both: an attack made leaves one Major Action, or the rest of the list."""
    table = block.table
    other = {"two": "block", "block": "two"}[to]
    table.switch("chrome.enemyMajorActions", other)
    block.attack(block.a)
    table.switch("chrome.enemyMajorActions", to)
    left = action_budget.actions_left(table.context, table.combatant(block.a))
    assert left == {"two": 1, "block": 2}[to]
    block.attack(block.a)


@pytest.mark.rule("CHR-63")
def test_a_frenzy_waits_for_its_attack_though_the_next_enemy_begins(table: Crew) -> None:
    """The end of an enemy's turn does not take it away."""
    block = Block(table, "knife")
    block.attack(block.a)
    table.play(ask.Afflict(who=(block.one,), condition="frenzy"))
    block.attack(block.b)
    assert table.owed(block.one) == ["frenzy_attack"]
    assert table.refused(ask.Next()) == "chrome.frenzy_waits"


def test_one_enemy_alone_begins_with_its_block(table: Crew) -> None:
    """Nothing is said of it before Next, as of an Operator."""
    table.operator("Flux")
    guard = table.enemy("Guard", CLAWS)
    table.begin(10)
    table.next()
    assert (table.context.state.waiting, table.system.left_undone(table.context)) == ((), "")
    table.next()
    assert "passed over" not in table.label
    assert guard in table.context.state.combatants


@pytest.mark.rule("CHR-26")
def test_another_fight_begins_anew(block: Block) -> None:
    """Who has acted in round 1 of one waits in round 1 of the next."""
    table = block.table
    block.attack(block.a)
    twin = replace(table.combatant(block.a), id=CombatantId("ape_9"), name="Twin")
    table.play(ask.Add(combatant=twin))
    twin_id = next(reversed(table.context.state.combatants))
    assert twin_id in table.context.state.waiting
