"""A Downward Lab experiment: configurations of banto on tasks, and a table of what came of them.

Run it with `python3 -m pybanto.experiment build start parse fetch report`, from its file, or from a copy of it. `--tasks` is a folder
with a folder for each domain, as the benchmarks of the planning competitions have them. `--suite` is a file with a domain or a
problem on each line, or names with commas between them; without it all domains are run. `--config NAME=FLAGS`, which may be repeated, replaces
the configurations below. `--fast-downward DRIVER` runs Fast Downward beside, in the configurations of `--fd-config NAME=FLAGS`.
`--slurm PARTITION` submits the runs to a cluster. `resume` goes on where `start` was interrupted. No two configurations have the same
name. docs/editors.md tells more. Imported, it runs nothing: an experiment of your own takes `CODES` and `MERGED` from here.
"""

import argparse
import functools
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

try:
    import downward.outcomes  # noqa: F401
except ImportError:
    if __name__ == "__main__":
        sys.exit("pybanto.experiment needs Downward Lab: pip install lab")
    raise
from downward.outcomes import Outcome, get_outcome
from downward.parsers.single_search_parser import SingleSearchParser
from downward.reports import PlanningReport
from downward.reports.absolute import AbsoluteReport
from downward.reports.scatter import ScatterPlotReport
from downward.suites import find_domain_file
from lab import tools
from lab.environments import BaselSlurmEnvironment, LocalEnvironment
from lab.experiment import Experiment
from lab.parser import Parser
from lab.reports import Attribute, arithmetic_mean

from pybanto import command

CONFIGURATIONS = ["good=", "astar-lmcut=--search astar --heuristic lmcut", "gbfs-ff=--search gbfs --heuristic ff"]
DOWNWARD = ["fd-lama-first=--alias lama-first", "fd-astar-lmcut=--search astar(lmcut())"]
# What banto says is printed in the order it is said, results and talk: lab takes what stands in run.err for errors.
MERGED = ["sh", "-c", 'exec "$0" "$@" 2>&1']


# Each setting, its default, and what it says.
FLAGS = [
    ("tasks", "problems", "the folder with a folder for each domain"),
    (
        "suite", "", "names with commas between them, or a file with one on each line: a domain, domain:problem.pddl, or the paths of "
        "domain and problem; by default all domains",
    ),
    ("experiment", "target/lab", "the folder for the runs; the results go beside it, into a folder with -eval behind its name"),
    ("fast-downward", "", "the fast-downward.py of a Fast Downward that runs beside"),
    ("slurm", "", "the partition of a cluster that the runs are submitted to"),
    ("processes", "", "how many runs are active at a time; by default one per processor"),
    ("time-limit", "60", "seconds of the processor for each run"),
    ("memory-limit", "2048", "MiB for each run"),
]


def settings():
    """The settings, from flags or from variables of the environment: jobs of a cluster run this file again, without flags."""
    parser = argparse.ArgumentParser(
        allow_abbrev=False, usage="python3 -m pybanto.experiment [FLAGS] [STEPS]", description=__doc__.split("\n")[0],
        epilog="STEPS are names or numbers; without any, all are listed. A whole experiment: build start parse fetch report",
    )
    for flag, default, says in FLAGS:
        shown = f" (default {default})" if default else ""
        inherited = os.environ.get(variable(flag), str(Path.cwd() / default) if flag in ("tasks", "experiment") else default)
        parser.add_argument(f"--{flag}", default=inherited, help=says + shown)
    configurations = os.environ.get("BANTO_CONFIGS", "\n".join(CONFIGURATIONS)).split("\n")
    for flag, planner, example, kept in [
        ("config", "banto", "lmcut=--search astar --heuristic lmcut", CONFIGURATIONS),
        ("fd-config", "Fast Downward", "fd-blind=--search astar(blind())", DOWNWARD),
    ]:
        said = f'a configuration of {planner}, as in --{flag} "{example}"; may be repeated'
        parser.add_argument(f"--{flag}", action="append", metavar="NAME=FLAGS", help=f'{said} (default {", ".join(map(repr, kept))})')
    chosen, steps = parser.parse_known_args()
    chosen.config = chosen.config or configurations
    chosen.fd_config = chosen.fd_config or os.environ.get("BANTO_FD_CONFIGS", "\n".join(DOWNWARD)).split("\n")
    # Lab keeps one run of each name, domain and problem: the results of the second would replace those of the first.
    named = [one.partition("=") for one in [*chosen.config, *(chosen.fd_config if chosen.fast_downward else [])]]
    for at, (name, equals, _) in enumerate(named):
        if not name or not equals:
            parser.error(f"{name}: a configuration is NAME=FLAGS")
        if name in (other for other, *_ in named[:at]):
            parser.error(f"two configurations have the name {name}: give one of them another")
    sys.argv[1:] = steps
    try:
        os.environ["BANTO"] = command()
    except FileNotFoundError as missing:
        parser.error(str(missing))
    os.environ["BANTO_CONFIGS"] = "\n".join(chosen.config)
    os.environ["BANTO_FD_CONFIGS"] = "\n".join(chosen.fd_config)
    for flag, *_ in FLAGS:
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


