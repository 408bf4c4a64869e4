"""Rulesets that are taken in: never half of one, never the wrong one, nothing lost by an update."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from encounter_gui.core.errors import AppError, DataError, RuleError
from encounter_gui.play.rulesets.differences import differences
from encounter_gui.play.rulesets.installed import InstalledRulesets
from encounter_gui.play.rulesets.pack import Pack, pack_of
from encounter_gui.rules.files.loader import build
from encounter_gui.rules.files.ruleset_errors import RulesetError
from tests.helpers.rulesets import read, shipped


class Shelf:
    """A person's folder of rulesets, with those of the program behind it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rulesets = InstalledRulesets(folder, self.texts, self.is_shipped)

    def texts(self, name: str) -> Mapping[str, str]:
        own = self.folder / name
        if (own / "ruleset.toml").is_file():
            return {
                each.name: each.read_text(encoding="utf-8") for each in sorted(own.glob("*.toml"))
            }
        try:
            return read(name)
        except OSError:
            return {}

    def is_shipped(self, name: str) -> bool:
        return name in ("chrome", "cwn", "d6pool", "phases", "minimal")

    def hit(self, name: str) -> object:
        """What the combat rifle of a ruleset adds to hit."""
        item = build(name, self.texts).item("combat_rifle")
        return item.values.get("hit") if item else None


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "rulesets")


def house(version: str, hit: int, name: str = "house", extends: str = "cwn") -> Pack:
    """The third way in which a table plays CWN."""
    text = (
        f'name = "House"\nversion = "{version}"\nextends = "{extends}"\n'
        f'[[items]]\nkey = "combat_rifle"\n[items.values]\nhit = {hit}\n'
    )
    return pack_of(name, {"ruleset.toml": text})


def refused(shelf: Shelf, pack: Pack) -> str:
    with pytest.raises(AppError) as caught:
        shelf.rulesets.take_in(pack)
    return caught.value.message.key


def test_w4_an_update_that_updates_nothing(shelf: Shelf) -> None:
    """A newer one changes what it says, and how much is told; the same version with other content asks."""
    assert shelf.rulesets.take_in(house("3", 1)).arrival == "new"
    taken = shelf.rulesets.take_in(house("3.1", 2))
    assert (taken.arrival, len(taken.differences)) == ("newer", 1)
    assert taken.differences[0].place == "items.combat_rifle.values.hit"
    assert shelf.hit("house") == 2
    assert shelf.rulesets.take_in(house("3.1", 2)).arrival == "same"
    assert refused(shelf, house("3.1", 5)) == "ruleset.pack.other"
    assert shelf.hit("house") == 2
    assert shelf.rulesets.take_in(house("3.1", 5), replaces=True).arrival == "other"
    assert shelf.hit("house") == 5


def test_an_older_one_does_not_come_back_unasked(shelf: Shelf) -> None:
    """1.10 is above 1.9."""
    shelf.rulesets.take_in(house("1.10", 1))
    assert refused(shelf, house("1.9", 2)) == "ruleset.pack.older"
    assert shelf.hit("house") == 1


def test_w3_two_of_one_id(shelf: Shelf) -> None:
    """One that comes with the program is never replaced by a stranger's of its name."""
    pack = house("1", 1, name="cwn", extends="d6pool")
    assert refused(shelf, pack) == "ruleset.pack.shipped"


def test_what_it_extends_must_be_there(shelf: Shelf) -> None:
    assert refused(shelf, house("1", 1, extends="elsewhere")) == "ruleset.pack.needs"
    shelf.rulesets.take_in(house("1", 1))
    shelf.rulesets.take_in(house("1", 3, name="ours", extends="house"))
    assert shelf.hit("ours") == 3


def test_what_others_extend_is_not_taken_away(shelf: Shelf) -> None:
    """They would be broken afterwards; once they are gone it can be."""
    shelf.rulesets.take_in(house("1", 1))
    shelf.rulesets.take_in(house("1", 3, name="ours", extends="house"))
    with pytest.raises(RuleError) as caught:
        shelf.rulesets.remove("house")
    assert caught.value.message.params == {"id": "house", "heirs": "ours"}
    shelf.rulesets.remove("ours")
    shelf.rulesets.remove("house")
    assert shelf.rulesets.own() == ()


def test_w2_one_is_not_all(shelf: Shelf) -> None:
    """Taken away is one alone, and it does not come back."""
    shelf.rulesets.take_in(house("1", 1))
    shelf.rulesets.take_in(house("1", 2, name="other"))
    shelf.rulesets.remove("house")
    assert shelf.rulesets.own() == ("other",)
    assert shelf.hit("other") == 2
    with pytest.raises(RuleError):
        shelf.rulesets.remove("house")
    for name in ("cwn", "", "..", "other/..", ".", "../rulesets"):
        with pytest.raises(RuleError):
            shelf.rulesets.remove(name)
    assert shelf.rulesets.own() == ("other",)


