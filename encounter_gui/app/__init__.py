"""The composition root: the only package that imports everything, with a window and for printing without one."""
