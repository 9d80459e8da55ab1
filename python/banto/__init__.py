"""banto from Python: `banto.up` has engines of unified-planning, `banto.experiment` is an experiment of Downward Lab.

The command is what the environment variable BANTO names, or the one that was installed with this package, or `banto` on the path.
"""

import os
import shutil
import sys
from pathlib import Path


def command():
    """The command that is run."""
    named = os.environ.get("BANTO")
    if named:
        found = shutil.which(named)
        if not found:
            raise FileNotFoundError(f"the environment variable BANTO names {named}, which is no program")
        return found
    file = "banto.exe" if os.name == "nt" else "banto"
    # `pip install --target` puts programs beside packages.
    folders = [Path(sys.executable).parent] if sys.executable else []
    folders.append(Path(__file__).resolve().parent.parent / "bin")
    beside = next((str(folder / file) for folder in folders if (folder / file).is_file()), None)
    return beside or shutil.which("banto") or "banto"
