"""Runs banto's Sokoban solvers over a folder of levels. See sokoban.sh."""

import json
import pathlib
import resource
import subprocess
import sys


def solve(binary, path, limit, *options):
    """The answers for one file, one object a level; none where the file is no level file."""
    command = [binary, "sokoban", "solve", str(path), "--json", "--time-limit", limit, "--progress", "never", *options]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode == 70:
        sys.exit(f"{path}: a fault: {run.stderr}")
    return [json.loads(line) for line in run.stdout.splitlines()]


def cpu():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def report(name, answers, seconds):
    solved = [one for one in answers if one["status"] == "solved"]
    unsolvable = sum(one["status"] == "unsolvable" for one in answers)
    print(f"{name}: solved {len(solved)} of {len(answers)} ({unsolvable} unsolvable) in {seconds:.1f} s of CPU time")


def optima(binary, path, limit, what):
    """Compares with the list of optima beside a file; the number of differences."""
    table = path.with_name(f"{path.stem}-optimal-{what}.txt")
    if not table.exists():
        return 0
    lines = [line.split() for line in table.read_text().splitlines() if line and not line.startswith("#")]
    known = {int(level): value for level, value in lines}
    start = cpu()
    answers = solve(binary, path, limit, "--optimal", what)
    solved = [one for one in answers if one["status"] == "solved"]
    listed = [one for one in solved if known.get(one["level"], "?") != "?"]
    wrong = [one for one in listed if str(one[what]) != known[one["level"]]]
    print(f"  fewest {what}: {len(solved)} proven, {len(listed)} of them listed, {len(wrong)} different, {cpu() - start:.1f} s")
    for one in wrong:
        print(f"    level {one['level']}: {one[what]}, listed as {known[one['level']]}")
    return len(wrong)


def main():
    binary, folder, limit = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    wrong = 0
    singles = {}
    for path in sorted(path for path in folder.rglob("*") if path.suffix in (".xsb", ".sok", ".txt", ".slc", ".rle")):
        if "-optimal-" in path.name:
            continue
        start = cpu()
        answers = solve(binary, path, limit)
        if len(answers) > 1:
            report(path.relative_to(folder), answers, cpu() - start)
            wrong += sum(optima(binary, path, limit, what) for what in ("pushes", "moves"))
        elif answers:
            found, seconds = singles.setdefault(path.parent, ([], 0.0))
            singles[path.parent] = (found + answers, seconds + cpu() - start)
    for place, (answers, seconds) in singles.items():
        report(f"{place.relative_to(folder)}/", answers, seconds)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
