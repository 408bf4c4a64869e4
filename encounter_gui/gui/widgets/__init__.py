"""Small widgets and helpers of no particular panel."""
