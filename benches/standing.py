"""What benches/standing.sh runs: see there. Prints the seed and the tasks that it has drawn, and what moved in the table."""

import os
import random
import re
import statistics
import subprocess
import sys
import sysconfig
from datetime import date
from pathlib import Path
from textwrap import fill

from runs import compare, write

SEED, TASKS = os.environ.get("SEED", "1"), os.environ.get("TASKS")
SECONDS, GIBIBYTES = os.environ.get("SECONDS_A_RUN", "10"), os.environ.get("GIBIBYTES", "3")
PACKAGES = Path(sysconfig.get_path("purelib"))
DRIVERS = {
    "Fast Downward": PACKAGES / "up_fast_downward" / "downward" / "fast-downward.py",
    "SymK": PACKAGES / "up_symk" / "symk" / "fast-downward.py",
    "Scorpion": Path(os.environ.get("SCORPION", "none")),
}
# For each track: the names of folders that are not in it, banto's solver, and others with their search as their drivers take it.
TRACKS = {
    "a first plan": ("-opt", "first", [("Fast Downward", "--alias lama-first"), ("Scorpion", "--preprocess --alias nolan")]),
    "a cheapest plan": (
        "-sat|-agl|-mco", "optimal", [("SymK", "--search sym_bd()"), ("Fast Downward", "--search astar(lmcut())")],
    ),
}  # fmt: skip

ENDS = [("solved", "optimal"), ("unsolvable",), ("stopped",), ("invalid",)]


def tasks(folder):
    """The tasks of a folder, each a domain and a problem; a domain of one problem has its name before or behind `domain`."""
    domains = {re.sub("domain|[-_]", "", path.stem): path for path in folder.glob("*domain*.pddl")}
    for problem in sorted(set(folder.glob("*.pddl")) - set(domains.values())):
        own = [key for key in domains if key and re.sub("[-_]", "", problem.stem).startswith(key)]
        if domain := domains.get(max(own, key=len, default="")):
            yield domain, problem


def draw(folders, others, chance):
    """Every fifth task of a track, or some of these."""
    every = [task for folder in folders if not re.search(others, folder.name) for task in tasks(folder)]
    drawn = every[chance.randrange(5) :: 5]
    return sorted(chance.sample(drawn, min(int(TASKS), len(drawn)))) if TASKS else drawn


def rows(track, found):
    """What each solver did; its costs are beside banto's, where both have a plan."""
    names = [row["solver"] for row in found["solvers"]]
    runs = [{run["solver"]: run for run in task["runs"]} for task in found["tasks"]]
    for name in names:
        ends = [run[name]["status"] for run in runs]
        counts = [sum(end in wanted for end in ends) for wanted in ENDS]
        pairs = [(run[name]["cost"], run[names[0]]["cost"]) for run in runs]
        ratios = [mine / first for mine, first in pairs if mine is not None and first]
        figures = [
            *counts,
            len(runs) - sum(counts),
            f"{sum(run[name]['cpu_seconds'] for run in runs):.0f} s",
            f"{statistics.median(ratios):.2f}" if ratios else "",
        ]
        label = f"banto, `{name}`" if name == names[0] else name
        yield "| " + " | ".join([f"{track}, {len(runs)} tasks", label, *map(str, figures)]) + " |"


def main():
    """Draws, runs, and writes the table."""
    binary, here, root = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]).resolve()
    out = Path(os.environ.get("OUT", here / "target" / "standing"))
    listed = [line for line in (here / "benches" / "competitions.txt").read_text().splitlines() if line[:1] != "#"]
    folders = [root / name for name in " ".join(listed).split()]
    limits = ["--time-limit", f"{SECONDS}s", "--memory-limit", f"{GIBIBYTES}GiB"]
    table = [
        f"| in {SECONDS} s and {GIBIBYTES} GiB | planner | solved | no plan, it says | out of time or memory | wrong plans | refused, or failed | CPU, all tasks | median of cost / banto's |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    lists = []
    installed = {name: driver for name, driver in DRIVERS.items() if driver.exists()}
    for track, (others, solver, peers) in TRACKS.items():
        drawn = draw(folders, others, random.Random(f"{SEED} {track}"))
        names = ", ".join(str(problem.relative_to(root).with_suffix("")) for _, problem in drawn)
        print(f"{track}, seed {SEED}: {names}", flush=True)
        lists += ["", *fill(f"The tasks of {track}: {names}.", 150, break_on_hyphens=False).splitlines()]
        rivals = []
        for name, search in peers:
            if name in installed:
                kind, words = search.split()
                flags = {"--alias": (f"--alias {words}", ""), "--search": ("", f"--search '{words}'")}[kind]
                command = f"{sys.executable} {installed[name]} {flags[0]} --plan-file {{plan}} {{domain}} {{problem}} {flags[1]}"
                rivals.append(f"{name}, `{words}`={command}")
        files = [file for task in drawn for file in task]
        kept = out / f"{track}.json"
        found = compare(binary, files, kept, [solver], limits, rivals)
        table += rows(track, found)
    versions = [f"banto {found['program']['version']} (commit {found['program']['commit']})"]
    for name, driver in installed.items():
        said = subprocess.run([sys.executable, driver, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
        versions.append(f"{name} {said.splitlines()[0].split()[-1]}")
    table += ["", f"Run of {date.fromtimestamp(kept.stat().st_mtime)}, seed {SEED}: {', '.join(versions)}; {found['program']['processor']}.", *lists]
    write(here / "docs" / "measurements.md", "standing.sh", {"competitions": "\n".join(table)})


if __name__ == "__main__":
    main()
