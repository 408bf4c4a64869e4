"""Everything version 1 remembered as text is really in the golden saves.

Read with SQLite and JSON alone, so that it says the same whatever becomes of the program: this is the list of what an
upcast has to understand.
"""

import json
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.golden.save_expectations import SAVES, SYSTEMS, unpacked

Kinds = Mapping[str, tuple[str, ...]]
"""What is remembered → patterns, each of which at least one text of the save is wholly like."""

ID = r"[a-z_0-9]+"
OWN_WORDS = r"note \d+: own words; with marks"
HELD: Kinds = {"memo held": (ID,), "joined held": (ID,)}

EXPECTED: Mapping[str, Kinds] = {
    "chrome": {
        **HELD,
        "memo held": ("", ID),
        "memo initiative": ("", r"before \d+", r"after \d+", "before 0"),
        "memo distortions": (r"[^;]+", r"[^;]+, [^;]+; [^;]+, [^;]+"),
        "memo used": ("", ID, f"{ID} {ID}"),
        "memo rested": ("", "health", "conviction", "health conviction", "conviction health"),
        "memo unnoticed": ("", ID, f"{ID} {ID} {ID} {ID}"),
        "memo presence_due": ("", r"\d+"),
        "memo died": (r"\d+",),
        "fight hack.camera ring 2": ("locked",),
        "fight hack.lift.B": ("1/4", "3/4"),
        "fight hack.sprinkler": ("open", ""),
        "joined initiative": (r"before \d+", r"after \d+"),
        "joined distortions": (r".+; .+",),
        "joined used": (f"{ID} {ID}",),
        "joined rested": ("health", "conviction health"),
        "joined unnoticed": (ID, f"{ID} {ID} {ID}"),
        "joined presence_due": (r"\d+",),
        "joined died": (r"\d+",),
        "joined group": ("A",),
        "note panic_due": ("", "three of them, now", OWN_WORDS),
        "note burning": ("", "combat"),
        "note grappled": ("", "rifle pinned under the arm", "his own coat"),
        "note distortion_due": ("",),
        "note own_in_love": ("still", OWN_WORDS),
    },
    "cwn": {
        **HELD,
        "memo held": ("", ID),
        "memo other_hand": ("", ID),
        "memo melee": ("", ID, f"{ID} {ID}", f"{ID} {ID} {ID}"),
        "memo blocked": ("", ID, f"{ID} {ID}"),
        "memo dropped": ("", ID, f"{ID} {ID}"),
        "fight surprise": ("on", ""),
        "fight late": ("scout hawk", ""),
        "fight suppress.gunner": ("automatic_rifle", r"automatic_rifle \d+", ""),
        "fight blast.bomber.frag_grenade": (r"\d+", ""),
        "fight blast..frag_grenade": (r"\d+", ""),
        "fight morale.foe": ("first_death", "half_down leader_down", ""),
        "fight morale_seen.foe": ("first_death", "first_death half_down leader_down", ""),
        "joined melee": (ID, f"{ID} {ID}"),
        "joined dropped": (ID, f"{ID} {ID}"),
        "joined other_hand": (ID,),
        "joined group": ("A",),
        "note in_air": ("frag_grenade", "flash_grenade"),
        "note swarming": ("halloran",),
        "note screening": ("ash",),
        "note blinded": ("eye_damage",),
        "note one_hand": ("", "arm_right_ruined", OWN_WORDS),
        "note cracked_ribs": ("cracked_ribs", OWN_WORDS),
        "note crawling": ("a twisted ankle",),
        "note concussed": ("walked into the crane",),
        "note own_in_love": ("still",),
    },
    "phases": {
        **HELD,
        "memo held": ("", ID),
        "memo off": ("", ID),
        "memo plan": (
            "",
            "1",
            "2",
            "1 ducking",
            "2 ducking snap_shot",
            "3 hunkering",
            "2 hunkering snap_shot",
            "1 full:run",
            "1 full:sprint",
            "1 full:recover",
            "1 full:all_out_dodge",
        ),
        "memo intent": ("", "spray; then duck", "hold the door"),
        "memo full": ("", "run", "sprint", "recover", "all_out_dodge", "first_aid", "resuscitate"),
        "memo gait": ("", "jog", "run", "sprint"),
        "memo aid": ("", "0", "2 left_leg"),
        "memo singles": ("", "sniper_rifle", "relic_a relic_b"),
        "memo dropped": ("", "smg"),
        "memo floundering": ("once", "drowning", "last"),
        "held memo held": ("",),
        "held memo off": ("",),
        "held memo dropped": ("smg", f"{ID} {ID}"),
        "held memo gait": ("",),
        "joined role": ("sharpshooter",),
        "joined group": ("A", "B"),
        "joined dropped": ("smg",),
        "joined off": ("relic_b",),
        "note jammed": ("", "smg", "smg heavy_pistol", "sand in the works"),
        "note aiding": ("Cass",),
        "note clinched": ("", "Brute", "Mook 2"),
        "note grabbed": ("Bruiser", OWN_WORDS),
        "note grabbing": ("Rook",),
        "note own_in_love": ("still",),
    },
    "d6pool": {
        **HELD,
        "memo intent": ("", "aim", "throw the grenade; then 2 steps back"),
        "memo using": ("", f"{ID} SA", f"{ID} SS", f"{ID} FA", f"{ID} melee", f"{ID} thrown"),
        "memo hero": ("", "armed", "throwing"),
        "joined intent": (r".+; .+",),
        "joined using": (f"{ID} SA", f"{ID} melee"),
        "joined hero": ("armed",),
        "joined group": ("A",),
        "note in_air": ("grenade",),
        "note helpless": ("tangled in the net", OWN_WORDS),
        "note bleeding": ("", "planned"),
        "note own_in_love": ("still",),
    },
}

