"""The combatant table of a fight in phases."""

from collections.abc import Mapping
from heapq import merge

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier, total
from encounter_gui.rules.model.text_format import plain
from encounter_gui.rules.presenters import declaring
from encounter_gui.rules.presenters import rows as presenter
from encounter_gui.rules.presenters.rows import ColumnSpec, KeptRows, RowRules, Standing
from encounter_gui.rules.presenters.turn_order import slots_by_combatant
from encounter_gui.rules.systems.phases.sheet import character, gear
from encounter_gui.rules.systems.phases.views.chips import RULES
from encounter_gui.rules.view import (
    Budget,
    Cell,
    PipsCell,
    Row,
    TextCell,
    WoundsCell,
)

COLUMNS = (
    ColumnSpec("mark", "mark", 20),
    ColumnSpec("number", "number", 26, "center"),
    ColumnSpec("init", "number", 40, "right"),
    ColumnSpec("name", "name", 180),
    ColumnSpec("wounds", "wounds", 146),
    ColumnSpec("armor", "text", 84),
    ColumnSpec("mod", "number", 42, "right"),
    ColumnSpec("conditions", "chips", 0),
    ColumnSpec("actions", "pips", 66),
    ColumnSpec("weapon", "text", 136),
)
"""The columns of the table, from the left."""

_ROOMY = 2
"""More parts of armour than this are written closely."""

_ARMS, _LEGS = ("right_arm", "left_arm"), ("right_leg", "left_leg")


def rows(context: RulesContext, kept: KeptRows) -> tuple[Row, ...]:
    """Returns a row for each combatant in turn order, newcomers last."""
    state, tied = context.state, character.is_tied(context)
    slots = slots_by_combatant(state)

    def standing(combatant: Combatant) -> Standing:
        own = slots.get(combatant.id, ())
        is_now = combatant.id in state.places_now
        return Standing(
            slots=own,
            is_now=is_now,
            is_done=any(slot.group < state.group for slot in own),
            is_out=character.is_out(context, combatant),
            is_tied=is_now and tied,
        )

    return kept.rows(context, _RULES, ordered_ids(context), standing)


def ordered_ids(context: RulesContext) -> tuple[CombatantId, ...]:
    """Returns everybody by place in the phase, who has none by initiative among them, newcomers last.

    So who goes down stays where it was, phase after phase. Source: PHA-19.
    """
    combatants, slots = context.state.combatants, context.state.slots
    placed = dict.fromkeys(slot.who for slot in slots)

    def key(combatant: Combatant) -> tuple[int, int]:
        return _by_initiative(context, combatant)

    rest = sorted(
        (combatant for combatant in combatants.values() if combatant.id not in placed), key=key
    )
    return tuple(
        combatant.id for combatant in merge((combatants[who] for who in placed), rest, key=key)
    )


def _by_initiative(context: RulesContext, combatant: Combatant) -> tuple[int, int]:
    if character.INITIATIVE not in combatant.gauges:
        return (10**6, 0)
    return (-character.edge_score(context, combatant), -character.tie_break(context, combatant))


def _is_declaring(context: RulesContext, combatant: Combatant) -> bool:
    return context.state.group < 0


def _cells(context: RulesContext, combatant: Combatant, standing: Standing) -> Mapping[str, Cell]:
    amount = 0 if standing.is_out else penalty(context, combatant)
    has_score = standing.slot is not None or character.INITIATIVE in combatant.gauges
    score = _score(context, combatant, standing.slot) if has_score else None
    return {
        "init": presenter.score_cell(context, score, is_now=standing.is_now),
        "wounds": wounds(context, combatant),
        "armor": TextCell(
            text=armor_text(context, combatant) or presenter.dash(context),
            sort=gear.armor_value(combatant, character.TORSO),
        ),
        "mod": TextCell(text=plain(amount), sort=amount),
        "actions": actions(context, combatant, standing.slot),
        "weapon": _weapon(context, combatant),
    }


def _score(context: RulesContext, combatant: Combatant, slot: Slot | None) -> int:
    return slot.score if slot else character.edge_score(context, combatant)


