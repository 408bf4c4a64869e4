"""Controllers without widgets of their own: a session comes in, signals go out.

They import ``log`` and ``timeline`` for their row types, and never ``window``.
"""
