"""Prompt Editor: resolve, show and losslessly edit prompts for AI agents."""
