"""Creatures of the library as combatants who join the fight that is open."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from msgspec import structs

from encounter_gui.core.errors import refuse
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import evolve
from encounter_gui.encounter.values import Combatant, Value
from encounter_gui.play.prep.copy_source import copy_of_creature, total_field
from encounter_gui.play.prep.creature_repository import CreatureItem
from encounter_gui.play.prep.staging import StagingContext
from encounter_gui.rules.engine import joining as newcomers
from encounter_gui.rules.model.commands import Join, SetSheet
from encounter_gui.rules.model.prepared import Overlay
from encounter_gui.rules.model.ruleset import CreatureDef, Ruleset


def joining(
    staging: StagingContext, items: Iterable[CreatureItem], count: int, totals: Sequence[int] = ()
) -> Join:
    """Returns the command with which so many copies of each creature join, as one step.

    Args:
        staging: the fight, its rules, and dice for hit points that are rolled.
        items: who; each for the ruleset of the fight.
        count: how many of each.
        totals: hit points of the copies in order, as far as they were typed.

    Raises:
        RuleError: a creature is for another ruleset, or carries what the ruleset of the fight does not know.
    """
    context = staging.context
    joined: list[Combatant] = []
    for item in items:
        if item.ruleset != context.ruleset.id:
            raise refuse(
                "gui.library.other_ruleset", name=item.value.name, ruleset=context.ruleset.name
            )
        for made in _copies(
            structs.replace(staging, context=context), item, count, totals[len(joined) :]
        ):
            context = structs.replace(
                context, state=evolve(context.state, ev.CombatantAdded(combatant=made))
            )
            joined.append(made)
    return Join(combatants=tuple(joined))


def _copies(
    staging: StagingContext, item: CreatureItem, count: int, totals: Sequence[int]
) -> Iterator[Combatant]:
    context = staging.context
    taken = [each.name for each in context.state.combatants.values()]
    items = staging.library.custom_entries.carriable(context.ruleset.id)
    for place in range(count):
        name = newcomers.free_name(taken, item.value.name, always_number=count > 1)
        taken.append(name)
        number = context.state.next_number + place
        own = totals[place] if place < len(totals) else None
        creature = copy_of_creature(staging.system, context, item.value, staging.die, own, items)
        if item.is_own:  # its key among all, so that the fight knows which one it is a copy of
            creature = replace(creature, key=item.key)
        yield staging.system.recruit(context, creature, name=name, number=number)


def with_defaults(ruleset: Ruleset, creature: CreatureDef, overlay: Overlay) -> CreatureDef:
    """Returns a creature with every field written down that an overlay adds to: a missing one counts as its default."""
    missing: dict[str, Value] = {
        key: ruleset.field_default(key) for key in overlay.sheet if key not in creature.sheet
    }
    return replace(creature, sheet={**missing, **creature.sheet}) if missing else creature


def update_copies(
    ruleset: Ruleset, creature: CreatureDef, copies: Iterable[Combatant]
) -> SetSheet | None:
    """Returns what gives copies in a fight the sheet their creature has now; None: all of them have it."""
    wanted = {
        each.key: creature.sheet.get(each.key, ruleset.field_default(each.key))
        for each in ruleset.fields
    }
    total = total_field(ruleset)
    differing = {
        (combatant.id, key): value
        for combatant in copies
        for key, value in wanted.items()
        if combatant.sheet.get(key, ruleset.field_default(key)) != value
        and not (key == total and key not in creature.sheet)
    }
    if not differing:
        return None
    return SetSheet(
        who=tuple(dict.fromkeys(who for who, _ in differing)),
        fields={key: value for (_, key), value in differing.items()},
    )
