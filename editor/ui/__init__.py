"""The window: widgets that show values they are given and tell what the user wants."""
