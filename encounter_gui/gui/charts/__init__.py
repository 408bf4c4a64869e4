"""Charts of exact odds; the only folder that imports pyqtgraph, and only from the first shown chart on."""
