"""Places on the body: where a wound is, severed limbs, bleeding and first aid.

Source: CHR-49, CHR-50, CHR-54, CHR-55.
"""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.engine.asking import Rolling, face, request
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.harm import dying
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, checks, gear

PLACES = 10
HEAD = "head"


def place_of(context: RulesContext, roll: int) -> str:
    """Returns the place a d10 hits. Source: CHR-49."""
    return next(each.key for each in context.ruleset.locations if roll in each.rolls)


def place_name(context: RulesContext, key: str) -> str:
    """Returns what the ruleset calls a place, in the middle of a sentence."""
    found = (each.name for each in context.ruleset.locations if each.key == key)
    return next(found, key).lower()


def sever(resolution: Resolution, who: CombatantId) -> Rolling[None]:
    """Rolls what a Sever takes: a limb, the head, or nothing more. Source: CHR-54."""
    context = resolution.context
    roll = yield from face(request(context, "sever", who, sides=PLACES))
    place = place_of(context, roll)
    name = place_name(context, place)
    is_off = _cut(resolution, who, place)
    resolution.fact("sever", who, roll=roll, place=place, severed=is_off)
    resolution.reason("chrome.why.sever", "CHR-54", roll=roll, place=name)
    key = "chrome.then.severed" if is_off else "chrome.then.not_severed"
    resolution.add_text(key, who=context.combatant(who).name, place=name)
    if is_off and place == HEAD:
        dying.die(resolution, who)


def _cut(resolution: Resolution, who: CombatantId, place: str) -> bool:
    """Cuts a place off; returns whether anything came off. Source: CHR-54."""
    combatant = resolution.combatant(who)
    if place == HEAD:
        is_safe = combatant.sheet.get("multi_headed") or gear.worn_with_flag(
            combatant, "no_decapitation"
        )
        return not is_safe
    if place not in character.LIMBS or place in character.marks(combatant, character.SEVERED):
        return False
    resolution.mark_location(who, place, character.SEVERED)
    resolution.mark_location(who, place, character.BLEEDING)
    _cripple(resolution, who, place)
    return True


def _cripple(resolution: Resolution, who: CombatantId, place: str) -> None:
    """Applies what the loss of a limb means at once: falling, or dropping what it held. Source: CHR-55."""
    if place in character.LEGS:
        resolution.add_condition(who, Condition(key="prone"))
        return
    combatant = resolution.combatant(who)
    item = combatant.item(combatant.memo_text("held"))
    if item is None or item.kind != "weapon" or not character.is_operator(combatant):
        return
    is_two_handed = gear.weapon_of(item).is_two_handed
    if place == "right_arm" or mechanics.lacks_arms(character.lost_arms(combatant), is_two_handed):
        drop(resolution, who, item.key)


def drop(resolution: Resolution, who: CombatantId, weapon: str) -> None:
    """Drops a weapon to the ground. Source: CHR-40, CHR-55."""
    resolution.set_gauge(who, f"{gear.DROPPED}.{weapon}", 1)
    if resolution.combatant(who).memo.get("held") == weapon:
        resolution.set_record(who, "held", "")


def tick(resolution: Resolution, who: CombatantId) -> None:
    """Does the damage of fire and bleeding at the end of a slot; not to the dead.

    Source: CHR-38, CHR-50, CHR-54.
    """
    combatant = resolution.combatant(who)
    if character.is_dead(combatant):
        return
    table = resolution.context.ruleset.tables["effects"]
    wounds = [number(table.get("bleeding"))] * len(character.marks(combatant, character.BLEEDING))
    burns = [number(table.get("ablaze"))] if combatant.has("ablaze") else []
    if not wounds and not burns:
        return
    resolution.fact("tick", who, bleeding=sum(wounds), ablaze=sum(burns))
    total = dying.toll(resolution.context, who, *wounds, *burns)
    key = "chrome.then.bleeds" if wounds else "chrome.then.burns"
    left = max(character.health_now(combatant) - total, 0)
    resolution.add_text(key, who=combatant.name, damage=total, left=left)
    dying.hurt(resolution, who, total)


def first_aid(resolution: Resolution, command: do.FirstAid) -> Rolling[Message]:
    """Stops the bleeding of a limb by an Intellect Check, check and aid in one action. Source: CHR-54."""
    combatant = checks.require_roller(resolution.context, command.who, command.burn)
    action_budget.require_body(resolution.context, combatant.id, "first_aid")
    patient = resolution.context.known_combatant(command.patient)
    bleeding = character.marks(patient, character.BLEEDING)
    place: str = command.place or next(iter(bleeding), "")
    if character.is_dead(patient) or place not in bleeding:
        raise refuse("chrome.not_bleeding", rule="CHR-54", who=patient.name)
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
        _cripple(resolution, combatant.id, command.place)
    where = place_name(resolution.context, command.place)
    word = resolution.context.texts.text_of(f"chrome.mark.{command.mark}")
    key = "chrome.log.marked" if command.on else "chrome.log.unmarked"
    return say(key, who=combatant.name, place=where, mark=word)
