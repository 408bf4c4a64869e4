"""Every command of the system and the function that carries it out."""

from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.rules.engine import turns
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.scene.open_things import OpenRules
from encounter_gui.rules.facade import RuleParts
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.systems.d6pool import between_fights, obligations, recruiting, running
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.actions import corrections, recovery, tasks, turn_actions
from encounter_gui.rules.systems.d6pool.combat import blasts, strike
from encounter_gui.rules.systems.d6pool.field import rules as field
from encounter_gui.rules.systems.d6pool.harm import wounds
from encounter_gui.rules.systems.d6pool.sheet import fitting
from encounter_gui.rules.systems.d6pool.turns import action_budget, declarations, rounds
from encounter_gui.rules.systems.d6pool.turns.initiative import INITIATIVE_RULES


def _remove(resolution: Resolution, command: ask.Remove) -> Message:
    """Takes combatants off the list, nobody of whom anything is in the air. Source: D6P-40."""
    before = resolution.context
    obligations.require_none_thrown(before, command.who)
    combatants = before.combatants(command.who)
    resolution.record(*(ev.CombatantRemoved(who=each.id) for each in combatants))
    turns.without(rounds.ROUNDS, resolution, before.state)
    return say("rules.log.removed", who=names_of(combatants))


PARTS = RuleParts(
    field=field.RULES,
    time=running.TIME,
    open=OpenRules(delayed=frozenset({"bleeding", "in_air"})),
    handlers={
        ask.Remove: _remove,
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
        do.FirstAid: between_fights.first_aid,
        do.Hero: turn_actions.hero,
        do.Wait: turn_actions.wait,
        do.Apply: rounds.apply_held,
        do.Leave: turn_actions.leave,
        do.Fall: recovery.fall,
        do.Wake: between_fights.wake,
        do.Heal: between_fights.heal,
        do.Stabilize: recovery.stabilize,
        do.Reward: recovery.reward,
    },
    unheld=frozenset(
        {
            *(do.Declare, do.DeclareAll, do.Apply, do.Leave, do.Fall),
            *(do.Wake, do.Heal, do.Stabilize, do.Reward, ask.Remove),
        }
    ),
    turns=rounds.ROUNDS,
    initiative=INITIATIVE_RULES,
    kinds={**obligations.KINDS, **running.OBLIGATIONS},
    harm=wounds.HARM,
    follow_ups=wounds.follow_ups,
    worsening=wounds.worsening,
    rests=frozenset({do.Wake, do.Heal}),
    automated=wounds.AUTOMATED,
    counted=action_budget.COUNTED,
    recruit=recruiting.recruit,
    own_numbers=corrections.NUMBERS,
    sheet=recruiting.SHEET,
    unfit=fitting.unfit,
)
"""The rules of the system."""
