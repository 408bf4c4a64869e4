"""What can still be done once a d20 is on the table. Source: CWN-24, CWN-36c, CWN-36g, CWN-45a, CWN-45p.

Only combatants that have something that would matter are asked; about Total Defense and Snap Attacks only player
characters and named NPCs: for the rest the game master declares it before the roll.
"""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling, choose, request, total
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn.combat import total_defense
from encounter_gui.rules.systems.cwn.combat.attack_plan import with_total_defense
from encounter_gui.rules.systems.cwn.rules import strike as rules
from encounter_gui.rules.systems.cwn.rules.strike import Strike
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear, scene_uses

KEEP, LUCK, DEFEND, REROLL = "keep", "luck", "defend", "reroll"
SNAP, BOOST, HELD = "snap:", "boost:", "held:"
"""Begin the options of a Snap Attack, plain and with a Reaction Booster, and of a held Main; whose id follows."""

VETERANS_LUCK, GUNLINK = "veterans_luck", "gunlink"


class LyingDie(Struct, frozen=True, kw_only=True):
    """The d20 of an attack as it lies on the table, with what Instants have made of it so far.

    ``by_luck`` is what Veteran's Luck has made of it, a hit or a miss; None: it was not used on this die. ``snapper``
    is who answers it with a Snap Attack or a held Main, so that it waits; None: nobody. ``is_boosted``: a Reaction
    Booster makes good the −4 of that.
    """

    who: CombatantId
    target: CombatantId
    strike: Strike
    die: int
    is_hit: bool
    is_shot: bool
    by_luck: bool | None = None
    snapper: CombatantId | None = None
    is_boosted: bool = False

    @classmethod
    def of(
        cls,
        who: CombatantId,
        target: CombatantId,
        strike: Strike,
        die: int,
        *,
        is_shot: bool,
        by_luck: bool | None = None,
    ) -> "LyingDie":
        """Returns a die that was just rolled."""
        lying = cls(
            who=who,
            target=target,
            strike=strike,
            die=die,
            is_hit=False,
            is_shot=is_shot,
            by_luck=by_luck,
        )
        return lying.judged(strike)

    def judged(self, strike: Strike) -> "LyingDie":
        """Returns it with another strike, and whether that hits; what luck has decided stays."""
        is_hit = bool(rules.is_hit(strike, self.die))
        return replace(self, strike=strike, is_hit=is_hit if self.by_luck is None else self.by_luck)


Snappers = Callable[[RulesContext, LyingDie], tuple[str, ...]]
"""Returns the options of answering a die with an attack that would matter. Source: CWN-24, CWN-36c, CWN-38."""


def _nobody(context: RulesContext, lying: LyingDie) -> tuple[str, ...]:
    return ()


def react(
    resolution: Resolution, lying: LyingDie, snappers: Snappers = _nobody
) -> Rolling[LyingDie]:
    """Asks everybody concerned until nobody changes anything any more, or somebody snaps first. Source: CWN-24."""
    declined: set[tuple[CombatantId, bool]] = set()
    while True:
        asked = _next_asked(resolution.context, lying, declined, snappers)
        if asked is None or lying.snapper is not None:
            return lying
        who, options = asked
        label = say(
            "cwn.choose.hit" if lying.is_hit else "cwn.choose.miss",
            who=resolution.combatant(lying.who).name,
            target=resolution.combatant(lying.target).name,
            total=lying.die + lying.strike.bonus,
            ac=lying.strike.armor_class,
        )
        option = yield from choose(
            resolution.context, "instant", who, (KEEP, *options), label=label
        )
        declined.add((who, lying.is_hit))
        lying = yield from _use(resolution, lying, who, option)


