"""What benches/reductions.sh runs: see there."""

import os
import sys
from pathlib import Path

from runs import compare, write

SECONDS = float(os.environ.get("SECONDS_A_TASK", "30"))
LIMITS = ["--time-limit", f"{SECONDS}s", "--memory-limit", os.environ.get("GIBIBYTES", "3") + "GiB"]

# What each search can do without, one at a time: reductions, and of searches that take turns those beside the first one.
REDUCTIONS = ["decoupled", "dead-ends", "fold", "symmetry", "stubborn"]
WITHOUT = {
    "first": ("first", ["plain", *(f"no-{name}" for name in REDUCTIONS[:4]), "mutexes"]),
    "optimal": ("optimal", ["plain", *(f"no-{name}" for name in REDUCTIONS), "mutexes"]),
    "uniform-cost": ("uniform-cost", ["plain", *(f"no-{name}" for name in REDUCTIONS if name not in ("decoupled", "fold")), "mutexes"]),
    "turns": ("first", [f"without={name}" for name in ("dive", "novelty", "hadd", "width", "order", "features")]),
    "optimal-turns": ("optimal", [f"without={name}" for name in ("symbolic", "abstractions")]),
}


def reductions(banto, name, tasks, out):
    """The rows of searches as they are, and without one thing at a time."""
    rows = [
        f"| of {len(tasks)} tasks | answered in {SECONDS:g} s | by all | of these: expanded | evaluated | CPU | fewer expanded | more expanded |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for chosen in os.environ.get("SEARCHES", "first optimal uniform-cost").split():
        search, words = WITHOUT[chosen]
        solvers = [search, *(f"{search}:{word}" for word in words)]
        kept = out.with_name(f"{out.stem} {name} {chosen}.json")
        found = compare(banto, [path for task in tasks for path in task], kept, solvers, LIMITS)
        runs = [{run["solver"]: run for run in task["runs"]} for task in found["tasks"]]
        answered = lambda run: run["status"] in ("solved", "optimal", "unsolvable")
        all_answer = [of for of in runs if all(answered(of[solver]) for solver in solvers)]
        for solver in solvers:
            sums = [sum(of[solver][figure] for of in all_answer) for figure in ("expanded", "evaluated", "cpu_seconds")]
            moves = [of[solver]["expanded"] - of[search]["expanded"] for of in all_answer]
            figures = [
                sum(answered(of[solver]) for of in runs), len(all_answer), *(f"{count:,}" for count in sums[:2]), f"{sums[2]:.2f} s",
                *([sum(move < 0 for move in moves), sum(move > 0 for move in moves)] if solver != search else ["", ""]),
            ]
            rows.append("| " + " | ".join([f"`{solver}`", *map(str, figures)]) + " |")
    return "\n".join(rows)


def main():
    """The tasks of the project, or of a suite."""
    banto, suite, root, out = sys.argv[1:]
    here, root = Path(__file__).resolve().parent.parent, Path(root)
    if suite == "-":
        found = [path for path in sorted(here.glob("problems/*/*.pddl")) if path.parent.name != "games"]
        tasks = [[here / "domains" / f"{path.parent.name}.pddl", path] for path in found]
    else:
        tasks = [[root / part for part in line.split()] for line in Path(suite).read_text().splitlines() if line.strip()]
    name = "The project" if suite == "-" else Path(suite).stem
    write(here / "docs" / "search.md", "reductions.sh", {name: reductions(banto, name, tasks, Path(out))})


if __name__ == "__main__":
    main()
