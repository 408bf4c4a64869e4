"""How fast preparing is: an import of 300 creatures, a search among 5,000, bad files refused."""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from tests.benchmarks.figure import Figure

CREATURES = 300
LIBRARY = 5_000
LARGE = 50_000
TYPED = ("g", "gu", "gua", "guard 4", "gang bo", "pistol", "tag7 gu", "nobody", "elite 12")


def figures() -> Iterator[Figure]:
    """Measures in a folder of its own."""
    with TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = str(Path(folder) / "data")
        yield from _importing(Path(folder))
        yield from _searching(Path(folder))
        yield from _large(Path(folder))
        yield _refusing()
        yield _crowded(Path(folder))


def _importing(folder: Path) -> Iterator[Figure]:
    from encounter_gui.app.services import ruleset
    from encounter_gui.play.transfer.imports import preview_files, store_candidates
    from encounter_gui.storage.campaign import Campaign
    from tests.interchange.files import SWNR

    ruleset("cwn")  # read once in a running program
    actors = [
        # Each with other notes: alike creatures are counted as one.
        {
            **SWNR,
            "name": f"Guard {n}",
            "_id": f"a{n}",
            "system": {**SWNR["system"], "biography": f"Post {n}"},
        }
        for n in range(CREATURES)
    ]
    content = json.dumps(actors).encode()
    with Campaign.create(folder / "a.encounter", "a") as campaign:
        begun = time.perf_counter()
        preview = preview_files([("roster.json", content)], rulesets=ruleset, fallback="cwn")
        read = time.perf_counter() - begun
        store_candidates(campaign.prepared, preview.candidates)
        whole = time.perf_counter() - begun
        assert len(campaign.prepared.creatures.all()) == CREATURES
    yield Figure("300 creatures read and proposed", read * 1000, "ms")
    yield Figure("300 creatures imported, kept in one transaction", whole * 1000, "ms", limit=3_000)


def _large(folder: Path) -> Iterator[Figure]:
    """A library nobody has by hand, but importers make: every creature proved by its seal, then the first search."""
    from encounter_gui.play.prep.creature_repository import CreatureRepository
    from encounter_gui.rules.model.prepared import LibraryCreature
    from encounter_gui.rules.model.ruleset import CreatureDef
    from encounter_gui.storage.campaign import Campaign

    with Campaign.create(folder / "large.encounter", "large") as campaign:
        library = CreatureRepository(campaign.prepared, ())
        numbers = range(LARGE)
        made = (CreatureDef(key=f"g{n}", name=f"Guard {n}", note="heavy pistol") for n in numbers)
        library.add("cwn", (LibraryCreature(creature=each) for each in made))
        library.close()
        begun = time.perf_counter()
        library = CreatureRepository(campaign.prepared, ())
        opened = time.perf_counter()
        library.find("guard 4")
        found = time.perf_counter()
        library.close()
    took = (opened - begun) * 1000
    yield Figure("library of 50,000 creatures opened, every one proved", took, "ms", limit=600)
    yield Figure("the first search in it", (found - opened) * 1000, "ms")


def _searching(folder: Path) -> Iterator[Figure]:
    from encounter_gui.play.prep.creature_repository import CreatureRepository
    from encounter_gui.rules.model.prepared import LibraryCreature
    from encounter_gui.rules.model.ruleset import CreatureDef
    from encounter_gui.storage.campaign import Campaign

    with Campaign.create(folder / "b.encounter", "b") as campaign:
        library = CreatureRepository(campaign.prepared, ())
        library.add(
            "cwn",
            (
                LibraryCreature(
                    creature=CreatureDef(
                        key=f"g{n}",
                        name=f"Guard {n}",
                        tags=(f"tag{n % 40}", "gang"),
                        note="heavy pistol, " * 5,
                    )
                )
                for n in range(LIBRARY)
            ),
        )
        library.close()
        begun = time.perf_counter()
        library = CreatureRepository(campaign.prepared, ())
        yield Figure(
            "library of 5,000 creatures opened", (time.perf_counter() - begun) * 1000, "ms"
        )
        taken = []
        for text in TYPED * 5:
            begun = time.perf_counter()
            found = library.find(text)
            library.facets(found)
            taken.append(time.perf_counter() - begun)
        library.close()
    yield Figure("search among 5,000, median", median(taken) * 1000, "ms")
    slowest = quantiles(taken, n=20)[-1]
    yield Figure("search among 5,000 with its facets, p95", slowest * 1000, "ms", limit=50)


def _refusing() -> Figure:
    from encounter_gui.interchange.import_dispatch import read_files

    bad = {
        "deep.json": b"[" * 10_000,
        "big.json": b"[" + b"1," * 12_000_000,
        "cut.json": b'{"name": "' + b"x" * 10**7,
    }
    taken = []
    for name, content in bad.items():
        begun = time.perf_counter()
        (file,) = read_files([(name, content)]).files
        taken.append(time.perf_counter() - begun)
        assert file.error is not None
    return Figure("a bad file refused in words, slowest", max(taken) * 1000, "ms", limit=2_000)


def _crowded(folder: Path) -> Figure:
    """Files of 5,000 of one thing, of which something is said of each."""
    from encounter_gui.interchange.import_dispatch import read_files
    from tests.hostile.test_files_of_strangers import CROWDED

    taken = []
    for name in ("weapons.json", "guns.csv", "gangers.txt", "gear.csv"):
        CROWDED[name](folder / name)
        content = (folder / name).read_bytes()
        begun = time.perf_counter()
        read_files([(name, content)])
        taken.append(time.perf_counter() - begun)
    return Figure("5,000 of one thing read, slowest", max(taken) * 1000, "ms", limit=2_000)
