"""Initiative as commands, in all four games on one mechanism: rolled, set, owed by newcomers; turns put off."""

from typing import Any

import pytest
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Choice, Chosen, Faces, RollRequest, accept
from encounter_gui.encounter.values import Side, Slot
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.initiative.rules import reorder
from encounter_gui.rules.engine.obligations import INITIATIVE
from encounter_gui.rules.engine.turns import HOLDING
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.cwn.commands import Hold
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table

PEOPLE = {
    "chrome": ("nova", "recruit", "corp_guard"),
    "cwn": ("gang_member", "gang_member", "gang_member"),
    "d6pool": ("ganger", "ganger", "ganger"),
    "phases": ("ganger", "ganger", "ganger"),
}
"""Creatures by game: a player character, an NPC with an initiative of its own, another."""

GAMES = tuple(PEOPLE)
PER_PERSON = ("chrome", "d6pool", "phases")


class OpenTable(Table):
    """A table at which every die shows a face that is said beforehand, and what was asked for is kept."""

    def __init__(self, game: str) -> None:
        """Sits down with a shipped ruleset."""
        super().__init__(system_for(game), shipped(game), message_catalog())
        self.game = game
        self.faces: dict[str, int] = {}
        self.asked: list[RollRequest] = []

    @override
    def answered(self, asked: Any, left: list[int]) -> Any:
        if isinstance(asked, Choice):
            return Chosen(option=asked.options[0])
        self.asked += asked
        return tuple(self._rolled(request) for request in asked)

    def _rolled(self, request: RollRequest) -> Any:
        face = self.faces.get(str(request.who), 3 if request.lowest else 50)
        return accept(request, Faces(values=(face,) * request.count))

    def add(self, name: str, side: Side, place: int = 0) -> CombatantId:
        """Lets a creature of the ruleset join."""
        known = set(self.context.state.combatants)
        creature = PEOPLE[self.game][place]
        self.play(do.Add(creature=creature, name=name, side=side))
        (who,) = set(self.context.state.combatants) - known
        return who

    def start(self) -> None:
        """Moves on until somebody acts."""
        while not self.context.state.acting:
            self.play(do.Next())
        self.asked.clear()

    def rolled_for(self) -> set[CombatantId | None]:
        """Returns for whom dice were asked since the last time."""
        found = {request.who for request in self.asked}
        self.asked.clear()
        return found

    def score(self, who: CombatantId) -> int | None:
        """Returns the initiative of a combatant."""
        entrants = self.system.initiative(self.context)
        return next((row.score for row in entrants if who in row.members), None)

    def order(self) -> list[CombatantId]:
        """Returns everybody in the order of turns, each once."""
        return list(dict.fromkeys(slot.who for slot in self.context.state.slots))


@pytest.fixture(params=GAMES)
def table(request: pytest.FixtureRequest) -> OpenTable:
    """A table of each game."""
    return OpenTable(request.param)


@pytest.fixture(params=PER_PERSON)
def persons(request: pytest.FixtureRequest) -> OpenTable:
    """A table of each game in which everybody has an initiative of their own."""
    return OpenTable(request.param)


def test_rerolling_one_npc_rolls_everyone(persons: OpenTable) -> None:
    """Bug of another tracker: here one is rolled again alone. Source: peers 2.9 case 8."""
    persons.add("Ada", "pc")
    one, other = persons.add("One", "foe", 1), persons.add("Other", "foe", 1)
    persons.start()
    before = persons.score(other)
    persons.play(do.RollInitiative(who=(one,)))
    assert persons.rolled_for() == {one}
    assert persons.score(other) == before


def test_rolling_npcs_rolls_the_players_too(table: OpenTable) -> None:
    """Bug of another tracker: here the players' initiative stays. Source: peers 2.9 case 8."""
    ada, foe = table.add("Ada", "pc"), table.add("One", "foe", 1)
    table.start()
    before = table.score(ada)
    table.faces = dict.fromkeys(table.context.state.combatants, 1)
    table.play(do.RollInitiative(scope="npcs"))
    assert ada not in table.rolled_for()
    assert table.score(ada) == before
    assert table.score(foe) is not None