def test_w6_half_an_update(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where taking one in fails in the middle, the old one is there untouched."""
    shelf.rulesets.take_in(house("1", 1))

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(DataError):
        shelf.rulesets.take_in(house("2", 2))
    monkeypatch.undo()
    assert shelf.hit("house") == 1
    assert [path.name for path in shelf.folder.iterdir()] == ["house"]


@pytest.mark.parametrize("step", ["before", "between", "after"])
def test_w6_ended_between_two_steps(shelf: Shelf, step: str) -> None:
    """What was replaced is put back, what was half written is dropped, the next time anybody looks."""
    shelf.rulesets.take_in(house("1", 1))
    place, new, old = (shelf.folder / each for each in ("house", ".house.new", ".house.old"))
    shutil.copytree(place, new)
    os.utime(new, (0, 0))  # a minute ago and more: nobody writes into it any longer
    if step == "between":
        place.rename(old)
    if step == "after":
        shutil.copytree(place, old)
    assert shelf.rulesets.own() == ("house",)
    assert shelf.hit("house") == 1
    assert [path.name for path in shelf.folder.iterdir()] == ["house"]


def test_what_another_program_is_writing_is_left_alone(shelf: Shelf) -> None:
    """Two that take one in at once: neither takes away half of what the other has written so far."""
    shelf.rulesets.take_in(house("1", 1))
    theirs = shelf.folder / ".house.0a1b2c3d.new"
    shutil.copytree(shelf.folder / "house", theirs)
    shelf.rulesets.take_in(house("2", 2))
    assert shelf.hit("house") == 2
    assert (theirs / "ruleset.toml").is_file()


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no links")
def test_a_linked_ruleset_is_replaced_and_taken_away_what_it_leads_to_stays(
    shelf: Shelf, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    shelf.rulesets.take_in(house("1", 1))
    (shelf.folder / "house").rename(elsewhere)
    (shelf.folder / "house").symlink_to(elsewhere)
    for version in (2, 3):
        shelf.rulesets.take_in(house(str(version), version))
        assert shelf.hit("house") == version
    shutil.rmtree(shelf.folder / "house")
    (shelf.folder / "house").symlink_to(elsewhere)
    shelf.rulesets.remove("house")
    assert [*shelf.folder.iterdir()] == []
    assert (elsewhere / "ruleset.toml").is_file()


def test_one_is_taken_away_in_one_step(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the program ends while it deletes, no half of it is left to be read."""
    shelf.rulesets.take_in(house("1", 1))
    monkeypatch.setattr(shutil, "rmtree", lambda *_, **__: None)
    shelf.rulesets.remove("house")
    assert shelf.rulesets.own() == ()
    monkeypatch.undo()
    for each in shelf.folder.iterdir():
        os.utime(each, (0, 0))
    assert shelf.rulesets.own() == ()
    assert [*shelf.folder.iterdir()] == []


def test_what_cannot_be_put_back_does_not_keep_the_list_from_being_shown(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.rulesets.take_in(house("1", 1))
    shelf.rulesets.take_in(house("1", 1, name="other"))
    (shelf.folder / "house").rename(shelf.folder / ".house.old")

    def read_only(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "rename", read_only)
    assert shelf.rulesets.own() == ("other",)


def test_w8_what_is_wrong_is_told_by_file_and_place(shelf: Shelf) -> None:
    """And nothing of it is taken in."""
    text = 'name = "House"\nextends = "cwn"\n[[items]]\nkey = "knife"\n[items.values]\ndamge = 3\n'
    with pytest.raises(RulesetError) as caught:
        shelf.rulesets.take_in(pack_of("house", {"ruleset.toml": text}))
    (problem,) = caught.value.problems
    assert (problem.place.file, problem.place.pointer) == (
        "house/ruleset.toml",
        "items.knife.values.damge",
    )
    assert not shelf.folder.exists() or not list(shelf.folder.iterdir())


def test_two_people_have_the_same_after_one_packs_and_the_other_takes_in(tmp_path: Path) -> None:
    """Packed on one machine and taken in on another profile: the rulesets are equal."""
    one, other = Shelf(tmp_path / "one"), Shelf(tmp_path / "other")
    one.rulesets.take_in(house("3", 2))
    other.rulesets.take_in(pack_of("house", one.texts("house")))
    assert build("house", one.texts) == build("house", other.texts)
    assert not differences(build("house", one.texts), build("house", other.texts))


def test_rulesets_are_compared_by_place() -> None:
    """Every place is named once, and a ruleset does not differ from itself."""
    for name in ("chrome", "cwn", "d6pool", "phases"):
        assert differences(shipped(name), shipped(name)) == ()
    found = differences(shipped("d6pool"), shipped("minimal"))
    places = [each.place for each in found]
    assert len(places) == len(set(places)) > 50
