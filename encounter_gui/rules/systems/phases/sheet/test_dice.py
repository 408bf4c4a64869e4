"""What is asked of the dice. Source: PHA-05, PHA-39."""

from collections.abc import Generator, Sequence
from functools import lru_cache
from itertools import product

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.dice.requests import Rolled, RollRequest
from encounter_gui.rules.engine.asking import Answer, Ask
from encounter_gui.rules.systems.phases import mechanics

Rolling = Generator[Ask, Answer, int]


def request(
    key: str,
    who: CombatantId | None,
    count: int = mechanics.TEST_DICE,
    sides: int = 6,
    label: Message | None = None,
) -> RollRequest:
    """Returns the request for some dice; three of six sides are a test. Source: PHA-05."""
    label = label or say(f"phases.roll.{key}")
    return RollRequest(key=key, label=label, who=who, count=count, sides=sides)


def dice_text(bonus: int) -> str:
    """Returns three dice and a bonus, e.g. ``3d6 + 6``."""
    sign = "−" if bonus < 0 else "+"
    return f"{mechanics.TEST_DICE}d6 {sign} {abs(bonus)}" if bonus else f"{mechanics.TEST_DICE}d6"


@lru_cache(maxsize=256)
def passing(bonus: int, dn: int) -> float:
    """Returns the chance of a test, for what is said when it is asked for. Source: PHA-05, PHA-08."""
    sums = [sum(faces) for faces in product(range(1, 7), repeat=mechanics.TEST_DICE)]
    return sum(bool(mechanics.passes(dice, dice + bonus, dn)) for dice in sums) / len(sums)


def ask(*requests: RollRequest) -> Generator[Ask, Answer, tuple[Rolled, ...]]:
    """Asks for rolls made together; for none it does not ask."""
    if not requests:
        return ()
    answer = yield requests
    return answer if isinstance(answer, tuple) else ()


def three(key: str, who: CombatantId | None, label: Message | None = None) -> Rolling:
    """Asks for the three dice of a test, in these words, and returns what they show. Source: PHA-05."""
    (rolled,) = yield from ask(request(key, who, label=label))
    return rolled.total


def die(key: str, who: CombatantId | None, sides: int = 6, count: int = 1) -> Rolling:
    """Asks for dice that are no test and returns what they show; of one side there is nothing to ask."""
    if sides <= 1 or count < 1:
        return max(count, 0)
    (rolled,) = yield from ask(request(key, who, count, sides))
    return rolled.total


def damage_dice(
    who: CombatantId | None, dice: Sequence[int], key: str = "damage"
) -> Generator[Ask, Answer, tuple[int, ...]]:
    """Asks for the damage dice of several hits at once, and for a further die for each 6 until there is none.

    Of dice of which only the total is known nobody can say whether they explode: that total stands. Source: PHA-39.
    """
    sums, further = [0] * len(dice), [0] * len(dice)
    open_dice = {place: count for place, count in enumerate(dice) if count > 0}
    while open_dice:
        rolled = yield from ask(*(request(key, who, count) for count in open_dice.values()))
        sixes: dict[int, int] = {}
        for place, each in zip(open_dice, rolled, strict=True):
            sums[place] += each.total
            count = (each.faces or ()).count(6)
            if count:
                sixes[place] = count
                further[place] += count
        open_dice = sixes
    return tuple(
        int(mechanics.die_value(faces, more)) for faces, more in zip(sums, further, strict=True)
    )
