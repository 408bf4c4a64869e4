"""What is chosen on the attack bench, with defaults for what is not, or no longer fits."""

from dataclasses import dataclass

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters import modifier_fields
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.combat.attack_plan import most_shots
from encounter_gui.rules.systems.phases.sheet import character, gear
from encounter_gui.rules.systems.phases.sheet.character import takes_part
from encounter_gui.rules.systems.phases.sheet.gear import Technique, Weapon
from encounter_gui.rules.systems.phases.turns.phases_of_round import view_of
from encounter_gui.rules.view import FormChoices

GM_MOST = 20
"""The most the game master may add or take, either way."""

TECHNIQUE = "technique:"
"""Before the key of a technique among the modes."""

BANDS = ("short", "medium", "long", "extreme")


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What is chosen on the bench, after defaults. ``view`` is the fight as the attacker's rolls see it."""

    view: RulesContext
    combatant: Combatant
    target: Combatant | None
    item: Item
    weapon: Weapon
    mode: str
    technique: Technique | None
    shots: int
    rounds: int
    place: str
    defense: str
    straight: bool
    band: str
    gm: int
    defense_gm: int
    modifiers: tuple[str, ...]

    @property
    def kind(self) -> str:
        """Which situational modifiers apply: those of ranged, thrown or melee attacks."""
        if self.technique is not None or self.weapon.is_melee:
            return "melee"
        return self.weapon.kind


def setting(context: RulesContext, choices: FormChoices) -> Selection | None:
    """Returns the choices with defaults filled in; None where nobody can act."""
    found = _actor(context, choices)
    if found is None:
        return None
    view = view_of(context, found.id)
    combatant = view.combatant(found.id)
    item = (
        gear.find(combatant, choices.get("weapon", ""))
        or gear.find(combatant, "")
        or gear.bare_hands(combatant)
    )
    weapon = gear.weapon_of(item)
    mode, technique, shots = _mode(view, weapon, choices)
    target = _target(view, combatant, choices.get("target", ""))
    rapid = mode in ("full", "laser") and technique is None
    place = choices.get("place", "") if technique is None else ""
    band = choices.get("band", "")
    return Selection(
        view=view,
        combatant=combatant,
        target=target,
        item=item,
        weapon=weapon,
        mode=mode,
        technique=technique,
        shots=shots,
        rounds=_rounds(combatant, weapon, choices) if rapid else 0,
        place=place if character.location(context, place) else "",
        defense=choices.get("defense", ""),
        straight=choices.get("straight") == modifier_fields.ON,
        band=band if band in BANDS else BANDS[0],
        gm=modifier_fields.whole(choices, "gm", -GM_MOST, GM_MOST),
        defense_gm=modifier_fields.whole(choices, "defense_gm", -GM_MOST, GM_MOST),
        modifiers=modifier_fields.chosen(context.ruleset, choices),
    )


def salvo_most(combatant: Combatant, weapon: Weapon) -> int:
    """Returns the most rounds of a salvo now: rate of fire, or what is left. Source: PHA-34, PHA-77."""
    left = combatant.gauges.get(weapon.ammo, 0) if weapon.uses_ammo else weapon.rof
    return max(min(weapon.rof, left), 1)


def _rounds(combatant: Combatant, weapon: Weapon, choices: FormChoices) -> int:
    most = salvo_most(combatant, weapon)
    return modifier_fields.whole({"rounds": str(most), **choices}, "rounds", 1, most)


def _mode(
    context: RulesContext, weapon: Weapon, choices: FormChoices
) -> tuple[str, Technique | None, int]:
    """Returns fire mode, technique and discharges; keys are ``semi:3`` or ``technique:grab``."""
    wanted = choices.get("mode", "")
    if wanted.startswith(TECHNIQUE) and weapon.is_melee:
        found = gear.technique(context.ruleset, wanted.removeprefix(TECHNIQUE))
        if found is not None and weapon.skill in found.skills:
            return "blow", found, 1
    mode, _, count = wanted.partition(":")
    if mode not in weapon.modes:
        mode, count = weapon.modes[0], "1"
    most = most_shots(weapon, mode)
    if mode == "burst":
        count = choices.get("bursts", "1")
    shots = int(count) if count.isdecimal() and len(count) == 1 else 1
    return mode, None, max(1, min(shots, most, mechanics.MOST_SHOTS))


def _actor(context: RulesContext, choices: FormChoices) -> Combatant | None:
    state = context.state
    wanted = CombatantId(choices.get("who", ""))
    if wanted in state.acting:
        return state.combatants[wanted]
    now = [slot for slot in state.slots if slot.group == state.group]
    able = [slot for slot in now if takes_part(context, slot)]
    open_now = [slot.who for slot in able if not slot.is_done]
    return next((state.combatants[who] for who in (*open_now, *state.acting)), None)


def _target(context: RulesContext, combatant: Combatant, wanted: str) -> Combatant | None:
    chosen = context.state.combatants.get(CombatantId(wanted))
    if chosen is not None and chosen.id != combatant.id and not character.is_dead(chosen):
        return chosen
    others = [
        each for each in context.state.combatants.values() if not character.is_out(context, each)
    ]
    friends = ("pc", "ally") if combatant.side in ("pc", "ally") else (combatant.side,)
    return next(
        (each for each in others if each.side not in friends and each.id != combatant.id), None
    )
