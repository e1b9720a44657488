"""A folder of prompts: configuration, discovery, contexts, the scope for a file. No Qt."""
