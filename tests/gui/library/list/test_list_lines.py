"""The library as lines: grouped, the campaign's own apart, copies counted."""

from encounter_gui import paths
from encounter_gui.core.ids import CombatantId, RulesetId
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.library.browse.facets import FacetWords, with_value_switched
from encounter_gui.gui.library.control.saved_filters import (
    SavedFilter,
    filters_text,
    read_filters,
    with_filter,
)
from encounter_gui.gui.library.list.list_lines import Context, HeadingLine, copies_in, lines_of
from encounter_gui.play.prep.creature_repository import Facets, Filter
from encounter_gui.play.prep.repository import LibraryItem
from tests.gui.library.conftest import creature


def shelved(key, entry, row=None):
    ruleset = RulesetId("d6pool" if row is not None else key.partition(":")[0])
    return LibraryItem(key=key, ruleset=ruleset, value=entry, row=row)


def context(**more):
    return Context(texts=paths.message_catalog(), base_name=lambda item: "", **more)


MARROW = shelved("own:1", creature("Marrow", "jackals"), 1)
OKORO = shelved("own:2", creature("Okoro", "docks"), 2)
SHIPPED = shelved("d6pool:ganger", creature("Ganger", "jackals"))
OTHER = shelved("cwn:thug", creature("Thug", "jackals"))


def test_own_and_shipped_creatures_never_share_a_heading():
    """The same tag makes two groups; the shipped one carries the book."""
    lines = lines_of([MARROW, SHIPPED], context())
    headings = [line for line in lines if isinstance(line, HeadingLine)]
    assert [(h.title, h.icon) for h in headings] == [("Jackals", ""), ("Jackals", "ruleset")]


def test_rulesets_are_named_only_where_there_are_several():
    """In one ruleset its name on every heading would say nothing."""
    names = {"d6pool": "D6 pools", "cwn": "Cities"}
    (one, *_) = lines_of([SHIPPED], context(ruleset_names=names))
    assert one.title == "Jackals"
    titles = [line.title for line in lines_of([SHIPPED, OTHER], context(ruleset_names=names))[::2]]
    assert titles == ["D6 pools · jackals", "Cities · jackals"]


def test_the_best_fit_stays_first():
    """Groups come in the order of their first creature, not by name."""
    lines = lines_of([OKORO, MARROW], context())
    assert [getattr(line, "name", line.key) for line in lines] == [
        "/docks", "Okoro", "/jackals", "Marrow",
    ]  # fmt: skip


def test_a_folded_group_keeps_its_count():
    """Its creatures are not shown; how many there are is."""
    lines = lines_of([MARROW, OKORO], context(closed=frozenset({"/jackals"})))
    assert [line.key for line in lines] == ["/jackals", "/docks", "own:2"]
    assert lines[0].count == 1
    assert not lines[0].is_open


def test_copies_in_the_fight_are_counted_by_where_they_come_from():
    """Own creatures by their row, shipped ones by the fight's ruleset."""
    combatants = [
        Combatant(id=CombatantId(str(n)), number=n, name="x", origin=origin)
        for n, origin in enumerate(("own:1", "ganger", "ganger", ""))
    ]
    assert copies_in(combatants, "d6pool") == {"own:1": 1, "d6pool:ganger": 2}


def test_facets_switch_on_and_off():
    """Twice is back where it began; of threat there is one range at a time."""
    wanted = with_value_switched(Filter(), "tags", "docks")
    assert wanted.tags == {"docks"}
    assert with_value_switched(wanted, "tags", "docks") == Filter()
    dangerous = with_value_switched(Filter(), "threat", "3-5")
    assert dangerous.threat == (3, 5)
    assert with_value_switched(dangerous, "threat", "6-10").threat == (6, 10)
    assert with_value_switched(dangerous, "threat", "3-5") == Filter()


def test_facets_speak_in_words():
    """What is on, and what could be with how many there are."""
    words = FacetWords(paths.message_catalog())
    words.know({"cwn": "Cities"})
    on = Filter(rulesets=frozenset({"cwn"}), threat=(0, 0))
    assert [facet.text for facet in words.active(on)] == ["Cities", "threat unknown"]
    (offered,) = words.offered(on, Facets(kinds={"npc": 4}), "kinds")
    assert (offered.text, offered.count, offered.is_on) == ("NPC", 4, False)


def test_filters_under_names_survive_writing_and_spoiling():
    """What is written is read again; what was spoilt by hand is none."""
    kept = SavedFilter(name="Docks", text="guard", wanted=Filter(tags=frozenset({"docks"})))
    filters = with_filter((SavedFilter(name="docks"), SavedFilter(name="A")), kept)
    assert [each.name for each in filters] == ["A", "Docks"]
    assert read_filters(filters_text(filters)) == filters
    assert read_filters("{spoilt") == ()
