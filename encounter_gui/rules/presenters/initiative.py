"""The rows of the initiative dialog, from what a game says of its initiative."""

from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.initiative.rules import InitiativeRules, name_of
from encounter_gui.rules.engine.obligations import INITIATIVE
from encounter_gui.rules.view import InitiativeRow


def rows(context: RulesContext, rules: InitiativeRules) -> tuple[InitiativeRow, ...]:
    """Returns a row for each combatant or side that has an initiative, in order of joining."""
    owing = {each.who for each in context.state.obligations if each.kind == INITIATIVE}
    return tuple(
        InitiativeRow(
            name=name_of(context, each),
            side=each.side,
            members=each.members,
            score=each.score,
            dice=each.dice,
            modifier=each.modifier,
            is_owed=any(who in owing for who in each.members),
            by_side=each.by_side,
            keeps_one=each.keeps_one,
        )
        for each in rules.entrants(context)
    )
