"""What is chosen on the attack bench, with defaults for what is not, or no longer fits."""

from collections.abc import Sequence
from dataclasses import dataclass

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.presenters import modifier_fields
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.combat.attack_plan import counter_weapons, defences
from encounter_gui.rules.systems.chrome.combat.attacks import is_frenzied
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, gear
from encounter_gui.rules.systems.chrome.sheet.gear import Ability, RangeBand, Weapon
from encounter_gui.rules.view import BenchChoices

EVERYBODY = "*"
"""The target of a special ability that reaches every Operator who is awake."""

CAUGHT = "caught:"
"""Before an id in the key of the toggle that puts somebody into a blast."""

SPECIAL = "special:"
"""Before the key of an ability, in the list of weapons."""

_EDGES: tuple[do.Edge, ...] = (1, 0, -1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What is chosen on the bench, after defaults.

    Either ``item`` is a weapon or grenade, or ``ability`` one of an enemy's. ``defence`` is empty where the target has
    none. ``edge`` and ``burn`` belong to the attacker's check, ``save_edge`` and ``save_burn`` to the target's Save.
    ``caught`` are the others in a blast.
    """

    one: Combatant
    target: Combatant | None
    item: Item | None
    ability: Ability | None
    is_everybody: bool
    band: RangeBand
    defence: do.Defence
    edge: do.Edge
    save_edge: do.Edge
    burn: int
    save_burn: int
    counter: str
    modifiers: tuple[str, ...]
    has_cover: bool
    caught: tuple[CombatantId, ...]

    @property
    def weapon(self) -> Weapon | None:
        """The weapon, as the rules see it; None for a grenade or an ability."""
        if self.item is None or self.item.kind == "explosive":
            return None
        return gear.weapon_of(self.item)

    @property
    def rolls(self) -> bool:
        """Whether the attacker makes a check."""
        return character.is_operator(self.one)


def setting(scene: Scene, choices: BenchChoices) -> Setting | None:
    """Returns the choices with defaults filled in; None where nobody can attack."""
    one = _actor(scene, choices)
    if one is None:
        return None
    ability = _ability(one, choices.get("weapon", ""))
    item = None if ability else _item(scene, one, choices.get("weapon", ""))
    target = _target(scene, one, ability, choices.get("target", ""))
    band = _band(item, choices.get("band", ""))
    defence = _defence(scene, target, band, choices.get("defence", "")) if item else ""
    return Setting(
        one=one,
        target=target,
        item=item,
        ability=ability,
        is_everybody=ability is not None and choices.get("target") == EVERYBODY,
        band=band,
        defence=defence,
        edge=_edge(choices.get("edge", "")),
        save_edge=_edge(choices.get("save_edge", "")),
        burn=modifier_fields.whole(choices, "burn", 0, most_burn(scene, one)),
        save_burn=modifier_fields.whole(choices, "save_burn", 0, most_burn(scene, target)),
        counter=_counter(target, defence, choices.get("counter", "")),
        modifiers=modifier_fields.chosen(scene.ruleset, choices),
        has_cover=choices.get("cover") == modifier_fields.ON,
        caught=_caught(scene, one, target, choices),
    )


def actors(scene: Scene) -> tuple[Combatant, ...]:
    """Returns who could attack now: whoever is in a frenzy, then those whose turn it is. Source: CHR-26, CHR-63."""
    everybody = scene.state.combatants.values() if action_budget.is_running(scene) else ()
    wild = [one for one in everybody if is_frenzied(one)]
    acting = [
        one
        for one in action_budget.acting(scene)
        if not is_frenzied(one) and not character.is_presence(one)
    ]
    acting.sort(key=lambda one: action_budget.actions_now(scene, one) < 1)
    return (*wild, *acting)


def targets(scene: Scene, one: Combatant, ability: Ability | None) -> tuple[Combatant, ...]:
    """Returns whom somebody could attack, those of other sides first, and those who can still fight."""
    those = [
        each
        for each in scene.state.combatants.values()
        if each.id != one.id and not character.is_dead(each) and "left" not in each.flags
    ]
    if ability is not None:
        those = [each for each in those if character.is_operator(each) and character.is_awake(each)]
    team = character.team(one)
    those.sort(key=lambda each: (character.team(each) == team, not character.is_awake(each)))
    return tuple(those)


def most_burn(scene: Scene, one: Combatant | None) -> int:
    """Returns the most Conviction somebody can burn. Source: CHR-20, CHR-60."""
    if one is None or not character.is_operator(one) or not character.is_awake(one):
        return 0
    return character.conviction_now(one) if scene.switch("chrome.burn") else 0


def _actor(scene: Scene, choices: BenchChoices) -> Combatant | None:
    return _wanted(actors(scene), choices.get("who", ""))


def _ability(one: Combatant, wanted: str) -> Ability | None:
    """The ability that is chosen; of an enemy without a weapon, its first."""
    known = gear.abilities(one)
    picked = next((each for each in known if f"{SPECIAL}{each.key}" == wanted), None)
    return picked or (None if gear.weapons(one) else next(iter(known), None))


def _item(scene: Scene, one: Combatant, wanted: str) -> Item | None:
    """What is chosen; else what is in hand, or what an enemy's list still allows."""
    arms = gear.weapons(one)
    chosen = next((item for item in arms if item.key == wanted), None)
    if chosen is not None:
        return chosen
    held = gear.at_hand(one) or next(iter(arms), None)
    if (
        held is None
        or not action_budget.goes_by_block(scene, one)
        or action_budget.left(scene, one, held.key)
    ):
        return held
    return next((item for item in arms if action_budget.left(scene, one, item.key)), held)


def _target(scene: Scene, one: Combatant, ability: Ability | None, wanted: str) -> Combatant | None:
    those = targets(scene, one, ability)
    held = one.condition("grappling")
    first = wanted or (held.by if held is not None else None)  # whom it holds is nearest
    picked = next((each for each in those if each.id == first), None)
    team = character.team(one)
    foes = (each for each in those if character.team(each) != team or is_frenzied(one))
    return picked or next(foes, None)


def _band(item: Item | None, wanted: str) -> RangeBand:
    """The range that is chosen; else Short for what shoots that far, and the nearest for the rest. Source: CHR-07."""
    bands = gear.weapon_of(item).bands if item and item.kind == "weapon" else ()
    is_melee = item is not None and item.values.get("class", "melee") == "melee"
    usual: RangeBand = bands[0] if bands and (is_melee or "short" not in bands) else "short"
    return next((band for band in bands if band == wanted), usual)


def _defence(scene: Scene, target: Combatant | None, band: RangeBand, wanted: str) -> do.Defence:
    if target is None:
        return ""
    possible: tuple[do.Defence, ...] = ("save", "counter", "waive")
    those = [each for each in possible if each in defences(scene, target, band)]
    usual: do.Defence = those[0] if those else ""
    return next((each for each in those if each == wanted), usual)


def _counter(target: Combatant | None, defence: str, wanted: str) -> str:
    if target is None or defence != "counter":
        return ""
    arms = [each.key for each in counter_weapons(target)]
    return wanted if wanted in arms else next(iter(arms), "")


def _edge(wanted: str) -> do.Edge:
    return next((edge for edge in _EDGES if str(edge) == wanted), 0)


def _caught(
    scene: Scene, one: Combatant, target: Combatant | None, choices: BenchChoices
) -> tuple[CombatantId, ...]:
    those = (one, *targets(scene, one, None))
    return tuple(
        each.id
        for each in those
        if each is not target and choices.get(f"{CAUGHT}{each.id}") == modifier_fields.ON
    )


def _wanted(those: Sequence[Combatant], wanted: str) -> Combatant | None:
    return next((one for one in those if one.id == wanted), next(iter(those), None))
