"""A hundred kills in the middle of play, with checkpoints in between: nothing acknowledged is lost, nothing is torn."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from encounter_gui.core.ids import EncounterId
from encounter_gui.storage.campaign import Campaign
from encounter_gui.storage.damage import verify
from tests.storage.campaigns import resumed

ONE = EncounterId(1)
ROOT_FOLDER = Path(__file__).parents[2]

# Forks a player for every line it is given: importing everything each time would take most of the test.
PLAYERS = """
import os, sys
from pathlib import Path
from encounter_gui.core.ids import EncounterId
from encounter_gui.storage.campaign import Campaign
from tests.storage.campaigns import STRIKE, begin, resumed

def play(path):
    with Campaign.open(path) as campaign:
        playing = resumed(campaign, EncounterId(1)) if campaign.encounters() else begin(campaign)
        count = 0
        while True:
            # In one piece: a player killed between a number and the end of its line would leave a torn line.
            os.write(1, b"%d\\n" % playing.perform(STRIKE).id)
            count += 1
            if count % 4 == 0:
                campaign.file.checkpoint()
            if count % 7 == 0:
                campaign.set_setting("count", str(count))

for line in sys.stdin:
    pid = os.fork()
    if pid == 0:
        print(os.getpid(), flush=True)
        play(Path(line.strip()))
    os.waitpid(pid, 0)
    print("gone", flush=True)
"""


@pytest.mark.parametrize("kills", [10, pytest.param(120, marks=pytest.mark.deep)])
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked on Windows")
@pytest.mark.timeout(240)
def test_many_kills_lose_nothing(tmp_path, capsys, kills):
    path = tmp_path / "a.encounter"
    Campaign.create(path, "Night").close()
    chance, acknowledged = Random(16), 0
    command = [sys.executable, "-c", PLAYERS]
    with subprocess.Popen(
        command, cwd=ROOT_FOLDER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as players:
        for _ in range(kills):
            players.stdin.write(f"{path}\n")
            players.stdin.flush()
            pid = int(players.stdout.readline())
            said = [int(players.stdout.readline()) for _ in range(chance.randrange(1, 30))]
            os.kill(pid, signal.SIGKILL)
            while (line := players.stdout.readline().strip()) != "gone":
                said.append(int(line))
            acknowledged += len(said)
            with Campaign.open(path) as campaign:
                log = resumed(campaign, ONE).log
                assert max(said) <= log.head <= max(said) + 1
                assert all(key in log for key in said)
        players.stdin.close()
    assert verify(path).damage == ()
    with capsys.disabled():
        print(f"\n{kills} kills, {acknowledged} acknowledged commands, 0 lost")
    assert acknowledged > kills
