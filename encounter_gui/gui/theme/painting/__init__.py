"""Painting functions shared by screen and paper."""
