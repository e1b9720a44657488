"""Bytes on disk: decoding, line ends, guarded atomic saving and settings. Knows no Qt."""
