"""Attacks of all shipped creatures on each other, each as if its attacker alone acted, in all ways the form offers."""

from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.paths import message_catalog
from encounter_gui.reports.content.odds_table import as_if_acting
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.view import Odds
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table

GAMES = ("chrome", "cwn", "phases", "d6pool")
_WHO = ("who", "target", "weapon", "also_2", "also_3")
"""The fields by which a pair and its weapon are set; all other ones with options make a variant each."""


class PairAttack(Struct, frozen=True):
    """An attack of one creature on another, as the form has set it up, and what its panel shows."""

    context: RulesContext
    choices: dict[str, str]
    command: Command
    odds: Odds


@cache
def gathered(game: str) -> tuple[System, RulesContext]:
    """Returns a game, and an encounter with one of each shipped creature."""
    table = Table(system_for(game), shipped(game), message_catalog())
    for creature in table.context.ruleset.creatures:
        number = table.context.state.next_number
        combatant = table.system.recruit(table.context, creature, name=creature.name, number=number)
        table.happen(ev.CombatantAdded(combatant=combatant))
    return table.system, table.context


@cache
def pairs(game: str) -> tuple[tuple[CombatantId, CombatantId], ...]:
    """Returns everybody who has an attack with everybody else."""
    _, context = gathered(game)
    everybody = tuple(context.state.combatants)
    return tuple((one, other) for one in everybody for other in everybody if one != other)


def attacks(
    game: str, who: CombatantId, target: CombatantId, *, in_all_ways: bool
) -> Iterator[PairAttack]:
    """Yields the attacks with each weapon; in all ways: also with every other choice of the form, one at a time."""
    system, context = gathered(game)
    acting = as_if_acting(context, who)
    start = {"who": who, "target": target}
    weapons = _options(system, acting, start).get("weapon", ())
    for weapon in weapons:
        choices: dict[str, str] = {**start, "weapon": weapon}
        yield from _attack(system, acting, choices)
        if in_all_ways:
            for key, options in _options(system, acting, choices).items():
                for option in options if key not in _WHO else ():
                    yield from _attack(system, acting, {**choices, key: option})


def _options(
    system: System, context: RulesContext, choices: dict[str, str]
) -> dict[str, tuple[str, ...]]:
    fields = system.attack_form(context, choices).fields
    return {each.key: tuple(option.key for option in each.options) for each in fields}


def _attack(system: System, context: RulesContext, choices: dict[str, str]) -> Iterator[PairAttack]:
    command = system.attack_form(context, choices).command
    odds = system.odds(context, command) if command is not None else None
    if command is not None and odds is not None:
        yield PairAttack(context, choices, command, odds)
