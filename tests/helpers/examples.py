"""How many examples a property is tried with: a quarter for every change, all of them with ``--deep``."""

import os

from hypothesis import settings

_ALL, _FEW = 50, 12
_FEWEST = 3


def load_examples(*, deep: bool) -> None:
    """Sets how many examples a property is tried with that does not say so itself, and scales those that do.

    No deadline: a shared machine is slow now and then, and a property is not about time. Where ``CI`` is set, the
    examples are the same every time: two runs of one commit cannot disagree.
    """
    settings.register_profile(
        "ours",
        max_examples=_ALL if deep else _FEW,
        deadline=None,
        derandomize=bool(os.environ.get("CI")),
    )
    settings.load_profile("ours")


def examples(most: int) -> settings:
    """Returns the settings of a property that is tried with this many examples in a deep run."""
    return settings(max_examples=max(_FEWEST, most * settings().max_examples // _ALL))
