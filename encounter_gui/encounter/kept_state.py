"""The state of a fight as text beside its log, so that a long fight opens without being played through again.

It is only ever a short cut: it counts as long as it belongs to an entry that is proved to be what was written, and is
compared with what the log says once there is time for that.
"""

from hashlib import sha256
from typing import Self

import msgspec

from encounter_gui import __version__
from encounter_gui.core.ids import EntryId
from encounter_gui.encounter.codec import VERSIONS
from encounter_gui.encounter.state import EncounterState

_FORMAT = 1
"""Raised with every change to what a fold comes to, within one version of the program."""

_PROGRAM = f"{__version__}.{_FORMAT}.{sha256(repr(sorted(VERSIONS.items())).encode()).hexdigest()}"


class KeptState(msgspec.Struct, frozen=True, kw_only=True):
    """The state after an entry. ``seal`` is the hash of the entry as hexadecimal digits: it covers all that led to it.

    ``program`` is what has worked it out: another version may come to another state.
    """

    entry: EntryId
    seal: str
    state: EncounterState
    program: str = ""

    @property
    def text(self) -> str:
        """All of it as text; empty if the state would not be read again as it is."""
        kept = msgspec.structs.replace(self, program=_PROGRAM)
        text = _encoder.encode(kept).decode()
        return text if self.read(text) == kept else ""

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Returns what ``text`` has returned; None: it is something else, or from another version of the program."""
        try:
            kept = _decoder.decode(text)
        except (msgspec.MsgspecError, RecursionError):
            return None
        return kept if isinstance(kept, cls) and kept.program == _PROGRAM else None


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(KeptState)
