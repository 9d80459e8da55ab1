"""What benches/suite.sh runs: see there. Prints a line a task, then a table by domain, and every disagreement."""

import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from price import write
from rivals import binaries, run, translate

SECONDS = float(os.environ.get("SECONDS_A_TASK", "30"))
MEMORY = int(float(os.environ.get("GIBIBYTES", "3")) * (1 << 30))

LAMA_FIRST = (
    "let(hlm, eval_modify_costs(landmark_sum(lm_factory=lm_reasonable_orders_hps(lm_rhw()),pref=false),cost_type=one),"
    "let(hff, eval_modify_costs(ff(),cost_type=one),"
    "lazy_greedy([hff,hlm],preferred=[hff,hlm],cost_type=one,reopen_closed=false)))"
)
# For each kind of run: our arguments, their search, and whether costs are optimal.
KINDS = {
    "satisficing": ([], LAMA_FIRST, False),
    "optimal": (["--optimal"], "astar(lmcut())", True),
    "blind": (["--search", "astar", "--heuristic", "blind", "--plain"], "astar(blind())", True),
}


def ours(banto, arguments, domain, problem, plan):
    """How banto does on a task."""
    # The limit on CPU time is the one that counts; the other ends what waits.
    limits = ["--memory-limit", f"{MEMORY}B", "--time-limit", f"{SECONDS * 20:.0f}s"]
    command = [banto, "plan", "--stats", "--progress", "never", *arguments, *limits, "-o", plan, domain, problem]
    done = run(command, SECONDS, MEMORY)
    return answer(done, done["cpu"], r"Plan cost: (\d+)", {0: "solved", 11: "unsolvable"})


def theirs(folder, search, domain, problem, work, plan):
    """How Fast Downward does on it: the translator's time and the search's together are limited."""
    sas = work / "output.sas"
    done = translate(folder, domain, problem, sas, SECONDS, MEMORY)
    spent = done["cpu"]
    left = SECONDS - spent
    if done["exit"] not in (0, 10, 11) or not sas.exists() or left <= 0:
        return answer(done, spent, "^$", {10: "unsolvable", 11: "unsolvable"})
    with sas.open() as stdin:
        command = [folder / "downward", "--search", search, "--internal-plan-file", plan]
        done = run(command, left, MEMORY, stdin=stdin)
    return answer(done, spent + done["cpu"], r"Plan cost: (\d+)", {0: "solved", 11: "unsolvable", 12: "no plan"})


def answer(done, cpu, cost, endings):
    """What is kept of a run."""
    ending = endings.get(done["exit"], "stopped")
    found = re.search(cost, done["output"]) if ending == "solved" else None
    counts = {
        name.lower(): int(count)
        for name, count in re.findall(r"\b(Expanded|Evaluated|Generated) (\d+) state", done["output"])
    }
    return {
        "ending": ending if cpu <= SECONDS + 1 else "stopped",
        "exit": done["exit"],
        "cpu": round(cpu, 4),
        "memory": done["memory"],
        "cost": int(found.group(1)) if found else None,
        **counts,
    }


def score(side):
    """1 at a second or less, 0 at the limit, falling with the logarithm of the time."""
    if side["ending"] not in ("solved", "unsolvable"):
        return 0
    return max(0, min(1, 1 - math.log(max(side["cpu"], 1)) / math.log(SECONDS)))


def report(records, optimal):
    """A table by domain, the totals, and what does not agree."""
    domains = {}
    for record in records:
        domains.setdefault(record["task"].split("/")[0], []).append(record)
    print(f"{'domain':40} {'tasks':>5} {'ours':>5} {'theirs':>6} {'agile':>6} {'theirs':>6} {'CPU ratio':>9} {'cost ratio':>10}")
    for name, rows in [*sorted(domains.items()), ("all", records)]:
        solved = [sum(is_answered(row[side]) for row in rows) for side in ("ours", "theirs")]
        agile = [sum(score(row[side]) for row in rows) for side in ("ours", "theirs")]
        both = [row for row in rows if row["ours"]["ending"] == row["theirs"]["ending"] == "solved"]
        times = [row["ours"]["cpu"] / row["theirs"]["cpu"] for row in both]
        costs = [row["ours"]["cost"] / row["theirs"]["cost"] for row in both if row["theirs"]["cost"]]
        middle = lambda values: f"{statistics.median(values):.3f}" if values else "-"
        print(
            f"{name:40} {len(rows):5} {solved[0]:5} {solved[1]:6} {agile[0]:6.2f} {agile[1]:6.2f}"
            f" {middle(times):>9} {middle(costs):>10}"
        )
    for row in records:
        mine, other = row["ours"], row["theirs"]
        if optimal and None not in (mine["cost"], other["cost"]) and mine["cost"] != other["cost"]:
            print("COSTS DIFFER", row["task"], mine["cost"], other["cost"])
        if {mine["ending"], other["ending"]} == {"solved", "unsolvable"}:
            print("ANSWERS DIFFER", row["task"], mine["ending"], other["ending"])
        for side in ("ours", "theirs"):
            if not row[side].get("valid", True):
                print("PLAN REJECTED", row["task"], side)


