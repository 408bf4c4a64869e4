"""The system's own commands typed into the command field."""

from typing import Any

import msgspec
import pytest

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.command_line.terms.asked import Several
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.commands import Add, Command
from encounter_gui.rules.model.ruleset import CarriedDef, CreatureDef
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.chrome import commands as chrome
from encounter_gui.rules.systems.d6pool import commands as do
from tests.helpers.lines import asked
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table

HENING, GANG_A = CombatantId("hening_1"), CombatantId("gang_a_2")


@pytest.fixture
def table() -> Table:
    """Hening and Gang A."""
    table = Table(system_for("d6pool"), shipped("d6pool"), message_catalog())
    table.play(Add(creature="hening"))
    table.play(Add(creature="gang_a"))
    return table


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("declare run for the door", do.Declare(who=HENING, moves=("run",), intent="for the door")),
        ("2 declare shoot", do.Declare(who=GANG_A, intent="shoot")),
        ("task medicine 10", do.Task(who=HENING, skill="medicine", dn=10)),
        ("task medicine dn=15 gm=-1", do.Task(who=HENING, skill="medicine", dn=15, gm=-1)),
        ("fall 6", do.Fall(who=HENING, metres=6)),
        ("move run 7", do.Move(who=HENING, gait="run", metres=7)),
        ("move run 7.5", do.Move(who=HENING, gait="run", metres=7.5)),
        ("first_aid 2", do.FirstAid(who=HENING, patient=GANG_A)),
        ("attack target=gang_a_2 dodge=2", do.Attack(who=HENING, target=GANG_A, dodge=2)),
        ("1 2 reward", do.Reward(who=(HENING, GANG_A))),
        ("apply", do.Apply()),
    ],
)
def test_a_line_is_a_command_of_the_rules(table: Table, line: str, command: Command) -> None:
    """Words fill the fields in order or by name; numbers name people; the selected one is meant where nobody is."""
    assert asked(table, line, (HENING,)) == command


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("fall far", "gui.command.fields"),
        ("move fly 3", "gui.command.fields"),
        ("first_aid 9", "gui.command.no_number"),
        ("fall metres=6 fast", "gui.command.fields"),
        ("apply now", "gui.command.fields"),
        ("xyzzy", "gui.command.unknown"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(table: Table, line: str, key: str) -> None:
    """The message names the command and what it takes."""
    with pytest.raises(RuleError) as caught:
        asked(table, line, (HENING,))
    assert caught.value.message.key == key
    assert key not in table.context.texts.text(caught.value.message)


def test_it_needs_somebody(table: Table) -> None:
    """With nobody selected or numbered there is nobody to declare."""
    with pytest.raises(RuleError):
        asked(table, "declare run", ())


@pytest.mark.parametrize("line", ["² -3", "next ²", "add ² ganger", "1 c stunned 1²", "undo ²"])
def test_digits_that_no_number_is_made_of_are_refused(table: Table, line: str) -> None:
    """Raised and circled digits are letters here."""
    with pytest.raises(RuleError):
        asked(table, line, [HENING])


def test_digits_of_other_scripts_are_numbers(table: Table) -> None:
    """As they are for whoever types them."""
    assert asked(table, "٢ declare shoot", ()) == do.Declare(who=GANG_A, intent="shoot")


@pytest.fixture
def brawl() -> Table:
    """A beast with several attacks, and three people: numbers 1 to 4."""
    table = Table(system_for("cwn"), shipped("cwn"), message_catalog())
    for creature in ("cybered_attack_beast", "halloran", "vee_okonjo", "gang_gunman"):
        table.play(Add(creature=creature))
    return table


@pytest.mark.rule("CWN-36c")
@pytest.mark.rule("CWN-69")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("1 attack target=2 also=3", {"who": 1, "target": 2, "also": [3]}),
        ("snap_together 2:1 4:3", {"shots": [{"who": 2, "target": 1}, {"who": 4, "target": 3}]}),
        (
            "snap_together 2:1:combat_rifle:gm=-1,Halloran:4",
            {
                "shots": [
                    {"who": 2, "target": 1, "weapon": "combat_rifle", "gm": -1},
                    {"who": 2, "target": 4},
                ]
            },
        ),
        (
            "1 blast targets=2,3:protected=true more=1",
            {"who": 1, "targets": [{"target": 2}, {"target": 3, "protected": True}], "more": True},
        ),
        (
            "blast targets=2 weapon=frag_grenade",
            {"targets": [{"target": 2}], "weapon": "frag_grenade"},
        ),
        ("2 screen 3", {"who": 2, "ally": 3}),
        ("2 run 8 free=1,4", {"who": 2, "metres": 8, "free": [1, 4]}),
        (
            "1 attack 2 modifiers=prone,dark",
            {"who": 1, "target": 2, "modifiers": ["prone", "dark"]},
        ),
    ],
)
def test_lists_are_typed_with_commas_and_their_parts_with_colons(
    brawl: Table, line: str, expected: dict[str, Any]
) -> None:
    """Several targets, simultaneous Snap Attacks, all whom a blast catches: everybody by number or name."""
    read = asked(brawl, line)
    assert isinstance(read, Command)
    tag = read.__struct_config__.tag
    wanted = msgspec.convert({"do": tag, **by_id(brawl, expected)}, type(read))
    assert read == wanted


