"""The paths that expectations may name: a misspelt one must not hold because nothing is there."""

from collections.abc import Callable, Collection, Sequence

from msgspec import Struct, field

from encounter_gui.core.messages import Message
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Condition, LocationState
from encounter_gui.play.scripts.expectations import found_at, is_met
from encounter_gui.play.scripts.written_numbers import ROOTS
from encounter_gui.rules.facade import System
from encounter_gui.rules.files.ruleset_errors import unknown
from encounter_gui.rules.model.ruleset import Ruleset

_CLOCK = ("unit", "round", "seconds", "acting", "waiting")
_STATE = ("name", "stage", "clock", "time", "due", "order", "owed", "settled", "combatants")
_TIME = ("day", "second", "clock")
_DUE = ("at", "in", "who", "what", "key")
_SLOT = ("who", "score", "group", "lane", "done")
_ROLL = ("key", "who", "notation", "faces", "total", "physical")
_ABOUT = ("what", "who", "target", "victim", "completes")
_OWED = (*(each for each in Obligation.__struct_fields__), "is_due")
_SETTLED = ("kind", "who", "how")
_CONDITION = (*(each for each in Condition.__struct_fields__ if each != "key"), "derived")
_PLACE = LocationState.__struct_fields__
_COMBATANT = (
    "number",
    "name",
    "side",
    "sheet",
    "items",
    "gauges",
    "resources",
    "conditions",
    "locations",
    "memo",
    "flags",
    "at",
    "floor",
)


class Seen(Struct):
    """What has had a name so far in a fight: names that neither the ruleset nor the rule system lists."""

    ids: set[str] = field(default_factory=set)
    resources: set[str] = field(default_factory=set)
    memos: set[str] = field(default_factory=set)
    items: set[str] = field(default_factory=set)

    def look_at(self, state: EncounterState) -> None:
        """Notes the names in a state."""
        for who, combatant in state.combatants.items():
            self.ids.add(who)
            self.resources |= combatant.gauges.keys()
            self.memos |= combatant.memo.keys()
            self.items |= {item.key for item in combatant.items}


