"""Opens a large panel and closes it again by one action."""

from collections.abc import Callable
from typing import Generic, TypeVar

from encounter_gui.gui.keys.regions import Region, Regions
from encounter_gui.gui.large.large_panel import LargePanel
from encounter_gui.gui.large.large_panels import LargePanels

P = TypeVar("P", bound=LargePanel)


class PanelSwitch(Generic[P]):
    """Holds a panel in the place of the bench and all or most of the log; it is made when it is first needed."""

    def __init__(
        self,
        panels: LargePanels,
        regions: Regions,
        name: Region,
        make: Callable[[], P],
        *,
        is_modest: bool = False,
    ) -> None:
        """Takes where it opens, the name of its part of the window, and what makes it.

        It leaves one line of the log below it; one that ``is_modest`` as much as it can do without, or nothing.
        """
        self._is_modest = is_modest
        self._panels = panels
        self._regions = regions
        self._name = name
        self._make = make
        self._made: P | None = None

    @property
    def panel(self) -> P:
        """The panel, made at the first call."""
        if self._made is None:
            panel = self._made = self._make()
            if self._is_modest:
                self._panels.add_modest(panel, ("bench", "log"), "log")
            else:
                self._panels.add(panel, ("bench",), lowered=("log",))
            panel.room_wanted.connect(self._panels.give_room)
            self._regions.add(self._name, panel)
            panel.left.connect(self.close)
        return self._made

    @property
    def is_made(self) -> bool:
        """Whether the panel has been needed before."""
        return self._made is not None

    @property
    def is_open(self) -> bool:
        """Whether the panel is seen."""
        return self._made is not None and self._panels.current is self._made

    def turn(self) -> bool:
        """Opens the panel with the keyboard in it, or closes it; returns whether it is open now."""
        if self.is_open:
            self.close()
        else:
            self._panels.open(self.panel)
            self.panel.take_focus()
        return self.is_open

    def close(self) -> None:
        """Closes the panel, if it is open."""
        if self.is_open:
            self._panels.close(self._made)
