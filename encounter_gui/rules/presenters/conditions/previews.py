"""What a condition put on by hand would come to: the chips as they will be, and what the rules make of it."""

from collections.abc import Iterable
from typing import Protocol

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter.values import Duration
from encounter_gui.rules.engine.conditions.afflictions import condition_named
from encounter_gui.rules.engine.conditions.words import said_text
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Afflict
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.presenters.chips import ChipRules, chips
from encounter_gui.rules.view import ConditionPreview


def condition_previews(
    before: RulesContext, after: RulesContext, who: Iterable[CombatantId], rules: ChipRules
) -> tuple[ConditionPreview, ...]:
    """Returns for each combatant the chips that are there after a change and were not before it."""
    found = []
    for combatant in before.combatants(who):
        known = set(chips(before, combatant, rules))
        now = chips(after, after.combatant(combatant.id), rules)
        found.append(
            ConditionPreview(
                who=combatant.id,
                number=combatant.number,
                name=combatant.name,
                side=combatant.side,
                chips=tuple(chip for chip in now if chip not in known),
            )
        )
    return tuple(found)


class Rehearses(Protocol):
    """What the words of a preview need of a rule system."""

    def condition_previews(
        self, context: RulesContext, command: Afflict
    ) -> tuple[ConditionPreview, ...]:
        """Returns what a condition would come to, without putting it on."""
        ...


def afflict_words(system: Rehearses, context: RulesContext, command: Afflict) -> str:
    """Returns what a condition would come to, in one line: whom, for how long, the chip, what the rules make of it.

    Raises:
        RuleError: it cannot be put on.
    """
    known = condition_named(context, command.condition)
    previews = system.condition_previews(context, command)
    combatants = context.combatants(command.who)
    text = context.texts.text
    lasts = said_text(
        context, command.duration or Duration(), combatants[0] if len(combatants) == 1 else None
    )
    names = names_of(combatants)
    what = text(say("rules.will.condition", who=names, condition=known.name, lasts=lasts))
    shown = dict.fromkeys(
        " · ".join(part for part in (chip.text, chip.duration) if part)
        for each in previews
        for chip in each.chips
    )
    chip = text(say("rules.will.chip", chips=", ".join(shown))) if shown else ""
    return " ".join(part for part in (what, chip, meaning(known, command.duration)) if part)


def meaning(known: ConditionDef, duration: Duration | None) -> str:
    """Returns what the rules make of a condition, with the id of the rule; ``duration``: as it is put on."""
    is_timed = duration is not None and duration.kind != "as_ruled"
    text = (known.timed_text if is_timed else "") or known.text
    return " ".join(part for part in (text, f"({known.rule})" if known.rule else "") if part)
