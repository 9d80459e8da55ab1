"""banto from Python: plans, diagnostics and explanations as values, states and successors in process.

>>> import pybanto
>>> domain = "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))"
>>> problem = "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))"
>>> result = pybanto.plan(domain, problem)
>>> print(result.status, result.plan[0])
optimal (press)

A text is PDDL where a parenthesis is in it, else the path of a file. `pybanto.up` has engines of unified-planning, `pybanto.experiment` is an
experiment of Downward Lab. docs/python.md tells more.

Pythons older than 3.11 have the command alone, and so has a copy of this folder without its compiled half. The command is what the
environment variable BANTO names, or the one that was installed with this package, or `banto` on the path.
"""

import importlib
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import sokoban as sokoban

try:
    from ._pybanto import Heuristic as Heuristic, Operator as Operator, State as State, Task as Task, __version__ as __version__
    from . import search as search
    from ._functions import (
        Plans as Plans,
        check as check,
        format as format,
        ground as ground,
        plan as plan,
        plans as plans,
        validate as validate,
        why as why,
    )
    from ._values import (
        Diagnostic as Diagnostic,
        Edit as Edit,
        Explanation as Explanation,
        PddlError as PddlError,
        Plan as Plan,
        Result as Result,
        Step as Step,
        Validation as Validation,
        apply as apply,
    )
except ImportError as missing:
    if missing.name != "pybanto._pybanto":
        raise
    IS_COMPILED = False
else:
    IS_COMPILED = True


def __getattr__(name: str) -> Any:
    """Sokoban is imported when it is asked for: Gymnasium takes longer than all else."""
    if name == "sokoban" and IS_COMPILED:
        return importlib.import_module("pybanto.sokoban")
    if name.startswith("_") or IS_COMPILED:
        raise AttributeError(f"module 'pybanto' has no attribute '{name}'")
    raise ImportError(f"pybanto.{name} needs a wheel of pybanto and Python 3.11; docs/python.md says how to build one")


def command() -> str:
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