class PathCheck:
    """Checks paths against a ruleset and its rule system, and against what a fight has shown so far.

    ``seen`` None: the fight has not begun; names that only it can show are let pass.
    """

    def __init__(self, system: System, ruleset: Ruleset, seen: Seen | None = None) -> None:
        """Takes what the names have to be found in."""
        self._system = system
        self._ruleset = ruleset
        self._seen = seen

    def fault(self, path: str) -> Message | None:
        """Returns what is wrong with a path, with what it may have been meant to be; None: nothing is."""
        root, *rest = path.split(".")
        match root:
            case "state":
                return self._state(rest)
            case "events":
                return self._event(rest)
            case "rolls":
                return _one_of("fight.no_such_roll_value", _with_numbers(rest[1:]), _ROLL)
            case "odds" | "forecast":
                return None  # which numbers there are is known when they are worked out
            case _:
                return unknown("fight.no_such_root", root, ("state", "events", "rolls", *ROOTS))

    def _state(self, steps: Sequence[str]) -> Message | None:  # noqa: PLR0911 - one case a part
        match list(steps):
            case ["clock", *rest]:
                return _one_of("fight.no_such_value", rest, _CLOCK)
            case ["time", *rest]:
                return _one_of("fight.no_such_value", rest, _TIME)
            case ["due", _, *rest]:
                return _one_of("fight.no_such_value", rest, _DUE)
            case ["order", _, *rest]:
                return _one_of("fight.no_such_value", rest, _SLOT)
            case ["owed" | "settled" as part, kind, *rest]:
                known = _OWED if part == "owed" else _SETTLED
                return _one_of(
                    "fight.no_such_owed", [kind], self._system.obligation_kinds
                ) or _one_of("fight.no_such_value", _with_numbers(rest), known)
            case ["combatants", who, *rest]:
                return self._combatant(who, rest)
            case [first, *_]:
                return _one_of("fight.no_such_value", [first], _STATE)
            case _:
                return None

    def _combatant(self, who: str, steps: Sequence[str]) -> Message | None:
        if self._seen is not None and who not in self._seen.ids:
            return unknown("fight.no_such_combatant", who, self._seen.ids)
        part, rest = (steps[0], steps[1:]) if steps else ("", ())
        listed = self._list_of(part)
        if listed is not None:
            text, keys, values = listed
            return _one_of(text, rest[:1], keys) or _one_of("fight.no_such_value", rest[1:], values)
        if part == "resources":
            return self._resource(".".join(rest))
        if part == "memo":
            return self._shown_before(".".join(rest), lambda seen: seen.memos)
        return _one_of("fight.no_such_value", steps[:1], _COMBATANT)

    def _list_of(self, part: str) -> tuple[str, Sequence[str], Sequence[str]] | None:
        """Returns the text for an unknown key, the keys and what may follow one; None: the ruleset lists none."""
        ruleset = self._ruleset
        match part:
            case "sheet":
                return "fight.no_such_value", [each.key for each in ruleset.fields], ()
            case "gauges":
                return "fight.no_such_gauge", [each.key for each in ruleset.gauges], ()
            case "conditions":
                keys = [each.key for each in ruleset.conditions]
                return "fight.no_such_condition", keys, _CONDITION
            case "locations":
                return "fight.no_such_place", [each.key for each in ruleset.locations], _PLACE
            case _:
                return None

    def _resource(self, key: str) -> Message | None:
        kind, _, item = key.partition(".")
        library = {each.key for each in self._ruleset.items}
        if kind == "ammo" and item in library | (self._seen.items if self._seen else set()):
            return None
        names = {each for each in self._system.resources if not each.endswith(".")}
        if self.is_number(key):
            return None
        return self._shown_before(key, lambda seen: seen.resources | names)

    def is_number(self, key: str) -> bool:
        """Returns whether the rules keep a running number of this name beside the gauges: 0 where it is not there."""
        if self._ruleset.gauge(key) is not None:
            return False
        return any(
            key.startswith(each) if each.endswith(".") else key == each
            for each in self._system.resources
        )

    def holds(self, data: object, path: str, expected: object) -> bool:
        """Returns whether what is at a path is what was expected.

        A running number of the rules is 0 while nothing is counted; ``true`` and ``false`` ask whether it is above.
        """
        found = self.found(data, path)
        if self._names_number(path) and isinstance(expected, bool):
            return expected is (found != 0)
        return is_met(expected, found)

    def found(self, data: object, path: str) -> object:
        """Returns what is at a path; None if there is nothing."""
        found = found_at(data, path)
        return 0 if found is None and self._names_number(path) else found

    def _names_number(self, path: str) -> bool:
        root, part, _, kind, *key = [*path.split("."), "", "", ""]
        is_resource = (root, part, kind) == ("state", "combatants", "resources")
        return is_resource and self.is_number(".".join(key).rstrip("."))

    def _shown_before(self, key: str, names: Callable[[Seen], Collection[str]]) -> Message | None:
        if self._seen is None:
            return None
        known = names(self._seen)
        if not key or any(_is_below(key, each) for each in known):
            return None
        return unknown("fight.never_there", key, known)

    def _event(self, steps: Sequence[str]) -> Message | None:
        if not steps:
            return None
        kind, rest = steps[0], _with_numbers(steps[1:])
        results = self._system.results
        if kind not in results:
            return unknown("fight.no_such_event", kind, results)
        known = {*_ABOUT, *results[kind].split()}
        if "modifiers" in known and rest[:1] == ["modifiers"]:
            return None
        return _one_of("fight.no_such_value", rest, known)


def _is_below(key: str, known: str) -> bool:
    """Whether a key is a known one, or a part of what is kept under it."""
    return key == known or key.startswith(f"{known}.")


def _with_numbers(steps: Sequence[str]) -> list[str]:
    """Returns steps without the number that names one of several."""
    return list(steps[1:] if steps and steps[0].isdecimal() else steps)


def _one_of(text: str, steps: Sequence[str], known: Collection[str]) -> Message | None:
    """Returns that a name is none of the known ones; names may have dots."""
    if not steps or steps[0] in known or ".".join(steps) in known:
        return None
    return unknown(text, steps[0], known)
