"""Places on the body: where a wound is, severed limbs, bleeding and first aid.

Source: CHR-49, CHR-50, CHR-54, CHR-55.
"""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.course import Course
from encounter_gui.rules.systems.chrome.harm import dying
from encounter_gui.rules.systems.chrome.rolling import Rolling, one_die
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, checks, gear

_PLACES = 10
HEAD = "head"


def place_of(context: RulesContext, face: int) -> str:
    """Returns the place a d10 hits. Source: CHR-49."""
    return next(each.key for each in context.ruleset.locations if face in each.rolls)


def place_name(context: RulesContext, key: str) -> str:
    """Returns what the ruleset calls a place, in the middle of a sentence."""
    found = (each.name for each in context.ruleset.locations if each.key == key)
    return next(found, key).lower()


def sever(course: Course, who: CombatantId) -> Rolling[None]:
    """A Sever takes a limb, or the head, or nothing more. Source: CHR-54."""
    face = yield from one_die("sever", who, _PLACES)
    place = place_of(course.scene, face)
    is_off = yield from _cut(course, who, place)
    course.fact("sever", who, roll=face, place=place, severed=is_off)
    params = {"who": course.one(who).name, "place": place_name(course.scene, place)}
    text = (
        say("chrome.then.severed", **params) if is_off else say("chrome.then.not_severed", **params)
    )
    course.why(say("chrome.why.sever", roll=face, place=params["place"]), "CHR-54")
    course.then(text)
    if is_off and place == HEAD:
        dying.end(course, who)


def _cut(course: Course, who: CombatantId, place: str) -> Rolling[bool]:
    """Returns whether something came off. Source: CHR-54."""
    yield from ()
    combatant = course.one(who)
    if place == HEAD:
        is_safe = combatant.sheet.get("multi_headed") or gear.flagged(combatant, "no_decapitation")
        return not is_safe
    if place not in character.LIMBS or place in character.marks(combatant, character.SEVERED):
        return False
    course.mark(who, place, character.SEVERED)
    course.mark(who, place, character.BLEEDING)
    _crippled(course, who, place)
    return True


def _crippled(course: Course, who: CombatantId, place: str) -> None:
    """What the loss of a limb means at once: falling, or dropping what it held. Source: CHR-55."""
    if place in character.LEGS:
        course.afflict(who, "prone")
        return
    held = course.one(who).memo_text("held")
    item = course.one(who).item(held)
    if item is None or item.kind != "weapon" or not character.is_operator(course.one(who)):
        return
    is_last = all(
        arm in character.marks(course.one(who), character.SEVERED) for arm in character.ARMS
    )
    if place == "right_arm" or is_last or gear.weapon_of(item).is_two_handed:
        drop(course, who, held)


def drop(course: Course, who: CombatantId, weapon: str) -> None:
    """A weapon falls to the ground. Source: CHR-40, CHR-55."""
    course.set_gauge(who, f"{gear.DROPPED}.{weapon}", 1)
    if course.one(who).memo.get("held") == weapon:
        course.remember(who, "held", "")


def tick(course: Course, who: CombatantId) -> Rolling[None]:
    """Fire and bleeding do their damage at the end of somebody's slot; not to the dead.

    Source: CHR-38, CHR-50, CHR-54.
    """
    combatant = course.one(who)
    if character.is_dead(combatant):
        return
    table = course.scene.ruleset.tables["effects"]
    wounds = [number(table.get("bleeding"))] * len(character.marks(combatant, character.BLEEDING))
    burns = [number(table.get("ablaze"))] if combatant.has("ablaze") else []
    if not wounds and not burns:
        return
    course.fact("tick", who, bleeding=sum(wounds), ablaze=sum(burns))
    total = dying.toll(course, who, *wounds, *burns)
    key = "chrome.then.bleeds" if wounds else "chrome.then.burns"
    left = max(character.health_now(combatant) - total, 0)
    course.then(say(key, who=combatant.name, damage=total, left=left))
    yield from dying.hurt(course, who, total)


def first_aid(course: Course, command: do.FirstAid) -> Rolling[Message]:
    """A bleeding limb is seen to: an Intellect Check, check and aid in one action. Source: CHR-54."""
    combatant = checks.roller(course.scene, command.who, command.burn)
    action_budget.bodily(course.scene, combatant.id)
    patient = course.scene.known_combatant(command.patient)
    bleeding = character.marks(patient, character.BLEEDING)
    place: str = command.place or next(iter(bleeding), "")
    if character.is_dead(patient) or place not in bleeding:
        raise refuse("chrome.not_bleeding", rule="CHR-54", who=patient.name)
    skill = str(course.scene.ruleset.tables.get("skills", {}).get("first_aid", ""))
    result = yield from checks.paid_test(course, command, "intellect", "first_aid", skill)
    if result.is_success:
        course.mark(patient.id, place, character.BLEEDING, on=False)
    course.fact("first_aid", combatant.id, patient.id, place=place, works=result.is_success)
    where = place_name(course.scene, place)
    key = "chrome.log.aid_works" if result.is_success else "chrome.log.aid_fails"
    params = {"who": combatant.name, "patient": patient.name, "place": where}
    return say(key, **params, roll=result.roll, target=result.target, tail="")


def locate(course: Course, command: do.Locate) -> Rolling[Message]:
    """The game master asks where a wound is, and may call it ruinous. Source: CHR-49."""
    combatant = course.scene.known_combatant(command.who)
    face = yield from one_die("location", combatant.id, _PLACES)
    place = place_of(course.scene, face)
    course.fact("location", combatant.id, roll=face, place=place)
    if command.ruined:
        course.mark(combatant.id, place, character.RUINED)
    key = "chrome.log.ruined" if command.ruined else "chrome.log.located"
    return say(key, who=combatant.name, place=place_name(course.scene, place), roll=face)


def mark_place(course: Course, command: do.MarkPlace) -> Rolling[Message]:
    """The game master marks a place by hand. Source: CHR-49, CHR-54."""
    yield from ()
    combatant = course.scene.known_combatant(command.who)
    is_limb = command.place in character.LIMBS
    if not is_limb and command.mark != character.RUINED:
        raise refuse("chrome.no_limb", rule="CHR-54", place=place_name(course.scene, command.place))
    course.mark(combatant.id, command.place, command.mark, on=command.on)
    if command.on and command.mark == character.SEVERED:
        _crippled(course, combatant.id, command.place)
    where = place_name(course.scene, command.place)
    word = course.scene.texts.text_of(f"chrome.mark.{command.mark}")
    key = "chrome.log.marked" if command.on else "chrome.log.unmarked"
    return say(key, who=combatant.name, place=where, mark=word)
