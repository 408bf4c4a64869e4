"""What is chosen on the attack bench, with defaults for what is not, or no longer fits."""

from collections.abc import Sequence
from dataclasses import dataclass

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters import modifier_fields
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.combat.attack_plan import counter_weapons, defences
from encounter_gui.rules.systems.chrome.combat.frenzy import is_frenzied
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, gear
from encounter_gui.rules.systems.chrome.sheet.gear import Ability, RangeBand, Weapon
from encounter_gui.rules.view import FormChoices

EVERYBODY = "*"
"""The target of a special ability that reaches every Operator who is awake."""

CAUGHT = "caught:"
"""Before an id in the key of the toggle that puts somebody into a blast."""

SPECIAL = "special:"
"""Before the key of an ability, in the list of weapons."""

_EDGES: tuple[do.Edge, ...] = (1, 0, -1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What is chosen on the bench, after defaults.

    Either ``item`` is a weapon or grenade, or ``ability`` one of an enemy's. ``defence`` is empty where the target has
    none. ``edge`` and ``burn`` belong to the attacker's check, ``save_edge`` and ``save_burn`` to the target's Save.
    ``caught`` are the others in a blast.
    """

    combatant: Combatant
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
        return character.is_operator(self.combatant)


def setting(context: RulesContext, choices: FormChoices) -> Selection | None:
    """Returns the choices with defaults filled in; None where nobody can attack."""
    combatant = _actor(context, choices)
    if combatant is None:
        return None
    ability = _ability(combatant, choices.get("weapon", ""))
    item = None if ability else _item(context, combatant, choices.get("weapon", ""))
    target = _target(context, combatant, ability, choices.get("target", ""))
    band = _band(item, choices.get("band", ""))
    defence = _defence(context, target, band, choices.get("defence", "")) if item else ""
    return Selection(
        combatant=combatant,
        target=target,
        item=item,
        ability=ability,
        is_everybody=ability is not None and choices.get("target") == EVERYBODY,
        band=band,
        defence=defence,
        edge=_edge(choices.get("edge", "")),
        save_edge=_edge(choices.get("save_edge", "")),
        burn=modifier_fields.whole(choices, "burn", 0, most_burn(context, combatant)),
        save_burn=modifier_fields.whole(choices, "save_burn", 0, most_burn(context, target)),
        counter=_counter(target, defence, choices.get("counter", "")),
        modifiers=modifier_fields.chosen(context.ruleset, choices),
        has_cover=choices.get("cover") == modifier_fields.ON,
        caught=_caught(context, combatant, target, choices),
    )


def actors(context: RulesContext) -> tuple[Combatant, ...]:
    """Returns who could attack now: whoever is in a frenzy, then those whose turn it is. Source: CHR-26, CHR-63."""
    everybody = context.state.combatants.values() if action_budget.is_running(context) else ()
    wild = [combatant for combatant in everybody if is_frenzied(combatant)]
    acting = [
        combatant
        for combatant in action_budget.acting(context)
        if not is_frenzied(combatant) and not character.is_presence(combatant)
    ]
    acting.sort(key=lambda combatant: action_budget.actions_now(context, combatant) < 1)
    return (*wild, *acting)


def targets(
    context: RulesContext, combatant: Combatant, ability: Ability | None
) -> tuple[Combatant, ...]:
    """Returns whom somebody could attack, those of other sides first, and those who can still fight."""
    combatants = [
        each
        for each in context.state.combatants.values()
        if each.id != combatant.id and not character.is_dead(each) and "left" not in each.flags
    ]
    if ability is not None:
        combatants = [
            each for each in combatants if character.is_operator(each) and character.is_awake(each)
        ]
    team = character.team(combatant)
    combatants.sort(key=lambda each: (character.team(each) == team, not character.is_awake(each)))
    return tuple(combatants)


def most_burn(context: RulesContext, combatant: Combatant | None) -> int:
    """Returns the most Conviction somebody can burn. Source: CHR-20, CHR-60."""
    if (
        combatant is None
        or not character.is_operator(combatant)
        or not character.is_awake(combatant)
    ):
        return 0
    return character.conviction_now(combatant) if context.switch("chrome.burn") else 0


def _actor(context: RulesContext, choices: FormChoices) -> Combatant | None:
    return _wanted(actors(context), choices.get("who", ""))


def _ability(combatant: Combatant, wanted: str) -> Ability | None:
    """The ability that is chosen; of an enemy without a weapon, its first."""
    known = gear.abilities(combatant)
    picked = next((each for each in known if f"{SPECIAL}{each.key}" == wanted), None)
    return picked or (None if gear.weapons(combatant) else next(iter(known), None))


def _item(context: RulesContext, combatant: Combatant, wanted: str) -> Item | None:
    """What is chosen; else what is in hand, or what an enemy's list still allows."""
    arms = gear.weapons(combatant)
    chosen = next((item for item in arms if item.key == wanted), None)
    if chosen is not None:
        return chosen
    held = gear.at_hand(combatant) or next(iter(arms), None)
    if (
        held is None
        or not action_budget.goes_by_block(context, combatant)
        or action_budget.left(context, combatant, held.key)
    ):
        return held
    return next((item for item in arms if action_budget.left(context, combatant, item.key)), held)


def _target(
    context: RulesContext, combatant: Combatant, ability: Ability | None, wanted: str
) -> Combatant | None:
    combatants = targets(context, combatant, ability)
    held = combatant.condition("grappling")
    first = wanted or (held.by if held is not None else None)  # whom it holds is nearest
    picked = next((each for each in combatants if each.id == first), None)
    team = character.team(combatant)
    foes = (each for each in combatants if character.team(each) != team or is_frenzied(combatant))
    return picked or next(foes, None)


def _band(item: Item | None, wanted: str) -> RangeBand:
    """The range that is chosen; else Short for what shoots that far, and the nearest for the rest. Source: CHR-07."""
    bands = gear.weapon_of(item).bands if item and item.kind == "weapon" else ()
    is_melee = item is not None and item.values.get("class", "melee") == "melee"
    usual: RangeBand = bands[0] if bands and (is_melee or "short" not in bands) else "short"
    return next((band for band in bands if band == wanted), usual)


def _defence(
    context: RulesContext, target: Combatant | None, band: RangeBand, wanted: str
) -> do.Defence:
    if target is None:
        return ""
    possible: tuple[do.Defence, ...] = ("save", "counter", "waive")
    those = [each for each in possible if each in defences(context, target, band)]
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
    context: RulesContext, combatant: Combatant, target: Combatant | None, choices: FormChoices
) -> tuple[CombatantId, ...]:
    combatants = (combatant, *targets(context, combatant, None))
    return tuple(
        each.id
        for each in combatants
        if each is not target and choices.get(f"{CAUGHT}{each.id}") == modifier_fields.ON
    )


def _wanted(combatants: Sequence[Combatant], wanted: str) -> Combatant | None:
    return next(
        (combatant for combatant in combatants if combatant.id == wanted),
        next(iter(combatants), None),
    )
