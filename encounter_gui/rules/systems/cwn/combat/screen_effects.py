"""What standing in for an ally does to attacks. Source: CWN-40, CWN-11.

The condition ``screening`` names the ally in its note; the ally's ``screened`` is only to be seen.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Reason
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Answer, Ask
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import total
from encounter_gui.rules.systems.cwn import mechanics, rolls
from encounter_gui.rules.systems.cwn.combat import to_hit
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """What came of getting past screeners: who is struck at now, with events and the derivation."""

    target: CombatantId
    events: tuple[ev.Event, ...] = ()
    reasons: tuple[Reason, ...] = ()


def screeners(state: EncounterState, target: CombatantId) -> tuple[Combatant, ...]:
    """Returns who stands in for somebody now. Source: CWN-40."""
    found = []
    for combatant in state.combatants.values():
        screening = combatant.condition("screening")
        if screening is not None and screening.note == target and character.can_act(combatant):
            found.append(combatant)
    return tuple(found)


def facing(
    context: RulesContext, attacker: Combatant, target: CombatantId, *, is_shot: bool
) -> tuple[Combatant, ...]:
    """Returns the screeners an attack has to get past: each faces so many attackers, and bodies stop no bullets.

    Source: CWN-40.
    """
    found = []
    for combatant in screeners(context.state, target):
        if combatant.id == attacker.id or (is_shot and not gear.rank(combatant, "dermal_armor")):
            continue
        faced = combatant.memo_text(action_budget.BLOCKED).split()
        if attacker.id in faced or len(faced) < character.combat_skill(context, combatant):
            found.append(combatant)
    return tuple(found)


def challenged(
    context: RulesContext,
    attacker: Combatant,
    target: Combatant,
    weapon: gear.Weapon,
    *,
    is_shot: bool,
) -> Generator[Ask, Answer, Challenge]:
    """Rolls whether an attacker gets past everybody who screens the target. Source: CWN-11, CWN-40."""
    against = facing(context, attacker, target.id, is_shot=is_shot)
    if not against:
        return Challenge(target=target.id)
    plus = attacker_bonus(context, attacker, weapon)
    dice = yield from rolls.together(
        rolls.request("get_past", attacker.id, 6, 2),
        *(rolls.request("screen", combatant.id, 6, 2) for combatant in against),
    )
    mine = dice[0] + plus
    totals = {
        combatant.id: rolled + screener_bonus(context, combatant)
        for combatant, rolled in zip(against, dice[1:], strict=True)
    }
    stopped = [who for who, other in totals.items() if not mechanics.gets_past(mine, other)]
    struck = min(stopped, key=lambda who: totals[who], default=target.id)
    facts = [
        ev.Resolved(
            what="screen",
            who=attacker.id,
            target=who,
            values={"total": mine, "screen": other, "stopped": who in stopped},
        )
        for who, other in totals.items()
    ]
    return Challenge(
        target=struck,
        events=(*facts, *_faced(against, attacker)),
        reasons=tuple(
            Reason(
                text=say(
                    "cwn.why.stopped" if who in stopped else "cwn.why.got_past",
                    who=attacker.name,
                    screener=context.combatant(who).name,
                    total=mine,
                    other=other,
                ),
                rule="CWN-40",
            )
            for who, other in totals.items()
        ),
    )


def attacker_bonus(context: RulesContext, combatant: Combatant, weapon: gear.Weapon) -> int:
    """Returns what an attacker adds to get past: better attribute and weapon skill. Source: CWN-40."""
    skill = to_hit.best_skill(context, combatant, weapon.skills)[1]
    return skill + _body(context, combatant)


def screener_bonus(context: RulesContext, combatant: Combatant) -> int:
    """Returns what a screener adds: better attribute and best combat skill. Source: CWN-40."""
    return character.combat_skill(context, combatant) + _body(context, combatant)


def _body(context: RulesContext, combatant: Combatant) -> int:
    best = character.best_modifier(context, combatant, ("strength", "dexterity"))[1]
    return best + total(character.effects(context, combatant, "check"))


def _faced(against: Sequence[Combatant], attacker: Combatant) -> tuple[ev.Event, ...]:
    events: list[ev.Event] = []
    for combatant in against:
        faced = combatant.memo_text(action_budget.BLOCKED).split()
        if attacker.id not in faced:
            text = " ".join((*faced, attacker.id))
            events.append(ev.MemoSet(who=combatant.id, key=action_budget.BLOCKED, value=text))
    return tuple(events)


def _are_enemies(combatant: Combatant, other: Combatant) -> bool:
    return character.team(combatant) != character.team(other)


def loosened(state: EncounterState) -> tuple[ev.Event, ...]:
    """Returns the ends of screens of whom nobody is left to screen, or to be screened. Source: CWN-40."""
    events: list[ev.Event] = []
    covered: set[str] = set()
    for combatant in state.combatants.values():
        screening = combatant.condition("screening")
        if screening is None:
            continue
        ally = state.combatants.get(CombatantId(screening.note))
        if (
            ally is None
            or any(map(character.is_out, (combatant, ally)))
            or _are_enemies(combatant, ally)
        ):
            events.append(ev.ConditionRemoved(who=combatant.id, key="screening"))
        else:
            covered.add(ally.id)
    events += [
        ev.ConditionRemoved(who=other.id, key="screened")
        for other in state.combatants.values()
        if other.has("screened") and other.id not in covered
    ]
    return tuple(events)