def test_all_can_be_rolled_before_the_first_round(table: OpenTable) -> None:
    """What was rolled ahead counts: moving on asks nobody again."""
    table.add("Ada", "pc"), table.add("One", "foe", 1)
    table.play(do.RollInitiative())
    scores = [row.score for row in table.system.initiative(table.context)]
    assert None not in scores
    table.start()
    assert table.rolled_for() == set()
    assert [row.score for row in table.system.initiative(table.context)] == scores


def test_only_who_has_none_rolls_where_some_is_missing(table: OpenTable) -> None:
    """Those who have rolled keep it; where nobody is missing, that is said."""
    ada = table.add("Ada", "pc")
    table.play(do.SetInitiative(who=ada, to=7))
    table.add("One", "foe", 1)
    table.play(do.RollInitiative(scope="missing"))
    assert table.score(ada) == 7
    assert table.refused(do.RollInitiative(scope="missing")) == "rules.initiative_nobody_missing"


def test_a_score_is_edited_after_rolling_and_the_order_follows(persons: OpenTable) -> None:
    """Whoever is still to act is put where the new score belongs."""
    first = persons.add("First", "pc")
    late, last = persons.add("Late", "pc", 1), persons.add("Last", "pc", 1)
    low, high = (60, 1) if persons.game == "chrome" else (5, 25)
    persons.start()
    persons.play(do.SetInitiative(who=first, to=0 if persons.game == "chrome" else 30))
    persons.play(do.SetInitiative(who=late, to=low))
    persons.play(do.SetInitiative(who=last, to=high))
    still = [who for who in persons.order() if who in (late, last)]
    acting = persons.context.state.acting
    assert persons.score(last) == high
    if not {late, last} & set(acting):
        assert still == [last, late]
    assert len(set(persons.order())) == 3


def test_a_number_out_of_range_is_refused(table: OpenTable) -> None:
    """With its limits; nothing changes."""
    ada = table.add("Ada", "pc")
    assert table.refused(do.SetInitiative(who=ada, to=1000)) == "rules.initiative_range"


def test_a_newcomer_in_mid_fight_owes_its_initiative(persons: OpenTable) -> None:
    """It stands at the end and is marked; settling rolls for it alone, and the debt is gone."""
    persons.add("Ada", "pc"), persons.add("One", "foe", 1)
    persons.start()
    new = persons.add("New", "pc", 1)
    assert [(each.kind, each.who) for each in persons.context.state.obligations] == [
        (INITIATIVE, new)
    ]
    assert persons.system.rows(persons.context)[-1].who == new or persons.game == "chrome"
    assert any("Initiative" in notice.title for notice in persons.system.notices(persons.context))
    persons.play(do.Settle())
    assert persons.rolled_for() == {new}
    assert persons.context.state.obligations == ()
    assert persons.score(new) is not None


def test_what_a_newcomer_owes_does_not_outlast_the_next_order(persons: OpenTable) -> None:
    """Whoever moves on without it has it rolled with the next order at the latest."""
    persons.add("Ada", "pc"), persons.add("One", "foe", 1)
    persons.start()
    new = persons.add("New", "pc", 1)
    for _ in range(12):
        persons.play(do.Next())
        if not persons.context.state.obligations:
            break
    assert persons.context.state.obligations == ()
    assert new in persons.order()


def test_who_joins_a_side_that_has_rolled_owes_nothing() -> None:
    """In CWN a side rolls: who joins it acts with it. Source: CWN-15, CWN-16."""
    table = OpenTable("cwn")
    table.add("Ada", "pc"), table.add("One", "foe", 1)
    table.start()
    table.add("New", "foe", 1)
    assert table.context.state.obligations == ()
    table.add("Third", "neutral", 1)
    assert [each.kind for each in table.context.state.obligations] == [INITIATIVE]


@pytest.mark.rule("D6P-16")
def test_who_joins_in_the_second_pass_gets_a_whole_turn() -> None:
    """Bug of another tracker: here the first action is gone, a second only comes of a high total. Peers 2.9 case 9."""
    table = OpenTable("d6pool")
    ada = table.add("Ada", "pc")
    table.start()
    table.play(do.SetInitiative(who=ada, to=12))
    table.play(do.Next())
    assert {slot.lane for slot in table.context.state.slots if slot.group == 1} == {1}
    slow, quick = table.add("Slow", "foe"), table.add("Quick", "foe")
    table.play(do.SetInitiative(who=slow, to=9))
    table.play(do.SetInitiative(who=quick, to=11))
    lanes = {slot.who: slot.lane for slot in table.context.state.slots if slot.who != ada}
    assert lanes == {quick: 1}


