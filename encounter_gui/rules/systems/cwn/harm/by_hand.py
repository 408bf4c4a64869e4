"""Damage by hand, and what follows from hit points and conditions changed by hand.

Source: CWN-05, CWN-07, CWN-47, CWN-57, CWN-59.

The same events follow where dice change them; a change by dice brings them along, so that nothing is left to add.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.dice.requests import Rolled
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import adjustments
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.harm.damage import HarmRules, HitByHand, HitResult, Reduction
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.commands import Adjust
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.harm import falling
from encounter_gui.rules.systems.cwn.harm.damage import (
    DamageResult,
    deal,
    fate_text,
    put_down,
)
from encounter_gui.rules.systems.cwn.rules.falls import ENDED_BY_FALLING
from encounter_gui.rules.systems.cwn.rules.strike import HIT, Blow
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.systems.cwn.sheet.character import limits


def suffer(resolution: Resolution, hit: HitByHand, rolled: Sequence[Rolled]) -> HitResult:
    """Takes damage that is no attack: soak first, then hit points, then what 0 means; no Trauma Die is rolled.

    Source: CWN-07, CWN-25 step 9, CWN-57 to CWN-59.
    """
    context = resolution.context
    target = context.combatant(hit.who)
    hit = replace(hit, amount=resolution.number_of(hit.who, "damage", hit.amount))
    blow = Blow(HIT, hit.amount)
    done = deal(resolution, "damage", None, hit.who, blow, is_lethal=hit.is_lethal)
    over = hit.amount - done.soaked - done.lost
    _explain(resolution, target, hit.amount, done)
    name = context.texts.text_of("cwn.column.soak")
    steps = (Reduction(name=name, stopped=done.soaked, gauge=character.SOAK),)
    key = "cwn.damage.told_soaked" if done.soaked else "cwn.damage.told"
    fate = fate_text(context, done.fate)
    text = context.texts.text_of(key, soaked=done.soaked, lost=done.lost, fate=fate)
    return HitResult(
        who=hit.who, amount=hit.amount, text=text, steps=steps, lost=done.lost, over=over
    )


def _explain(resolution: Resolution, target: Combatant, amount: int, done: DamageResult) -> None:
    rules = {"dead": "CWN-57", "mortally_wounded": "CWN-59", "unconscious": "CWN-58"}
    if done.fate:
        rule = "CWN-65" if character.kind(target) == "drone" else rules[done.fate]
        key = "drone" if character.kind(target) == "drone" else done.fate
        resolution.reason(f"cwn.why.by_hand_{key}", rule, who=target.name)
    elif not done.soaked:
        resolution.reason("cwn.why.by_hand", who=target.name, amount=amount)


HARM = HarmRules(suffer=suffer, is_beyond=character.is_dead, rule_of_half="CWN-41")
"""How damage by hand is taken."""


def adjust(resolution: Resolution, command: Adjust) -> Message:
    """Changes a gauge by hand; at 0 HP the consequences are those of damage. Source: CWN-57."""
    before = resolution.context
    change = adjustments.read_change(command.change)
    is_damage = change.amount < 0 and not change.is_absolute
    events = adjustments.adjust_events(before, command, limits(before))
    resolution.record(*events)
    for event in events:
        if isinstance(event, ev.GaugeChanged) and event.gauge == character.HP:
            _follow(resolution, before.combatant(event.who), -event.by, is_damage=is_damage)
    return adjustments.adjust_label(before, command)


def _follow(resolution: Resolution, before: Combatant, lost: int, *, is_damage: bool) -> None:
    """Records falls, deaths and recoveries; damage kills the mortally wounded, though they have nothing to lose.

    Who is unconscious and loses hit points stays so. Source: CWN-57 to CWN-59.
    """
    target, is_hurt = resolution.combatant(before.id), lost > 0 or is_damage
    if not mechanics.is_down(character.hp_now(target)):
        if not is_hurt:
            resolution.record(*falling.recovery_events(target))
    elif is_hurt and not character.is_dead(target):
        put_down(resolution, target.id)


def follow_ups(before: Combatant, after: RulesContext, who: CombatantId) -> Iterator[ev.Event]:
    """Yields what goes with a condition of lying there that was added or removed. Source: CWN-47, CWN-57, CWN-59.

    The mortally wounded and the dead have no hit points; a combatant that is neither any more has one.
    """
    target = after.combatant(who)
    added = [key for key in character.DOWN if target.has(key) and not before.has(key)]
    if added:
        yield from _put_down(after, target, added[0])
        return
    was_down, is_down = (any(map(each.has, character.DOWN)) for each in (before, target))
    if was_down and not is_down and character.hp_now(target) <= 0:
        yield ev.GaugeSet(who=who, gauge=character.HP, to=1)


def _put_down(context: RulesContext, target: Combatant, key: str) -> Iterator[ev.Event]:
    """Yields what is still missing of lying there."""
    fallen = (each.name for each in ENDED_BY_FALLING)
    ended = (*fallen, *(each for each in character.DOWN if each != key))
    yield from (ev.ConditionRemoved(who=target.id, key=each) for each in ended if target.has(each))
    if key != "unconscious":
        yield from falling.empty_events(target)
    if key == "stable" and not target.has("frail"):
        yield from falling.stable_events(target, target.condition("stable"))
    wound = target.condition(key)
    if key == "mortally_wounded" and wound is not None and wound.count is None:
        counted = replace(wound, count=max(context.state.round, 1))
        yield ev.ConditionAdded(who=target.id, condition=counted)
    if key != "dead":
        yield from falling.prone_events(target)
