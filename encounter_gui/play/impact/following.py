"""Which attack shows what a row of the tables of rules is about: who attacks whom, with what."""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.encounter.values import Side
from encounter_gui.play.impact.attack import Question
from encounter_gui.play.impact.fighters import Fighter
from encounter_gui.rules.files.tables import Row
from encounter_gui.rules.model.items import MAGAZINE, number
from encounter_gui.rules.model.ruleset import Ruleset

_FRIENDS: tuple[Side, ...] = ("pc", "ally")
_ARMS = ("weapon", "explosive")
ON = "on"


class Cast(Struct, frozen=True, kw_only=True):
    """Everybody who can be asked about, and the keys of who attacks whom in the fight; empty: nobody does.

    ``who`` and ``target`` of ``chosen`` are the keys of those that the game master has chosen; empty: none.
    """

    fighters: tuple[Fighter, ...]
    usual: tuple[str, str] = ("", "")
    chosen: tuple[str, str] = ("", "")

    def one(self, key: str) -> Fighter | None:
        """Returns somebody by key; None: there is nobody."""
        return next((each for each in self.fighters if each.key == key), None)

    def with_chosen(self, who: str, target: str) -> "Cast":
        """Returns the same with other keys chosen by the game master."""
        return replace(self, chosen=(who, target))


def questions(cast: Cast, ruleset: Ruleset, row: Row | None) -> tuple[Question, ...]:
    """Returns the attacks that a row is about, the most telling first; None is a row of no table.

    A weapon is used by somebody who carries it, else given to the usual attacker; armour is worn by the target; a
    condition is on the attacker, or on the target; a modifier is on; a creature attacks, or is attacked. All else is
    looked at by the usual attack. Empty: there are no two to attack each other.
    """
    section = row.place[0] if row is not None else ""
    key = row.place[1] if row is not None and len(row.place) > 1 else ""
    kind = row.kind if row is not None else ""
    weapon = key if section == "items" and kind in _ARMS else ""
    armor = key if section == "items" and kind == "armor" else ""
    creature = cast.one(f"{ruleset.id}:{key}") if section == "creatures" else None
    pair = _pair(cast, ruleset, weapon=weapon, armor=armor, creature=creature)
    if pair is None:
        return ()
    usual = Question(who=pair[0], target=pair[1], weapon=weapon, armor=armor)
    match section:
        case "conditions":
            on_who = replace(usual, condition=key)
            return (on_who, replace(on_who, on_target=True))
        case "modifiers":
            return (replace(usual, choices={key: ON}),)
        case "creatures" if creature is not None:
            return (usual, replace(usual, who=pair[1], target=pair[0]))
        case _:
            return (usual,)


def _pair(
    cast: Cast, ruleset: Ruleset, *, weapon: str, armor: str, creature: Fighter | None
) -> tuple[Fighter, Fighter] | None:
    """Returns who attacks whom."""
    chosen, target = (cast.one(key) for key in cast.chosen)
    usual = tuple(cast.one(key) for key in cast.usual)
    armed = [each for each in cast.fighters if _is_armed(each, ruleset)]
    foes_first = sorted(armed, key=lambda each: (each.side in _FRIENDS, not _shoots(each, ruleset)))
    carriers = [each for each in cast.fighters if weapon and weapon in each.carried]
    who = _first((chosen, creature, *carriers, usual[0], *foes_first, *cast.fighters))
    if who is None:
        return None
    opponents = [each for each in cast.fighters if _opposed(each, who)]
    wearers = [each for each in opponents if armor and armor in each.carried]
    others = [each for each in cast.fighters if each.key != who.key]
    met = usual[1] if usual[1] is not None and _opposed(usual[1], who) else None
    target = _first((target if target != who else None, *wearers, met, *opponents, *others))
    return None if target is None else (who, target)


def _first(found: Iterable[Fighter | None]) -> Fighter | None:
    return next((each for each in found if each is not None), None)


def _opposed(one: Fighter, other: Fighter) -> bool:
    return (one.side in _FRIENDS) != (other.side in _FRIENDS)


def _is_armed(one: Fighter, ruleset: Ruleset) -> bool:
    items = (ruleset.item(key) for key in sorted(one.carried))
    return any(item is not None and item.kind == "weapon" for item in items)


def _shoots(one: Fighter, ruleset: Ruleset) -> bool:
    items = (ruleset.item(key) for key in sorted(one.carried))
    return any(item is not None and number(item.values.get(MAGAZINE)) for item in items)


def others_than(cast: Cast, ruleset: Ruleset, question: Question) -> Sequence[Fighter]:
    """Returns others of the attacker's side who carry weapons: none where the game master has chosen who attacks."""
    if cast.chosen[0]:
        return ()
    side = question.who.side in _FRIENDS
    armed = [each for each in cast.fighters if _is_armed(each, ruleset)]
    return sorted(armed, key=lambda each: (each.side in _FRIENDS) != side)