# The exit codes of banto, and those with the same meaning in Fast Downward's table, where the numbers below 10 mean that there is a
# plan. Any other code, such as that of a signal, is an unexplained error.
CODES = {
    0: 0,  # a plan: success
    2: 36,  # a wrong command line: driver-input-error
    11: 11,  # proven unsolvable: search-unsolvable
    12: 12,  # neither plan nor proof: search-unsolved-incomplete
    22: 22,  # memory: search-out-of-memory
    23: 23,  # time: search-out-of-time
    31: 31,  # wrong input: translate-input-error
    34: 34,  # an unsupported feature: search-unsupported
    70: 32,  # a fault: search-critical-error
}
# The same, if a limit ended the run before there was a ground task: translate-out-of-memory, translate-out-of-time.
CODES_OF_GROUNDING = {22: 20, 23: 21}


def outcome_of(planner, code, content):
    """What an exit code says, in the words of Fast Downward."""
    if planner == "banto":
        if re.search("while (grounding|reading|parsing)", content):
            code = CODES_OF_GROUNDING.get(code, code)
        elif code not in CODES:
            return Outcome(code, f"exitcode-{code}", explained=False, min_wins=True)
        code = CODES.get(code, code)
    return get_outcome(code, use_legacy_exit_codes=False)


def name_the_outcome(content, properties):
    """Whatever has no plan needs its reason."""
    outcome = outcome_of(properties["planner"], properties["exit_code"], content)
    properties["error"] = outcome.msg
    properties["unsolvable"] = int(outcome.msg in ("search-unsolvable", "translate-unsolvable"))
    properties["limit_search_time"], properties["limit_search_memory"] = TIME_LIMIT, MEMORY_LIMIT
    if not outcome.explained:
        properties.add_unexplained_error(outcome.msg)


def record_of(content):
    """The object that banto prints; an empty one if it printed none."""
    objects = [line for line in content.splitlines() if line.startswith("{")]
    return json.loads(objects[-1]) if objects else {}


def read_the_record(content, properties):
    """What banto says of its run, under the names that lab gives to what Fast Downward says."""
    record = record_of(content) if properties["planner"] == "banto" else {}
    if "counts" not in record:
        return
    counts, times, program = record["counts"], record["cpu_seconds"], record["program"]
    found = {
        "cost": record["cost"],
        "plan_length": None if record["plan"] is None else len(record["plan"]),
        "said_optimal": "optimal" if record["status"] == "optimal" else None,
        "expansions": counts["expanded"],
        "evaluations": counts["evaluated"],
        **{name: counts[name] for name in ("evaluated", "generated", "reopened", "dead_ends")},
        "expansions_until_last_jump": counts["expanded_until_last_jump"],
        "evaluations_until_last_jump": counts["evaluated_until_last_jump"],
        "generated_until_last_jump": counts["generated_until_last_jump"],
        "grounding_time": times["ground"],
        "preparation_time": times["prepare"],
        "search_time": (times["search"] or 0) + (times["improve"] or 0),
        "total_time": times["total"],
        "raw_memory": record["peak_memory_bytes"] and record["peak_memory_bytes"] // 1024,
        "settings": " ".join(record["settings"]["arguments"]),
        "found_by": record["found_by"],
        "reductions_in_effect": " ".join(record["reductions_in_effect"]) or "none",
        "program": " ".join(filter(None, ["banto", program["version"], program["commit"]])),
        "machine": ", ".join(str(program[name]) for name in ("system", "architecture", "processor", "cores", "load") if program[name]),
    }
    properties.update({name: value for name, value in found.items() if value is not None})


