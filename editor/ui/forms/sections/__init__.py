"""The section cards of a soul."""
