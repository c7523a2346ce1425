"""What the tests of pages about formats share: whether examples are taken, and which keys occur in them."""

import json
import subprocess
import sys


def refusal(document, *command):
    """What the command says of a document that it does not take; nothing where it takes it."""
    done = subprocess.run([sys.argv[1], *command, "-"], input=json.dumps(document), text=True, encoding="utf-8",
                          timeout=200, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout if done.returncode else ""


def keys(value, found, foreign=()):
    """Adds all keys in a value to those found, but for what is inside of foreign ones."""
    if isinstance(value, dict):
        for key, inside in value.items():
            found.add(key)
            if key not in foreign:
                keys(inside, found, foreign)
    elif isinstance(value, list):
        for inside in value:
            keys(inside, found, foreign)
