"""Charts of exact odds. The only room that draws with pyqtgraph, and only from the first shown chart on."""
