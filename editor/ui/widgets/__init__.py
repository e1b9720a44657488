"""Widgets that more than one view needs."""
