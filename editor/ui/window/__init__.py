"""The main window: places the views and joins them to the session."""
