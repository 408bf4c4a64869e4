"""``encounter-gui odds``: the next attack of a real script, what is refused, and where a fight may come from."""

import argparse
import io
import json
from pathlib import Path

import pytest

from encounter_gui import paths
from encounter_gui.cli import odds_command
from encounter_gui.play.open_campaign import CampaignServices
from encounter_gui.play.scripts.script_runner import Failure, play_fight
from tests.helpers.rulesets import shipped

FIGHT = """
[fight]
name = "Duel"
ruleset = "d6pool"
round = 1

[[combatants]]
id = "vee"
name = "Vee"
side = "pc"
initiative = 9
held = "baretta_96f"
items = ["baretta_96f"]
sheet = { strength = 3, dexterity = 4, firearms = 4, pain_resistance = 4 }

[[combatants]]
id = "gang"
name = "Gang"
side = "foe"
initiative = 5
sheet = { strength = 3, dexterity = 3, pain_resistance = 4 }

[[steps]]
do = "next"
"""


def run(*arguments: str) -> tuple[int, str]:
    """Returns exit code and output of ``odds`` with these arguments."""
    parser = argparse.ArgumentParser()
    odds_command.register(parser.add_subparsers())
    services = CampaignServices(
        rulesets=shipped, texts=paths.message_catalog(), now=lambda: "2024-01-01T00:00:00Z"
    )
    out = io.StringIO()
    parsed = parser.parse_args(["odds", *arguments])
    return odds_command.run(parsed, campaign_services=services, out=out), out.getvalue()


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """A duel as a file."""
    path = tmp_path / "duel.toml"
    path.write_text(FIGHT, "utf-8")
    return path


def test_the_next_attack_has_exact_odds(duel: Path) -> None:
    """Vee shoots at short range with 4 dice against 10 (D6P-26, D6P-29): at least 10 on 4d6 is 1170 of 1296."""
    code, out = run(str(duel), "--json")
    data = json.loads(out)
    assert code == 0
    assert data["command"]["who"] == "vee"
    assert data["odds"]["Hit"] == pytest.approx(1170 / 1296)
    assert {"within", "spread"} <= {chart["kind"] for chart in data["charts"]}


def test_without_json_it_is_told(duel: Path) -> None:
    """The large figures of the window, a line each."""
    code, out = run(str(duel))
    assert code == 0
    assert "Hit: 90.28%" in out