def _next_asked(
    context: RulesContext,
    lying: LyingDie,
    declined: set[tuple[CombatantId, bool]],
    snappers: Snappers,
) -> tuple[CombatantId, tuple[str, ...]] | None:
    """Returns who is to be asked next, and what it could do; the target first. None: nobody.

    Those who might snap at the attacker are offered in the same question.
    """
    snaps = snappers(context, lying)
    for who, options in (
        (lying.target, (*_target_options(context, lying), *snaps)),
        (lying.who, _attacker_options(context, lying)),
    ):
        if options and (who, lying.is_hit) not in declined:
            return who, options
    return None


def _target_options(context: RulesContext, lying: LyingDie) -> tuple[str, ...]:
    target = context.combatant(lying.target)
    if not character.can_act(target):
        return ()
    luck = (LUCK,) if lying.is_hit and _is_left(target, VETERANS_LUCK) else ()
    return (*luck, DEFEND) if _would_defend(context, lying, target) else luck


def _would_defend(context: RulesContext, lying: LyingDie, target: Combatant) -> bool:
    """Whether Total Defense would turn the hit into a miss, or stop the Shock of a miss or below a hit.

    Source: CWN-24, CWN-25, CWN-36g.
    """
    if target.has("total_defense") or not character.is_somebody(target):
        return False
    if not action_budget.has_instant_main(context, target):
        return False
    if not action_budget.has_own_main(target):
        return False
    better = with_total_defense(context, lying.strike)
    if lying.judged(better).is_hit:
        return lying.strike.shock > lying.strike.damage_least
    return lying.is_hit or lying.strike.shock > 0


def _attacker_options(context: RulesContext, lying: LyingDie) -> tuple[str, ...]:
    attacker = context.combatant(lying.who)
    if lying.is_hit or not character.can_act(attacker):
        return ()
    luck = (LUCK,) if _is_left(attacker, VETERANS_LUCK) else ()
    return (*luck, REROLL) if lying.is_shot and _is_left(attacker, GUNLINK) else luck


def _is_left(actor: Combatant, trait: str) -> bool:
    """Whether a trait that works once per scene is there, and not used. Source: CWN-45a, CWN-45p."""
    return bool(gear.rank(actor, trait)) and not scene_uses.uses(actor, trait)


def _use(
    resolution: Resolution, lying: LyingDie, who: CombatantId, option: str
) -> Rolling[LyingDie]:
    """Uses an Instant, and returns the die after it."""
    actor = resolution.combatant(who)
    match option:
        case "luck":
            resolution.record(scene_uses.use_event(actor, VETERANS_LUCK))
            resolution.reason("cwn.instant.luck", "CWN-45a", who=actor.name)
            return replace(lying, is_hit=not lying.is_hit, by_luck=not lying.is_hit)
        case "defend":
            total_defense.defend(resolution, who)
            resolution.reason("cwn.instant.defends", "CWN-36g", who=actor.name)
            return lying.judged(with_total_defense(resolution.context, lying.strike))
        case "reroll":
            die = yield from total(request(resolution.context, "attack", who, sides=20))
            resolution.record(scene_uses.use_event(actor, GUNLINK))
            resolution.reason("cwn.instant.reroll", "CWN-45p", who=actor.name)
            return replace(lying, die=die, by_luck=None).judged(lying.strike)
        case _ if option.startswith((SNAP, BOOST, HELD)):
            _, _, snapper = option.partition(":")
            is_boosted = option.startswith(BOOST)
            return replace(lying, snapper=CombatantId(snapper), is_boosted=is_boosted)
        case _:
            return lying


def lands_by_luck(
    resolution: Resolution, who: CombatantId, rolled: int, armor_class: int
) -> Rolling[bool]:
    """Asks a combatant that has just missed a point whether luck lands it there. Source: CWN-45a, CWN-41."""
    actor = resolution.combatant(who)
    if not _is_left(actor, VETERANS_LUCK):
        return False
    label = say("cwn.choose.point", who=actor.name, total=rolled, ac=armor_class)
    option = yield from choose(resolution.context, "instant", who, (KEEP, LUCK), label=label)
    return option == LUCK
