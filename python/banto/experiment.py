"""A Downward Lab experiment: configurations of banto on tasks, and a table of what came of them.

Run it with `python3 -m banto.experiment build start parse fetch report`, from its file, or from a copy of it. `--tasks` is a folder
with a folder for each domain, as the benchmarks of the planning competitions have them. `--suite` is a file with a domain or a
problem on each line, or names with commas between them; without it all domains are run. `--config NAME=FLAGS`, which may be repeated, replaces
the configurations below. `--slurm PARTITION` submits the runs to a cluster. `resume` goes on where `start` was interrupted.
docs/editors.md tells more.
"""

import argparse
import os
import sys
from pathlib import Path

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from downward.outcomes import get_outcome
from downward.parsers.single_search_parser import SingleSearchParser
from downward.reports.absolute import AbsoluteReport
from downward.suites import find_domain_file
from lab import tools
from lab.environments import BaselSlurmEnvironment, LocalEnvironment
from lab.experiment import Experiment
from lab.parser import Parser

from banto import command

CONFIGURATIONS = ["good=", "astar-lmcut=--search astar --heuristic lmcut", "gbfs-ff=--search gbfs --heuristic ff"]
# What banto says is printed in the order it is said, results and talk: lab takes what stands in run.err for errors.
MERGED = ["sh", "-c", 'exec "$0" "$@" 2>&1']


def settings():
    """The settings, from flags or from variables of the environment: jobs of a cluster run this file again, without flags."""
    parser = argparse.ArgumentParser(allow_abbrev=False, usage="python3 -m banto.experiment [FLAGS] [STEPS]")
    here = Path.cwd()
    for flag, default in [
        ("tasks", here / "problems"),
        ("suite", ""),
        ("experiment", here / "target" / "lab"),
        ("slurm", ""),
        ("processes", ""),
        ("time-limit", 60),  # seconds
        ("memory-limit", 2048),  # MiB
    ]:
        parser.add_argument(f"--{flag}", default=os.environ.get(variable(flag), str(default)))
    configurations = os.environ.get("BANTO_CONFIGS", "\n".join(CONFIGURATIONS)).split("\n")
    parser.add_argument("--config", action="append", metavar="NAME=FLAGS")
    chosen, steps = parser.parse_known_args()
    chosen.config = chosen.config or configurations
    sys.argv[1:] = steps
    os.environ["BANTO"] = command()
    os.environ["BANTO_CONFIGS"] = "\n".join(chosen.config)
    for flag in ["tasks", "suite", "experiment", "slurm", "processes", "time-limit", "memory-limit"]:
        os.environ[variable(flag)] = getattr(chosen, flag.replace("-", "_"))
    return chosen


def variable(flag):
    return "BANTO_" + flag.replace("-", "_").upper()


def problems(tasks, suite):
    """Domain folders and problem files."""
    listed = Path(suite).read_text().splitlines() if suite and Path(suite).is_file() else suite.split(",")
    # A line may name the domain file before the problem.
    names = [line.split()[-1].replace(":", "/") for line in listed if line.split() and not line.startswith("#")]
    if not names:
        names = sorted(folder.name for folder in tasks.iterdir() if any(folder.glob("*.pddl")))
    for name in names:
        path = tasks / name
        if not path.exists():
            sys.exit(f"{path}: there is no such domain or problem")
        if path.is_file():
            yield path.parent.name, path
            continue
        files = [file.name for file in path.glob("*.pddl") if "domain" not in file.name]
        yield from ((path.name, path / file) for file in tools.natural_sort(files))


def name_the_outcome(content, properties):
    """The exit codes of banto are those of Fast Downward's newer table; whatever has no plan needs its reason."""
    outcome = get_outcome(properties["exit_code"], use_legacy_exit_codes=False)
    properties["error"] = outcome.msg
    properties["unsolvable"] = int(outcome.msg == "search-unsolvable")
    properties["limit_search_time"], properties["limit_search_memory"] = TIME_LIMIT, MEMORY_LIMIT
    if not outcome.explained:
        properties.add_unexplained_error(outcome.msg)


def resume():
    """Runs what was not run to its end."""
    for log in Path(experiment.path).glob("runs-*/*/driver.log"):
        if "banto exit code" not in log.read_text():
            log.unlink()
    experiment.start_runs()


SETTINGS = settings()
TASKS = Path(SETTINGS.tasks).resolve()
TIME_LIMIT, MEMORY_LIMIT = int(SETTINGS.time_limit), int(SETTINGS.memory_limit)

if SETTINGS.slurm:
    exported = ["PATH", *(name for name in os.environ if name.startswith("BANTO"))]
    environment = BaselSlurmEnvironment(
        partition=SETTINGS.slurm, memory_per_cpu=f"{MEMORY_LIMIT + 512}M", export=exported
    )
else:
    environment = LocalEnvironment(processes=int(SETTINGS.processes) if SETTINGS.processes else None)
exits = Parser()
exits.add_pattern("exit_code", r"banto exit code: (.+)\n", type=int, file="driver.log", required=True)
exits.add_function(name_the_outcome)

experiment = Experiment(SETTINGS.experiment, environment=environment)
experiment.add_parser(exits)
# The lines that Fast Downward prints of a single search are those that banto prints.
experiment.add_parser(SingleSearchParser())

for configuration, flags in (one.split("=", 1) for one in SETTINGS.config):
    for domain, problem in problems(TASKS, SETTINGS.suite):
        run = experiment.add_run()
        limits = ["--time-limit", f"{TIME_LIMIT}s", "--memory-limit", f"{MEMORY_LIMIT}MiB"]
        try:
            files = [find_domain_file(problem.parent.parent, domain, problem.name), problem]
        except (SystemExit, Exception):
            files = [problem]  # banto looks in more places.
        # banto keeps its limits itself; those of lab are a little wider, should it ever fail to.
        wider = {"time_limit": TIME_LIMIT + 10, "memory_limit": MEMORY_LIMIT + 256}
        run.add_command("banto", [*MERGED, command(), "plan", *limits, *flags.split(), *map(str, files)], **wider)
        run.set_property("id", [configuration, domain, problem.name])
        run.set_property("algorithm", configuration)
        run.set_property("domain", domain)
        run.set_property("problem", problem.name)

experiment.add_step("build", experiment.build)
experiment.add_step("start", experiment.start_runs)
experiment.add_step("resume", resume)
experiment.add_step("parse", experiment.parse)
experiment.add_fetcher(name="fetch", merge=True)
ATTRIBUTES = ["coverage", "cost", "plan_length", "expansions", "evaluated", "search_time", "total_time", "memory", "error"]
experiment.add_report(AbsoluteReport(attributes=ATTRIBUTES), name="report", outfile="report.html")
experiment.run_steps()
