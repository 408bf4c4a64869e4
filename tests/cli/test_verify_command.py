"""``encounter-gui verify`` and ``repair``: what they print and return."""

from encounter_gui.cli.main import parse
from tests.storage.campaigns import fought
from tests.storage.test_damage import altered


def test_a_sound_campaign(tmp_path, capsys):
    path = fought(tmp_path / "night.encounter")
    assert parse(["verify", str(path)]) == 0
    said = capsys.readouterr().out
    assert said.splitlines()[0].startswith(
        "night.encounter holds 1 campaign, 1 rulesets, 1 encounters"
    )
    assert "All of it is what was written." in said


def test_a_damaged_one_is_repaired_into_another(tmp_path, capsys):
    path, new = fought(tmp_path / "night.encounter"), tmp_path / "new.encounter"
    altered(path, "UPDATE entries SET at = '2000' WHERE id = 6")
    assert parse(["verify", str(path)]) == 1
    assert "  entry 6 of “Alley”\n" in capsys.readouterr().out
    assert parse(["repair", str(path), "--out", str(new)]) == 0
    said = capsys.readouterr().out
    assert "5 entries" in said
    assert "  entry 7 of “Alley”\n" in said
    assert parse(["verify", str(new)]) == 0
    assert parse(["repair", str(path), "--out", str(new)]) == 2
    assert "“new.encounter” in" in capsys.readouterr().err


def test_what_is_no_campaign_is_refused(tmp_path, capsys):
    (tmp_path / "x").write_text("not a campaign", encoding="utf-8")
    assert parse(["verify", str(tmp_path / "x")]) == 2
    assert "is not a campaign" in capsys.readouterr().err
