"""Rules for packaging."""
load("//tools:defs.bzl", "helper")

VERSION = "1.2"

def package_rule(name, srcs = []):
    """Declares an archive of srcs."""
    helper(name = name, srcs = srcs)
