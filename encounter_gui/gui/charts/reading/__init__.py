"""Reading charts: exact values under the mouse and by keys, copies as picture, drawing and table."""
