"""Every command of the system and the function that carries it out."""

from msgspec import structs

from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import RuleParts
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.ruleset import CreatureDef
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool import obligations, recruiting
from encounter_gui.rules.systems.d6pool.actions import corrections, recovery, tasks, turn_actions
from encounter_gui.rules.systems.d6pool.combat import blasts, strike
from encounter_gui.rules.systems.d6pool.harm import wounds
from encounter_gui.rules.systems.d6pool.sheet import fitting
from encounter_gui.rules.systems.d6pool.turns import declarations, rounds
from encounter_gui.rules.systems.d6pool.turns.initiative import INITIATIVE_RULES


def _health_by_formula(context: RulesContext, command: ask.Command) -> ask.Command:
    """Returns Health set to 0 as Health by the formula. Source: D6P-03."""
    if not isinstance(command, ask.SetField) or command.field != "health" or command.to != 0:
        return command
    combatant = context.state.combatants.get(command.who)
    if combatant is None:
        return command
    sheet = {key: value for key, value in combatant.sheet.items() if key != "health"}
    whole = CreatureDef(key=combatant.origin, name=combatant.name, sheet=sheet)
    return structs.replace(command, to=recruiting.health_of(context, whole))


PARTS = RuleParts(
    handlers={
        do.Declare: declarations.declare,
        do.DeclareAll: declarations.declare_all,
        do.Move: turn_actions.move,
        do.Attack: strike.attack,
        do.Throw: blasts.throw,
        do.Blast: blasts.blast,
        do.Draw: tasks.draw,
        do.FastDraw: tasks.fast_draw,
        do.Aim: turn_actions.aim,
        do.Reload: turn_actions.reload,
        do.Task: tasks.task,
        do.Oppose: tasks.oppose,
        do.FirstAid: recovery.first_aid,
        do.Hero: turn_actions.hero,
        do.Wait: turn_actions.wait,
        do.Apply: rounds.apply_held,
        do.Leave: turn_actions.leave,
        do.Fall: recovery.fall,
        do.Wake: recovery.wake,
        do.Heal: recovery.heal,
        do.Stabilize: recovery.stabilize,
        do.Reward: recovery.reward,
    },
    turns=rounds.ROUNDS,
    initiative=INITIATIVE_RULES,
    kinds=obligations.KINDS,
    harm=wounds.HARM,
    follow_ups=wounds.follow_ups,
    rests=frozenset({do.Wake, do.Heal}),
    automated=wounds.AUTOMATED,
    adapted=_health_by_formula,
    recruit=recruiting.recruit,
    own_numbers=corrections.NUMBERS,
    unfit=fitting.unfit,
)
"""The rules of the system."""
