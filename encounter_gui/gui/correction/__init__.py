"""The field that opens over a die or number of a result, and what leads to it: misread dice are typed over there."""