@pytest.mark.rule("PHA-19")
def test_a_wound_lowers_initiative_where_the_rules_do_not_say_so() -> None:
    """Bug of another tracker the other way round: in phases wounds do not change it. Peers 2.9 case 9."""
    from encounter_gui.rules.systems.phases.commands import Wound

    table = OpenTable("phases")
    ada = table.add("Ada", "pc")
    table.add("One", "foe")
    table.start()
    before = table.score(ada)
    table.play(Wound(who=ada, place="torso", level=3))
    assert table.score(ada) == before


def test_delaying_the_active_combatant_loses_the_turn(persons: OpenTable) -> None:
    """Bug of another tracker: here the next one acts, and the one put off acts later, once. Peers 2.9 case 17."""
    _three(persons)
    first, second, third = persons.order()
    assert persons.context.state.acting[0] == first
    persons.play(do.Delay(who=first, after=second))
    assert persons.context.state.acting == (second,)
    assert persons.order() == [second, first, third]
    persons.play(do.Next())
    assert persons.context.state.acting[0] == first
    persons.play(do.Next())
    assert persons.context.state.acting == (third,)


def test_delaying_another_moves_the_turn(persons: OpenTable) -> None:
    """Bug of another tracker: here it stays with whoever has it. Peers 2.9 case 17."""
    _three(persons)
    first, second, third = persons.order()
    persons.play(do.Delay(who=second))
    assert persons.context.state.acting[0] == first
    assert persons.order() == [first, third, second]
    assert persons.refused(do.Delay(who=second)) == "rules.nobody_after"


def test_a_turn_is_held_and_taken_up(persons: OpenTable) -> None:
    """Ready with what it waits for: marked until it acts, at the latest at the end."""
    _three(persons)
    first, second, third = persons.order()
    persons.play(do.HoldTurn(who=first, until="the door opens"))
    assert persons.combatant(first).memo[HOLDING] == {"until": "the door opens"}
    persons.play(do.ActNow(who=first))
    assert persons.context.state.acting == (second,)
    persons.play(do.Next())
    assert persons.context.state.acting[0] == first
    assert HOLDING not in persons.combatant(first).memo
    assert persons.order() == [second, first, third]


@pytest.mark.rule("CWN-38")
def test_holding_in_cwn_costs_the_move() -> None:
    """A game that has a rule of its own plays it."""
    table = OpenTable("cwn")
    table.add("Ada", "pc"), table.add("One", "foe", 1)
    table.start()
    (who, *_) = table.context.state.acting
    table.play(do.HoldTurn(who=who))
    assert table.combatant(who).has("holding")
    assert table.gauge(who, "move") == 1


def test_who_was_put_off_stands_where_it_belongs_in_the_next_round(table: OpenTable) -> None:
    """What was moved by hand is for one round."""
    ada, _one = table.add("Ada", "pc"), table.add("One", "foe", 1)
    table.faces = {ada: 20 if table.game == "chrome" else 5}
    table.start()
    before, number = table.order(), table.context.state.round
    (who, *_) = table.context.state.acting
    table.play(do.Delay(who=who))
    assert table.order() != before
    while table.context.state.round == number or not table.context.state.acting:
        table.play(do.Next())
    assert table.order() == before


def test_marking_the_active_one_out_changes_whose_turn_is_next(persons: OpenTable) -> None:
    """Bug of another tracker: here the next in order follows, also round the turn. Peers 2.9 case 16."""
    _three(persons)
    first, second, third = persons.order()
    persons.play(do.Next())
    assert persons.context.state.acting == (second,)
    persons.play(do.Flag(who=(second,), flag="left"))
    persons.play(do.Next())
    assert persons.context.state.acting == (third,)
    number = persons.context.state.round
    while persons.context.state.round == number or not persons.context.state.acting:
        persons.play(do.Next())
    assert persons.context.state.acting[0] == first


