"""Living state: documents, the live pipeline, watching, jobs, commands. QtCore and QtGui only."""
