"""One module per kind of file, all behind the protocol of `base`. No Qt, no disk."""