EVENTS = frozenset(
    [
        "encounter.named",
        "ruleset.chosen",
        "switch.set",
        "stage.set",
        "side.named",
        "combatant.added",
        "combatant.removed",
        "combatant.renamed",
        "side.changed",
        "sheet.set",
        "gauge.changed",
        "gauge.set",
        "condition.added",
        "condition.removed",
        "memo.set",
        "flag.set",
        "round.began",
        "order.set",
        "turn.moved",
        "resolved",
        "note.written",
    ]
)
"""Kinds of events that every save holds; beyond these: what only some systems write."""

MORE_EVENTS: Mapping[str, set[str]] = {
    "chrome": {"fight.memo", "location.set"},
    "cwn": {"fight.memo", "location.set", "slot.done"},
    "phases": {"location.set", "result.held", "held.released"},
    "d6pool": {"result.held", "held.released"},
}


@cache
def rows(system: str, query: str) -> tuple[tuple[Any, ...], ...]:
    """Returns the rows of a query into a save."""
    with (
        TemporaryDirectory() as folder,
        closing(sqlite3.connect(unpacked(system, Path(folder)))) as db,
    ):
        return tuple(db.execute(query).fetchall())


def happened(event: dict[str, Any], before: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields an event, and those that wait inside it, with the word for that."""
    yield before, event
    for each in event.get("events", ()):
        yield from happened(each, "held ")


def events(system: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields all events of a save."""
    for (payload,) in rows(system, "SELECT payload FROM events"):
        yield from happened(json.loads(payload))


@cache
def remembered(system: str) -> Mapping[str, frozenset[str]]:
    """Returns every text a save remembers, by what it is about."""
    found: dict[str, set[str]] = defaultdict(set)
    for before, event in events(system):
        match event["kind"]:
            case "memo.set":
                found[f"{before}memo {event['key']}"].add(event["text"])
            case "fight.memo":
                found[f"{before}fight {event['key']}"].add(event["text"])
            case "condition.added":
                condition = event["condition"]
                found[f"note {condition['key']}"].add(condition.get("note", ""))
            case "combatant.added":
                joined(event["combatant"], found)
    return {key: frozenset(texts) for key, texts in found.items()}


def joined(one: dict[str, Any], found: dict[str, set[str]]) -> None:
    """Notes what is remembered about somebody who is kept whole."""
    for key, text in one.get("memo", {}).items():
        found[f"joined {key}"].add(text)
    for condition in one.get("conditions", ()):
        found[f"note {condition['key']}"].add(condition.get("note", ""))


@pytest.mark.parametrize(
    ("system", "what", "pattern"),
    [
        pytest.param(system, what, pattern, id=f"{system}-{what}-{pattern}")
        for system, kinds in EXPECTED.items()
        for what, patterns in kinds.items()
        for pattern in patterns
    ],
)
def test_it_is_in_the_save(system: str, what: str, pattern: str) -> None:
    """Every memo, and every note of a condition that carries a key, in each of its shapes."""
    assert any(re.fullmatch(pattern, text) for text in remembered(system).get(what, ()))


@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_else_is_remembered(system: str) -> None:
    """The list above is complete: no memo in a save is of a kind it does not name."""
    memos = {key for key in remembered(system) if not key.startswith("note ")}
    told = set(EXPECTED[system]) | {f"memo {key.split()[-1]}" for key in EXPECTED[system]}
    assert {key for key in memos - told if not key.startswith("fight hack.")} == set()


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_kind_of_event_of_the_system_is_there(system: str) -> None:
    """And each in version 1."""
    found = set(rows(system, "SELECT DISTINCT kind, version FROM events"))
    assert found >= {(kind, 1) for kind in EVENTS | MORE_EVENTS[system]}
    assert {version for _, version in found} == {1}


@pytest.mark.parametrize("system", SYSTEMS)
def test_conditions_end_in_each_way(system: str) -> None:
    """Some with a round, some never; where turns are somebody's own, at their start and end too."""
    ends = {
        (until["edge"], until["whose"] is not None) if until else None
        for _, event in events(system)
        if event["kind"] == "condition.added"
        for until in [event["condition"].get("until")]
    }
    wanted: set[tuple[str, bool] | None] = {None, ("end", False)}
    assert ends >= wanted | ({("start", True), ("end", True)} if system == "cwn" else set())


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_campaign_holds_what_is_prepared(system: str) -> None:
    """Parties with memos, plans with conditions, own things, pictures, sources, settings, three rulesets pinned."""
    everybody = [
        one
        for (payload,) in rows(system, "SELECT payload FROM parties")
        for one in json.loads(payload)["members"]
    ]
    assert any(len(one["memo"]) > 1 for one in everybody)
    assert any(condition.get("note") for one in everybody for condition in one["conditions"])
    counts = {
        table: rows(system, f"SELECT count(*) FROM {table}")[0][0]
        for table in ("library", "extras", "portraits", "sources", "parties", "plans", "settings")
    }
    assert min(counts.values()) >= 1, counts
    assert len(rows(system, "SELECT ruleset FROM rulesets")) >= 3
    assert (f"{system}_house",) in rows(system, "SELECT ruleset FROM rulesets")
    plans = [json.loads(payload) for (payload,) in rows(system, "SELECT payload FROM plans")]
    assert any(recruit["conditions"] for plan in plans for recruit in plan["recruits"])
    assert {wave["has_come"] for plan in plans for wave in plan["waves"]} == {True, False}


@pytest.mark.parametrize("system", SYSTEMS)
def test_fights_stand_at_every_kind_of_place(system: str) -> None:
    """At the end of a branch, before entries that were undone, at the start, and with branches given up."""
    heads = rows(
        system,
        "SELECT coalesce(head, 0), (SELECT max(id) FROM entries WHERE encounter = e.id) FROM encounters e",
    )
    assert any(head == last for head, last in heads)
    assert any(0 < head < last for head, last in heads)
    assert any(head == 0 for head, _ in heads)
    forks = (
        "SELECT parent FROM entries WHERE parent IS NOT NULL GROUP BY parent HAVING count(*) > 1"
    )
    assert rows(system, forks)


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_exported_encounter_remembers_too(system: str) -> None:
    """Combatants in a file of our own format, which has no events to lift."""
    data = json.loads((SAVES / f"{system}.export.json").read_text(encoding="utf-8"))
    (encounter,) = data["encounters"]
    assert any(len(one["memo"]) > 1 for one in encounter["combatants"])
    assert any(each.get("note") for one in encounter["combatants"] for each in one["conditions"])