def test_slots_put_off_stay_when_another_rolls_again() -> None:
    """Only who has a new score is moved; done marks and passes stay."""
    from encounter_gui.encounter.state import EncounterState

    a, b, c, d = (CombatantId(key) for key in "abcd")
    slots = tuple(
        Slot(who=who, score=score, group=group)
        for group, (who, score) in enumerate(((a, 9), (c, 5), (b, 7), (d, 3)))
    )
    wanted = tuple(
        Slot(who=who, score=score, group=group)
        for group, (who, score) in enumerate(((a, 9), (b, 7), (d, 6), (c, 5)))
    )
    state = EncounterState(slots=slots, group=0)
    moved = reorder(state, wanted, {d})
    assert [slot.who for slot in moved] == [a, d, c, b]
    assert [slot.group for slot in moved] == [0, 1, 2, 3]


def _three(table: OpenTable) -> None:
    """Begins a fight of three on the players' side who act one after the other."""
    for name in ("Ada", "Bo", "Cy"):
        table.add(name, "pc", 1)
    scores = (10, 20, 30) if table.game == "chrome" else (25, 15, 8)
    for who, score in zip(table.context.state.combatants, scores, strict=True):
        table.play(do.SetInitiative(who=who, to=score))
    table.start()
    if table.game == "d6pool":  # no second actions
        for who, score in zip(table.context.state.combatants, (9, 8, 7), strict=True):
            table.play(do.SetInitiative(who=who, to=score))


@pytest.mark.parametrize("game", GAMES)
def test_a_negative_distance_and_an_attack_on_oneself_are_refused(game: str) -> None:
    """In every game, with one sentence for the distance."""
    table = OpenTable(game)
    ada, foe = table.add("Ada", "pc"), table.add("One", "foe", 1)
    table.start()
    (who, *_) = table.context.state.acting
    attack = next(kind for kind in table.system.commands if kind.__name__ == "Attack")
    other = foe if who == ada else ada
    if "metres" in attack.__struct_fields__:
        assert table.refused(attack(who=who, target=other, metres=-1)) == "rules.number_of_command"
    assert table.refused(attack(who=who, target=who)).rpartition(".")[2] in (
        "at_oneself",
        "against_oneself",
        "not_oneself",
    )


def test_who_acts_is_offered_to_put_its_turn_off(table: OpenTable) -> None:
    """Delayed, held, ready for something: no one else is; a game that holds by its rules offers that itself."""
    table.add("Ada", "pc"), table.add("One", "foe", 1), table.add("Two", "foe", 1)
    table.start()
    (who, *_), context = table.context.state.acting, table.context
    words = [each.text for each in table.system.turn_options(context, who)]
    own = [each.command for each in table.system.action_options(context, who)]
    assert words == (
        ["Delay", "Ready for…"] if table.game == "cwn" else ["Delay", "Hold", "Ready for…"]
    )
    assert (Hold(who=who) in own) == (table.game == "cwn")
    waiting = context.state.combatants.keys() - set(context.state.acting)
    assert not any(table.system.turn_options(context, each) for each in waiting)


def test_what_is_offered_to_put_off_a_turn_is_what_the_rules_refuse_or_play(
    persons: OpenTable,
) -> None:
    """Offered without a reason it is played; the last of the round has nobody to wait for, and is told so."""
    _three(persons)
    first, *_ = persons.order()
    (delay, hold, ready) = persons.system.turn_options(persons.context, first)
    assert not any(each.why_not for each in (delay, hold, ready))
    assert [each.is_readied for each in (delay, hold, ready)] == [False, False, True]
    assert delay.command is not None
    persons.play(delay.command)
    assert first not in persons.context.state.acting
    while first not in persons.context.state.acting:
        persons.play(do.Next())
    refused, *_ = persons.system.turn_options(persons.context, first)
    assert refused.why_not


@pytest.mark.rule("CWN-38")
def test_what_a_held_turn_waits_for_stands_in_the_log_of_cwn() -> None:
    """Held by the rules of the game, the words are kept as well."""
    table = OpenTable("cwn")
    table.add("Ada", "pc"), table.add("One", "foe", 1)
    table.start()
    (who, *_) = table.context.state.acting
    table.play(do.HoldTurn(who=who, until="the door opens"))
    assert "the door opens" in table.context.texts.sentence(table.labels[0])
