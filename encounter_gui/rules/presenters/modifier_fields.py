"""The situational modifiers of a roll as fields of a form."""

from collections.abc import Iterable, Mapping

from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.model.ruleset import ModifierDef, Ruleset
from encounter_gui.rules.model.text_format import with_sign
from encounter_gui.rules.view import FormField, Option, Toggle

GROUP = "group:"
"""Before the name of a group in the key of the list that chooses one of its modifiers."""


ON, OFF = "on", "off"
"""What a toggle that is on, and one that is turned off, says among the choices of a form."""


_SIDE_BY_SIDE = 2
"""More modifiers of one group than this become a list."""


def chosen(ruleset: Ruleset, choices: Mapping[str, str]) -> tuple[str, ...]:
    """Returns the keys of the situational modifiers that are on among the choices of a form."""
    return tuple(
        each.key
        for each in ruleset.modifiers
        if choices.get(each.key) == ON or choices.get(f"{GROUP}{each.group}") == each.key
    )


def is_decided(ruleset: Ruleset, choices: Mapping[str, str], key: str) -> bool:
    """Returns whether the choices of a form say anything of a situational modifier, or of its group."""
    known = ruleset.modifier(key)
    group = f"{GROUP}{known.group}" if known is not None and known.group else ""
    rivals = (each.key for each in ruleset.modifiers if known and known.group == each.group != "")
    return key in choices or group in choices or any(choices.get(each) == ON for each in rivals)


def toggles(ruleset: Ruleset, on: Iterable[str], kind: str) -> tuple[Toggle, ...]:
    """Returns the situational modifiers of a kind of attack that stand side by side."""
    chosen_keys, long = set(on), _long_groups(ruleset, kind)
    return tuple(
        Toggle(
            key=each.key,
            text=each.name,
            amount=with_sign(each.amount),
            is_on=each.key in chosen_keys,
            group=each.group,
            tip=f"{each.rule} {ruleset.rules.get(each.rule, '')}".strip(),
            of_target=each.of_target,
        )
        for each in ruleset.modifiers
        if _is_offered(each, kind) and each.group not in long
    )


def situation_fields(ruleset: Ruleset, on: Iterable[str], kind: str) -> tuple[FormField, ...]:
    """Returns the situational modifiers of which one of many applies, as lists: target size, say."""
    chosen_keys = set(on)
    return tuple(_group_field(ruleset, chosen_keys, group) for group in _long_groups(ruleset, kind))


def locked_toggles(modifiers: Iterable[Modifier]) -> tuple[Toggle, ...]:
    """Returns what comes from the state: the level a roll starts from, then what adds to it, with signs."""
    return tuple(
        locked(
            modifier.name,
            modifier.name,
            with_sign(modifier.amount) if place else str(modifier.amount),
        )
        for place, modifier in enumerate(modifiers)
    )


def locked(key: str, text: str, amount: str, tip: str = "") -> Toggle:
    """Returns a toggle for what the state decides: it is on, and cannot be turned off."""
    return Toggle(key=f"state:{key}", text=text, amount=amount, is_on=True, is_locked=True, tip=tip)


def whole(choices: Mapping[str, str], key: str, least: int, most: int) -> int:
    """Returns a number among the choices of a form, kept within its limits; ``least`` or 0 where there is none."""
    try:
        number = int(choices.get(key, ""))
    except ValueError:
        number = 0
    return max(least, min(number, most))


def _group_field(ruleset: Ruleset, on: set[str], group: str) -> FormField:
    members = [each for each in ruleset.modifiers if each.group == group]
    word = group.replace("_", " ").capitalize()
    options = (
        Option(key="", text=word),
        *(Option(key=each.key, text=f"{each.name} {with_sign(each.amount)}") for each in members),
    )
    picked = next((each.key for each in members if each.key in on), "")
    key = f"{GROUP}{group}"
    return FormField(
        key=key,
        label=word,
        look="list",
        options=options,
        chosen=picked,
        place="left",
        of_target=any(each.of_target for each in members),
    )


def _long_groups(ruleset: Ruleset, kind: str) -> tuple[str, ...]:
    """Returns the groups with more choices than there is room for side by side."""
    offered = [each.group for each in ruleset.modifiers if _is_offered(each, kind)]
    return tuple(group for group in dict.fromkeys(offered) if offered.count(group) > _SIDE_BY_SIDE)


def _is_offered(modifier: ModifierDef, kind: str) -> bool:
    return bool(modifier.group) and (not modifier.on or kind in modifier.on)
