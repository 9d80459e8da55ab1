"""`python -m pybanto`, and the command `banto` that pip installs: the command, with its arguments, its input and output, and its exit
code. It runs in this process where the module is compiled, and nothing else is named by BANTO."""

import os
import signal
import subprocess
import sys

from pybanto import command

try:
    from pybanto import _pybanto
except ImportError:
    _pybanto = None  # type: ignore[assignment]


def main() -> None:
    """Runs the command, in this process, or in place of it, or, where a program cannot take the place of another, waits for it."""
    try:
        program = command()
        if _pybanto is not None and not os.environ.get("BANTO"):
            # Ctrl-C is the command's.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            # What a finished interpreter would do takes longer than a small plan, and there is nothing left to do.
            code = _pybanto.main([program, *sys.argv[1:]])
            sys.stdout.flush()
            os._exit(code)
        if os.path.isfile(program) and os.path.samefile(program, sys.argv[0]):
            sys.exit(f"{program}: a folder without the compiled half of pybanto comes first on Python's module path")
        if os.name == "nt":
            sys.exit(subprocess.run([program, *sys.argv[1:]]).returncode)
        os.execvp(program, [program, *sys.argv[1:]])
    except FileNotFoundError as missing:
        sys.exit(f"{missing}: the program banto is not installed; docs/install.md says how to get it")


if __name__ == "__main__":
    main()