def wounds(context: RulesContext, combatant: Combatant) -> WoundsCell:
    """Returns the wounds by place: level and letter. Source: PHA-61."""
    letters = {each.level: each.letter for each in context.ruleset.wound_levels}
    return WoundsCell(
        cells=tuple(
            (each.name, level, letters.get(level, ""))
            for each in context.ruleset.locations
            for level in (character.wound(combatant, each.key),)
        )
    )


def armor_text(context: RulesContext, combatant: Combatant) -> str:
    """Returns the armour in short: ``T 6 · A 2``, or one figure where all but the head have it. Source: PHA-42."""
    values = {each.key: gear.armor_value(combatant, each.key) for each in context.ruleset.locations}
    shorts = {each.key: each.short for each in context.ruleset.locations}
    head = values.pop(character.HEAD, 0)
    body = set(values.values())
    parts: list[str] = []
    if len(body) == 1 and any(body):
        parts.append(str(*body))
    else:
        parts += _parts(context, values, shorts)
    if head:
        parts.append(f"{shorts[character.HEAD]} {head}")
    if len(parts) > _ROOMY:
        return " ".join(part.replace(" ", "") for part in parts)
    return " · ".join(parts)


def _parts(
    context: RulesContext, values: Mapping[str, int], shorts: Mapping[str, str]
) -> list[str]:
    """Returns the places below the head with armour; arms and legs as pairs where they are alike."""
    pairs = {_ARMS: "phases.arms", _LEGS: "phases.legs"}
    alike = {
        pair: key for pair, key in pairs.items() if len({values.get(each) for each in pair}) == 1
    }
    found: list[str] = []
    for key, value in values.items():
        pair = next((pair for pair in alike if key in pair), None)
        if not value or (pair is not None and key != pair[0]):
            continue
        name = context.texts.text_of(alike[pair]) if pair else shorts[key]
        found.append(f"{name} {value}")
    return found


def penalty(context: RulesContext, combatant: Combatant) -> int:
    """Returns what a combatant's own state does to its next attack. Source: PHA-18, PHA-23, PHA-28, PHA-66."""
    return total(penalty_parts(context, combatant))


def penalty_parts(context: RulesContext, combatant: Combatant) -> tuple[Modifier, ...]:
    """Returns the parts of what a combatant's own state does to its next attack. Source: as of ``penalty``."""
    return (
        *character.current_penalty(context, combatant),
        *character.wound_parts(context, combatant),
        *character.fatigue_parts(context, combatant),
        *character.condition_parts(context, combatant, ("attack", "action")),
    )


def actions(context: RulesContext, combatant: Combatant, slot: Slot | None) -> PipsCell:
    """Returns the actions of the phase: spent as rings, kept for a defense where its turn is over. Source: PHA-25."""
    texts = context.texts
    name = texts.text_of("phases.column.actions")
    if character.is_out(context, combatant):
        return PipsCell(name=name, text=presenter.dash(context))
    plan = character.declaration_of(combatant)
    if context.state.stage == "running" and context.state.group < 0:
        return declaring.status_cell(context, name, combatant, has_said=plan is not None)
    if context.state.group < 0:
        return PipsCell(name=name, text=presenter.dash(context))
    used, lost = combatant.gauges.get(character.USED, 0), combatant.gauges.get(character.LOST, 0)
    left = character.actions_left(context, combatant)
    if lost and not used and not left:
        return PipsCell(name=name, text=texts.text_of("phases.lost"))
    is_over = slot is not None and (slot.is_done or slot.group < context.state.group)
    rest: Budget = "kept" if is_over else "free"
    pips: tuple[Budget, ...] = _pips("spent", used + lost) + _pips(rest, left)
    return PipsCell(name=name, pips=pips, tags=_full(context, combatant))


def _pips(budget: Budget, count: int) -> tuple[Budget, ...]:
    return (budget,) * count


def _full(context: RulesContext, combatant: Combatant) -> tuple[str, ...]:
    full = combatant.memo_text("full")
    return (context.texts.text_of("phases.full.tag"),) if full else ()


def _weapon(context: RulesContext, combatant: Combatant) -> TextCell:
    has_any = combatant.memo.get("held") or combatant.memo.get("off")
    return presenter.weapon_cell(context, combatant, gear.find(combatant, "") if has_any else None)


_RULES = RowRules(columns=COLUMNS, chips=RULES, cells=_cells, depends_on=_is_declaring)
