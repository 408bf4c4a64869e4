"""The picture a plan is drawn on: chosen from a file, with its scale set by two clicks."""
