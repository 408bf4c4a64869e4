"""The weapons of whoever attacks and the ways to use one: for keys where the form of the attack is not seen."""

from collections.abc import Mapping

from msgspec import Struct

from encounter_gui.gui.attack.attack_choices import WEAPON, chosen_in
from encounter_gui.rules.view import AttackForm, FormField, Option


class Way(Struct, frozen=True):
    """A weapon, or a way to use it such as a burst or a charge: the answers to questions of the form, and in words."""

    answers: Mapping[str, str]
    text: str
    is_chosen: bool


def weapons_of(form: AttackForm) -> tuple[Way, ...]:
    """Returns the weapons that can be used now, and the one that is chosen."""
    field = next((each for each in form.fields if each.key == WEAPON), None)
    if field is None:
        return ()
    return tuple(
        Way(
            {WEAPON: each.key},
            " · ".join(part for part in (each.text, each.note) if part),
            each.key == field.chosen,
        )
        for each in _usable(field)
    )


def ways_of(form: AttackForm) -> tuple[Way, ...]:
    """Returns how the weapon can be used now, in the order of the form: the usual way, then what differs in one."""
    asked = {field.key: options for field in _asked(form) if (options := _usable(field))}
    if not asked:
        return ()
    chosen = {key: chosen_in(form, key) for key in asked}
    usual = {key: options[0].key for key, options in asked.items()}
    found = [(usual, ", ".join(options[0].text for options in asked.values()))]
    for key, options in asked.items():
        found += [({**usual, key: each.key}, each.text) for each in options[1:]]
    return tuple(Way(answers, text, answers == chosen) for answers, text in found)


def following(ways: tuple[Way, ...]) -> Way | None:
    """Returns the one after the chosen one, after the last the first; None: there is no other."""
    at = next((at for at, each in enumerate(ways) if each.is_chosen), -1)
    found = ways[(at + 1) % len(ways)] if ways else None
    return None if found is None or found.is_chosen else found


def way_words(form: AttackForm) -> str:
    """Returns in words how the weapon is used where that is not the usual way: ``burst 3, snap``; else empty."""
    chosen = (
        each for field in _asked(form) for each in field.options[1:] if each.key == field.chosen
    )
    return ", ".join(each.text[:1].lower() + each.text[1:] for each in chosen)


def _asked(form: AttackForm) -> tuple[FormField, ...]:
    return tuple(each for each in form.fields if each.compared == "way" and each.key != WEAPON)


def _usable(field: FormField) -> tuple[Option, ...]:
    return tuple(each for each in field.options if not each.why_not or each.key == field.chosen)
