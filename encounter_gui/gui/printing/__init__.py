"""Documents on paper: own pages, painted as vectors on anything that has pages. QtPrintSupport is imported here alone."""
