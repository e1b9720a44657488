"""The form of a slot file: its layers, its switch, its template and its other keys."""
