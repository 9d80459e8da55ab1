"""What benches/apart.sh runs: see there."""

import math
import os
import random
import re
import sys
import sysconfig
from pathlib import Path

from price import middle, times
from runs import compare, write

SECONDS = float(os.environ.get("SECONDS_A_RUN", "60"))
SEED, COUNT, BOXES = (int(os.environ.get(name, default)) for name, default in (("SEED", "1"), ("COUNT", "40"), ("BOXES", "10")))
# From what knows least to what knows most: on the board, then on PDDL.
SOLVERS = {
    "bfs": "breadth first, by pushes",
    "astar": "A\\*, boxes to their nearest goals",
    "pushes": "A\\*, assignment, deadlocks",
    "direct": "all that it knows",
    "strips:filtered:bfs:plain": "breadth first, by moves",
    "strips:filtered:astar:lmcut:plain": "A\\*, `lmcut`",
    "strips:filtered:gbfs:ff:plain": "greedy, `ff`",
    "strips:filtered:first:no-decoupled": "the default, in which walks are searched, too, and nothing is known of things that block each other",
    "strips:filtered:first": "the default",
    "strips:basic:first": "the default",
    "strips:typed:first": "the default",
}


def drawn(collections):
    """The levels that are drawn, as texts."""
    levels = []
    for path in map(Path, collections):
        boards = re.findall(r"(?:^[ \t]*#[-#@+$*. _\t]*\r?\n)+", path.read_text(errors="replace") + "\n", re.MULTILINE)
        levels += [(f"{path.stem} {number}", board) for number, board in enumerate(boards, 1)]
    levels = [(name, board) for name, board in levels if 0 < board.count("$") + board.count("*") < BOXES]
    return "".join(f"{board.rstrip()}\nTitle: {name}\n\n" for name, board in random.Random(SEED).sample(levels, COUNT))


def lama(binary):
    """The command of the other planner, which writes the moves of its plan."""
    driver = Path(sysconfig.get_path("purelib")) / "up_fast_downward" / "downward" / "fast-downward.py"
    return (
        f"lama-first=mkdir l && {binary} sokoban encode {{level}} --encoding filtered -o l/ >e && {sys.executable} {driver} --alias lama-first "
        f"--plan-file p l/domain.pddl l/problem.pddl >o 2>&1; [ -f p ] && {binary} sokoban decode {{level}} p --encoding filtered >{{solution}}"
    )


def main():
    """All runs, and the table."""
    binary, here, collections = Path(sys.argv[1]).resolve(), Path(sys.argv[2]), sys.argv[3:]
    out = Path(os.environ.get("OUT", here / "target" / "apart"))
    out.mkdir(parents=True, exist_ok=True)
    (out / "levels.xsb").write_text(drawn(collections))
    limit = ["--fresh", "--time-limit", f"{SECONDS:g}s", "--memory-limit", "3GiB"]
    compared = compare(binary, [out / "levels.xsb"], out / "runs.json", SOLVERS, limit, [lama(binary)])
    names = [row["solver"] for row in compared["solvers"]]
    direct = names.index("direct")
    rows = [
        f"| of {COUNT} levels | what it knows | solved in {SECONDS:g} s | median CPU | price in time | of these, the search alone | pushes | moves |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]

    def seconds(level, at, figure="cpu_seconds"):
        """What a run took; without end if it has no solution."""
        run = level["runs"][at]
        return run[figure] or 1e-6 if run["status"] == "solved" else math.inf

    def ratio(one, other):
        return 1.0 if one == other else one / other if one < math.inf else math.inf

    for at, name in enumerate(names):
        levels = compared["levels"]
        took = sorted(seconds(level, at) for level in levels)
        solved = sum(time < math.inf for time in took)
        either = [level for level in levels if min(seconds(level, at), seconds(level, direct)) < math.inf]
        prices = sorted(ratio(seconds(level, at), seconds(level, direct)) for level in either)
        alone = ""
        if name in SOLVERS:
            figure = "search_cpu_seconds"
            alone = times(sorted(ratio(seconds(level, at, figure), seconds(level, direct, figure)) for level in either)[len(either) // 2])
        both = [level["runs"] for level in levels if max(seconds(level, at), seconds(level, direct)) < math.inf]
        longer = [sum(runs[at][what] for runs in both) / max(sum(runs[direct][what] for runs in both), 1) for what in ("pushes", "moves")]
        median = took[len(took) // 2]
        shown = f"{median:.3f} s" if median < math.inf else "-"
        figures = [solved, shown, middle(prices), alone, *(f"{length:.2f}" if both else "" for length in longer)]
        knows = SOLVERS.get(name, "Fast Downward's first search of LAMA, on the files of `filtered`")
        rows.append("| " + " | ".join([f"`{name}`", knows, *map(str, figures)]) + " |")
    write(here / "docs" / "sokoban.md", "apart.sh", {"Levels apart": "\n".join(rows)})


if __name__ == "__main__":
    main()
