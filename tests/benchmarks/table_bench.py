"""How long the procedures of an attack take at the table in each game, from its start to its outcome."""

import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from encounter_gui.dice.requests import Chosen, Faces, RollRequest, accept
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.commands import Command
from tests.benchmarks.fights import SYSTEMS, _session, make_campaign
from tests.benchmarks.figure import Figure

_ATTACKS, _TIMES = 400, 7


def figures() -> Iterator[Figure]:
    """Times the attack that the form proposes, five against five, with the same dice each time.

    The least of several runs counts: what other programs take is nothing of ours.
    """
    with tempfile.TemporaryDirectory() as folder:
        for system in SYSTEMS:
            path = Path(folder) / f"{system}.encounter"
            make_campaign(path, system, combatants=10, entries=0)
            with _session(path) as session:
                game, context = session.game.system, session.context
                command = game.attack_form(context, {}).command
                assert command is not None
                took = min(_attacks(game, context, command) for _ in range(_TIMES))
            yield Figure(f"{system}: an attack at the table", took * 1e6, "µs")


def _attacks(system: System, context: RulesContext, command: Command) -> float:
    """Returns the processor's time of one attack, on average."""
    dice = random.Random(1)
    begun = time.process_time()
    for _ in range(_ATTACKS):
        procedure, answer = system.procedure(context, command), None
        try:
            while True:
                answer = _answered(procedure.send(answer), dice)
        except StopIteration:
            pass
    return (time.process_time() - begun) / _ATTACKS


def _answered(asked: Any, dice: random.Random) -> Any:
    if isinstance(asked, tuple):
        return tuple(accept(each, _faces(each, dice)) for each in asked)
    return Chosen(option=asked.options[0])


def _faces(request: RollRequest, dice: random.Random) -> Faces:
    faces = (dice.randint(request.lowest, request.highest) for _ in range(request.count))
    return Faces(values=tuple(faces))
