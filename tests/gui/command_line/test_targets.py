"""Whom a line is about: numbers, ranges, names and parts of names, sides; and what it does with what they carry."""

from typing import Any

import pytest
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.command_line.grammar.vocabulary import is_about_fight
from encounter_gui.gui.command_line.terms.asked import OnBench
from encounter_gui.gui.command_line.terms.targets import Targets, readings
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.commands import Add, Adjust, Afflict, Damage, Relieve
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.cwn import commands as do
from tests.helpers import lines
from tests.helpers.lines import line_at
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table


@pytest.fixture(scope="module")
def table() -> Table:
    """Halloran, Vee and Sister Ash (1 to 3) against two gunmen (4, 5)."""
    table = Table(system_for("cwn"), shipped("cwn"), message_catalog())
    for creature in ("halloran", "vee_okonjo", "sister_ash"):
        table.play(Add(creature=creature))
    table.play(Add(creature="gang_gunman", count=2))
    return table


def numbers(table: Table, who: tuple[CombatantId, ...]) -> list[int]:
    return [table.context.combatant(each).number for each in who]


def asked(table: Table, line: str) -> object:
    first = next(iter(table.context.state.combatants))
    return lines.asked(table, line, (first,))


def targets_of(table: Table, words: list[str], **changes: Any) -> Targets:
    """Returns whom words begin with."""
    longest = next(readings(words, 0, replace(line_at(table), **changes)), None)
    if longest is None:
        return Targets()
    if longest.error is not None:
        raise longest.error
    return Targets(who=longest.value, count=longest.count)


@pytest.mark.parametrize(
    ("line", "found", "rest"),
    [
        ("3 5 -7", [3, 5], 1),
        ("3,5 -7", [3, 5], 1),
        ("3, 5 and 1 -7", [3, 5, 1], 1),
        ("2-4 -7", [2, 3, 4], 1),
        ("halloran -7", [1], 1),
        ("ash -7", [3], 1),
        ("sister ash -7", [3], 1),
        ("hal -7", [1], 1),
        ("halloran and ash prone 2", [1, 3], 2),
        ("foes -4", [4, 5], 1),
        ("the foes -4", [4, 5], 1),
        ("pcs +2", [1, 2, 3], 1),
        ("all -4", [1, 2, 3, 4, 5], 1),
        ("all gunman -4", [4, 5], 1),
        ("every foes -4", [4, 5], 1),
        ("prone", [], 1),
        ("xyzzy -4", [], 2),
        ("as -4", [], 2),
    ],
)
def test_a_line_begins_with_whom_it_is_about(
    table: Table, line: str, found: list[int], rest: int
) -> None:
    """A name may be cut to its first three letters, or be one of its words; everything else is left to the grammar."""
    words = line.split()
    targets = targets_of(table, words, reserved=frozenset({"prone"}))
    assert numbers(table, targets.who) == found
    assert len(words) - targets.count == rest


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("9 -3", "gui.command.no_number"),
        ("3,9 -3", "gui.command.no_number"),
        ("gang -3", "gui.command.which_of"),
        ("neutrals -3", "gui.command.nobody_left"),
    ],
)
def test_whom_it_is_not_clear_is_refused(table: Table, line: str, key: str) -> None:
    """Nobody, or several of whom one is meant: the sentence names them."""
    with pytest.raises(RuleError) as refused:
        targets_of(table, line.split())
    assert refused.value.message.key == key


def test_a_side_is_those_who_are_in_the_fight(table: Table) -> None:
    """Who is out is meant only by number or name."""
    out = list(table.context.state.combatants)[3]
    targets = targets_of(table, ["foes"], is_out=lambda who: who == out)
    assert numbers(table, targets.who) == [5]
    assert targets_of(table, ["4"], is_out=lambda who: who == out).who == (out,)


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("heal ash 4", "3 +4"),
        ("ash heals 4", "3 +4"),
        ("ash takes 5 damage", "3 -5"),
        ("damage ash 5", "3 -5"),
        ("5 damage to ash", "3 -5"),
        ("-4 ash", "3 -4"),
        ("-4 to foes", "4 5 -4"),
        ("-4 3", "3 -4"),
        ("-4 half ash", "ash -4 half"),
        ("gunmen -4", "4 5 -4"),
        ("1 of gunman -4", "4 -4"),
        ("1 of the foes -4", "4 -4"),
        ("4..5 -4", "4-5 -4"),
        ("all but 4 -4", "1 2 3 5 -4"),
        ("foes except gunman 2 -4", "4 -4"),
        ("ash is prone", "3 prone"),
        ("prone ash", "3 prone"),
        ("end turn", "next"),
        ("undo that", "undo"),
    ],
)
def test_a_line_in_plain_words_is_one_of_the_grammar(table: Table, line: str, same: str) -> None:
    """As it is said at the table."""
    assert asked(table, line) == asked(table, same)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("2 prone 2", Afflict),
        ("ash prone 2", Afflict),
        ("2 prone", Afflict),
        ("2 not prone", Relieve),
        ("2 no prone", Relieve),
        ("all -4", Damage),
        ("pcs +2", Adjust),
        ("1 ready frag", do.Ready),
        ("halloran ready frag grenade", do.Ready),
        ("ready frag", do.Ready),
        ("2 screen ash", do.Screen),
        ("throw frag grenade", OnBench),
        ("halloran throw frag", OnBench),
    ],
)
def test_what_was_typed_at_tables_is_understood(table: Table, line: str, kind: type) -> None:
    """Conditions for some time that are actions as well, things by a part of their name, allies by theirs."""
    assert type(asked(table, line)) is kind


def test_a_thing_is_found_by_a_part_of_its_name(table: Table) -> None:
    """Ready and thrown by the one who is named."""
    who = next(iter(table.context.state.combatants))
    assert asked(table, "1 ready frag") == do.Ready(who=who, item="frag_grenade")
    assert asked(table, "1 throw frag grenade") == OnBench(who=who, item="frag_grenade")


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("2 ready frag", "gui.command.not_carried"),
        ("2 throw frag", "gui.command.not_carried"),
        ("-4 pipe of ash", "gui.command.whom_first"),
        ("pronne ash", "gui.command.unknown_line"),
        ("haloran -3", "gui.command.unknown_line"),
        ("traumatized 2", "gui.command.two_readings"),
        ("1 -2d6", "gui.command.dice"),
        ("9 of gunman -4", "gui.command.only_so_many"),
        ("3 snap_together 2:1", "gui.command.about_nobody"),
    ],
)
def test_what_is_not_understood_is_refused_in_words(table: Table, line: str, key: str) -> None:
    """Never taken for something else that is near."""
    with pytest.raises(RuleError) as refused:
        asked(table, line)
    assert refused.value.message.key == key
    assert key not in table.context.texts.text(refused.value.message)


@pytest.mark.parametrize(
    ("line", "is_about"),
    [
        ("all hands", True),
        ("dice of foes", True),
        ("text 110", True),
        ("roll 2d6", True),
        ("shoot halloran", True),
        ("rules for prone", True),
        ("print", False),
        ("dark mode", False),
        ("CWN-25", False),
        ("undo tree", False),
    ],
)
def test_a_number_a_target_or_a_condition_makes_a_line_a_command(
    table: Table, line: str, is_about: bool
) -> None:
    """Nothing that was found is done in place of such a line."""
    assert is_about_fight(line.split(), line_at(table)) is is_about
