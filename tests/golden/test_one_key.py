"""A campaign of the time when all things of a kind had one key: what was one stays one."""

import gzip
from pathlib import Path

import pytest

from tests.golden.save_expectations import SAVES
from tests.golden.save_facts import Save

LEFT = {"phases": 9, "cwn": 7, "chrome": 9, "d6pool": 14}
"""The rounds left after the one shot of each of its fights."""


@pytest.mark.parametrize(("number", "game"), list(enumerate(LEFT, 1)))
def test_two_that_shared_a_magazine_share_it_still(tmp_path: Path, number: int, game: str) -> None:
    """Opened, undone and redone: the same keys, names and rounds."""
    path = tmp_path / "one-key.encounter"
    path.write_bytes(gzip.decompress((SAVES / "one-key.encounter.gz").read_bytes()))
    with Save(path) as save:
        assert save.encounters()[number] == f"Two of a kind: {game}"
        fight = save.fight(number)
        was = fight.facts()
        pistols = fight.carried("Vee")
        assert [key for key, _, rounds in pistols] == [pistols[0][0]] * 2
        assert [name for _, name, _ in pistols] == [pistols[0][1]] * 2
        assert {rounds for _, _, rounds in pistols} == {LEFT[game]}
        with save.together():
            while fight.can_undo:
                fight.undo()
            while fight.can_redo:
                fight.redo()
        assert (fight.facts(), fight.carried("Vee")) == (was, pistols)
        assert fight.panels()
