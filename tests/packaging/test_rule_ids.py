"""The search for rules of the game that no test names."""

from collections.abc import Callable
from pathlib import Path

import pytest

import rule_ids

Write = Callable[[str, str], None]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes one file of a checkout made up for the test."""

    def writer(name: str, text: str) -> None:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    return writer


def mark(*ids: str) -> str:
    """Returns the text of a test module that names these rules."""
    marks = "".join(f'@pytest.mark.rule("{rule}")\n' for rule in ids)
    return f"{marks}def test_it(): ...\n"


LIST = '[rules]\nTOY-01 = "Rolling"\nTOY-02 = "Falling"\n'


def test_a_listed_rule_without_a_test_is_named(tmp_path: Path, write: Write) -> None:
    """The list of a ruleset is what must be tested."""
    write("rulesets/toy/rules.toml", LIST)
    write("tests/rules/test_toy.py", mark("TOY-01"))
    assert rule_ids.report(tmp_path).untested == ("TOY-02",)


def test_a_list_may_be_tables_with_an_id(tmp_path: Path, write: Write) -> None:
    """Both ways of writing a list are read."""
    write("rulesets/toy/rules.toml", '[[rule]]\nid = "TOY-01"\ntitle = "Rolling"\n')
    assert rule_ids.listed(tmp_path) == {"TOY-01"}


def test_worked_examples_test_rules_by_list_and_by_step(tmp_path: Path, write: Write) -> None:
    """A worked example of the rule text is a test of the rules it names."""
    write("rulesets/toy/rules.toml", LIST)
    fight = 'rules = ["TOY-01"]\n[[step]]\ndo = "fall"\nrule = "TOY-02"\n'
    write("resources/examples/toy-one.toml", fight)
    assert rule_ids.report(tmp_path).is_clean


def test_a_rule_cited_in_code_must_be_tested_and_listed(tmp_path: Path, write: Write) -> None:
    """A docstring that cites an id nobody has heard of is a slip of the pen."""
    write("rulesets/toy/rules.toml", LIST)
    write("tests/test_toy.py", mark("TOY-01", "TOY-02"))
    write("encounter_gui/rules/systems/toy/mechanics.py", '"""Rolls (TOY-01), dives (TOY-22)."""\n')
    found = rule_ids.report(tmp_path)
    assert (found.untested, found.unlisted) == (("TOY-22",), ("TOY-22",))


def test_a_rule_a_ruleset_file_refers_to_must_be_tested(tmp_path: Path, write: Write) -> None:
    """Switches and actions name their rule, however deep in the file."""
    write("rulesets/toy/rules.toml", LIST)
    write("rulesets/toy/ruleset.toml", '[[switch]]\nkey = "a"\nrule = "TOY-03"\n')
    assert rule_ids.report(tmp_path).untested == ("TOY-01", "TOY-02", "TOY-03")


def test_other_words_of_that_shape_are_no_rules(tmp_path: Path, write: Write) -> None:
    """UTF-16 in a docstring is not a rule of the game."""
    write("rulesets/toy/rules.toml", LIST)
    write("encounter_gui/rules/systems/toy/mechanics.py", '"""Reads UTF-16."""\n')
    write("tests/test_toy.py", mark("TOY-01", "TOY-02", "UTF-16"))
    assert rule_ids.report(tmp_path).is_clean


def test_marks_count_wherever_they_are_put(tmp_path: Path, write: Write) -> None:
    """On the module, on a parameter, several at once."""
    on_module = 'pytestmark = [pytest.mark.rule("TOY-01")]'
    on_parameter = 'x = pytest.param(1, marks=pytest.mark.rule("TOY-02", "TOY-03"))'
    write("tests/test_toy.py", f"{on_module}\n{on_parameter}\n")
    assert rule_ids.tested(tmp_path) == {"TOY-01", "TOY-02", "TOY-03"}


@pytest.mark.parametrize(
    "text",
    [
        f"@pytest.mark.deep\n{mark('TOY-01')}",
        "pytestmark = pytest.mark.deep\n" + mark("TOY-01"),
        'pytestmark = [pytest.mark.rule("TOY-01"), pytest.mark.deep]\n',
        'x = pytest.param(1, marks=[pytest.mark.deep, pytest.mark.rule("TOY-01")])\n',
        '@pytest.mark.deep\nclass TestIt:\n    @pytest.mark.rule("TOY-01")\n    def test_it(self): ...\n',
    ],
)
def test_a_rule_only_deep_tests_name_is_not_tested(tmp_path: Path, write: Write, text: str) -> None:
    """The run after every change must notice a rule that no longer holds."""
    write("tests/test_toy.py", text)
    assert rule_ids.tested(tmp_path) == set()


def test_a_rule_of_a_test_with_a_deep_case_is_tested(tmp_path: Path, write: Write) -> None:
    """One case on a large scale beside a small one takes nothing away."""
    cases = "@pytest.mark.parametrize('n', [5, pytest.param(100, marks=pytest.mark.deep)])"
    write("tests/test_toy.py", f"{cases}\n{mark('TOY-01')}")
    assert rule_ids.tested(tmp_path) == {"TOY-01"}


def test_a_mark_that_is_only_mentioned_tests_nothing(tmp_path: Path, write: Write) -> None:
    """A comment or a string about a mark is not a test."""
    write("tests/test_toy.py", '# pytest.mark.rule("TOY-01")\nx = \'pytest.mark.rule("TOY-02")\'\n')
    assert rule_ids.tested(tmp_path) == set()


def test_a_system_must_list_its_rules(tmp_path: Path, write: Write) -> None:
    """Without the list, a rule nobody wrote would not be missed."""
    write("encounter_gui/rules/systems/toy/__init__.py", "")
    assert rule_ids.report(tmp_path).systems_without_list == ("toy",)


def test_a_system_whose_rulesets_people_make_needs_no_list(tmp_path: Path, write: Write) -> None:
    """Its manifest says that it has no card on the welcome screen."""
    write("encounter_gui/rules/systems/toy/__init__.py", "")
    write("encounter_gui/rules/systems/toy/manifest.py", "MANIFEST = Manifest(card=None)\n")
    assert rule_ids.report(tmp_path).systems_without_list == ()


def test_ids_may_end_in_a_letter(tmp_path: Path, write: Write) -> None:
    """Rules with many cases number them 29a, 29b."""
    write("rulesets/toy/rules.toml", '[rules]\nTOY-29a = "First case"\nTOY-29 = "All"\n')
    assert rule_ids.listed(tmp_path) == {"TOY-29", "TOY-29a"}


def test_what_is_wrong_is_printed_and_fails(
    tmp_path: Path, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line a rule, and an exit code for the check."""
    write("rulesets/toy/rules.toml", LIST)
    assert rule_ids.main(tmp_path) == 1
    assert capsys.readouterr().out.splitlines() == [
        "TOY-01: no test names it that runs without --deep",
        "TOY-02: no test names it that runs without --deep",
    ]


def test_a_complete_checkout_passes(
    tmp_path: Path, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    """And says how many rules there are."""
    write("rulesets/toy/rules.toml", LIST)
    write("tests/test_toy.py", mark("TOY-01", "TOY-02"))
    assert rule_ids.main(tmp_path) == 0
    assert capsys.readouterr().out == "2 rules, all named by tests\n"
