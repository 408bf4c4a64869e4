"""The part of SVG's path language our own drawings use: absolute M, L, C and Z."""

import re

from PySide6.QtGui import QPainterPath

_TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)")
_ALLOWED = re.compile(r"[MLCZ\d\s.,+-]*")
_COUNTS = {"M": 2, "L": 2, "C": 6, "Z": 0}


def painter_path(data: str) -> QPainterPath:
    """Returns the path that ``data`` (an SVG ``d``) describes; several subpaths are fine.

    Raises:
        ValueError: Any other command, a wrong count of numbers, or a path that does not begin with M.
    """
    if not _ALLOWED.fullmatch(data):
        raise ValueError("only absolute M, L, C and Z")
    path = QPainterPath()
    for index, (command, numbers) in enumerate(_commands(data)):
        if index == 0 and command != "M":
            raise ValueError("does not begin with M")
        _draw(path, command, numbers)
    return path


def _commands(data: str) -> list[tuple[str, list[float]]]:
    commands: list[tuple[str, list[float]]] = []
    for token in _TOKEN.findall(data):
        if token in _COUNTS:
            commands.append((token, []))
        elif not commands:
            raise ValueError("does not begin with M")
        else:
            commands[-1][1].append(float(token))
    return commands


def _draw(path: QPainterPath, command: str, numbers: list[float]) -> None:
    count = _COUNTS[command]
    if (len(numbers) % count or not numbers) if count else numbers:
        raise ValueError(f"{command} takes {count} numbers at a time, found {len(numbers)}")
    if command == "Z":
        path.closeSubpath()
    for start in range(0, len(numbers), max(count, 1)):
        values = numbers[start : start + count]
        match command:
            case "M" if start == 0:
                path.moveTo(*values)
            case "M" | "L":
                path.lineTo(*values)
            case _:
                path.cubicTo(*values)
