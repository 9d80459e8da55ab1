"""banto from Python: `banto.up` is an engine of unified-planning, `banto.lab` an experiment of Downward Lab.

The command is what the environment variable BANTO names, or the one that was installed with this package, or `banto` on the path.
"""

import os
import shutil
import sys
from pathlib import Path


def command():
    """The command that is run."""
    named = os.environ.get("BANTO")
    beside = Path(sys.executable).with_name("banto.exe" if os.name == "nt" else "banto")
    return (named and shutil.which(named)) or (str(beside) if beside.is_file() else None) or shutil.which("banto") or "banto"