def by_id(table: Table, value: Any) -> Any:
    """The same with the ids of those whose numbers stand for them."""
    ids = {combatant.number: combatant.id for combatant in table.context.state.combatants.values()}
    people = ("who", "target", "ally", "also", "free")
    return {
        key: [ids[each] for each in found]
        if key in people and isinstance(found, list)
        else ids[found]
        if key in people
        else [by_id(table, each) for each in found]
        if isinstance(found, list) and key in ("shots", "targets")
        else found
        for key, found in value.items()
    }


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("snap_together 2", "gui.command.fields"),
        ("snap_together 2:9", "gui.command.no_number"),
        ("blast targets=2:far", "gui.command.fields"),
        ("attack 2", "gui.command.nobody"),
    ],
)
def test_a_list_that_does_not_fit_is_refused_in_words(brawl: Table, line: str, key: str) -> None:
    """The message names what each part takes."""
    with pytest.raises(RuleError) as caught:
        asked(brawl, line)
    assert caught.value.message.key == key
    text = brawl.context.texts.text(caught.value.message)
    assert key != "gui.command.fields" or "[" in text


def test_what_one_does_is_not_asked_of_several(table: Table) -> None:
    """Who only happens to be selected does nothing together with others; those who are named do it one by one."""
    with pytest.raises(RuleError) as refused:
        asked(table, "declare shoot", [HENING, GANG_A])
    assert refused.value.message.key == "gui.command.one_only"
    both = tuple(do.Declare(who=who, intent="shoot") for who in (HENING, GANG_A))
    assert asked(table, "1 2 declare shoot") == Several(commands=both)


def test_a_rest_of_the_party_needs_nobody_selected() -> None:
    """One who is selected rests with the others; of several who only happen to be selected it is nobody's own."""
    table = Table(system_for("chrome"), shipped("chrome"), message_catalog())
    creatures = table.context.ruleset.creatures
    for creature in [each for each in creatures if each.side == "pc"][:2]:
        table.play(Add(creature=creature.key))
    one, two = tuple(table.context.state.combatants)
    assert asked(table, "rest") == chrome.Rest()
    assert asked(table, "rest", (one,)) == chrome.Rest(who=one)
    assert asked(table, "rest", (one, two)) == chrome.Rest()


def with_two(game: str, kind: str, *keys: str) -> Table:
    """Returns a fight of one who carries some of a kind, each with a key of its own or none."""
    table = Table(system_for(game), shipped(game), message_catalog())
    items = tuple(CarriedDef(item=kind, key=key) for key in keys)
    creature = CreatureDef(key="vee", name="Vee", side="pc", items=items)
    vee = table.system.recruit(table.context, creature, name="Vee", number=1)
    table.play(Add(combatant=vee))
    return table


@pytest.mark.parametrize(
    ("game", "kind", "name"),
    [
        ("chrome", "pistol", "pistol"),
        ("cwn", "heavy_pistol", "heavy pistol"),
        ("phases", "heavy_pistol", "heavy pistol"),
        ("d6pool", "baretta_96f", "baretta 96f"),
    ],
)
def test_one_of_two_is_named_by_key_by_name_or_by_kind(game: str, kind: str, name: str) -> None:
    """The whole kind means the first; a part that fits both is refused with their names."""
    table = with_two(game, kind, "left", "right")
    for words, key in (
        ("left", "left"),
        ("right", "right"),
        (f"{name} right", "right"),
        (kind, "left"),
        (name, "left"),
    ):
        command = asked(table, f"reload {words}", tuple(table.context.state.combatants))
        assert getattr(command, "weapon", None) == key, words
    numbered = with_two(game, kind, "", "")
    for words, key in ((name, kind), (f"{name} 2", f"{kind}_2"), (f"{kind}_2", f"{kind}_2")):
        command = asked(numbered, f"reload {words}", tuple(numbered.context.state.combatants))
        assert getattr(command, "weapon", None) == key, words


def test_a_part_of_a_name_that_fits_two_is_refused_with_both() -> None:
    """Whoever types it reads what to type."""
    table = with_two("phases", "heavy_pistol", "left", "right")
    with pytest.raises(RuleError) as caught:
        asked(table, "reload pistol", tuple(table.context.state.combatants))
    assert caught.value.message.key == "gui.command.which_of"
    assert "Heavy pistol (left), Heavy pistol (right)" in str(caught.value.message.params["names"])
