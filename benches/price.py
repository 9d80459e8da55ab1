"""What benches/price.sh runs: see there."""

import math
import os
import statistics
import sys
from pathlib import Path

from runs import compare, write

SECONDS = float(os.environ.get("SECONDS_A_RUN", "1"))
LIMITS = [SECONDS / 10, SECONDS]
SOLVERS = ["direct", "strips:basic", "strips:filtered", "strips:typed", "strips:pushes"]
REDUCTIONS = [":plain", ":decoupled", ":dead-ends", ":fold", ":symmetry", ""]
RIVALS = [line.strip() for line in os.environ.get("RIVALS", "").splitlines() if line.strip()]


def solved(run, limit):
    """Whether a run had a solution within so much processor time."""
    return run["status"] == "solved" and run["cpu_seconds"] <= limit


def ratios(compared, solver, limit, figure):
    """This solver over the first, on each level that either solves; what only one solves is 0 or infinite."""
    found = []
    for level in compared["levels"]:
        mine, first = level["runs"][SOLVERS.index(solver)], level["runs"][0]
        match solved(mine, limit), solved(first, limit):
            case True, True:
                found.append(max(mine[figure], 1e-6) / max(first[figure], 1e-6))
            case True, False:
                found.append(0.0)
            case False, True:
                found.append(math.inf)
    return sorted(found)


def median(numbers):
    """The median of numbers in order; the geometric mean of the two in the middle."""
    low, high = numbers[(len(numbers) - 1) // 2], numbers[len(numbers) // 2]
    return 1.0 if (low, high) == (0.0, math.inf) else low if low == high else math.sqrt(low * high)


def interval(numbers):
    """Where the median lies with at least 95 %, from one of the numbers in order to another (Thompson 1936)."""
    below, rank = 0, 0
    while 40 * (below := below + math.comb(len(numbers), rank)) <= 2 ** len(numbers):
        rank += 1
    return (numbers[rank - 1], numbers[-rank]) if rank else (0.0, math.inf)


def times(ratio):
    """A ratio in words."""
    return "∞" if ratio == math.inf else f"{ratio:.3g}"


def middle(numbers):
    """A median and its interval."""
    low, high = map(times, interval(numbers))
    return times(median(numbers)) + ("" if low == high else f" ({low} to {high})")


def table(compared):
    """The rows of a collection."""
    count = len(compared["levels"])
    low, high = (f"{limit:g} s" for limit in LIMITS)
    rows = [
        f"| of {count} levels | an expansion is of | solved in {low} | in {high} | PAR2 | PAR10 | price in time | price in states "
        f"| price in bytes | moves | it alone | `direct` alone |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for at, solver in enumerate(SOLVERS):
        runs = [level["runs"][at] for level in compared["levels"]]
        within = [sum(solved(run, limit) for run in runs) for limit in LIMITS]
        par = [
            statistics.mean(run["cpu_seconds"] if solved(run, SECONDS) else factor * SECONDS for run in runs)
            for factor in (2, 10)
        ]
        row = [f"`{solver}`", compared["solvers"][at]["expands"], *within, *(f"{mean:.3f} s" for mean in par)]
        if at == 0:
            row += ["1", "1", "1", "1", "", ""]
        else:
            for figure in ("cpu_seconds", "states", "state_bytes"):
                found = ratios(compared, solver, SECONDS, figure)
                row.append(middle(found))
            # A solution that is not there has no length: these are of the levels that both solve.
            both = [ratio for ratio in ratios(compared, solver, SECONDS, "moves") if 0 < ratio < math.inf]
            row += [times(median(both)) if both else "", found.count(0.0), found.count(math.inf)]
        rows.append("| " + " | ".join(map(str, row)) + " |")
    return "\n".join(rows)


def reductions(compared):
    """The rows of one reduction alone, of none and of all."""
    prices = {price["solver"]: price for price in compared["prices"]}
    rows = [
        f"| of {len(compared['levels'])} levels | solved in {SECONDS:g} s | expanded | time | PAR10 | price in time | price in states |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in compared["solvers"]:
        price = prices.get(row["solver"], {"median_time_ratio": 1, "median_states_ratio": 1})
        shown = lambda ratio: times(math.inf if ratio is None else ratio)
        medians = (("time", "median_time_ratio"), ("states", "median_states_ratio"))
        spread = lambda name: " to ".join(map(shown, price.get(f"{name}_ratio_interval") or []))
        price = [shown(price[key]) + (f" ({spread(name)})" if spread(name) else "") for name, key in medians]
        figures = [row["solved"], f"{row['expanded']:,}", f"{row['seconds']:.1f} s", f"{row['par10']:.3f} s", *price]
        rows.append("| " + " | ".join([f"`{row['solver']}`", *map(str, figures)]) + " |")
    return "\n".join(rows)


def beside(compared):
    """The rows of other programs beside the direct solver."""
    names = [row["solver"] for row in compared["solvers"]]
    runs = {name: [level["runs"][at] for level in compared["levels"]] for at, name in enumerate(names)}
    shared = [at for at in range(len(compared["levels"])) if all(solved(runs[name][at], SECONDS) for name in names)]
    rows = [
        f"| of {len(compared['levels'])} levels | solved in {SECONDS:g} s | CPU, all levels | PAR2 | most CPU of a solved one "
        f"| pushes of the {len(shared)} that all solve | CPU of these |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name, mine in runs.items():
        within = [run["cpu_seconds"] for run in mine if solved(run, SECONDS)]
        par2 = (sum(within) + 2 * SECONDS * (len(mine) - len(within))) / len(mine)
        figures = [
            len(within), f"{sum(run['cpu_seconds'] for run in mine):.1f} s", f"{par2:.2f} s", f"{max(within, default=0):.1f} s",
            f"{sum(mine[at]['pushes'] for at in shared):,}", f"{sum(mine[at]['cpu_seconds'] for at in shared):.1f} s",
        ]
        rows.append("| " + " | ".join([f"`{name}`", *map(str, figures)]) + " |")
    return "\n".join(rows)


def main():
    """All collections."""
    binary, here = sys.argv[1], Path(sys.argv[2])
    page, out = here / "docs" / "sokoban.md", Path(os.environ.get("OUT", here / "target" / "price"))
    collections = {"The project": sorted(map(str, (here / "problems" / "sokoban").glob("*.xsb")))}
    for argument in sys.argv[3:]:
        name, path = argument.split("=", 1)
        collections[name] = [path]
    limit = ["--time-limit", f"{SECONDS}s"]

    def runs(name, files, solvers, rivals=()):
        return compare(binary, files, out / f"{name}.json", solvers, limit, rivals)

    if RIVALS:
        names = [(f"{name} beside other solvers", files) for name, files in list(collections.items())[1:]]
        tables = {name: beside(runs(name, files, SOLVERS[:1], RIVALS)) for name, files in names}
    else:
        tables = {name: table(runs(name, files, SOLVERS)) for name, files in collections.items()}
        alone = [SOLVERS[0], *(solver + reduction for solver in SOLVERS[1:] for reduction in REDUCTIONS)]
        tables["Reductions"] = reductions(runs("Reductions", collections["The project"], alone))
    write(page, "price.sh", tables)


if __name__ == "__main__":
    main()
