"""What is chosen on the attack bench, with defaults for what is not, or no longer fits."""

from dataclasses import dataclass

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters import modifier_fields
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.areas import victims
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear
from encounter_gui.rules.systems.cwn.sheet.gear import Weapon
from encounter_gui.rules.view import FormChoices

GM_POINTS = 10
"""Most the game master may add or take, either way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What is chosen on the bench, after defaults.

    ``how`` is attack, charge, swarm, suppress, snap or extra; ``reach`` near, normal or long; ``mode`` what the weapon
    is used for. ``also`` are the targets of the second and further attacks of who makes several with one Main.
    """

    combatant: Combatant
    target: Combatant | None
    item: Item
    how: str
    mode: str
    reach: str
    gm: int
    modifiers: tuple[str, ...]
    nonlethal: bool
    boost: bool
    guarded: bool
    also: tuple[Combatant, ...] = ()

    @property
    def weapon(self) -> Weapon:
        """The weapon, as the rules see it."""
        return gear.weapon_of(self.item)

    @property
    def kind(self) -> str:
        """Which modifiers apply: those of ranged, melee or thrown attacks."""
        if self.item.kind == "explosive":
            return "thrown"
        return self.mode if self.mode in ("melee", "thrown") else "ranged"

    @property
    def metres(self) -> int | None:
        """How far it is, as far as that matters; None: in reach, or in normal range."""
        ranges = (
            gear.explosive_of(self.item).ranges
            if self.item.kind == "explosive"
            else self.weapon.ranges
        )
        if self.kind == "melee" or not ranges:
            return None
        if self.reach == "near":
            return mechanics.NEAR
        return ranges[-1] if self.reach == "long" else None


def setting(context: RulesContext, choices: FormChoices) -> Selection | None:
    """Returns the choices with defaults filled in; None where nobody can act."""
    able = actors(context, choices.get("who", ""))
    combatant = _actor(able, choices.get("who", ""))
    if combatant is None:
        return None
    item = _item(combatant, choices.get("weapon", ""))
    target = _target(context, combatant, choices.get("target", ""))
    mode = _mode(item, choices.get("mode", ""))
    reach = choices.get("reach", "")
    how = _how(context, combatant, item, target, mode, choices.get("how", ""))
    return Selection(
        combatant=combatant,
        target=target,
        item=item,
        how=how,
        mode=mode,
        reach=reach if reach in reaches(item, mode, target) else "normal",
        gm=modifier_fields.whole(choices, "gm", -GM_POINTS, GM_POINTS),
        modifiers=modifier_fields.chosen(context.ruleset, choices),
        nonlethal=choices.get("nonlethal") == modifier_fields.ON,
        boost=choices.get("boost") == modifier_fields.ON,
        guarded=choices.get("guarded") == modifier_fields.ON,
        also=_also(context, combatant, item, target, choices) if how == "attack" else (),
    )


def actors(context: RulesContext, wanted: str = "") -> tuple[Combatant, ...]:
    """Returns who could attack now, those whose turn it is first. Source: CWN-16, CWN-36c, CWN-38, CWN-39.

    Out of turn that is who has a name, or holds: of the others only who is wanted.
    """
    acting = action_budget.acting(context)
    ours = {combatant.id for combatant in acting}
    others = (
        combatant
        for combatant in context.state.combatants.values()
        if combatant.id not in ours
        and (_has_begun(context, combatant) or _may_interrupt(context, combatant, wanted))
    )
    return (*acting, *others)


def _may_interrupt(context: RulesContext, combatant: Combatant, wanted: str) -> bool:
    is_ready = combatant.has("holding") or action_budget.given(combatant, "main") > 0
    is_offered = character.is_somebody(combatant) or is_ready or combatant.id == wanted
    return is_offered and action_budget.has_instant_main(context, combatant)


def _has_begun(context: RulesContext, combatant: Combatant) -> bool:
    """Whether something is still to come of what the Main has been spent on: a swarm, a grenade, a sweep, a kill."""
    is_begun = (
        combatant.has("swarming") or combatant.has("in_air") or bool(combatant.gauges.get("extra"))
    )
    is_begun = is_begun or is_sweeping(context, combatant)
    return is_begun and character.can_act(combatant)


