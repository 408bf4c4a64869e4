"""Documents on paper: own pages, painted as vectors. QtPrintSupport is imported in this room alone."""
