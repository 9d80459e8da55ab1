"""What benches/ground.sh runs: see there. Prints a line a task, then medians, and every disagreement."""

import json
import math
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

GROUND_SECONDS = 30
SEARCH_SECONDS = 20
MEMORY = 3 << 30


def binaries():
    """The folder of Fast Downward's programs in the package."""
    for place in map(Path, sys.path):
        found = place / "up_fast_downward/downward/builds/release/bin"
        if found.exists():
            return found
    sys.exit("up-fast-downward is not installed")


def run(command, seconds, memory, stdin=None, env=None):
    """Exit code, CPU seconds, peak MiB (where `time` is there) and output of a command under limits."""

    def limits():
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 1))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    # The kernel counts a parent's memory to a child that it has just forked; `time` is a small parent.
    timer = shutil.which("time")
    with tempfile.NamedTemporaryFile("r") as report:
        if timer:
            command = [timer, "-f", "%M", "-o", report.name, *command]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            list(map(str, command)), stdin=stdin, env=env, preexec_fn=limits,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace", check=False,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        numbers = [line for line in report.read().splitlines() if line.isdigit()]
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {
        "exit": done.returncode,
        "cpu": round(cpu, 4),
        "memory": int(numbers[-1]) / 1024 if numbers else None,
        "output": done.stdout,
    }


def translate(folder, domain, problem, output, seconds, memory):
    """Runs Fast Downward's translator."""
    env = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, "-m", "fast_downward.translate", domain, problem, "--sas-file", output]
    return run(command, seconds, memory, env=env)


def sizes(path):
    """How many of each part a translated task has; none where there is no file."""
    if not path.exists():
        return None
    text = path.read_text()
    parts = {"variables": "variable", "operators": "operator", "axioms": "rule", "groups": "mutex_group"}
    return {name: len(re.findall(f"^begin_{word}", text, re.M)) for name, word in parts.items()}


def one(banto, folder, domain, problem, work):
    """Both translations of a task, and what blind A* finds on each."""
    ours, theirs = work / "ours.sas", work / "theirs.sas"
    record = {
        "ours": run([banto, "ground", domain, problem, "--sas", ours], GROUND_SECONDS, MEMORY),
        "theirs": translate(folder, domain, problem, theirs, GROUND_SECONDS, MEMORY),
    }
    for name, path in (("ours", ours), ("theirs", theirs)):
        side = record[name]
        side["sizes"] = sizes(path) if side["exit"] in (0, 11) else None
        side["output"] = side["output"][-300:] if side["exit"] not in (0, 11) else ""
        if side["sizes"] is None:
            continue
        plan = work / f"{name}.plan"
        with path.open() as stdin:
            search = run(
                [folder / "downward", "--search", "astar(blind())", "--internal-plan-file", plan],
                SEARCH_SECONDS, MEMORY, stdin=stdin,
            )
        cost = re.search(r"Plan cost: (\d+)", search["output"])
        side["search"] = {"exit": search["exit"], "cost": int(cost.group(1)) if cost else None}
        if plan.exists():
            validated = run([banto, "validate", domain, problem, plan], 60, MEMORY)
            side["search"]["valid"] = validated["exit"] == 0
    return record


def report(records):
    """Medians, the worst, and what does not agree."""
    both = [r for r in records if r["ours"]["sizes"] and r["theirs"]["sizes"]]
    count = {side: sum(1 for r in records if r[side]["sizes"]) for side in ("ours", "theirs")}
    print(f"tasks {len(records)}: banto grounds {count['ours']}, Fast Downward {count['theirs']}")
    slow = sorted(r["ours"]["cpu"] / r["theirs"]["cpu"] for r in both if r["theirs"]["cpu"] > 0.5)
    if slow:
        print(f"CPU time, ours / theirs, over 0.5 s: median {statistics.median(slow):.4f}, worst {slow[-1]:.4f}")
    memory = [r["ours"]["memory"] / r["theirs"]["memory"] for r in both if r["ours"]["memory"]]
    if memory:
        print(f"peak memory, ours / theirs: median {statistics.median(memory):.4f}")
    for what in ("variables", "operators"):
        ratios = [r["ours"]["sizes"][what] / r["theirs"]["sizes"][what] for r in both if r["theirs"]["sizes"][what]]
        print(f"{what}, ours / theirs: median {statistics.median(ratios):.4f}")
    for r in both:
        ours, theirs = r["ours"]["search"], r["theirs"]["search"]
        if None not in (ours["cost"], theirs["cost"]) and ours["cost"] != theirs["cost"]:
            print("COSTS DIFFER", r["task"], ours["cost"], theirs["cost"])
        if (ours["cost"] is None) != (theirs["cost"] is None):
            print("only one is solved:", r["task"], ours, theirs)
        if False in (ours.get("valid"), theirs.get("valid")):
            print("PLAN REJECTED", r["task"])


def main():
    """Runs a suite."""
    banto, suite, root, out = map(Path, sys.argv[1:])
    folder = binaries()
    records = [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else []
    known = {record["task"] for record in records}
    for line in suite.read_text().splitlines():
        if not line.strip() or line in known:
            continue
        domain, problem = (root / part for part in line.split())
        with tempfile.TemporaryDirectory() as work:
            record = {"task": line, **one(banto.resolve(), folder, domain, problem, Path(work))}
        records.append(record)
        with out.open("a") as file:
            file.write(json.dumps(record) + "\n")
        sides = (record["ours"], record["theirs"])
        print(line.split()[1], *((side["exit"], side["cpu"], side["sizes"]) for side in sides), flush=True)
    report(records)


if __name__ == "__main__":
    main()
