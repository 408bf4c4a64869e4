"""Importing as Python does it, in a process with PySide.

PySide puts itself before every import of the process, to serve ``from __feature__ import …``, which nobody here uses:
it reads the source of each module that is imported and keeps it. That is a fifth of a start and 10 MB; and it looks
into modules that another thread has only half imported, of which a start died (ImportError in pydantic).
"""

import builtins


def use_plain_imports() -> None:
    """Loads PySide, and gives importing back to Python."""
    import PySide6.QtCore  # noqa: F401 - puts its import before Python's

    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
