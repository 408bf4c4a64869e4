"""What allies do for each other where fights are played out: screens that stand, swarms that have joined.

Source: CWN-39, CWN-40.
"""

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn.battle.outcomes import Outcomes
from encounter_gui.rules.systems.cwn.battle.roster import Moment
from encounter_gui.rules.systems.cwn.battle.screens import Screen, Screens, Swarm
from encounter_gui.rules.systems.cwn.battle.sequence import Sequences
from encounter_gui.rules.systems.cwn.combat import screen_effects, swarms, to_hit
from encounter_gui.rules.systems.cwn.combat.attack_plan import strike_at, weapon_in
from encounter_gui.rules.systems.cwn.combat.attack_requirements import require_ready
from encounter_gui.rules.systems.cwn.commands import Attack
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear
from encounter_gui.rules.systems.cwn.sheet.records import blocked_by

_NEVER: Moment = (1_000_000, 0)


def hand_of(context: RulesContext, one: Combatant) -> gear.Weapon | None:
    """Returns the weapon in hand as it is used by itself; None: the rules refuse it, bare hands are left."""
    try:
        weapon = weapon_in(one, "")
        require_ready(context, one, weapon, weapon.modes[0])
    except RuleError:
        return None
    return weapon


def with_shock(target: Combatant, *, stopped: bool) -> Combatant:
    """Returns a target of which the first Shock of the round has been stopped, or has not."""
    gauges = {**target.gauges, action_budget.FIRST_SHOCK: int(stopped)}
    return replace(target, gauges=gauges)


def screens_of(
    context: RulesContext, members: Sequence[Combatant], sequences: Sequences
) -> Screens:
    """Returns the screens that stand now. Source: CWN-40."""
    place = {each.id: number for number, each in enumerate(members)}
    screens = []
    for each in members:
        screening = each.condition("screening")
        if screening is None or screening.about not in place or not character.can_act(each):
            continue
        faced = blocked_by(each)
        screens.append(
            Screen(
                screener=place[each.id],
                ally=place[screening.about],
                ends=sequences.end_of(screening) or _NEVER,
                most=character.combat_skill(context, each),
                faced=np.array([other.id in faced for other in members], bool),
                stops_shots=screen_effects.stops_shots(each),
                bonus=screen_effects.screener_bonus(context, each),
            )
        )
    arms = [_arms(context, each) if screens else () for each in members]
    return Screens(
        screens=tuple(screens),
        bonus=np.array(
            [
                [screen_effects.attacker_bonus(context, each, weapon) for weapon in mine]
                for each, mine in zip(members, arms, strict=True)
            ],
            np.int32,
        ),
        is_shot=np.array(
            [[weapon.modes[0] in to_hit.SHOTS for weapon in mine] for mine in arms], bool
        ),
    )


def _arms(context: RulesContext, one: Combatant) -> tuple[gear.Weapon, ...]:
    """Returns with what somebody attacks: in hand, in a crowd, bare hands."""
    bare = gear.weapon_of(gear.UNARMED)
    hand = hand_of(context, one) or bare
    return hand, hand, bare


def swarms_of(
    context: RulesContext, members: Sequence[Combatant], outcomes: Outcomes
) -> tuple[Swarm, ...]:
    """Returns the swarms that owe their blow. Source: CWN-39."""
    place = {each.id: number for number, each in enumerate(members)}
    owing: dict[CombatantId, list[CombatantId]] = {}
    for obligation in context.state.obligations:
        one = context.state.combatants.get(obligation.who) if obligation.who else None
        swarming = one.condition("swarming") if one else None
        if obligation.kind != swarms.SWARM_STRIKE.kind or one is None or swarming is None:
            continue
        if swarming.about in place and one.id in place:
            owing.setdefault(swarming.about, []).append(one.id)
    return tuple(
        Swarm(
            members=tuple(place[who] for who in joined),
            target=place[target],
            rows=np.array(
                [_swarm_rows(context, members, outcomes, who, target) for who in joined], np.int64
            ),
        )
        for target, joined in owing.items()
    )


def _swarm_rows(
    context: RulesContext,
    members: Sequence[Combatant],
    outcomes: Outcomes,
    who: CombatantId,
    target: CombatantId,
) -> list[list[int]]:
    hand = hand_of(context, context.combatant(who))
    weapon = hand.key if hand else gear.UNARMED.key
    command = Attack(who=who, target=target, weapon=weapon, how="swarm")
    return [
        [
            outcomes.row(context, strike_at(context, command, with_shock(each, stopped=stopped)))
            for stopped in (False, True)
        ]
        for each in members
    ]
