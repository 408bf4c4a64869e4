"""Lines that say too much, too little, or two things at once: refused in words, and never about somebody else."""

import pytest

from encounter_gui.core.errors import RuleError
from encounter_gui.encounter.values import Side
from encounter_gui.gui.command_line.grammar.reading import INCOMPLETE
from encounter_gui.gui.command_line.terms.asked import OwnPhrase
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.systems import SYSTEMS, system_for
from encounter_gui.rules.view import VolleyPlan
from tests.helpers import lines
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table

SIDES: tuple[tuple[str, Side], ...] = (
    ("Nova", "pc"),
    ("Vee", "pc"),
    ("Ash", "pc"),
    ("Cutter", "foe"),
    ("Rook", "foe"),
)


@pytest.fixture(params=SYSTEMS, scope="module")
def table(request: pytest.FixtureRequest) -> Table:
    """Nova, Vee and Ash (1 to 3) against Cutter and Rook (4, 5)."""
    game = str(request.param)
    table = Table(system_for(game), shipped(game), message_catalog())
    for name, side in SIDES:
        creature = next(each for each in table.context.ruleset.creatures if each.side == side)
        table.play(do.Add(creature=creature.key, name=name))
    return table


def asked(table: Table, line: str) -> object:
    """Returns what a line asks for while Nova is selected."""
    first = next(iter(table.context.state.combatants))
    return lines.asked(table, line, (first,))


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("foes but foes", "leaves_nobody"),
        ("foes but foes -1", "leaves_nobody"),
        ("foes but foes roll 2d6", "leaves_nobody"),
        ("foes but foes shoot ash", "leaves_nobody"),
        ("odds foes but foes 4", "leaves_nobody"),
        ("odds foes 1", "one_only"),
        ("foes roll 2d6", "one_only"),
        ("4 -3 half double", "one_way"),
        ("4 -3 ap raw", "one_way"),
        ("raw -3 ap", "one_way"),
        ("4 takes -5", "no_cause"),
        ("4 -3 -2", "no_cause"),
        ("4 -3 7", "no_cause"),
        ("4 -3 and 5 -2", "no_cause"),
        ("label 4", "label_what"),
        ("label ash", "label_what"),
        ('label 4 "', "label_what"),
        ("label -3", "label_what"),
        ("rename 4 to", "goes_on"),
        ("boom means", "goes_on"),
        ('4 "', "do_what"),
        ('4 ""', "do_what"),
        ('"', "empty"),
    ],
)
def test_what_says_too_much_or_too_little_is_refused(table: Table, line: str, key: str) -> None:
    """Nothing of it is left out in silence, and it is not done to who is selected instead."""
    with pytest.raises(RuleError) as refused:
        asked(table, line)
    assert refused.value.message.key == f"gui.command.{key}"
    assert table.context.texts.text(refused.value.message)


def test_the_line_that_goes_on_is_right_so_far() -> None:
    """It is a hint and no error."""
    assert "gui.command.goes_on" in INCOMPLETE


def test_a_place_that_may_be_several_is_refused(table: Table) -> None:
    """Before, it became the cause, and the place was rolled."""
    arms = [each for each in table.context.ruleset.locations if "arm" in each.name.casefold()]
    if len(arms) < 2:
        assert isinstance(asked(table, "4 -3 arm"), do.Damage)
        return
    with pytest.raises(RuleError) as refused:
        asked(table, "4 -3 arm")
    assert refused.value.message.key == "gui.command.which_place"
    assert arms[0].name in str(refused.value.message.params["names"])


def test_the_one_who_is_named_waits(table: Table) -> None:
    """Not the one who is selected, until behind that one."""
    ids = list(table.context.state.combatants)
    assert asked(table, "delay ash") == do.Delay(who=ids[2])
    assert asked(table, "delay after ash") == do.Delay(who=ids[0], after=ids[2])
    assert asked(table, "delay ash after rook") == do.Delay(who=ids[2], after=ids[4])


@pytest.mark.parametrize("line", ["note this means war", "note means x", "write 3 means 5"])
def test_a_note_in_which_something_means_something_is_a_note(table: Table, line: str) -> None:
    """No phrase of one's own is made of it."""
    assert asked(table, line) == do.Note(text=line.partition(" ")[2])


def test_a_phrase_of_several_words_may_be_made(table: Table) -> None:
    """Words of the grammar may stand in it."""
    assert asked(table, "fire storm means foes -6") == OwnPhrase(name="fire storm", line="foes -6")


def test_dice_without_sides_are_refused(table: Table) -> None:
    """By their reason, in a preview as well."""
    command = asked(table, "roll d0")
    assert isinstance(command, do.Roll)
    refused = table.system.dry_run(table.context).refusal(command)
    assert isinstance(refused, RuleError)
    assert refused.message.key == "rules.no_dice"


@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        ("all the foes -1", (4, 5)),
        ("every foes -1", (4, 5)),
        ("all the rooks -1", (5,)),
        ("all but ash and vee -1", (1, 4, 5)),
        ("all but 4, 5 -1", (1, 2, 3)),
        ("everyone except the pcs -1", (4, 5)),
        ("-1 at ash", (3,)),
        ("4: -1", (4,)),
        ("4 -1, half", (4,)),
        ("ash loses 5 hp", (3,)),
        ("ash loses 5 health", (3,)),
    ],
)
def test_nobody_else_is_hit(table: Table, line: str, numbers: tuple[int, ...]) -> None:
    """Who is excepted is not added again, and all of some are not all."""
    command = asked(table, line)
    assert isinstance(command, do.Damage)
    hit = [table.context.combatant(each.who).number for each in command.targets]
    assert tuple(hit) == numbers


