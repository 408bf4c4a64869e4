"""Which keys do what here."""

from encounter_gui.gui.keys.key_map import USES


class KeyBindings:
    """The keys of everything."""

    def keys(self, use: str) -> tuple[str, ...]:
        """Returns the keys of something, the one that is shown first; none if it has none."""
        return USES[use].keys if use in USES else ()
