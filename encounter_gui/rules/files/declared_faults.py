"""What a ruleset may get wrong that describes its game in full: formulas, what an attack does, too many dice."""

from collections.abc import Iterator, Mapping

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import Message, say
from encounter_gui.rules.files.formula_faults import formula_faults
from encounter_gui.rules.files.ruleset_errors import unknown
from encounter_gui.rules.model.games.declared_game import HEALTH, MARGIN, AttackDef
from encounter_gui.rules.model.ruleset import Ruleset

Fault = tuple[str, Message]

MOST_CELLS = 250_000
"""So many combinations of rolls are looked at for the odds of an attack, at most."""

_USUAL_MOST = 100
"""How much a number may be at most where the ruleset does not say so: for how much a formula may come to."""

MOST_ATTACKS = 20
"""More attacks a turn are a slip of the finger."""


def misplaced(ruleset: Ruleset) -> Iterator[Fault]:
    """Yields that a ruleset says how fights run, though its system has rules of its own for that."""
    for part in ("turns", "attacks"):
        if getattr(ruleset, part):
            yield part, say("ruleset.only_declared", name=part, system=ruleset.system)


def declared_faults(ruleset: Ruleset) -> Iterator[Fault]:
    """Yields what is wrong with ``turns`` and ``attacks`` of a ruleset, and with what its formulas name."""
    yield from _main_gauge(ruleset)
    yield from _same_names(ruleset)
    yield from _turns(ruleset)
    for each in ruleset.attacks:
        yield from _attack(ruleset, each)
    keys = [each.key for each in ruleset.attacks]
    for modifier in ruleset.modifiers:
        pointer = f"modifiers.{modifier.key}"
        if not modifier.group:
            yield f"{pointer}.group", say("ruleset.modifier_without_group")
        for name in modifier.on:
            if name not in keys:
                yield f"{pointer}.on", unknown("ruleset.no_such_attack", name, keys)
    for item in ruleset.items:
        named = item.values.get("attack")
        if item.kind == "weapon" and isinstance(named, str) and named and named not in keys:
            yield f"items.{item.key}.values.attack", unknown("ruleset.no_such_attack", named, keys)


def _main_gauge(ruleset: Ruleset) -> Iterator[Fault]:
    for each in ruleset.gauges:
        if each.key == HEALTH and not each.is_main:
            yield "gauges.health.is_main", say("ruleset.health_is_main")
        if each.key == HEALTH and (each.counts_harm or not each.most):
            yield "gauges.health.most", say("ruleset.health_counts_down")


def _same_names(ruleset: Ruleset) -> Iterator[Fault]:
    """Yields numbers of items that are called as a field is: in a formula nobody could tell them apart."""
    fields = {each.key for each in ruleset.fields}
    for each in ruleset.item_fields:
        if each.key in fields or each.key == MARGIN:
            yield f"item_fields.{each.key}", say("ruleset.name_taken", name=each.key)
    if MARGIN in fields:
        yield f"fields.{MARGIN}", say("ruleset.name_taken", name=MARGIN)


def _names(ruleset: Ruleset, kind: str = "") -> dict[str, int]:
    """Returns the names of a formula, numbers of the sheet and those of items of a kind, with the most each may be."""
    numbers = [each for each in ruleset.fields if each.kind != "text"]
    of_items = [each for each in ruleset.item_fields if each.kind in ("number", "flag")]
    most = {each.key: each.most for each in numbers}
    most |= {each.key: each.most for each in of_items if kind in each.on}
    return {key: _USUAL_MOST if value is None else value for key, value in most.items()}


def _turns(ruleset: Ruleset) -> Iterator[Fault]:
    turns = ruleset.turns
    if turns is None:
        return
    if not 1 <= turns.attacks <= MOST_ATTACKS:
        bounds = {"found": turns.attacks, "least": 1, "most": MOST_ATTACKS}
        key = "ruleset.too_small" if turns.attacks < 1 else "ruleset.too_big"
        yield "turns.attacks", say(key, **bounds)
    for key in turns.idle:
        yield from _condition(ruleset, key, "turns.idle")
    problems = [*_formula(turns.initiative, _names(ruleset), "turns.initiative")]
    yield from problems
    if not problems and not _is_one_kind(turns.initiative):
        yield "turns.initiative", say("ruleset.initiative_dice", found=turns.initiative)


def _is_one_kind(formula: str) -> bool:
    """Returns whether a formula has one plain term of dice, with numbers added to it."""
    from encounter_gui.dice.notation import parse
    from encounter_gui.dice.tree import Arithmetic, Dice, Expression, walk

    def sums(node: Expression) -> bool:
        if isinstance(node, Arithmetic) and node.operator in "+-":
            right_has = any(isinstance(each, Dice) for each in walk(node.right))
            if right_has and node.operator == "-":
                return False
            return all(sums(each) for each in (node.left, node.right) if _rolls(each))
        return isinstance(node, Dice)

    tree = parse(formula)
    dice = [each for each in walk(tree) if isinstance(each, Dice)]
    plain = len(dice) == 1 and dice[0] == Dice(count=dice[0].count, sides=dice[0].sides)
    return plain and sums(tree)


