"""What a screen reader finds in the window that is shown: a JSON list of everything visible, on standard output.

Run by the system's Python, which has ``gi`` and ``Atspi`` (Debian: python3-gi, gir1.2-atspi-2.0), with the address of
an accessibility bus in ``AT_SPI_BUS_ADDRESS``.
"""

import json
import sys
import warnings
from collections.abc import Iterator
from typing import Any

_MOST_CHILDREN = 300
"""So many cells of a table are looked at."""


def seen(atspi: Any, node: Any, within: tuple[str, ...] = ()) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - untyped
    """Yields what is visible below an accessible object, each with the names of what it stands in."""
    for number in range(min(node.get_child_count(), _MOST_CHILDREN)):
        child = node.get_child_at_index(number)
        if child is None or not child.get_state_set().contains(atspi.StateType.SHOWING):
            continue
        name = child.get_name() or ""
        yield {**_facts(atspi, child), "name": name, "within": within}
        yield from seen(atspi, child, (*within, name) if name else within)


def _facts(atspi: Any, node: Any) -> dict[str, Any]:  # noqa: ANN401 - untyped
    text, box = node.get_text_iface(), node.get_component_iface()
    place = box.get_extents(atspi.CoordType.SCREEN) if box else None
    return {
        "role": node.get_role_name(),
        "description": node.get_description() or "",
        "text": text.get_text(0, -1) if text else "",
        "place": (place.x, place.y, place.width, place.height) if place else (0, 0, 0, 0),
        "has_keyboard": node.get_state_set().contains(atspi.StateType.FOCUSED),
    }


def look() -> list[dict[str, Any]]:
    """Returns what is visible of every program on the bus."""
    import gi  # type: ignore[import-not-found]  # the system's, as its types are

    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi  # type: ignore[import-not-found]  # as above

    desktop = Atspi.get_desktop(0)
    programs = (desktop.get_child_at_index(each) for each in range(desktop.get_child_count()))
    return [each for program in programs if program is not None for each in seen(Atspi, program)]


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # names of functions that are old, and all that Debian 12 has
    json.dump(look(), sys.stdout)