def read_the_rest(content, properties):
    """What lab reads from Fast Downward's lines in its own way: estimates of the initial state, and times. Whole programs are compared:
    Fast Downward's driver prints the processor time of translation and search together as planner time, and banto's total time is that of
    everything from its start on."""
    record = record_of(content) if properties["planner"] == "banto" else {}
    if record and "total_time" in properties:
        properties["planner_time"] = properties["total_time"]
    values = {one["heuristic"]: sys.maxsize if one["value"] is None else one["value"] for one in record.get("initial_h", [])}
    if values:
        properties["initial_h_values"] = values
    if len(values) == 1:
        (properties["initial_h_value"],) = values.values()


def build():
    """Makes the runs, once it is known that their programs are there."""
    if not shutil.which(command()):
        sys.exit(f"{command()}: there is no such program; the variable BANTO names the command")
    if SETTINGS.fast_downward and not Path(SETTINGS.fast_downward).is_file():
        sys.exit(f"{SETTINGS.fast_downward}: there is no such file, and --fast-downward names it")
    experiment.build()


def resume():
    """Runs what was not run to its end."""
    for log in Path(experiment.path).glob("runs-*/*/driver.log"):
        if " exit code: " not in log.read_text():
            log.unlink()
    experiment.start_runs()


class Quality:
    """Adds what a plan is worth to each run: the cost of the cheapest plan found for its task, divided by its own."""

    def __init__(self):
        self.best = {}

    def note(self, run):
        """Keeps the cheapest cost of each task."""
        if run.get("cost") is not None:
            task = run["domain"], run["problem"]
            self.best[task] = min(run["cost"], self.best.get(task, run["cost"]))
        return True

    def add(self, run):
        """Adds the score."""
        cost = run.get("cost")
        best = self.best.get((run["domain"], run["problem"]))
        run["quality"] = 0 if cost is None else 1 if cost == best else best / cost
        return run


class Disagreements(PlanningReport):
    """Tasks with answers of which one must be wrong: below a cost proven cheapest, or a plan where there is none."""

    def get_text(self):
        """Lines, one for each disagreement."""
        lines = []
        for (domain, problem), runs in sorted(self.problem_runs.items()):
            costs = [int(run["cost"]) for run in runs if run.get("cost") is not None]
            for run in runs:
                proven = "said_optimal" in run or (run["proves"] and run["error"] == "success")
                if (run.get("unsolvable") and costs) or (proven and costs and min(costs) < run["cost"]):
                    said = int(run["cost"]) if run.get("cost") is not None else "unsolvable"
                    lines.append(f"{domain} {problem}: {run['algorithm']} says {said}, others {sorted(set(costs))}")
        return "\n".join(lines or ["no disagreements"])


@functools.cache
def files_of(problem):
    """The domain that lab finds, else the one that banto finds, which looks in more places; and the problem."""
    try:
        return [str(find_domain_file(problem.parent.parent, problem.parent.name, problem.name)), str(problem)]
    except (SystemExit, Exception):
        told = subprocess.run([command(), "check", "--json", problem], capture_output=True, text=True).stdout
        files = json.loads(told).get("files", []) if told.startswith("{") else []
        if len(files) < 2:
            sys.exit(f"{problem}: its domain is not found")
        return files


