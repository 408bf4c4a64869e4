"""One attack on one target at the table: its die, what others make of it, what it does. Source: CWN-24, CWN-25."""

from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Value
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.table import (
    TablePlay,
    at_table,
    rolled_at_table,
    without_dice,
)
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn.combat import (
    focus_actions,
    reactions,
    screen_effects,
    to_hit,
)
from encounter_gui.rules.systems.cwn.combat.attack_plan import (
    AttackOccasion,
    mode_of,
    strike_at,
    weapon_in,
)
from encounter_gui.rules.systems.cwn.commands import Attack
from encounter_gui.rules.systems.cwn.harm.damage import DamageResult, deal, fate_text
from encounter_gui.rules.systems.cwn.rules import strike as rules
from encounter_gui.rules.systems.cwn.rules.fighter import Fighter
from encounter_gui.rules.systems.cwn.rules.harm import met
from encounter_gui.rules.systems.cwn.rules.strike import Blow, Strike


class StrikeResult(Struct, frozen=True, kw_only=True):
    """How one attack was rolled, before it takes effect; ``noted`` are the values of the fact of it."""

    who: CombatantId
    target: CombatantId
    strike: Strike
    die: int
    blow: Blow
    noted: dict[str, Value]

    @property
    def total(self) -> int:
        """The d20 with everything added."""
        return self.die + self.strike.bonus

    @property
    def kind(self) -> str:
        """How the attack went: missed, shock, hit or traumatic."""
        return rules.KINDS[int(self.blow.kind)]


def roll_strike(
    resolution: Resolution, command: Attack, target: CombatantId, how: AttackOccasion
) -> Rolling[StrikeResult]:
    """Rolls one attack in the order of the rules, whether or not it meets its target. Source: CWN-25, CWN-40.

    It takes effect by ``take_effect``.
    """
    lying = yield from show_die(resolution, command, target, how)
    lying = yield from reactions.react(resolution, lying)
    return (yield from roll_damage(resolution, lying))


def show_die(
    resolution: Resolution, command: Attack, target: CombatantId, how: AttackOccasion
) -> Rolling[reactions.LyingDie]:
    """Rolls the d20 of an attack on its target, or on who screens it. Source: CWN-25 step 2, CWN-40."""
    context = resolution.context
    actor = context.combatant(command.who)
    weapon = weapon_in(actor, command.weapon)
    mode = mode_of(weapon, command.mode)
    is_shot = mode in to_hit.SHOTS
    aimed = yield from screen_effects.challenge(
        resolution, actor, context.combatant(target), weapon, is_shot=is_shot
    )
    context = resolution.context
    strike = strike_at(context, command, context.combatant(aimed), how=how)
    play, people = TablePlay(resolution), {"who": actor.id}
    lying = yield from rolled_at_table(play, rules.shown, strike, people)
    return reactions.LyingDie.of(actor.id, aimed, lying.plan, int(lying.die), is_shot=is_shot)


def roll_damage(resolution: Resolution, lying: reactions.LyingDie) -> Rolling[StrikeResult]:
    """Rolls what a d20 leads to with which everybody is done. Source: CWN-25 steps 3 to 8."""
    play, strike = TablePlay(resolution), lying.strike
    people = {"who": lying.who, "target": lying.target}
    shown = rules.Shown(strike, lying.die, lying.is_hit)
    blow = yield from rolled_at_table(play, rules.landed, shown, people)
    if strike.joins_melee or blow.stopped:  # a shot has nothing to note
        without_dice(at_table(play, Fighter, met, people, blow, strike.joins_melee))
    return StrikeResult(
        who=lying.who,
        target=lying.target,
        strike=strike,
        die=lying.die,
        blow=blow,
        noted=play.noted,
    )


def take_effect(resolution: Resolution, result: StrikeResult) -> DamageResult:
    """Lets an attack that was rolled take effect; the fact of it comes first. Source: CWN-25, CWN-45k."""
    done = deal(
        resolution,
        "attack",
        result.who,
        result.target,
        result.blow,
        is_lethal=result.strike.is_lethal,
        **result.noted,
    )
    focus_actions.first_kill(resolution, result.who, done.fate)
    return done


def result_label(
    context: RulesContext, prefix: str, result: StrikeResult, done: DamageResult, **params: str
) -> Message:
    """Returns how an attack went in words."""
    return say(
        f"{prefix}_{result.kind}",
        who=context.combatant(result.who).name,
        target=context.combatant(result.target).name,
        total=result.total,
        ac=result.strike.armor_class,
        damage=int(result.blow.amount),
        soaked=done.soaked,
        lost=done.lost,
        fate=fate_text(context, done.fate),
        **params,
    )