def test_nobody_to_attack_is_said(duel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A fight of one: there is no attack, and that is the answer; nothing is printed as if there were."""
    head, _, rest = FIGHT.rpartition("[[combatants]]")
    duel.write_text(head + rest[rest.index("[[steps]]") :], "utf-8")
    code, out = run(str(duel), "--json")
    assert (code, out) == (2, "")
    assert "Nobody can attack next" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [(), ("--encounter", "Duel"), ("--from", "a.encounter")])
def test_a_fight_comes_from_one_place(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither script nor campaign with encounter: what to give is said."""
    assert run(*arguments)[0] == 2
    assert "Give either a fight script, or --from" in capsys.readouterr().err


def numbers_of(*arguments: str) -> dict[str, float]:
    """Returns the numbers by id that ``odds --json`` prints."""
    code, out = run(*arguments, "--json")
    assert code == 0
    found: dict[str, float] = json.loads(out)["numbers"]
    return found


def test_numbers_have_ids_beside_the_words_of_the_screen(duel: Path) -> None:
    """The large figures and every number of the charts; the charts say their ids themselves."""
    _, out = run(str(duel), "--json")
    data = json.loads(out)
    numbers = data["numbers"]
    assert numbers["hit"] == data["odds"]["Hit"]
    assert numbers["out.1"] == data["odds"]["Down"]
    within = next(each for each in data["charts"] if each["kind"] == "within")
    chances = [numbers[f"{within['id']}.{k}"] for k in range(1, 11)]
    assert chances == pytest.approx(within["chances"], abs=1e-12)
    spread = next(each for each in data["charts"] if each["kind"] == "spread")
    assert numbers[f"{spread['id']}.mean"] == spread["mean"]


@pytest.mark.parametrize(
    "attack",
    [
        '{ band = "medium" }',
        'band = "medium"',
        '{ do = "attack", who = "vee", target = "gang", band = "medium" }',
        '{ who = "Vee", target = "Gang", weapon = "baretta_96f", band = "medium" }',
    ],
)
def test_an_attack_is_asked_for_with_the_fields_of_a_step(duel: Path, attack: str) -> None:
    """Whoever acts and its target may be left out, and the braces; at medium range it is 15 (D6P-26)."""
    numbers = numbers_of(str(duel), "--attack", attack)
    assert numbers["hit"] == pytest.approx(575 / 1296)
    code, out = run(str(duel), "--attack", attack)
    assert (code, "Hit: 44.37%" in out) == (0, True)


@pytest.mark.parametrize(
    ("attack", "said"),
    [
        ('{ mode = "FA" }', "cannot fire in mode FA. Choose another mode. (D6P-19)"),
        ('{ who = "gang", target = "vee" }', "It is not Gang's turn."),
        ('{ do = "throw" }', "Baretta 96F is no explosive."),
        ('{ do = "aim" }', "“aim” has no odds."),
        ('{ do = "add", creature = "hening" }', "“add” has no odds."),
        ('{ do = "attck" }', "--attack: do: There is no command “attck”. Did you mean “attack”?"),
        ("{ mod = 1 }", "--attack: mod: “mod” is not a key that means anything here."),
        ('{ target = "Gong" }', "--attack: target: Nobody in this fight is called “Gong”."),
        ("{ mode = ", "--attack: This is not TOML"),
        ("{ dodge = 1 }\nhero = true", "--attack: This is not TOML"),
        ("mode 1", "--attack: line 1, column 6: This is not TOML"),
    ],
)
def test_what_cannot_be_asked_is_refused_and_nothing_is_printed(
    duel: Path, capsys: pytest.CaptureFixture[str], attack: str, said: str
) -> None:
    """In the words of the table, with the rule; wrong fields with their names."""
    for arguments in ((), ("--json",)):
        assert run(str(duel), "--attack", attack, *arguments) == (2, "")
        assert said in capsys.readouterr().err


def test_there_are_no_odds_of_an_attack_that_the_rules_refuse(
    duel: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """After two shots the action is spent, and the table says no; ``odds`` showed a chance to hit all the same."""
    shot = '\n[[steps]]\ndo = "attack"\nwho = "vee"\ntarget = "gang"\n'
    duel.write_text(FIGHT + shot + shot, "utf-8")
    third = f'{shot}refused = "d6pool.action_spent"'
    assert failures(FIGHT + shot + shot + third) == ()
    for arguments in ((), ("--attack", '{ who = "vee", target = "gang" }')):
        assert run(str(duel), "--seed", "1", *arguments) == (2, "")
        assert capsys.readouterr().err == "Vee has spent this action. Press Next. (D6P-17)\n"


@pytest.mark.parametrize("game", ["chrome", "cwn", "phases", "d6pool"])
def test_a_fight_may_expect_every_number_that_is_printed(game: str, tmp_path: Path) -> None:
    """``odds --json`` of a fight, written into it as expectations: all met; one changed, and it is not."""
    golden = paths.data_folder("resources") / "examples" / f"{game}-odds.toml"
    text = golden.read_text("utf-8").partition('do = "expect"')[0].rpartition("[[steps]]")[0]
    path = tmp_path / "fight.toml"
    path.write_text(text, "utf-8")
    numbers = numbers_of(str(path))
    assert len(numbers) > 20
    lines = [f'"odds.{name}" = {number!r}' for name, number in numbers.items()]
    step = '[[steps]]\ndo = "expect"\n[steps.expect]\n'
    assert not failures(text + step + "\n".join(lines))
    wrong = [f'"odds.{name}" = {number + 0.001!r}' for name, number in numbers.items()]
    assert len(failures(text + step + "\n".join(wrong))) == len(wrong)


def failures(text: str) -> tuple[Failure, ...]:
    """Returns what is not as a fight expects."""
    return play_fight(
        text,
        "fight.toml",
        rulesets=shipped,
        texts=paths.message_catalog(),
        now=lambda: "2024-01-01T00:00:00Z",
    ).failures
