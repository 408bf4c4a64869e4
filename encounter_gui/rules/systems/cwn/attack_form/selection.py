"""What is chosen on the attack bench, with defaults for what is not, or no longer fits."""

from dataclasses import dataclass

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.presenters import modifier_fields
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear
from encounter_gui.rules.systems.cwn.sheet.gear import Weapon
from encounter_gui.rules.view import BenchChoices

GM_POINTS = 10
"""Most the game master may add or take, either way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What is chosen on the bench, after defaults.

    ``how`` is attack, charge, swarm, suppress, snap or extra; ``reach`` near, normal or long; ``mode`` what the weapon
    is used for. ``also`` are the targets of the second and further attacks of who makes several with one Main.
    """

    one: Combatant
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


def setting(scene: Scene, choices: BenchChoices) -> Setting | None:
    """Returns the choices with defaults filled in; None where nobody can act."""
    able = actors(scene, choices.get("who", ""))
    one = _actor(able, choices.get("who", ""))
    if one is None:
        return None
    item = _item(one, choices.get("weapon", ""))
    target = _target(scene, one, choices.get("target", ""))
    mode = _mode(item, choices.get("mode", ""))
    reach = choices.get("reach", "")
    how = _how(scene, one, item, target, mode, choices.get("how", ""))
    return Setting(
        one=one,
        target=target,
        item=item,
        how=how,
        mode=mode,
        reach=reach if reach in reaches(item, mode, target) else "normal",
        gm=modifier_fields.whole(choices, "gm", -GM_POINTS, GM_POINTS),
        modifiers=modifier_fields.chosen(scene.ruleset, choices),
        nonlethal=choices.get("nonlethal") == modifier_fields.ON,
        boost=choices.get("boost") == modifier_fields.ON,
        guarded=choices.get("guarded") == modifier_fields.ON,
        also=_also(scene, one, item, target, choices) if how == "attack" else (),
    )


def actors(scene: Scene, wanted: str = "") -> tuple[Combatant, ...]:
    """Returns who could attack now, those whose turn it is first. Source: CWN-16, CWN-36c, CWN-38, CWN-39.

    Out of turn that is who has a name, or holds: of the others only who is wanted.
    """
    acting = action_budget.acting(scene)
    ours = {one.id for one in acting}
    others = (
        one
        for one in scene.state.combatants.values()
        if one.id not in ours and (_has_begun(scene, one) or _may_interrupt(scene, one, wanted))
    )
    return (*acting, *others)


def _may_interrupt(scene: Scene, one: Combatant, wanted: str) -> bool:
    is_ready = one.has("holding") or action_budget.given(one, "main") > 0
    is_offered = character.is_somebody(one) or is_ready or one.id == wanted
    return is_offered and action_budget.has_instant_main(scene, one)


def _has_begun(scene: Scene, one: Combatant) -> bool:
    """Whether something is still to come of what the Main has been spent on: a swarm, a grenade, a sweep, a kill."""
    is_begun = one.has("swarming") or one.has("in_air") or bool(one.gauges.get("extra"))
    is_begun = is_begun or is_sweeping(scene, one)
    return is_begun and character.can_act(one)


def is_sweeping(scene: Scene, one: Combatant) -> bool:
    """Returns whether not everybody in somebody's suppressive fire is named yet. Source: CWN-32."""
    return bool(scene.state.memo.get(f"{action_budget.SWEEP}{one.id}"))


def hows(scene: Scene, one: Combatant, item: Item, mode: str) -> tuple[str, ...]:
    """Returns in what ways somebody may use a weapon. Source: CWN-36a to CWN-36e, CWN-32."""
    if item.kind == "explosive":
        return ("attack",)
    found = ["attack"]
    if mode in ("melee", "thrown"):
        found.append("charge")
    found.append("swarm")
    if gear.weapon_of(item).can_suppress and scene.switch("cwn.suppress"):
        found.append("suppress")
    found.append("snap")
    if one.gauges.get("extra"):
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


def is_swarming(one: Combatant, target: Combatant | None) -> bool:
    """Returns whether somebody has joined the swarm on a target. Source: CWN-39."""
    swarming = one.condition("swarming")
    return swarming is not None and target is not None and swarming.note == target.id


def _actor(able: tuple[Combatant, ...], wanted: str) -> Combatant | None:
    in_air = next((one for one in able if one.has("in_air")), None)
    with_main = next((one for one in able if action_budget.left(one, "main")), None)
    first = in_air or with_main or next(iter(able), None)
    return next((one for one in able if one.id == wanted), first)


def _item(one: Combatant, wanted: str) -> Item:
    known = {item.key: item for item in gear.weapons(one)}
    if wanted in known:
        return known[wanted]
    return gear.find(one, "") or gear.UNARMED


def _target(scene: Scene, one: Combatant, wanted: str) -> Combatant | None:
    chosen = scene.state.combatants.get(CombatantId(wanted))
    if chosen is not None and can_be_target(one, chosen):
        return chosen
    others = [each for each in scene.state.combatants.values() if not character.is_out(each)]
    swarmed = next((each for each in others if is_swarming(one, each)), None)
    enemies = (each for each in others if character.team(each) != character.team(one))
    return swarmed or next(enemies, None)


def _also(
    scene: Scene, one: Combatant, item: Item, target: Combatant | None, choices: BenchChoices
) -> tuple[Combatant, ...]:
    """Whom the further attacks of a Main are aimed at: the first target as well, or another. Source: CWN-69."""
    if target is None or item.kind == "explosive":
        return ()
    wanted = (choices.get(also_key(at), "") for at in range(2, gear.weapon_of(item).attacks + 1))
    those = (scene.state.combatants.get(CombatantId(who)) for who in wanted)
    return tuple(each if each and can_be_target(one, each) else target for each in those)


def also_key(at: int) -> str:
    """Returns the key of the question whom the second attack of a Main, say, is aimed at."""
    return f"also_{at}"


def can_be_target(one: Combatant, target: Combatant) -> bool:
    """Returns whether somebody may be attacked at all; itself only by a blast of its own."""
    return not character.is_dead(target) and (target.id != one.id or one.has("in_air"))


def _mode(item: Item, wanted: str) -> str:
    if item.kind == "explosive":
        return "thrown"
    modes = gear.weapon_of(item).modes
    return next((mode for mode in modes if mode == wanted), modes[0])


def _how(
    scene: Scene, one: Combatant, item: Item, target: Combatant | None, mode: str, wanted: str
) -> str:
    """Out of turn it is a Snap Attack, in a swarm its blow, unless something else is chosen and possible."""
    possible = hows(scene, one, item, mode)
    if is_sweeping(scene, one) and "suppress" in possible and not wanted:
        return "suppress"
    is_own = action_budget.is_ready(scene.state, one, "main")
    if wanted in possible and (
        is_own or wanted in ("snap", "swarm", "extra") or is_sweeping(scene, one)
    ):
        return wanted
    if is_swarming(one, target) and "swarm" in possible:
        return "swarm"
    return "snap" if not is_own and "snap" in possible else "attack"
