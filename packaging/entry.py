"""Where a bundle starts: the program's door, and the way out for processes that it starts itself."""

import multiprocessing
import sys

from encounter_gui.__main__ import main

if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main())