# For each kind of run: how its row of the README begins, and the peer there.
ROWS = {
    "satisficing": ("| competition tasks with a first plan in", "Fast Downward, `lama-first`"),
    "optimal": ("| competition tasks with an optimal plan in", "Fast Downward, `astar(lmcut())`"),
}


def readme(records, kind, page):
    """The row of the README as of these runs, and by how much its own figures moved."""
    if kind not in ROWS or not records:
        return
    begin, peer = ROWS[kind]
    solved = lambda side: sum(row[side]["ending"] == "solved" for row in records)
    row = f"{begin} {SECONDS:g} s | {solved('ours')} of {len(records)} | {peer}: {solved('theirs')} |"
    print(row)
    old = next((line for line in page.read_text().splitlines() if line.startswith(begin)), "")
    old_peer = re.search(re.escape(peer) + r": (\d+)", old)
    ours = re.search(r"in ([\d.]+) s \| (\d+) of (\d+)", old)
    if not ours or ours[1] != f"{SECONDS:g}" or int(ours[3]) != len(records):
        print(f"README: {old or 'no such row'} (other tasks or another limit: nothing to compare)")
        return
    print(f"README: {ours[2]} -> {solved('ours')}" + (f", {peer}: {old_peer[1]} -> {solved('theirs')}" if old_peer else ""))


# What each search can do without, one at a time.
WITHOUT = {
    "first": ["decoupled", "dead-ends", "fold", "symmetry"],
    "optimal": ["decoupled", "dead-ends", "fold", "symmetry", "stubborn"],
    "uniform-cost": ["dead-ends", "symmetry", "stubborn"],
}


def reductions(banto, tasks, out):
    """The rows of searches with all reductions, without any, without one, and with mutex pairs."""
    rows = [
        f"| of {len(tasks)} tasks | answered in {SECONDS:g} s | by all | of these: expanded | evaluated | CPU | fewer expanded | more expanded |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for search in os.environ.get("SEARCHES", " ".join(WITHOUT)).split():
        names = WITHOUT[search]
        solvers = [search, *(f"{search}:{word}" for word in ("plain", *(f"no-{name}" for name in names), "mutexes"))]
        kept = out.with_name(f"{out.stem} {search}.json")
        if not kept.exists():
            command = [banto, "compare", *(path for task in tasks for path in task), "--solvers", ",".join(solvers), "--json"]
            limits = ["--time-limit", f"{SECONDS}s", "--memory-limit", f"{MEMORY}B", "--progress", "always"]
            done = subprocess.run([*map(str, command), *limits], stdout=subprocess.PIPE, text=True, check=False)
            if done.returncode not in (0, 11):
                sys.exit(f"exit code {done.returncode}")
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(done.stdout)
        runs = [{run["solver"]: run for run in task["runs"]} for task in json.loads(kept.read_text())["tasks"]]
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


def is_answered(side):
    """1 for an answer."""
    return int(side["ending"] in ("solved", "unsolvable"))


def main():
    """Runs a suite."""
    banto, kind, suite, root, out = sys.argv[1:]
    if kind == "reductions":
        here, root = Path(__file__).resolve().parent.parent, Path(root)
        if suite == "-":
            found = [path for path in sorted(here.glob("problems/*/*.pddl")) if path.parent.name != "games"]
            tasks = [[here / "domains" / f"{path.parent.name}.pddl", path] for path in found]
        else:
            tasks = [[root / part for part in line.split()] for line in Path(suite).read_text().splitlines() if line.strip()]
        name = "The project" if suite == "-" else Path(suite).stem
        write(here / "docs" / "search.md", "suite.sh reductions", {name: reductions(banto, tasks, Path(out))})
        return
    arguments, search, optimal = KINDS[kind]
    banto, root, out = Path(banto).resolve(), Path(root), Path(out)
    folder = binaries()
    records = [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else []
    known = {record["task"] for record in records}
    for line in Path(suite).read_text().splitlines():
        if not line.strip() or line in known:
            continue
        domain, problem = (root / part for part in line.split())
        with tempfile.TemporaryDirectory() as name:
            work = Path(name)
            plans = {side: work / f"{side}.plan" for side in ("ours", "theirs")}
            record = {
                "task": line,
                "ours": ours(banto, arguments, domain, problem, plans["ours"]),
                "theirs": theirs(folder, search, domain, problem, work, plans["theirs"]),
            }
            for side, plan in plans.items():
                if plan.exists():
                    record[side]["valid"] = run([banto, "validate", domain, problem, plan], 120, MEMORY)["exit"] == 0
        records.append(record)
        with out.open("a") as file:
            file.write(json.dumps(record) + "\n")
        sides = (record["ours"], record["theirs"])
        print(line.split()[1], *((side["ending"], side["cpu"], side["cost"]) for side in sides), flush=True)
    report(records, optimal)
    readme(records, kind, Path(__file__).resolve().parent.parent / "README.md")


if __name__ == "__main__":
    main()