def is_sweeping(context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether not everybody in somebody's suppressive fire is named yet. Source: CWN-32."""
    return victims.open_area(context.state, "cone", combatant.id) is not None


def hows(context: RulesContext, combatant: Combatant, item: Item, mode: str) -> tuple[str, ...]:
    """Returns in what ways somebody may use a weapon. Source: CWN-36a to CWN-36e, CWN-32."""
    if item.kind == "explosive":
        return ("attack",)
    found = ["attack"]
    if mode in ("melee", "thrown"):
        found.append("charge")
    found.append("swarm")
    if gear.weapon_of(item).can_suppress and context.switch("cwn.suppress"):
        found.append("suppress")
    found.append("snap")
    if combatant.gauges.get("extra"):
        found.append("extra")
    return tuple(found)


def reaches(item: Item, mode: str, target: Combatant | None) -> tuple[str, ...]:
    """Returns the distances that make a difference; near only to somebody prone. Source: CWN-28, CWN-35."""
    if mode == "melee" and item.kind != "explosive":
        return ()
    ranges = (
        gear.explosive_of(item).ranges if item.kind == "explosive" else gear.weapon_of(item).ranges
    )
    if not ranges:
        return ()
    near = ("near",) if target is not None and target.has("prone") else ()
    return (*near, "normal", *(("long",) if ranges[-1] > ranges[0] else ()))


def is_swarming(combatant: Combatant, target: Combatant | None) -> bool:
    """Returns whether somebody has joined the swarm on a target. Source: CWN-39."""
    swarming = combatant.condition("swarming")
    return swarming is not None and target is not None and swarming.about == target.id


def _actor(able: tuple[Combatant, ...], wanted: str) -> Combatant | None:
    in_air = next((combatant for combatant in able if combatant.has("in_air")), None)
    with_main = next(
        (combatant for combatant in able if action_budget.left(combatant, "main")), None
    )
    first = in_air or with_main or next(iter(able), None)
    return next((combatant for combatant in able if combatant.id == wanted), first)


def _item(combatant: Combatant, wanted: str) -> Item:
    known = {item.key: item for item in gear.weapons(combatant)}
    if wanted in known:
        return known[wanted]
    return gear.find(combatant, "") or gear.UNARMED


def _target(context: RulesContext, combatant: Combatant, wanted: str) -> Combatant | None:
    chosen = context.state.combatants.get(CombatantId(wanted))
    if chosen is not None and can_be_target(combatant, chosen):
        return chosen
    others = [each for each in context.state.combatants.values() if not character.is_out(each)]
    swarmed = next((each for each in others if is_swarming(combatant, each)), None)
    enemies = (each for each in others if character.team(each) != character.team(combatant))
    return swarmed or next(enemies, None)


def _also(
    context: RulesContext,
    combatant: Combatant,
    item: Item,
    target: Combatant | None,
    choices: FormChoices,
) -> tuple[Combatant, ...]:
    """Whom the further attacks of a Main are aimed at: the first target as well, or another. Source: CWN-69."""
    if target is None or item.kind == "explosive":
        return ()
    wanted = (choices.get(also_key(at), "") for at in range(2, gear.weapon_of(item).attacks + 1))
    combatants = (context.state.combatants.get(CombatantId(who)) for who in wanted)
    return tuple(each if each and can_be_target(combatant, each) else target for each in combatants)


def also_key(at: int) -> str:
    """Returns the key of the question whom the second attack of a Main, say, is aimed at."""
    return f"also_{at}"


def can_be_target(combatant: Combatant, target: Combatant) -> bool:
    """Returns whether somebody may be attacked at all; itself only by a blast of its own."""
    return not character.is_dead(target) and (target.id != combatant.id or combatant.has("in_air"))


def _mode(item: Item, wanted: str) -> str:
    if item.kind == "explosive":
        return "thrown"
    modes = gear.weapon_of(item).modes
    return next((mode for mode in modes if mode == wanted), modes[0])


def _how(
    context: RulesContext,
    combatant: Combatant,
    item: Item,
    target: Combatant | None,
    mode: str,
    wanted: str,
) -> str:
    """Out of turn it is a Snap Attack, in a swarm its blow, unless something else is chosen and possible."""
    possible = hows(context, combatant, item, mode)
    if is_sweeping(context, combatant) and "suppress" in possible and not wanted:
        return "suppress"
    is_own = action_budget.is_ready(context.state, combatant, "main")
    if wanted in possible and (
        is_own or wanted in ("snap", "swarm", "extra") or is_sweeping(context, combatant)
    ):
        return wanted
    if is_swarming(combatant, target) and "swarm" in possible:
        return "swarm"
    return "snap" if not is_own and "snap" in possible else "attack"
