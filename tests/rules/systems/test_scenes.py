"""The life of a scene: planned, running, over, going on or closed; what is open is settled, waived or carried over."""

from typing import Any

import pytest
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Chosen, Faces, accept
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition, Duration
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.commands import (
    Adjust,
    Afflict,
    Carry,
    Close,
    Finish,
    Next,
    Remove,
    Settle,
    Waive,
)
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.chrome.sheet import owed
from encounter_gui.rules.systems.cwn import commands as cwn
from encounter_gui.rules.systems.cwn.harm.injuries import INJURY_SAVE
from encounter_gui.rules.systems.cwn.turns.morale import MORALE
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table

GAMES = ("chrome", "cwn", "d6pool", "phases")


class Easy(Table):
    """A table at which every die shows a middling face, and the first answer is given."""

    def answered(self, asked: Any, left: list[int]) -> Any:
        if not isinstance(asked, tuple):
            return Chosen(option=asked.options[0])
        return tuple(
            accept(each, Faces(values=tuple((each.sides // 2 + at) for _ in range(each.count))))
            for at, each in enumerate(asked)
        )

    @property
    def open(self) -> dict[str, str]:
        """What is open, in words by name."""
        return {each.key: each.text for each in self.system.open_things(self.context)}

    @property
    def owed(self) -> list[str]:
        """The kinds of what is owed."""
        return [each.kind for each in self.context.state.obligations]

    @property
    def label(self) -> str:
        """The line in the log of the last command."""
        assert self.last is not None
        return self.context.texts.sentence(self.last.label)

    def do(self, command: Any) -> None:
        """Plays one command alone: what is owed stays so."""
        self.last = self.one_command(command, [], [])


def fight(game: str) -> tuple[Easy, CombatantId, CombatantId]:
    """Returns a running fight of a player character and a foe."""
    table = Easy(system_for(game), shipped(game), message_catalog())
    sheets: dict[str, dict[str, Any]] = {
        "chrome": {"health": 8, "kind": "operator"},
        "cwn": {"hp": 20, "kind": "npc"},
        "d6pool": {},
        "phases": {},
    }
    one = table.join("Vee", side="pc", **sheets[game])
    foe = table.join("Gang", side="foe", **sheets[game])
    table.play(Next())
    while not table.context.state.acting:
        table.play(Next())
    return table, one, foe


def refusal(table: Easy, command: Any) -> str:
    """Returns the key with which a command is refused."""
    with pytest.raises(RuleError) as caught:
        table.do(command)
    assert table.context.texts.text(caught.value.message) != caught.value.message.key
    return caught.value.message.key


# ------------------------------------------------------------------ every game


@pytest.mark.parametrize("game", GAMES)
def test_a_scene_with_nothing_open_is_closed_at_once_and_does_not_go_on(game: str) -> None:
    """Over, closed; Next says what to do, and without the closing it goes on."""
    table, *_ = fight(game)
    assert refusal(table, Close()) == "rules.not_over"
    table.do(Finish())
    assert table.label == "The fight is over"
    over = table.context
    table.do(Close())
    assert refusal(table, Next()) == "rules.scene_closed"
    assert refusal(table, Close()) == "rules.scene_closed"
    table.context = over
    table.do(Next())
    assert table.context.state.stage == "running"


@pytest.mark.parametrize("game", GAMES)
def test_what_lasts_longer_than_the_scene_is_listed_and_decided_by_name(game: str) -> None:
    """A condition of ten minutes is open at the end; it keeps the scene from being closed until it is decided."""
    table, one, foe = fight(game)
    key = {"chrome": "exposed", "cwn": "blinded", "d6pool": "prone", "phases": "unaware"}[game]
    for who in (one, foe):
        ten = Duration(kind="minute", count=10)
        table.do(Afflict(who=(who,), condition=key, duration=ten))
    table.do(Finish())
    names = [f"condition.{key}.{who}" for who in (one, foe)]
    assert list(table.open) == names
    assert "still open: Vee: " in table.label
    assert "9 min" in table.label  # the round in which it began has passed
    assert refusal(table, Close()) == "rules.still_open"
    assert refusal(table, Waive(things=("condition.nothing.gang",))) == "rules.not_open"
    table.do(Waive(things=(names[1],)))
    assert not table.combatant(foe).has(key)
    table.do(Carry())
    assert table.combatant(one).has(key)
    table.do(Close())
    assert [each.is_carried for each in table.system.open_things(table.context)] == [True]


@pytest.mark.parametrize("game", GAMES)
def test_going_on_forgets_what_was_carried_over(game: str) -> None:
    """What was carried over at the end is owed as before, and decided anew at the next end."""
    table, one, _ = fight(game)
    key = {"chrome": "exposed", "cwn": "blinded", "d6pool": "prone", "phases": "unaware"}[game]
    table.do(Afflict(who=(one,), condition=key, duration=Duration(kind="minute", count=10)))
    table.do(Finish())
    table.do(Carry(things=(f"condition.{key}.{one}",)))
    table.do(Next())
    table.do(Finish())
    assert refusal(table, Close()) == "rules.still_open"


# ------------------------------------------------------------------ lines of the list of defects


@pytest.mark.rule("CWN-63")
def test_the_end_of_the_fight_takes_no_injury_save_away() -> None:
    """Finish and refresh took an owed major-injury save without a word, and going on did not bring it back."""
    table, one, _ = fight("cwn")
    table.happen(
        ev.ConditionAdded(who=one, condition=Condition(key="traumatized")),
        ev.GaugeSet(who=one, gauge="hp", to=0),
        ev.ConditionAdded(who=one, condition=Condition(key="mortally_wounded", count=1)),
        ev.ObligationAdded(obligation=INJURY_SAVE.of(one)),
    )
    table.do(Finish())
    assert table.owed == ["injury_save"]
    assert f"owed.injury_save.{one}" in table.open
    table.do(cwn.Refresh(who=(one,)))
    assert table.owed == ["injury_save"]
    table.do(Next())
    assert table.owed == ["injury_save"]
    table.do(Finish())
    table.do(Settle(things=(f"owed.injury_save.{one}",)))
    assert table.owed == []


@pytest.mark.rule("CWN-66")
def test_an_owed_morale_check_is_there_when_the_fight_goes_on() -> None:
    """Finish dropped an owed Morale check, and Morale counted as seen afterwards."""
    table, *_ = fight("cwn")
    owed = replace(MORALE.of(None), side="foe")
    table.happen(ev.ObligationAdded(obligation=owed))
    table.do(Finish())
    assert list(table.open) == ["owed.morale.foe"]
    table.do(Next())
    assert table.owed == ["morale"]
    table.do(Finish())
    table.do(Waive(things=("owed.morale.foe",), note="They run"))
    assert table.owed == []


@pytest.mark.rule("CWN-36g", "CWN-40")
def test_who_falls_after_the_fight_has_no_defense_and_no_screen_when_it_goes_on() -> None:
    """Total Defense and Screening came back on somebody who fell between the end and going on."""
    table, one, foe = fight("cwn")
    ally = table.join("Ash", side="pc", hp=10, kind="npc")
    table.happen(
        *(
            ev.ConditionAdded(who=who, condition=Condition(key="total_defense"))
            for who in (one, foe)
        ),
        ev.ConditionAdded(who=one, condition=Condition(key="screening", about=ally)),
        ev.ConditionAdded(who=ally, condition=Condition(key="screened")),
    )
    table.do(Finish())
    table.do(Adjust(who=(one,), change="=0", gauge="hp"))
    table.do(Next())
    assert not table.combatant(one).has("total_defense")
    assert not table.combatant(one).has("screening")
    assert not table.combatant(ally).has("screened")
    assert table.combatant(foe).has("total_defense")


@pytest.mark.rule("CWN-41")
def test_a_grenade_of_cities_in_the_air_is_still_there_after_the_fight() -> None:
    """The mark of a throw ended with the scene, and with it the explosive, without a word."""
    table, one, _ = fight("cwn")
    table.happen(ev.ConditionAdded(who=one, condition=Condition(key="in_air", keys=("frag",))))
    table.do(Finish())
    assert table.combatant(one).has("in_air")


@pytest.mark.rule("D6P-40")
def test_the_end_of_the_fight_names_a_grenade_in_the_air() -> None:
    """Finish said nothing of it."""
    table, one, _ = fight("d6pool")
    table.happen(ev.ConditionAdded(who=one, condition=Condition(key="in_air", keys=("frag",))))
    table.do(Finish())
    assert table.label == "The fight is over; still open: Vee: In the air"
    table.do(Next())
    assert table.combatant(one).has("in_air")


@pytest.mark.rule("CHR-57")
def test_who_dies_after_the_fight_gets_nothing_of_it_back() -> None:
    """An Operator goaded in the fight who dies after it has no more actions when it goes on."""
    table, one, foe = fight("chrome")
    for who in (one, foe):
        table.do(Afflict(who=(who,), condition="goaded"))
    table.do(Finish())
    table.happen(ev.GaugeSet(who=one, gauge="health", to=0))
    table.do(Next())
    assert not table.combatant(one).has("goaded")
    assert table.combatant(foe).has("goaded")


@pytest.mark.rule("CHR-48")
@pytest.mark.parametrize("is_removed", [True, False])
def test_nobody_is_held_by_who_is_gone_when_the_effect_comes(*, is_removed: bool) -> None:
    """A critical grapple that was owed while its attacker died or left ended the program, or held by the dead."""
    table, one, foe = fight("chrome")
    grapple = owed.obligation(owed.CRITICAL_EFFECTS, one, effects=("grapple",), source=foe)
    table.happen(ev.ObligationAdded(obligation=grapple))
    if is_removed:
        table.do(Remove(who=(foe,)))
    else:
        table.happen(ev.GaugeSet(who=foe, gauge="health", to=0))
    table.do(Settle())
    assert not table.owed
    assert not table.combatant(one).has("grappled")


@pytest.mark.rule("CHR-40", "CWN-36m")
@pytest.mark.parametrize("game", ["chrome", "cwn"])
def test_a_thing_on_the_ground_is_taken_or_left(game: str) -> None:
    """A weapon that fell is open at the end: settling takes it, waiving leaves it there."""
    table, *_ = fight(game)
    knife = shipped(game).items[0].key
    sheet = {"hp": 9} if game == "cwn" else {"health": 8}
    one, two = (table.join(name, side="pc", items=[knife], **sheet) for name in ("Ash", "Kit"))
    for who in (one, two):
        table.happen(
            ev.GaugeSet(who=who, gauge=f"dropped.{knife}", to=1)
            if game == "chrome"
            else ev.MemoSet(who=who, key="dropped", value=(knife,))
        )
    table.do(Finish())
    names = [f"ground.{knife}.{who}" for who in (one, two)]
    assert list(table.open) == names
    table.do(Settle(things=(names[0],)))
    table.do(Waive(things=(names[1],)))
    assert table.combatant(one).item(knife) is not None
    assert table.combatant(two).item(knife) is None
    assert not table.open


@pytest.mark.rule("CWN-45u")
@pytest.mark.parametrize("drug", ["psycho", "avalanche"])
def test_a_drug_of_an_hour_outlasts_the_fight(drug: str) -> None:
    """What lasts an hour ended with the fight; it is open at its end, and its hit points go when it is over."""
    table, one, _ = fight("cwn")
    table.do(Afflict(who=(one,), condition=drug))
    table.do(Adjust(who=(one,), change="=25", gauge="hp"))
    table.do(Finish())
    assert table.combatant(one).has(drug)
    assert table.open == {f"condition.{drug}.{one}": f"Vee: {drug.title()}, 59 min 54 s"}
    table.do(Waive(things=(f"condition.{drug}.{one}",)))
    assert not table.combatant(one).has(drug)
    if drug == "avalanche":
        assert table.combatant(one).gauges["hp"] == 20
