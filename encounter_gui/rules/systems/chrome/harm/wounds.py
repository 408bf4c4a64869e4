"""Places on the body: where a wound is, severed limbs, bleeding and first aid.

Source: CHR-49, CHR-50, CHR-54, CHR-55.
"""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.rules.engine.asking import Rolling, face, request
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.checks import checks
from encounter_gui.rules.systems.chrome.field.beside import require_beside
from encounter_gui.rules.systems.chrome.harm import dying
from encounter_gui.rules.systems.chrome.rules import harm as rules
from encounter_gui.rules.systems.chrome.rules.at_table import at
from encounter_gui.rules.systems.chrome.rules.rolls import PLACES, SeverPlan
from encounter_gui.rules.systems.chrome.sheet import action_budget, character

HEAD = "head"


def place_of(context: RulesContext, roll: int) -> str:
    """Returns the place a d10 hits. Source: CHR-49."""
    return next(each.key for each in context.ruleset.locations if roll in each.rolls)


def place_name(context: RulesContext, key: str) -> str:
    """Returns what the ruleset calls a place, in the middle of a sentence."""
    found = (each.name for each in context.ruleset.locations if each.key == key)
    return next(found, key).lower()


def sever_plan(context: RulesContext) -> SeverPlan:
    """Returns what a Sever takes by the face of the d10. Source: CHR-49, CHR-54."""
    places = [place_of(context, face) for face in range(1, PLACES + 1)]
    limbs = character.LIMBS
    return SeverPlan(
        tuple(
            limbs.index(each) if each in limbs else rules.HEAD if each == HEAD else rules.NO_LIMB
            for each in places
        )
    )


def tick(resolution: Resolution, who: CombatantId) -> None:
    """Does the damage of fire and bleeding at the end of a slot; not to the dead.

    Source: CHR-38, CHR-50, CHR-54.
    """
    if not character.is_dead(resolution.combatant(who)):
        rules.tick(*at(resolution, who), *tick_damage(resolution.context, who))


def tick_by_clock(resolution: Resolution, who: CombatantId, cause: str) -> None:
    """Does the damage of one bleeding limb, or of a fire (``ablaze``), once the clock says so; not to the dead.

    However often it does so in a step of time, the log tells it once. Source: CHR-38, CHR-50, CHR-54.
    """
    combatant = resolution.combatant(who)
    if character.is_dead(combatant):
        return
    raw = number(resolution.context.ruleset.tables["effects"].get(cause))
    bleeds = cause == character.BLEEDING
    resolution.fact("tick", who, bleeding=raw * bleeds, ablaze=raw * (not bleeds))
    wound, fire = tick_damage(resolution.context, who)
    damage = wound if bleeds else fire
    left = max(character.health_now(combatant) - damage, 0)
    told = say(f"chrome.clock.{cause}", who=combatant.name, left=left)
    resolution.retell(f"{cause}.{who}", told)
    rules.hurt(*at(resolution, who), damage)


def tick_damage(context: RulesContext, who: CombatantId) -> tuple[int, int]:
    """Returns the damage of one bleeding limb, and of a fire, to a combatant. Source: CHR-10, CHR-38, CHR-54."""
    table = context.ruleset.tables["effects"]
    bleeding, ablaze = (number(table.get(key)) for key in ("bleeding", "ablaze"))
    return dying.toll(context, who, bleeding), dying.toll(context, who, ablaze)


def first_aid(resolution: Resolution, command: do.FirstAid) -> Rolling[Message]:
    """Stops the bleeding of a limb by an Intellect Check, check and aid in one action. Source: CHR-54."""
    combatant = checks.require_roller(resolution.context, command.who, command.burn)
    action_budget.require_body(resolution.context, combatant.id, "first_aid")
    patient = resolution.context.known_combatant(command.patient)
    bleeding = character.marks(patient, character.BLEEDING)
    place: str = command.place or next(iter(bleeding), "")
    if character.is_dead(patient) or place not in bleeding:
        raise refuse("chrome.not_bleeding", rule="CHR-54", who=patient.name)
    require_beside(resolution.context, combatant, patient, "CHR-54")
    skill = str(resolution.context.ruleset.tables.get("skills", {}).get("first_aid", ""))
    result = yield from checks.roll_paid_check(resolution, command, "intellect", "first_aid", skill)
    if result.is_success:
        resolution.mark_location(patient.id, place, character.BLEEDING, on=False)
    resolution.fact("first_aid", combatant.id, patient.id, place=place, works=result.is_success)
    where = place_name(resolution.context, place)
    key = "chrome.log.aid_works" if result.is_success else "chrome.log.aid_fails"
    params = {"who": combatant.name, "patient": patient.name, "place": where}
    return say(key, **params, roll=result.total, target=result.plan.target, tail="")


def locate(resolution: Resolution, command: do.Locate) -> Rolling[Message]:
    """Rolls where a wound is, which the game master may call ruinous. Source: CHR-49."""
    combatant = resolution.context.known_combatant(command.who)
    wanted = request(resolution.context, "location", combatant.id, sides=PLACES)
    roll = yield from face(wanted)
    place = place_of(resolution.context, roll)
    resolution.fact("location", combatant.id, roll=roll, place=place)
    if command.ruined:
        resolution.mark_location(combatant.id, place, character.RUINED)
    key = "chrome.log.ruined" if command.ruined else "chrome.log.located"
    return say(key, who=combatant.name, place=place_name(resolution.context, place), roll=roll)


def mark_place(resolution: Resolution, command: do.MarkPlace) -> Rolling[Message]:
    """Marks a place by hand, or takes the mark off. Source: CHR-49, CHR-54."""
    yield from ()
    combatant = resolution.context.known_combatant(command.who)
    is_limb = command.place in character.LIMBS
    if not is_limb and command.mark != character.RUINED:
        raise refuse(
            "chrome.no_limb", rule="CHR-54", place=place_name(resolution.context, command.place)
        )
    resolution.mark_location(combatant.id, command.place, command.mark, on=command.on)
    if command.on and command.mark == character.SEVERED:
        limb = character.LIMBS.index(command.place)
        rules.lose_limb(*at(resolution, combatant.id), limb, where=True)
    where = place_name(resolution.context, command.place)
    word = resolution.context.texts.text_of(f"chrome.mark.{command.mark}")
    key = "chrome.log.marked" if command.on else "chrome.log.unmarked"
    return say(key, who=combatant.name, place=where, mark=word)
