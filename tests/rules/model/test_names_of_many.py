"""Names of many in few words: those who are alike are counted, and numbers in a row are a span."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import GROUP, Combatant, Side
from encounter_gui.rules.model.text_format import all_names, names_of, numbered, short_list


def people(*names: str, side: Side = "foe", group: str = "") -> list[Combatant]:
    """Combatants of these names."""
    return [
        Combatant(
            id=CombatantId(name),
            number=at,
            name=name,
            side=side,
            memo={GROUP: group} if group else {},
        )
        for at, name in enumerate(names, start=1)
    ]


def gunmen(count: int, group: str = "") -> list[Combatant]:
    """So many gunmen, by number."""
    return people(*(f"Gunman {number}" for number in range(1, count + 1)), group=group)


def test_a_few_are_named_and_many_are_counted() -> None:
    """Three are named; four are a count, where the first of them stood."""
    assert names_of(gunmen(3)) == "Gunman 1, Gunman 2, Gunman 3"
    assert names_of([*people("Ash"), *gunmen(4), *people("Bo")]) == "Ash, Gunman ×4, Bo"
    assert names_of(gunmen(30, group="Gang")) == "Gang ×30"
    assert names_of([]) == ""


def test_who_stands_on_another_side_is_not_alike() -> None:
    """Gunmen who went over are counted by themselves."""
    over = people(*(f"Gunman {number}" for number in range(5, 9)), side="ally")
    assert names_of([*gunmen(4), *over]) == "Gunman ×4, Gunman ×4"


def test_beyond_eight_entries_the_rest_is_a_number_of_people() -> None:
    """Ten of different names and thirty alike: eight entries, and how many more they are."""
    different = people(*("Ash", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal", "Ida", "Jo"))
    assert names_of([*different, *gunmen(30)]) == "Ash, Bo, Cy, Di, Ed, Fay, Gus, Hal, +32"
    assert all_names([*different, *gunmen(30)]).count(",") == 39


def test_a_note_tells_the_alike_apart() -> None:
    """Four with one score are a count of it, one with another is named."""
    noted = [(each, "7") for each in gunmen(4)] + [(people("Gunman 5")[0], "3")]
    assert short_list(noted) == "Gunman ×4 7, Gunman 5 3"


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["Gunman 1", "Gunman 2", "Gunman 3"], "Gunman 1–3"),
        (["Gunman 1", "Gunman 2"], "Gunman 1, 2"),
        (["Gunman 4", "Marrow", "Gunman 2", "Gunman 9", "Gunman 3"], "Gunman 2–4, 9, Marrow"),
        (["Marrow"], "Marrow"),
        ([], ""),
    ],
)
def test_numbers_in_a_row_are_a_span(names: list[str], words: str) -> None:
    """Who is meant of a group can be read in a line, however many they are."""
    assert numbered(names) == words
