"""`python -m banto`: the command, with its arguments, its input and output, and its exit code."""

import os
import subprocess
import sys

from banto import command


def main():
    """Runs the command in place of Python, or, where a program cannot take the place of another, waits for it."""
    try:
        program = command()
        if os.name == "nt":
            sys.exit(subprocess.run([program, *sys.argv[1:]]).returncode)
        os.execvp(program, [program, *sys.argv[1:]])
    except FileNotFoundError as missing:
        sys.exit(f"{missing}: the program banto is not installed; docs/install.md says how to get it")


if __name__ == "__main__":
    main()
