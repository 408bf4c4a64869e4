"""Lines of a combatant's panel and figure: what a thing is called, and its value."""

from collections.abc import Callable, Iterator

from encounter_gui.rules.engine.by_hand.corrections import OF_SHEET
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.ruleset import FieldDef
from encounter_gui.rules.view import Fact


def fact(
    context: RulesContext, key: str, value: str | int, note: str = "", *, number: str = ""
) -> Fact:
    """Returns a fact that is called by the text ``<system>.<key>``; ``number`` is the key of what sets it."""
    name = context.texts.text_of(f"{context.ruleset.system}.{key}")
    return Fact(name=name, value=str(value), note=note, number=number)


def fields_of(context: RulesContext, group: str) -> Iterator[FieldDef]:
    """Yields the fields of a sheet that belong to a group: attributes, skills."""
    return (each for each in context.ruleset.fields if each.group == group)


def attribute_facts(context: RulesContext, level_of: Callable[[str], int]) -> tuple[Fact, ...]:
    """Returns the attributes, with short names; ``level_of`` returns the level of a field by its key."""
    fields = fields_of(context, "attribute")
    return tuple(
        Fact(
            name=each.short or each.name,
            value=str(level_of(each.key)),
            number=f"{OF_SHEET}{each.key}",
        )
        for each in fields
    )


def skill_facts(
    context: RulesContext, level_of: Callable[[str], int], group: str = "skill"
) -> tuple[Fact, ...]:
    """Returns the skills, or fields of another group, of which a combatant has any level."""
    return tuple(
        Fact(name=each.name, value=str(level), number=f"{OF_SHEET}{each.key}")
        for each in fields_of(context, group)
        if (level := level_of(each.key))
    )
