"""A fight as plain data: what ``play --json`` prints and what expectations look into."""

from collections.abc import Sequence
from typing import Any

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Rolled
from encounter_gui.encounter.codec import plain
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import due_at
from encounter_gui.rules.engine.time.clock import DAY, day_of, now_of, time_text
from encounter_gui.rules.engine.time.passing import due_things
from encounter_gui.rules.facade import System

Plain = dict[str, Any]


def state_data(system: System, context: RulesContext) -> Plain:
    """Returns a state: its clock, the turn order, and everybody by id."""
    state, time = context.state, context.ruleset.time
    due = {each.id for each in due_at(state, "round_end")}
    now = now_of(context)
    return {
        "name": state.name,
        "stage": state.stage,
        "clock": {
            "unit": time.round,
            "round": state.round,
            "seconds": max(state.round - 1, 0) * time.seconds,
            "acting": [each.id for each in system.taking_part(context)],
            "waiting": len(state.held),
        },
        "time": {"day": day_of(now), "second": now % DAY, "clock": time_text(now)},
        "due": [
            {
                "at": each.at,
                "in": each.at - now,
                "who": each.who,
                "what": each.running.kind if each.running else each.ends,
                "key": each.running.key if each.running else "",
            }
            for each in due_things(system.rules().time, context)
        ],
        "order": [
            {
                "who": slot.who,
                "score": slot.score,
                "group": slot.group,
                "lane": slot.lane,
                "done": slot.is_done or slot.group < state.group,
            }
            for slot in state.slots
        ],
        "owed": by_kind(
            [_owed_items(each, is_due=each.id in due) for each in state.obligations], "kind"
        ),
        "combatants": {who: _combatant(system, context, who) for who in state.combatants},
    }


def _owed_items(obligation: Obligation, *, is_due: bool) -> Plain:
    """Returns a test or decision that is owed; ``is_due``: before the round may end."""
    return {
        "id": obligation.id,
        "kind": obligation.kind,
        "who": obligation.who,
        "side": obligation.side,
        "by": obligation.by,
        "due": obligation.due,
        "priority": obligation.priority,
        "values": plain(obligation.values),
        "is_due": is_due,
    }


def by_kind(tables: Sequence[Plain], name: str) -> Plain:
    """Groups tables by a value: the last of a group is the group itself, all of them are in it by number from 1."""
    groups: dict[str, list[Plain]] = {}
    for table in tables:
        groups.setdefault(table[name], []).append(table)
    return {
        key: {**group[-1], **{str(number): each for number, each in enumerate(group, 1)}}
        for key, group in groups.items()
    }


def _combatant(system: System, context: RulesContext, who: CombatantId) -> Plain:
    """Returns one combatant; gauges are those of the ruleset, resources every other running number.

    A gauge that was never used is 0.
    """
    combatant = context.combatant(who)
    gauges = [gauge.key for gauge in context.ruleset.gauges]
    return {
        "number": combatant.number,
        "name": combatant.name,
        "side": combatant.side,
        "sheet": plain(combatant.sheet),
        "items": [item.key for item in combatant.items],
        "gauges": {key: combatant.gauges.get(key, 0) for key in gauges},
        "resources": {key: value for key, value in combatant.gauges.items() if key not in gauges},
        "conditions": _conditions(combatant, system.derived_conditions(context, who)),
        "locations": plain(combatant.locations),
        "memo": dict(combatant.memo),
        "flags": list(combatant.flags),
        **({"at": list(combatant.place.point)} if combatant.place else {}),
        **({"floor": combatant.place.floor} if combatant.place else {}),
    }


def _conditions(combatant: Combatant, derived: Sequence[str]) -> Plain:
    """Returns conditions by key, those that follow from numbers first; what is None or empty is left out.

    What the rules remember with a condition (``keys``) stands as its ``note``, too, where it has none: scripts of
    earlier versions name it there.
    """
    found: Plain = {key: {"derived": True} for key in derived}
    for each in combatant.conditions:
        values = plain(each)
        values["note"] = each.note or " ".join(each.keys)
        found[each.key] = {key: value for key, value in values.items() if value and key != "key"}
    return found


def roll_data(rolled: Rolled) -> Plain:
    """Returns a roll; faces are None where only the total is known."""
    return {
        "key": rolled.request.key,
        "who": rolled.request.who,
        "notation": rolled.request.notation,
        "faces": None if rolled.faces is None else list(rolled.faces),
        "total": rolled.total,
        "physical": rolled.physical,
    }