def test_half_may_stand_behind_the_cause(table: Table) -> None:
    """As it is said: 12 from the steam pipe, half."""
    command = asked(table, "4 -12 steam pipe half")
    assert isinstance(command, do.Damage)
    assert command.source == "steam pipe"
    assert [each.share for each in command.targets] == ["1/2"]


def test_past_armour_is_said_in_two_words(table: Table) -> None:
    """The second is no cause."""
    command = asked(table, "4 -3 past armour")
    assert isinstance(command, do.Damage)
    assert (command.way, command.source) == ("past_armor", "")


def test_dead_is_dead(table: Table) -> None:
    """With and without the verb, in the games where the game master may say so."""
    assert asked(table, "4 dead") == asked(table, "kill 4")


def test_somebody_is_turned_into_an_ally(table: Table) -> None:
    """The article means nothing."""
    ids = list(table.context.state.combatants)
    assert asked(table, "turn 4 into an ally") == do.ChangeSide(who=(ids[3],), to="ally")


def test_nobody_is_hurt_by_waking_or_healed_by_dying() -> None:
    """In a game in which it is a number: who is awake stays as healthy, who is dying does not get better."""
    table = Table(system_for("d6pool"), shipped("d6pool"), message_catalog())
    gauge = table.context.ruleset.main_gauge
    assert gauge is not None
    table.play(do.Add(creature=table.context.ruleset.creatures[0].key, name="Rook"))
    (rook,) = table.context.state.combatants
    for word, now in (("wake", ""), ("down", "=-3"), ("kill", "=-90")):
        if now:
            table.play(do.Adjust(who=(rook,), change=now))
        with pytest.raises(RuleError) as refused:
            asked(table, f"{word} rook")
        key = {"wake": "awake", "down": "down", "kill": "dead"}[word]
        assert refused.value.message.key == f"gui.command.is_{key}"
    with pytest.raises(RuleError) as refused:
        asked(table, "wake rook")
    assert refused.value.message.key == "gui.command.is_dead"


def test_who_is_dead_does_not_die_again(table: Table) -> None:
    """Of several the others do."""
    others = asked(table, "kill 4 5")
    if not isinstance(others, do.Afflict):
        return
    ids = list(table.context.state.combatants)
    table.play(do.Afflict(who=(ids[3],), condition=others.condition))
    assert asked(table, "kill 4 5") == do.Afflict(who=(ids[4],), condition=others.condition)
    with pytest.raises(RuleError) as refused:
        asked(table, "kill 4")
    assert refused.value.message.key == "gui.command.is_dead"
    table.play(do.Relieve(who=(ids[3],), condition=others.condition))


def test_a_whole_name_is_a_name(table: Table) -> None:
    """Whatever its words say: Prone Pete is not put down by being looked for."""
    for name in ("Prone Pete", "Kill Bill"):
        creature = table.context.ruleset.creatures[0].key
        table.play(do.Add(creature=creature, name=name))
        with pytest.raises(RuleError) as refused:
            asked(table, name.casefold())
        assert refused.value.message.key == "gui.command.do_what"
    pete, bill = list(table.context.state.combatants)[-2:]
    command = asked(table, "prone pete -3")
    assert isinstance(command, do.Damage)
    assert [each.who for each in command.targets] == [pete]
    table.play(do.Remove(who=(pete, bill)))


def test_a_question_does_not_move_the_fight(table: Table) -> None:
    """It is looked for."""
    with pytest.raises(RuleError):
        asked(table, "who is next")


def test_waiting_for_something_is_not_cut_short() -> None:
    """Where the game's own holding takes no words, they are refused."""
    table = Table(system_for("cwn"), shipped("cwn"), message_catalog())
    table.play(do.Add(creature=table.context.ruleset.creatures[0].key, name="Rook"))
    with pytest.raises(RuleError) as refused:
        asked(table, "wait until the door opens")
    assert refused.value.message.key == "gui.command.nothing_behind"


def test_a_label_may_stand_before_whom_it_is_for(table: Table) -> None:
    """Between quotation marks; the selected does not get it with the number in it."""
    ids = list(table.context.state.combatants)
    assert asked(table, 'label "has the key" 4') == do.Label(who=(ids[3],), text="has the key")


def test_a_word_of_the_grammar_is_no_part_of_a_condition() -> None:
    """“Advantage next” has the word in it; it is not put on by saying who is next."""
    table = Table(system_for("chrome"), shipped("chrome"), message_catalog())
    table.play(do.Add(creature=table.context.ruleset.creatures[0].key, name="Rook"))
    with pytest.raises(RuleError):
        asked(table, "rook next")


def test_what_a_test_is_not_rolled_against_is_refused() -> None:
    """The game has no number to beat: nothing is left out in silence."""
    table = Table(system_for("chrome"), shipped("chrome"), message_catalog())
    table.play(do.Add(creature=table.context.ruleset.creatures[0].key, name="Rook"))
    with pytest.raises(RuleError) as refused:
        asked(table, "roll strength against 12")
    assert refused.value.message.key == "gui.command.nothing_behind"


def test_nobody_shoots_at_those_who_shoot(table: Table) -> None:
    """Of all, the others are meant."""
    plan = asked(table, "foes shoot all")
    assert isinstance(plan, VolleyPlan)
    assert not set(plan.attackers) & set(plan.targets)


def test_an_endless_name_is_refused(table: Table) -> None:
    """It stands in a row of the table."""
    command = asked(table, "rename 4 to " + "x" * 300)
    assert isinstance(command, do.Rename)
    refused = table.system.dry_run(table.context).refusal(command)
    assert isinstance(refused, RuleError)
    assert refused.message.key == "rules.long_name"
    assert table.context.texts.text(refused.message)
