"""The rows of the initiative dialog, and how the one who acts may put its turn off."""

from collections.abc import Iterator

from msgspec import structs

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.dry_run import DryRun
from encounter_gui.rules.engine.initiative.rules import InitiativeRules, name_of
from encounter_gui.rules.engine.obligations import INITIATIVE
from encounter_gui.rules.model.commands import Command, Delay, HoldTurn
from encounter_gui.rules.view import ActionOption, InitiativeRow


def rows(context: RulesContext, rules: InitiativeRules) -> tuple[InitiativeRow, ...]:
    """Returns a row for each combatant or side that has an initiative, in order of joining."""
    owing = {each.who for each in context.state.obligations if each.kind == INITIATIVE}
    return tuple(
        InitiativeRow(
            name=name_of(context, each),
            side=each.side,
            members=each.members,
            score=each.score,
            dice=structs.replace(each.dice, needs_faces=each.keeps_one and each.dice.count > 1),
            modifier=each.modifier,
            is_owed=any(who in owing for who in each.members),
            by_side=each.by_side,
            keeps_one=each.keeps_one,
        )
        for each in rules.entrants(context)
    )


def turn_options(
    dry_run: DryRun, who: CombatantId, *, holds_by_rule: bool
) -> tuple[ActionOption, ...]:
    """Returns how a combatant that acts may put its turn off, with the reasons where it may not; nothing for others.

    ``holds_by_rule``: the game offers holding among its own actions.
    """
    context = dry_run.context
    if context.state.stage != "running" or who not in context.state.acting:
        return ()
    text_of = context.texts.text_of
    readied = dry_run.options([(text_of("rules.do.ready"), HoldTurn(who=who))])
    return (
        *dry_run.options(_put_off(context, who, holds_by_rule=holds_by_rule)),
        *(structs.replace(each, is_readied=True) for each in readied),
    )


def _put_off(
    context: RulesContext, who: CombatantId, *, holds_by_rule: bool
) -> Iterator[tuple[str, Command]]:
    yield context.texts.text_of("rules.do.delay"), Delay(who=who)
    if not holds_by_rule:
        yield context.texts.text_of("rules.do.hold"), HoldTurn(who=who)
