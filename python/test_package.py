"""What the package has without any other: `python -m pybanto` is the command.

Run it with `python3 python/test_package.py`; BANTO names the command. `cargo test --test project harness` runs it, too.
"""

import os
import subprocess
import sys
import unittest
from pathlib import Path

from pybanto import command

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent


def run(*arguments, environment=None):
    """Runs `python -m pybanto`."""
    environment = os.environ | {"PYTHONPATH": str(HERE)} | (environment or {})
    call = [sys.executable, "-m", "pybanto", *arguments]
    return subprocess.run(call, env=environment, cwd=ROOT, capture_output=True, text=True, input="(lift c a)\n")


class Module(unittest.TestCase):
    def test_it_is_the_command(self):
        for arguments, code in [
            (["--version"], 0),
            (["plan", "-q", "problems/blocks/02-sussman.pddl"], 0),
            (["validate", "domains/blocks.pddl", "problems/blocks/02-sussman.pddl", "-"], 1),
            (["plan", "--no-such-flag"], 2),
        ]:
            ours = run(*arguments)
            own = subprocess.run([command(), *arguments], cwd=ROOT, capture_output=True, text=True, input="(lift c a)\n")
            self.assertEqual((ours.returncode, ours.stdout, ours.stderr), (code, own.stdout, own.stderr), arguments)

    def test_without_the_command(self):
        ended = run("--version", environment={"BANTO": "no-such-program"})
        self.assertEqual((ended.returncode, ended.stderr.count("\n")), (1, 1), ended.stderr)


if __name__ == "__main__":
    unittest.main()
