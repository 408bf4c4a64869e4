"""Facts, notices and offers of every game are worded by the name of its system and a key."""

from dataclasses import replace as with_changes

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Flag, Next, Rename
from encounter_gui.rules.presenters.words.facts import attribute_facts, fact, skill_facts
from encounter_gui.rules.presenters.words.notices import notice
from encounter_gui.rules.presenters.words.offers import leaving, offered
from tests.helpers.rulesets import shipped

VEX = Combatant(id=CombatantId("vex"), number=1, name="Vex")
TEXTS = {
    "cwn.sheet.move": "Move",
    "cwn.notice.blast": "In the air",
    "cwn.notice.blast.text": "{who} has thrown it",
    "cwn.notice.blast.button": "Let go",
    "cwn.do.drop": "Drop {item}",
    "cwn.do.leave": "Leave",
    "cwn.do.return": "Come back",
}
CONTEXT = RulesContext(
    state=EncounterState(ruleset="cwn", combatants={VEX.id: VEX}),
    ruleset=shipped("cwn"),
    texts=MessageCatalog(TEXTS),
)


def test_a_fact_has_its_name_and_its_value_in_words() -> None:
    """A number is written out."""
    found = fact(CONTEXT, "sheet.move", 10, "m")
    assert (found.name, found.value, found.note) == ("Move", "10", "m")


def test_skills_without_a_level_are_left_out() -> None:
    """Attributes are all shown, skills only where there is any."""
    attributes = [each.key for each in CONTEXT.ruleset.fields if each.group == "attribute"]
    assert len(attribute_facts(CONTEXT, lambda key: 0)) == len(attributes)
    known = CONTEXT.ruleset.field("shoot")
    assert known is not None
    levels = skill_facts(CONTEXT, lambda key: 2 if key == "shoot" else 0)
    assert [(each.name, each.value) for each in levels] == [(known.name, "2")]


def test_a_notice_without_a_command_has_no_button() -> None:
    """Its texts are found by its key; another may take the place of the second."""
    plain = notice(CONTEXT, "blast", who="Vex")
    assert (plain.title, plain.text, plain.button) == ("In the air", "Vex has thrown it", "")
    pressed = notice(CONTEXT, "blast", text="now", command=Next(), who="Vex")
    assert (pressed.text, pressed.button, pressed.command) == ("now", "Let go", Next())


def test_who_has_left_may_come_back() -> None:
    """An offer is its words and its command."""
    rename = Rename(who=VEX.id, name="Nine")
    assert offered(CONTEXT, "drop", rename, item="knife") == ("Drop knife", rename)
    assert leaving(CONTEXT, VEX, rename) == ("Leave", rename)
    gone = Combatant(id=VEX.id, number=1, name="Vex", flags=("left",))
    back = Flag(who=(VEX.id,), flag="left", on=False)
    assert leaving(CONTEXT, gone, rename) == ("Come back", back)


def test_words_are_those_of_the_system_not_of_the_ruleset() -> None:
    """A house ruleset has an id of its own, and speaks in the words of the game it is played by."""
    house = with_changes(CONTEXT.ruleset, id="night_city")
    context = RulesContext(state=CONTEXT.state, ruleset=house, texts=CONTEXT.texts)
    assert fact(context, "sheet.move", 10).name == "Move"
