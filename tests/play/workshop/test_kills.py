"""Kills in the middle of saving versions and of fights that take them over: all there or not, never a part of it."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from encounter_gui.core.ids import EncounterId
from encounter_gui.storage.damage import verify
from tests.helpers.own_rules import opened

ONE = EncounterId(1)
ROOT_FOLDER = Path(__file__).parents[3]

PLAYERS = """
import os, sys
from pathlib import Path
from encounter_gui.core.ids import EncounterId
from tests.helpers.own_rules import made_own, opened

def play(path):
    campaign = opened(path)
    rules, fight = campaign.own_rules, campaign.session(EncounterId(1))
    hit = ("items", "combat_rifle", "values", "hit")
    while True:
        count = len(rules.repository.versions("cwn")) + 1
        version = made_own(campaign, "cwn", hit, count % 5 + 1).version
        os.write(1, b"saved %d\\n" % version)
        rules.take_over(fight, campaign.ruleset("cwn"))
        os.write(1, b"taken %d\\n" % version)
        if count % 3 == 0:
            fight.undo()
            fight.redo()

for line in sys.stdin:
    pid = os.fork()
    if pid == 0:
        print(os.getpid(), flush=True)
        play(Path(line.strip()))
    os.waitpid(pid, 0)
    print("gone", flush=True)
"""
"""Forks a player for every line it is given: importing everything each time would take most of the test."""


@pytest.mark.parametrize("kills", [6, pytest.param(20, marks=pytest.mark.deep)])
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked on Windows")
@pytest.mark.timeout(240)
def test_a_kill_loses_no_version_and_no_rules_taken_over(tmp_path: Path, kills: int) -> None:
    path, chance = tmp_path / "Docks.encounter", Random(33)
    opened(path).close()
    command = [sys.executable, "-c", PLAYERS]
    with subprocess.Popen(
        command, cwd=ROOT_FOLDER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as players:
        assert players.stdin is not None
        assert players.stdout is not None
        for _ in range(kills):
            players.stdin.write(f"{path}\n")
            players.stdin.flush()
            pid = int(players.stdout.readline())
            said = [players.stdout.readline() for _ in range(chance.randrange(1, 12))]
            os.kill(pid, signal.SIGKILL)
            while (line := players.stdout.readline()).strip() != "gone":
                said.append(line)
            _check(path, said)
        players.stdin.close()
    assert verify(path).damage == ()


def _check(path: Path, said: list[str]) -> None:
    """What was said to be done is there, and at most one step more."""
    saved = [int(each.split()[1]) for each in said if each.startswith("saved")]
    taken = [int(each.split()[1]) for each in said if each.startswith("taken")]
    campaign = opened(path)
    try:
        versions = [each.version for each in campaign.own_rules.repository.versions("cwn")]
        assert versions == list(range(len(versions), 0, -1))
        assert not saved or saved[-1] <= versions[0] <= saved[-1] + 1
        fight = campaign.session(ONE)
        there = fight.head_context.ruleset
        if taken:
            assert there.own_version in (taken[-1] - 1, taken[-1], versions[0])
        rifle = there.item("combat_rifle")
        assert rifle is not None
        if there.own_version:
            assert rifle.values["hit"] == there.own_version % 5 + 1
        campaign.own_rules.take_over(fight, campaign.ruleset("cwn"))
        assert fight.head_context.ruleset.own_version == versions[0]
    finally:
        campaign.close()
