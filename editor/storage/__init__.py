"""Bytes on disk: decoding, digests, guarded atomic saving, settings. No Qt."""
