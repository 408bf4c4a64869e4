"""Joins the parts that are made after the first paint with the window and the campaign."""
