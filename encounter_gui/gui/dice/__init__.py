"""The line into which dice are typed: it shows how what stands in it is read."""
