"""Folders of rulesets, as people leave them."""

from pathlib import Path

import pytest

from encounter_gui import paths
from encounter_gui.core.errors import DataError


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own folder of rulesets, empty."""
    monkeypatch.setattr(paths, "user_folder", lambda: tmp_path)
    folder = tmp_path / "rulesets"
    folder.mkdir()
    return folder


def _made(folder: Path, text: str = 'name = "Home brew"\n') -> Path:
    folder.mkdir()
    file = folder / "ruleset.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_own_rulesets_are_listed_beside_those_that_come_with_the_program(own: Path) -> None:
    """By their names."""
    _made(own / "home")
    listed = {each.id: each.name for each in paths.rulesets()}
    assert listed["home"] == "Home brew"
    assert "d6pool" in listed


def test_a_broken_ruleset_is_listed_by_its_id(own: Path) -> None:
    """What is wrong with it is said when it is chosen."""
    _made(own / "home", 'name = "Home')
    assert {each.id: each.name for each in paths.rulesets()}["home"] == "home"


def test_hidden_folders_and_folders_called_like_the_file_are_no_trouble(own: Path) -> None:
    """A version control's folder, or one that was unpacked wrongly: the others are listed all the same."""
    _made(own / ".git")
    (own / "odd" / "ruleset.toml").mkdir(parents=True)
    ids = {each.id for each in paths.rulesets()}
    assert ".git" not in ids
    assert "d6pool" in ids
    assert paths.ruleset_texts("odd") == {}


def test_a_folder_that_may_not_be_looked_into_is_named(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error that can be told, not one of the program's."""
    _made(own / "home")

    def forbidden(_self: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "is_file", forbidden)
    with pytest.raises(DataError) as caught:
        paths.ruleset_texts("home")
    assert "home" in caught.value.place.file
    assert "Permission denied" in str(caught.value.message.params)


def test_the_template_stands_in_no_list_and_a_copy_of_it_does(own: Path) -> None:
    """It can be read by its id all the same: tests play by it, and people copy it."""
    assert "minimal" not in {each.id for each in paths.rulesets()}
    assert paths.ruleset_texts("minimal")
    _made(own / "alley", paths.ruleset_texts("minimal")["ruleset.toml"])
    assert "alley" in {each.id for each in paths.rulesets()}