def runs_of(planner, configurations, arguments, proves):
    """Adds a run of each configuration of a planner on each task. `proves` says whether its every plan is said to be cheapest."""
    for configuration, flags in (one.split("=", 1) for one in configurations):
        for domain, problem in problems(TASKS, SETTINGS.suite):
            run = experiment.add_run()
            # The planners keep their limits themselves; those of lab are wider, should they ever fail to. By the clock, a busy
            # machine may take longer.
            wider = {"time_limit": TIME_LIMIT + 10, "wall_time_limit": 10 * TIME_LIMIT + 10, "memory_limit": MEMORY_LIMIT + 256}
            run.add_command(planner, arguments(flags, files_of(problem)), **wider)
            run.set_property("id", [configuration, domain, problem.name])
            run.set_property("algorithm", configuration)
            run.set_property("domain", domain)
            run.set_property("problem", problem.name)
            run.set_property("proves", int(bool(proves(flags))))


def ours(flags, files):
    """A call of banto."""
    limits = ["--cpu-limit", f"{TIME_LIMIT}s", "--memory-limit", f"{MEMORY_LIMIT}MiB"]
    return [*MERGED, command(), "plan", "--json", *limits, *flags.split(), *files]


def theirs(flags, files):
    """A call of Fast Downward: an alias stands before the files, a search behind them."""
    limits = ["--overall-time-limit", f"{TIME_LIMIT}s", "--overall-memory-limit", f"{MEMORY_LIMIT}M"]
    head, search = (flags.split(), []) if flags.startswith("--alias") else ([], flags.split())
    return [*MERGED, sys.executable, SETTINGS.fast_downward, *limits, *head, *files, *search]


# Fast Downward does not say that a plan is cheapest. Only these are taken to say so: A* with one of its admissible heuristics as it is, since
# an argument may change what is counted, and the aliases for its optimal planners.
CHEAPEST = re.compile(r"--search astar\((blind|cegar|hmax|ipdb|lmcut|pdb)\(\)\)|--alias seq-opt-\S+")


def main():
    """Builds the experiment that the flags ask for, and runs the steps that are named."""
    global SETTINGS, TASKS, TIME_LIMIT, MEMORY_LIMIT, experiment
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
    exits.add_pattern("exit_code", r" exit code: (.+)\n", type=int, file="driver.log", required=True)
    exits.add_pattern("planner", r"(\S+) exit code: ", type=str, file="driver.log", required=True)
    exits.add_pattern("planner_time", r"Planner time: (.+)s\n", type=float)
    exits.add_function(name_the_outcome)
    exits.add_function(read_the_record)

    experiment = Experiment(SETTINGS.experiment, environment=environment)
    experiment.add_parser(exits)
    # Fast Downward's lines; of what is already read from banto's record it makes the scores.
    single = SingleSearchParser()
    single.add_function(read_the_rest)
    experiment.add_parser(single)

    # banto says so itself, if it has proven it.
    runs_of("banto", SETTINGS.config, ours, lambda flags: False)
    if SETTINGS.fast_downward:
        runs_of("fast-downward", SETTINGS.fd_config, theirs, lambda flags: CHEAPEST.fullmatch(flags.strip()))

    experiment.add_step("build", build)
    experiment.add_step("start", experiment.start_runs)
    experiment.add_step("resume", resume)
    experiment.add_step("parse", experiment.parse)
    experiment.add_fetcher(name="fetch", merge=True)
    ATTRIBUTES = ["coverage", "cost", "plan_length", "expansions", "evaluated", "evaluations", "grounding_time", "search_time", "total_time", "planner_time"]
    ATTRIBUTES += ["memory", "error", "score_total_time", "score_evaluations", Attribute("quality", min_wins=False, function=arithmetic_mean, digits=3)]
    quality = Quality()
    tables = AbsoluteReport(attributes=ATTRIBUTES, filter=[quality.note, quality.add])
    experiment.add_report(tables, name="report", outfile="report.html")
    experiment.add_report(Disagreements(format="txt"), name="disagreements", outfile="disagreements.txt")
    if SETTINGS.fast_downward:
        for mine, other in zip(SETTINGS.config, SETTINGS.fd_config):
            pair = [one.split("=")[0] for one in (mine, other)]
            for attribute in ["planner_time", "cost"]:
                plot = ScatterPlotReport(attributes=[attribute], filter_algorithm=pair, format="png")
                experiment.add_report(plot, name=f"plot-{pair[0]}-{attribute}", outfile=f"{'-'.join(pair)}-{attribute}.png")
    experiment.run_steps()


if __name__ == "__main__":
    main()
