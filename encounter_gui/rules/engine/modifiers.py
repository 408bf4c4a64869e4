"""What speaks for and against a roll: parts with their reasons, and what they come to."""

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from encounter_gui.core.errors import refuse
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.ruleset import ModifierDef


class Modifier(Struct, frozen=True, kw_only=True):
    """Something that speaks for (or against) a roll, in the system's unit (dice, points), why, and by which rule."""

    name: str
    amount: int
    rule: str = ""
    key: str = ""

    @property
    def word(self) -> str:
        """What it is called among the values of a result: its key, else its words."""
        return self.key or "_".join(self.name.casefold().split())


def total(modifiers: Iterable[Modifier]) -> int:
    """Returns what the parts come to."""
    return sum(modifier.amount for modifier in modifiers)


def values_of(modifiers: Sequence[Modifier]) -> dict[str, int]:
    """Returns the parts of a roll as values of a result: the first is its ``base``, each other is named by its key.

    A part without a key is named by its words: ``modifiers.laser_sight``. Parts of one name are added up.
    """
    if not modifiers:
        return {}
    values = {"base": modifiers[0].amount}
    for each in modifiers[1:]:
        name = f"modifiers.{each.word}"
        values[name] = values.get(name, 0) + each.amount
    return values


def sum_text(modifiers: Iterable[Modifier]) -> str:
    """Returns the arithmetic, e.g. ``Firearms 4 + Laser sight 1 − Running 1``."""
    first, *rest = modifiers
    others = (
        f" {'−' if modifier.amount < 0 else '+'} {modifier.name} {abs(modifier.amount)}"
        for modifier in rest
    )
    return f"{first.name} {first.amount}" + "".join(others)


def modifier_of(known: ModifierDef) -> Modifier:
    """Returns a situational modifier of the ruleset as one of a roll."""
    return Modifier(name=known.name, amount=known.amount, rule=known.rule, key=known.key)


def chosen(context: RulesContext, keys: Iterable[str], rule: str) -> tuple[ModifierDef, ...]:
    """Returns the situational modifiers with these keys, each once.

    Raises:
        RuleError: the ruleset does not know one; the message is ``<system>.no_such_modifier``.
    """
    found: list[ModifierDef] = []
    for key in dict.fromkeys(keys):
        known = context.ruleset.modifier(key)
        if known is None:
            raise refuse(f"{context.ruleset.system}.no_such_modifier", rule=rule, modifier=key)
        found.append(known)
    return tuple(found)


def game_master(context: RulesContext, amount: int, rule: str) -> tuple[Modifier, ...]:
    """Returns the game master's own modifier, if any; it is called by the text ``<system>.gm``."""
    if not amount:
        return ()
    name = context.texts.text_of(f"{context.ruleset.system}.gm")
    return (Modifier(name=name, amount=amount, rule=rule),)


def of_conditions(
    context: RulesContext, keys: Iterable[str], kinds: Collection[str]
) -> tuple[Modifier, ...]:
    """Returns what conditions do to rolls of these kinds; effects of 0 are left out."""
    return tuple(
        Modifier(name=known.name, amount=effect.amount, rule=known.rule, key=known.key)
        for key in keys
        if (known := context.ruleset.condition(key)) is not None
        for effect in known.effects
        if effect.on in kinds and effect.amount
    )


def without_lesser(modifiers: Iterable[Modifier], keys: Collection[str]) -> tuple[Modifier, ...]:
    """Returns modifiers of which, of those with these keys, only the worst counts."""
    modifiers = tuple(modifiers)
    alike = (each for each in modifiers if each.key in keys)
    worst = min(alike, key=lambda each: each.amount, default=None)
    return tuple(each for each in modifiers if each.key not in keys or each is worst)
