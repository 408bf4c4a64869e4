"""Names folders of the package that hold more modules than one can take in at a glance.

A folder holds at most fifteen modules, ``__init__.py`` not counted. Prints the folders that hold more; exit code 1 if
any.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

MOST = 15
"""How many modules a folder may hold."""


def too_full(package: Path, most: int = MOST) -> dict[str, int]:
    """Returns the folders of a package that hold more modules than ``most``, and how many they hold."""
    modules = (path for path in package.rglob("*.py") if path.name != "__init__.py")
    counts = Counter(path.parent.relative_to(package.parent).as_posix() for path in modules)
    return {folder: count for folder, count in sorted(counts.items()) if count > most}


def main(package: Path = ROOT / "encounter_gui") -> int:
    """Prints what is too full and returns the exit code."""
    found = too_full(package)
    for folder, count in found.items():
        print(f"{folder}/ holds {count} modules; {MOST} are the most")
    if not found:
        print(f"no folder holds more than {MOST} modules")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
