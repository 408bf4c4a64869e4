"""Names for combatants that tell the players nothing: an id contains the name that somebody joined with."""

from hashlib import blake2s

from encounter_gui.core.ids import CombatantId

_SIZE = 8  # bytes: two of a few thousand are never the same


class PlayerKeys:
    """Gives every combatant a key that is the same as long as the program runs, and cannot be led back to its id."""

    def __init__(self, secret: bytes) -> None:
        """Takes a secret of at least 16 bytes."""
        self._secret = secret

    def key(self, who: CombatantId) -> str:
        """Returns the key of a combatant."""
        return blake2s(who.encode(), key=self._secret, digest_size=_SIZE).hexdigest()
