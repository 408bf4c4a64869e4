"""What an audience knows of one combatant, field by field; what is not allowed is never looked at."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Condition, Running
from encounter_gui.play.players.health import health_shown, main_key
from encounter_gui.play.players.keys import PlayerKeys
from encounter_gui.play.players.reveal import Audience, Field, Reveal, RevealTable
from encounter_gui.play.players.view import (
    ActionShown,
    CombatantShown,
    ConditionShown,
    ResourceShown,
    WeaponShown,
    WoundShown,
)
from encounter_gui.rules.engine import gauges
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.time.clock import moment_text
from encounter_gui.rules.engine.time.passing import what_runs
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.items import HELD, ammo_text, other_hand_of
from encounter_gui.rules.presenters.chips import URGENCY
from encounter_gui.rules.view import CapsulesCell, ChipKind, PipsCell, Row

HIDDEN = "hidden"
"""The flag of combatants that are not there for the players, whatever the table says."""

_ARMS = ("weapon", "explosive")


class Onlooker(Struct, frozen=True, kw_only=True):
    """Somebody who looks at the fight: what there is, what they may know of it, and for which audience."""

    context: RulesContext
    system: System
    table: RevealTable
    keys: PlayerKeys
    audience: Audience = "table"

    def reveal(self, combatant: Combatant, what: Field) -> Reveal:
        """Returns how much of a field of a combatant is known."""
        return self.table.of_combatant(self.audience, combatant, what)

    def sees(self, combatant: Combatant) -> bool:
        """Returns whether a combatant is there at all."""
        return HIDDEN not in combatant.flags and self.reveal(combatant, "name") != "nothing"

    @property
    def seen(self) -> tuple[Combatant, ...]:
        """Everybody who is there, in order of joining."""
        return tuple(each for each in self.context.state.combatants.values() if self.sees(each))

    def names(self) -> dict[CombatantId, str]:
        """Returns what everybody who is there is called: by name, by alias, or ``Enemy B``."""
        names: dict[CombatantId, str] = {}
        nameless: dict[str, int] = {}
        for each in self.seen:
            if self.reveal(each, "name") == "number":
                names[each.id] = each.name
                continue
            place = nameless[each.side] = nameless.get(each.side, -1) + 1
            usual = self.context.texts.text_of(
                f"players.nameless.{each.side}", letter=_letter(place)
            )
            names[each.id] = self.table.aliases.get(each.id) or usual
        return names


def _letter(place: int) -> str:
    """``A`` to ``Z``, then ``AA``."""
    more, last = divmod(place, 26)
    return (_letter(more - 1) if more else "") + chr(ord("A") + last)


def combatant_shown(onlooker: Onlooker, row: Row, name: str) -> CombatantShown:
    """Returns what is known of a combatant; ``row`` is that of the combatant table."""
    combatant = onlooker.context.combatant(row.who)
    reveal = onlooker.reveal
    return CombatantShown(
        key=onlooker.keys.key(combatant.id),
        name=name,
        side=combatant.side,
        is_now=row.is_now,
        is_out=row.is_out,
        health=health_shown(
            onlooker.context, combatant, reveal(combatant, "health"), is_out=row.is_out
        ),
        conditions=(
            *_conditions(onlooker, combatant, reveal(combatant, "conditions")),
            *_running(onlooker, combatant, reveal(combatant, "running")),
        ),
        wounds=_wounds(onlooker, combatant, reveal(combatant, "wounds")),
        resources=_resources(onlooker, combatant, reveal(combatant, "resources")),
        armor=_armor(combatant, reveal(combatant, "armor")),
        weapons=_weapons(onlooker, combatant, reveal(combatant, "weapon")),
        actions=actions_shown(row, reveal(combatant, "actions")),
        can_sit=combatant.side in ("pc", "ally"),
    )


def _conditions(
    onlooker: Onlooker, combatant: Combatant, reveal: Reveal
) -> tuple[ConditionShown, ...]:
    """Returns conditions by the names of the ruleset: those that can be seen, or with numbers all of them."""
    if reveal == "nothing":
        return ()
    context = onlooker.context
    derived = onlooker.system.derived_conditions(context, combatant.id)
    stored = {each.key: each for each in combatant.conditions}
    known = [
        (each, stored.get(key))
        for key in dict.fromkeys((*derived, *stored))
        if (each := context.ruleset.condition(key)) and (reveal == "number" or each.is_seen)
    ]
    known.sort(key=lambda pair: URGENCY[pair[0].kind])
    return tuple(
        ConditionShown(
            name=each.name,
            kind=each.kind,
            until=_until(onlooker, condition) if reveal == "number" else "",
        )
        for each, condition in known
    )


_LOOKS: Mapping[str, ChipKind] = {"damage": "danger", "test": "warn", "healing": "good"}


def _running(
    onlooker: Onlooker, combatant: Combatant, reveal: Reveal
) -> tuple[ConditionShown, ...]:
    """Returns what runs for a combatant between fights, with numbers also when it is due."""
    if reveal == "nothing" or onlooker.context.state.stage != "between":
        return ()
    context = onlooker.context
    rows = {
        (row.kind, row.key): row
        for row in onlooker.system.time(context).rows
        if combatant.id in row.who
    }
    known = (
        (each, rows[each.kind, each.key])
        for each in sorted(combatant.running, key=lambda each: each.due)
        if (each.kind, each.key) in rows
    )
    return tuple(
        ConditionShown(
            name=what_runs(context, by_somebody_known(onlooker, each)),
            kind=_LOOKS.get(row.asks, "neutral"),
            until=row.due_text if reveal == "number" else "",
        )
        for each, row in known
    )


def by_somebody_known(onlooker: Onlooker, running: Running) -> Running:
    """Returns what runs, without who does it where the players do not know the name."""
    by = onlooker.context.state.combatants.get(running.by) if running.by else None
    is_known = by is not None and onlooker.sees(by) and onlooker.reveal(by, "name") == "number"
    return running if is_known else replace(running, by=None)


def _until(onlooker: Onlooker, condition: Condition | None) -> str:
    """Returns in which round a condition ends; whose turn ends it may be hidden, and is not said."""
    if condition is None or condition.until is None:
        return ""
    text_of, time = onlooker.context.texts.text_of, onlooker.context.ruleset.time
    if condition.until.at is not None:
        return text_of(
            "players.until_moment", moment=moment_text(onlooker.context, condition.until.at)
        )
    return text_of("players.until", unit=time.round, round=condition.until.round)


def _wounds(onlooker: Onlooker, combatant: Combatant, reveal: Reveal) -> tuple[WoundShown, ...]:
    if reveal == "nothing" or not combatant.locations:
        return ()
    is_exact = reveal == "number"
    return tuple(
        WoundShown(
            place=each.name,
            element=each.element,
            level=each.level if is_exact else 0,
            letter=each.letter if is_exact else "",
            is_lost=each.is_lost,
        )
        for each in onlooker.system.body(onlooker.context, combatant.id).parts
        if each.level or each.is_lost
    )


def _resources(
    onlooker: Onlooker, combatant: Combatant, reveal: Reveal
) -> tuple[ResourceShown, ...]:
    """Returns the gauges of the ruleset but for the one that health is told by."""
    if reveal == "nothing":
        return ()
    context, found = onlooker.context, list[ResourceShown]()
    for gauge in context.ruleset.gauges:
        if gauge.key == main_key(context) or gauge.key not in combatant.gauges:
            continue
        left = combatant.gauges[gauge.key]
        most = gauges.most_of(context, combatant, gauge.key)
        if not left and not most:
            continue
        text = context.texts.text_of("players.of", left=left, most=most) if most else str(left)
        share = _tenths(left, most) if most else 100
        found.append(
            ResourceShown(name=gauge.name, share=share, text=text if reveal == "number" else "")
        )
    return tuple(found)


def _tenths(left: int, most: int) -> int:
    """Returns a share in percent, in steps of a tenth."""
    return min(max(10 * round(10 * left / most), 0), 100)


def _armor(combatant: Combatant, reveal: Reveal) -> tuple[str, ...]:
    if reveal == "nothing":
        return ()
    return tuple(each.name for each in combatant.items if each.kind == "armor")


def _weapons(onlooker: Onlooker, combatant: Combatant, reveal: Reveal) -> tuple[WeaponShown, ...]:
    """Returns what is in hand; one's own player sees all that is carried."""
    if reveal == "nothing":
        return ()
    held = {combatant.memo_text(HELD), other_hand_of(combatant)}
    return tuple(
        WeaponShown(
            name=each.name,
            rounds=ammo_text(combatant, each) if reveal == "number" else "",
            is_held=each.key in held,
        )
        for each in combatant.items
        if each.kind in _ARMS and (each.key in held or onlooker.audience == "own")
    )


def actions_shown(row: Row, reveal: Reveal) -> tuple[ActionShown, ...]:
    """Returns what is left of a turn; nothing of what was declared or said instead."""
    if reveal == "nothing":
        return ()
    match row.cells.get("actions"):
        case PipsCell(pips=pips):
            return tuple(ActionShown(state=each) for each in pips)
        case CapsulesCell(capsules=capsules):
            return tuple(ActionShown(state=each.state, name=each.text) for each in capsules)
        case _:
            return ()