def _rolls(node: object) -> bool:
    from encounter_gui.dice.tree import Dice, walk

    return any(isinstance(each, Dice) for each in walk(node))  # type: ignore[arg-type]  # a part of a tree


def _attack(ruleset: Ruleset, attack: AttackDef) -> Iterator[Fault]:
    pointer = f"attacks.{attack.key}"
    mine, theirs = _names(ruleset, "weapon"), _names(ruleset, "armor")
    problems = [
        *_formula(attack.roll, mine, f"{pointer}.roll"),
        *_formula(attack.damage, {**mine, MARGIN: _USUAL_MOST}, f"{pointer}.damage"),
        *_formula(attack.against, theirs, f"{pointer}.against"),
    ]
    if attack.soak:
        problems += _formula(attack.soak, theirs, f"{pointer}.soak", plain=True)
    yield from problems
    gauges = [each.key for each in ruleset.gauges]
    if attack.lowers and attack.lowers not in gauges:
        yield f"{pointer}.lowers", unknown("ruleset.no_such_gauge", attack.lowers, gauges)
    for name in ("on_hit", "on_harm"):
        key = getattr(attack, name)
        if key:
            yield from _condition(ruleset, key, f"{pointer}.{name}")
    if not problems and (cells := _cells(attack)) > MOST_CELLS:
        yield f"{pointer}.damage", say("ruleset.too_many_outcomes", found=cells, most=MOST_CELLS)


def _condition(ruleset: Ruleset, key: str, pointer: str) -> Iterator[Fault]:
    known = [each.key for each in ruleset.conditions]
    if key not in known:
        yield pointer, unknown("ruleset.no_such_condition", key, known)


def _formula(
    formula: str, names: Mapping[str, int], pointer: str, *, plain: bool = False
) -> Iterator[Fault]:
    """Yields what is wrong with a formula that is rolled; ``plain``: its dice are added up and nothing else."""
    if not formula.strip():
        yield pointer, say("ruleset.formula_missing")
        return
    problems = list(formula_faults(formula, names, pointer, may_roll=True))
    yield from problems
    if problems:
        return
    yield from _size(formula, names, pointer)
    yield from _parts(formula, pointer, plain=plain)


def _size(formula: str, names: Mapping[str, int], pointer: str) -> Iterator[Fault]:
    from encounter_gui.dice.limits import LIMITS, check_size, check_values
    from encounter_gui.dice.notation import parse
    from encounter_gui.dice.tree import Arithmetic, walk

    expression = parse(formula)
    try:
        check_size(expression)
        check_values(expression, names)
    except AppError as error:
        yield pointer, error.message
        return
    for each in walk(expression):
        if isinstance(each, Arithmetic) and not _rolls(each):
            # Its number is written in place of its names.
            found = check_values(each, names)
            furthest = max(-found.interval.lo, found.interval.hi) if found is not None else 0
            if furthest > LIMITS.literal:
                message = say("dice.number_too_large", number=int(furthest), limit=LIMITS.literal)
                yield pointer, message
                return


def _parts(formula: str, pointer: str, *, plain: bool) -> Iterator[Fault]:
    """Yields what a formula may not have: division by what may be 0, and dice that cannot be read beside a margin."""
    from encounter_gui.dice.notation import parse
    from encounter_gui.dice.tree import Arithmetic, Dice, Group, Name, Number, walk

    nodes = list(walk(parse(formula)))
    for each in nodes:
        if not isinstance(each, Arithmetic) or each.operator not in ("/", "//", "%"):
            continue
        if not isinstance(each.right, Number) or not each.right.value:
            yield pointer, say("ruleset.divided_by_name", formula=formula)
    if any(isinstance(each, Name) and each.name == MARGIN for each in nodes) and any(
        isinstance(each, Group) for each in nodes
    ):
        yield pointer, say("ruleset.margin_in_group", formula=formula)
    if plain:
        dice = (each for each in nodes if isinstance(each, Dice))
        is_plain = all(each == Dice(count=each.count, sides=each.sides) for each in dice)
        ways = (each.operator for each in nodes if isinstance(each, Arithmetic))
        if any(_rolls(each) for each in nodes) and not (is_plain and set(ways) <= {"+"}):
            yield pointer, say("ruleset.soak_is_plain", found=formula)


def _cells(attack: AttackDef) -> int:
    """Returns how many combinations of rolls the odds of an attack look at."""
    parts = [attack.damage, attack.soak or "0"]
    cells = 1
    if _has_margin(attack.damage):
        cells = _span(attack.roll) + _span(attack.against)
    for each in parts:
        cells *= _span(each)
    return cells


def _has_margin(formula: str) -> bool:
    from encounter_gui.dice.notation import parse
    from encounter_gui.dice.tree import Name, walk

    return any(isinstance(each, Name) and each.name == MARGIN for each in walk(parse(formula)))


def _span(formula: str) -> int:
    """Returns how many values the dice of a formula may come to, each term by itself."""
    from encounter_gui.dice.notation import parse
    from encounter_gui.dice.tree import Dice, walk

    found = 1
    for each in walk(parse(formula)):
        if isinstance(each, Dice):
            found *= each.count * (each.sides - 1) + 1
    return found
