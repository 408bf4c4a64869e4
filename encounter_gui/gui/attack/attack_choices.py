"""What is chosen on the attack bench for each actor, and what of it goes with a target, a turn or a way to attack."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.plan import Plan
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.view import AttackForm, aimed_point

TARGET = "target"
"""The key of the question whom an attack is aimed at."""

WEAPON = "weapon"
"""The key of the question what it is made with."""

_ACTOR, _MODE = "who", "mode"

Standing = tuple[Mapping[CombatantId, Place | None], Plan | None]
"""Where those of an attack stand, and on which plan."""


class AttackChoices:
    """Keeps the choices by actor. What can be used no more, or is true of another target only, does not stay chosen."""

    def __init__(self) -> None:
        """Begins with nothing chosen."""
        self._chosen: dict[CombatantId, dict[str, str]] = {}
        self._aimed: dict[CombatantId, tuple[str, dict[str, str]]] = {}
        """Whom each actor was aiming at when its form was shown last, and what was chosen then."""
        self._of_target: dict[tuple[CombatantId, str], dict[str, str]] = {}
        """What is chosen for an actor against a target that is not aimed at now."""
        self._stood: dict[tuple[CombatantId, str], tuple[Standing, frozenset[str]]] = {}
        """Where an actor and a target stood when the form of the one against the other was shown last.

        With what was decided by hand in the plan's place then.
        """
        self._last: tuple[CombatantId, dict[str, str]] | None = None
        """Who attacked last in this turn, and in what way at whom, as far as that was chosen."""

    def clear(self) -> None:
        """Forgets everything."""
        self._chosen.clear()
        self._aimed.clear()
        self._of_target.clear()
        self._stood.clear()
        self._last = None

    def of(self, actor: CombatantId) -> dict[str, str]:
        """Returns what is chosen for an actor, to be changed in place."""
        return self._chosen.setdefault(actor, {})

    def put(self, actor: CombatantId, choices: Mapping[str, str]) -> None:
        """Takes all that is chosen for an actor."""
        self._chosen[actor] = dict(choices)

    @property
    def aimed(self) -> list[dict[str, str]]:
        """Returns the choices of those for whom a target is chosen, to be changed in place."""
        return [each for each in self._chosen.values() if each.get(TARGET)]

    def end_turn(self, form: AttackForm) -> None:
        """Keeps whom and with what each actor attacks for its next turn; circumstances and points are asked anew."""
        self._of_target.clear()
        self._last = None
        lasting = {each.key for each in form.fields if each.look == "list"} | {_MODE}
        lasting -= {_ACTOR, *(each.key for each in form.fields if each.of_target)}
        for who, choices in self._chosen.items():
            kept = {key: value for key, value in choices.items() if key in lasting}
            if (
                aimed_point(kept.get(TARGET, "")) is not None
            ):  # nobody stands there who would still be meant
                del kept[TARGET]
            self._chosen[who] = kept

    # ---- what does not stay

    def forget_spent(self, form: AttackForm) -> bool:
        """Forgets what cannot be chosen any more, such as a grenade that is thrown; returns whether there was any."""
        choices = self._chosen.get(form.actor, {}) if form.actor is not None else {}
        spent = [
            each.key
            for each in form.fields
            if each.key in choices
            and any(option.key == each.chosen and option.why_not for option in each.options)
        ]
        for key in spent:
            del choices[key]
        return bool(spent)

    def follow_target(self, form: AttackForm) -> bool:
        """Returns whether the target of a form has other modifiers than the one before it: those it has are chosen now.

        Those of the target before are kept for when it is aimed at again in the same turn. What was chosen along with
        the new target is its own.
        """
        target = chosen_in(form, TARGET)
        if form.actor is None or target is None:
            return False
        choices = self.of(form.actor)
        before, known = self._aimed.get(form.actor, (target, {}))
        if before == target:
            self._aimed[form.actor] = target, dict(choices)
            return False
        keys = {each.key for each in form.fields if each.of_target or each.by_plan}
        keys |= {each.key for each in form.toggles if each.of_target or each.by_plan}
        old = {key: known[key] for key in keys if key in known and choices.get(key) == known[key]}
        again = self._of_target.pop((form.actor, target), {})
        self._of_target[form.actor, before] = old
        for key in old:
            del choices[key]
        for key, value in again.items():
            choices.setdefault(key, value)
        self._aimed[form.actor] = target, dict(choices)
        return bool(old or again)

    def follow_plan(self, form: AttackForm, state: EncounterState) -> bool:
        """Returns whether somebody stands elsewhere, or the plan is another: it decides again what was decided by hand.

        What is chosen in the plan's place is true only as long as neither the actor nor the target moves.
        """
        target = chosen_in(form, TARGET)
        if form.actor is None or target is None:
            return False
        now = standing(state, (form.actor, CombatantId(target)))
        keys = overruled_in(form)
        before, known = self._stood.get((form.actor, target), (now, frozenset()))
        self._stood[form.actor, target] = now, keys
        if not have_moved(before, now):
            return False
        choices = self.of(form.actor)
        given_back = [key for key in keys | known if key in choices]
        for key in given_back:
            del choices[key]
        return bool(given_back)

    # ---- the way of the last attack

    def remember_way(self, form: AttackForm) -> None:
        """Keeps in what way the attack of a form is made, as far as that is chosen, for the next one like it."""
        choices = self._chosen.get(form.actor, {}) if form.actor is not None else {}
        keys = {each.key for each in form.fields if each.look == "segments" and each.compared}
        way = {key: choices[key] for key in keys if key in choices}
        self._last = None
        if form.actor is not None and way:
            self._last = form.actor, way | {k: v for k, v in choices.items() if k == TARGET}

    def carried_to(self, state: EncounterState, actor: CombatantId) -> Mapping[str, str]:
        """Returns in what way an actor attacks for whom nothing is chosen: as one like it did just before."""
        if self._last is None or self._chosen.get(actor):
            return {}
        before, now = state.combatants.get(self._last[0]), state.combatants.get(actor)
        is_alike = before is not None and now is not None and _are_alike(before, now)
        return self._last[1] if is_alike else {}


def standing(state: EncounterState, who: Iterable[CombatantId]) -> Standing:
    """Returns where those of some combatants stand who are there, and on which plan."""
    there = {each: state.combatants[each].place for each in who if each in state.combatants}
    return there, replace(state.plan, backdrop=None, name="") if state.plan else None


def have_moved(before: Standing, now: Standing) -> bool:
    """Returns whether somebody stands elsewhere than before, or what the plan says has changed."""
    places, others = before[0], now[0]
    return before[1] != now[1] or any(places[who] != others[who] for who in places.keys() & others)


def overruled_in(form: AttackForm) -> frozenset[str]:
    """Returns the keys of what is decided by hand in the plan's place, with all that is one question with it."""
    toggles = [each for each in form.toggles if each.by_plan == "overruled"]
    groups = {each.group for each in toggles} - {""}
    return frozenset(
        (
            *(each.key for each in form.fields if each.by_plan == "overruled"),
            *(each.key for each in toggles),
            *(each.key for each in form.toggles if each.group in groups),
        )
    )


def chosen_in(form: AttackForm, key: str) -> str | None:
    """Returns what a question of a form is answered with; None if it is not asked."""
    return next((each.chosen for each in form.fields if each.key == key), None)


def _are_alike(one: Combatant, other: Combatant) -> bool:
    """Returns whether two of a side are of a group, or copies of the same creature."""
    if one.id == other.id or one.side != other.side:
        return False
    is_of_group = bool(one.group) and one.group == other.group
    return is_of_group or (bool(one.origin) and one.origin == other.origin)
