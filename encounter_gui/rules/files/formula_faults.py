"""What is wrong with a formula of a ruleset: nobody can read it, it has dice where none may be, or unknown names."""

from collections.abc import Iterable, Iterator

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import Message, say
from encounter_gui.rules.files.ruleset_errors import unknown


def formula_faults(
    formula: str, known: Iterable[str], pointer: str, *, may_roll: bool
) -> Iterator[tuple[str, Message]]:
    """Yields what is wrong with a formula over these names; an empty one is right."""
    from encounter_gui.dice.notation import parse
    from encounter_gui.dice.tree import Arithmetic, Dice, Name, Number, walk

    if not formula:
        return
    try:
        nodes = list(walk(parse(formula)))
    except AppError as error:
        yield pointer, error.message
        return
    if not may_roll and any(isinstance(node, Dice) for node in nodes):
        yield pointer, say("formula.has_dice", formula=formula)
    for node in nodes:
        match node:
            case Arithmetic(operator="/" | "//" | "%", right=Number(value=0)):
                yield pointer, say("dice.divisor_zero")
    names = sorted(known)
    for node in nodes:
        if isinstance(node, Name) and node.name not in names:
            yield pointer, unknown("ruleset.no_such_field", node.name, names)
