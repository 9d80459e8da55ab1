"""A Downward Lab experiment: configurations of banto on tasks, and a table of what came of them.

Run it with `python3 python/lab_banto.py build start parse fetch report`. BANTO names the command, BANTO_TASKS a folder of folders
with problems whose names begin with digits (their domains are found by banto), and BANTO_EXPERIMENT where everything goes.
docs/editors.md tells more.
"""

import os
import shutil
from pathlib import Path

from downward.outcomes import get_outcome
from downward.parsers.single_search_parser import SingleSearchParser
from downward.reports.absolute import AbsoluteReport
from lab.experiment import Experiment
from lab.parser import Parser

ROOT = Path(__file__).resolve().parent.parent
BANTO = shutil.which(os.environ.get("BANTO", "banto")) or "banto"
TASKS = Path(os.environ.get("BANTO_TASKS", ROOT / "problems"))
CONFIGURATIONS = {
    "good": [],
    "astar-lmcut": ["--search", "astar", "--heuristic", "lmcut"],
    "gbfs-ff": ["--search", "gbfs", "--heuristic", "ff"],
}
SUITES = ["blocks", "gripper"]
TIME_LIMIT, MEMORY_LIMIT = 60, 2048  # seconds, MiB


def name_the_outcome(content, properties):
    """The exit codes of banto are those of Fast Downward's newer table; whatever has no plan needs its reason."""
    outcome = get_outcome(properties["exit_code"], use_legacy_exit_codes=False)
    properties["error"] = outcome.msg
    properties["unsolvable"] = int(outcome.msg == "search-unsolvable")
    if not outcome.explained:
        properties.add_unexplained_error(outcome.msg)


def leave_out_talk(run):
    """What banto says on standard error is talk, such as that a plan is optimal; faults have exit codes."""
    errors = run.pop("unexplained_errors", [])
    if errors := [error for error in errors if not error.startswith("run.err:")]:
        run["unexplained_errors"] = errors
    return run


exits = Parser()
exits.add_pattern("exit_code", r"banto exit code: (.+)\n", type=int, file="driver.log", required=True)
exits.add_function(name_the_outcome)

experiment = Experiment(os.environ.get("BANTO_EXPERIMENT", ROOT / "target" / "lab"))
experiment.add_parser(exits)
# The lines that Fast Downward prints of a single search are those that banto prints.
experiment.add_parser(SingleSearchParser())

for configuration, options in CONFIGURATIONS.items():
    for suite in SUITES:
        for problem in sorted((TASKS / suite).glob("[0-9]*.pddl")):
            run = experiment.add_run()
            limits = ["--time-limit", f"{TIME_LIMIT}s", "--memory-limit", f"{MEMORY_LIMIT}MiB"]
            command = [BANTO, "plan", *limits, *options, str(problem)]
            # banto keeps its limits itself; those of lab are a little wider, should it ever fail to.
            wider = {"time_limit": TIME_LIMIT + 10, "memory_limit": MEMORY_LIMIT + 256}
            run.add_command("banto", command, **wider)
            run.set_property("id", [configuration, suite, problem.name])
            run.set_property("algorithm", configuration)
            run.set_property("domain", suite)
            run.set_property("problem", problem.name)

experiment.add_step("build", experiment.build)
experiment.add_step("start", experiment.start_runs)
experiment.add_step("parse", experiment.parse)
experiment.add_fetcher(name="fetch", filter=leave_out_talk)
ATTRIBUTES = ["coverage", "cost", "plan_length", "expansions", "evaluated", "search_time", "memory", "error"]
experiment.add_report(AbsoluteReport(attributes=ATTRIBUTES), name="report", outfile="report.html")
experiment.run_steps()
