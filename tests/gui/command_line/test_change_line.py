"""What is typed to hurt, to heal and to set: damage through the rules, or a gauge by its name."""

import pytest

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.state import EncounterState
from encounter_gui.gui.command_line.grammar.reading import read_line
from encounter_gui.gui.command_line.terms.line_context import LineContext
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Adjust, Damage, DamageTarget
from encounter_gui.rules.systems import system_for
from tests.helpers.rulesets import shipped

TWO = (CombatantId("a_1"), CombatantId("b_2"))
BOTH = (DamageTarget(who=TWO[0]), DamageTarget(who=TWO[1]))
HALF = (DamageTarget(who=TWO[0], share="1/2"), DamageTarget(who=TWO[1], share="1/2"))


def read(line: str, game: str = "phases", who: tuple[CombatantId, ...] = TWO) -> object:
    """Returns what a line without numbers of targets asks for."""
    context = RulesContext(state=EncounterState(), ruleset=shipped(game), texts=message_catalog())
    return read_line(line, LineContext(context=context, selected=who, plan_moves=system_for(game)))


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("-7", Damage(targets=BOTH, amount=7)),
        ("−7", Damage(targets=BOTH, amount=7)),
        ("-12 l.arm", Damage(targets=BOTH, amount=12, place="left_arm")),
        ("-12 la", Damage(targets=BOTH, amount=12, place="left_arm")),
        ("-12 L arm", Damage(targets=BOTH, amount=12, place="left_arm")),
        ("-12 left_arm", Damage(targets=BOTH, amount=12, place="left_arm")),
        (
            "-15 la floodlight",
            Damage(targets=BOTH, amount=15, place="left_arm", source="floodlight"),
        ),
        ("-7 steam pipe", Damage(targets=BOTH, amount=7, source="steam pipe")),
        ("past -7 head", Damage(targets=BOTH, amount=7, place="head", way="past_armor")),
        ("raw -7", Damage(targets=BOTH, amount=7, way="raw")),
        ("raw fatigue -2", Damage(targets=BOTH, amount=2, way="raw", gauge="fatigue")),
        (
            "raw -2 fatigue march",
            Damage(targets=BOTH, amount=2, way="raw", gauge="fatigue", source="march"),
        ),
        ("fatigue -2", Adjust(who=TWO, change="-2", gauge="fatigue")),
        ("fatigue =3", Adjust(who=TWO, change="=3", gauge="fatigue")),
        ("Fatigue +1", Adjust(who=TWO, change="+1", gauge="fatigue")),
        ("+4", Adjust(who=TWO, change="-4")),
        ("=5", Adjust(who=TWO, change="=5")),
        ("=-2", Adjust(who=TWO, change="=-2")),
        ("2 damage", Damage(targets=BOTH, amount=2)),
        ("-7 half ap", Damage(targets=HALF, amount=7, way="past_armor")),
        ("-7 halved to the head", Damage(targets=HALF, amount=7, place="head")),
        ("ap -7 head", Damage(targets=BOTH, amount=7, place="head", way="past_armor")),
    ],
)
def test_a_line_is_damage_or_a_change(line: str, command: object) -> None:
    """A minus goes through the rules; only raw or the name of a gauge goes past them."""
    assert read(line) == command


@pytest.mark.parametrize(
    ("line", "gauge"),
    [("hp =12", "hp"), ("soak =3", "soak"), ("Damage soak =3", "soak"), ("Hit points =12", "hp")],
)
def test_a_gauge_is_named_by_key_short_or_name(line: str, gauge: str) -> None:
    """As it stands in the table, or as the ruleset calls it."""
    change = read(line, "cwn")
    assert isinstance(change, Adjust)
    assert change.gauge == gauge


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("raw +7", "gui.command.raw_hurts"),
        ("raw =7", "gui.command.raw_hurts"),
        ("past =7", "gui.command.raw_hurts"),
        ("+4 pipe", "gui.command.nothing_behind"),
    ],
)
def test_what_makes_no_sense_is_told(line: str, key: str) -> None:
    """Nothing is guessed: the line says what to type instead."""
    with pytest.raises(RuleError) as refused:
        read(line)
    assert refused.value.message.key == key


def test_damage_needs_somebody() -> None:
    """Without a number and without a selection nobody is hurt."""
    with pytest.raises(RuleError):
        read("-7", "cwn", ())
