"""What the painted parts of the panel have in common: they are muted while what they show is worked out anew."""

from encounter_gui.gui.charts.painted_chart import PaintedChart


class MutedChart(PaintedChart):
    """Painted in the colours of what is known, or muted."""

    is_stale = False
    """Whether what is shown is being worked out anew."""

    def mute(self, *, is_stale: bool) -> None:
        """Shows whether what is shown is being worked out anew; it stays there to be read."""
        if is_stale != self.is_stale:
            self.is_stale = is_stale
            self.update()
