#!/usr/bin/env python3
"""One search in one thread beside the same in several threads or processes: wall time, CPU time, expansions, memory.

    benches/threads.py BANTO LIST ROOT [--threads 2 ...] [--ranks 2 ...] [--rounds N]

LIST has a line for each search: `blind DOMAIN PROBLEM`, `lmcut DOMAIN PROBLEM` or `pushes LEVELS NUMBER`, files relative to ROOT; what
stands behind is left alone. For each search a line is printed for one thread and for each other way, with the ratios to one thread,
and at the end the medians of the ratios. Of several rounds the quickest counts. Ranks need `mpirun` and a banto with the feature
`mpi`; their memory is that of the first one, times their number. Wall times mean something on an idle machine only.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

FLAGS = {"blind": ["--search", "astar", "--heuristic", "blind"], "lmcut": ["--optimal"]}
OPEN_MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def command(kind, first, second, root):
    """The arguments of a search."""
    if kind == "pushes":
        return ["sokoban", "solve", root / first, "--level", second, "--solver", "pushes", "--json"]
    return ["plan", *FLAGS[kind], "--json", root / first, root / second]


def measure(words):
    """Runs a command: seconds by the clock, seconds of CPU, expansions, MiB, cost."""
    with tempfile.TemporaryFile() as out:
        start = time.monotonic()
        child = subprocess.Popen(list(map(str, words)), stdout=out, stderr=subprocess.DEVNULL, env=os.environ | OPEN_MPI)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        lines = [json.loads(line) for line in out if line.startswith(b"{")]
    if child.returncode not in (0, 11) or not lines:
        return None
    result = lines[-1]
    level = result["levels"][0] if "levels" in result else result
    counts = level.get("counts", level)
    memory = result.get("peak_memory_bytes") or usage.ru_maxrss * 1024
    cost = level.get("cost", level.get("pushes"))
    return wall, usage.ru_utime + usage.ru_stime, counts["expanded"], memory / 2**20, cost


def main():
    """Measures all searches of a list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("banto", type=Path)
    parser.add_argument("list", type=Path)
    parser.add_argument("root", type=Path)
    parser.add_argument("--threads", type=int, nargs="*", default=[2])
    parser.add_argument("--ranks", type=int, nargs="*", default=[])
    parser.add_argument("--rounds", type=int, default=1)
    chosen = parser.parse_args()
    banto = chosen.banto.resolve()
    ways = [("1 thread", [banto], [], 1)]
    ways += [(f"{count} threads", [banto], ["--threads", count], 1) for count in chosen.threads]
    ways += [(f"{count} ranks", ["mpirun", "--oversubscribe", "-n", count, banto], [], count) for count in chosen.ranks]
    ratios = {name: [] for name, *_ in ways[1:]}
    print(f"{'search':44} {'way':10} {'wall s':>8} {'CPU s':>8} {'expanded':>11} {'MiB':>7}   wall  CPU  expanded  memory")
    for line in chosen.list.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        kind, first, second, *_ = line.split()
        one = None
        for name, start, flags, copies in ways:
            if kind == "pushes" and copies > 1:
                continue
            runs = [measure([*start, *command(kind, first, second, chosen.root), *flags]) for _ in range(chosen.rounds)]
            head = f"{kind + ' ' + second.split('/')[-2] + '/' + Path(second).stem if '/' in second else f'{kind} {first} {second}':44.44} {name:10}"
            if None in runs:
                print(f"{head} no result")
                if one is None:
                    break
                continue
            wall, cpu, expanded, memory, cost = min(runs)
            memory *= copies
            shown = f"{head} {wall:8.2f} {cpu:8.2f} {expanded:11} {memory:7.0f}"
            if one is None:
                one = wall, cpu, expanded, memory, cost
                print(shown, flush=True)
                continue
            ratio = one[0] / wall, cpu / one[1], expanded / max(one[2], 1), memory / one[3]
            ratios[name].append(ratio)
            wrong = "" if cost == one[4] else f"  COST {cost} INSTEAD OF {one[4]}"
            print(f"{shown}  x{ratio[0]:.2f} x{ratio[1]:.2f} x{ratio[2]:.3f} x{ratio[3]:.2f}{wrong}", flush=True)
    for name, rows in ratios.items():
        if rows:
            wall, cpu, expanded, memory = (statistics.median(column) for column in zip(*rows))
            print(f"{name}: median of {len(rows)}: {wall:.2f} times as fast, CPU x{cpu:.2f}, expanded x{expanded:.3f}, memory x{memory:.2f}")


if __name__ == "__main__":
    main()
