"""The frontmatter form: a view of the fields above a text, drawn from a schema."""
