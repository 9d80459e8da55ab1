"""What benches/apart.sh runs: see there."""

import math
import os
import random
import re
import sys
import sysconfig
from pathlib import Path

from level_texts import DOMAINS, Level
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


DRIVER = Path(sysconfig.get_path("purelib")) / "up_fast_downward" / "downward" / "fast-downward.py"


def lama(binary):
    """The command of the other planner, which writes the moves of its plan."""
    return (
        f"lama-first=mkdir l && {binary} sokoban encode {{level}} --encoding filtered -o l/ >e && {sys.executable} {DRIVER} --alias lama-first "
        f"--plan-file p l/domain.pddl l/problem.pddl >o 2>&1; [ -f p ] && {binary} sokoban decode {{level}} p --encoding filtered >{{solution}}"
    )


def encoded(out, levels):
    """The levels in the encodings of others: the files of each."""
    boards = re.findall(r"(?:^[^\S\n]*#.*\n)+", (out / "levels.xsb").read_text(), re.MULTILINE)
    files = {}
    for encoding, domain in DOMAINS.items():
        folder = out / encoding
        folder.mkdir(exist_ok=True)
        (folder / "domain.pddl").write_text(domain)
        files[encoding] = [folder / f"p{number:02}.pddl" for number, _ in enumerate(boards, 1)]
        for file, board, level in zip(files[encoding], boards, levels):
            moves = next(run["solution"] for run in level["runs"] if run["status"] == "solved")
            file.write_text(Level(board).problem(encoding, moves))
    return files


def seconds(run, figure="cpu_seconds"):
    """What a run took; without end if it has no solution."""
    return run[figure] or 1e-6 if run["status"] == "solved" else math.inf


def ratio(one, other):
    """One time over another."""
    return 1.0 if one == other else one / other if one < math.inf else math.inf


def figures(runs, bases, is_ours):
    """Of the runs of a solver, beside those of `direct` on the same levels: solved, median, price, that of the search alone."""
    took = sorted(map(seconds, runs))
    either = [(run, base) for run, base in zip(runs, bases) if min(seconds(run), seconds(base)) < math.inf]
    alone = ""
    if is_ours:
        figure = "search_cpu_seconds"
        alone = times(sorted(ratio(seconds(run, figure), seconds(base, figure)) for run, base in either)[len(either) // 2])
    median = took[len(took) // 2]
    shown = f"{median:.3f} s" if median < math.inf else "-"
    return [sum(time < math.inf for time in took), shown, middle(sorted(ratio(seconds(run), seconds(base)) for run, base in either)), alone]


def row(cells):
    """A line of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def main():
    """All runs, and the tables."""
    binary, here, collections = Path(sys.argv[1]).resolve(), Path(sys.argv[2]), sys.argv[3:]
    out = Path(os.environ.get("OUT", here / "target" / "apart"))
    out.mkdir(parents=True, exist_ok=True)
    (out / "levels.xsb").write_text(drawn(collections))
    limit = ["--fresh", "--time-limit", f"{SECONDS:g}s", "--memory-limit", "3GiB"]
    compared = compare(binary, [out / "levels.xsb"], out / "runs.json", SOLVERS, limit, [lama(binary)])
    names = [one["solver"] for one in compared["solvers"]]
    bases = [level["runs"][names.index("direct")] for level in compared["levels"]]
    heads = [f"solved in {SECONDS:g} s", "median CPU", "price in time", "of these, the search alone"]
    rows = [row([f"of {COUNT} levels", "what it knows", *heads, "pushes", "moves"]), row(["---"] * 8)]
    for at, name in enumerate(names):
        runs = [level["runs"][at] for level in compared["levels"]]
        both = [pair for pair in zip(runs, bases) if max(map(seconds, pair)) < math.inf]
        longer = [sum(run[what] for run, _ in both) / max(sum(base[what] for _, base in both), 1) for what in ("pushes", "moves")]
        knows = SOLVERS.get(name, "Fast Downward's first search of LAMA, on the files of `filtered`")
        rows.append(row([f"`{name}`", knows, *figures(runs, bases, name in SOLVERS), *(f"{length:.2f}" if both else "" for length in longer)]))
    others = [row([f"of {COUNT} levels", *heads]), row(["---"] * 5)]
    for encoding, files in encoded(out, compared["levels"]).items():
        planned = compare(binary, files, out / f"{encoding}.json", ["first"], limit)
        others.append(row([f"`{encoding}`", *figures([task["runs"][0] for task in planned["tasks"]], bases, True)]))
    tables = {"Levels apart": "\n".join(rows), "As others write them": "\n".join(others)}
    write(here / "docs" / "sokoban.md", "apart.sh", tables)


if __name__ == "__main__":
    main()
