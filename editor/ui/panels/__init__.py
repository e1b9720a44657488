"""Panels beside the editor: tree, context, identity."""
