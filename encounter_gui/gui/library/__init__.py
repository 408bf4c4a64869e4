"""The library as a whole; its parts are the folders below.

Each imports only those before it: ``fields``, ``list``, ``control``, then ``browse`` and ``edit``.
"""
