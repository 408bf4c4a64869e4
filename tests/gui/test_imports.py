"""Importing is Python's own again once PySide is there."""

import builtins

import encounter_gui.gui


def test_pyside_reads_no_module_that_is_imported() -> None:
    """Its hook looked into modules another thread had half imported: a start died of it."""
    assert encounter_gui.gui.__doc__
    assert builtins.__import__.__name__ != "__feature_import__"
