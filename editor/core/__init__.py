"""Values of the product: spans, edits, trees, layers, placeholders, renderings. No Qt, no disk."""
