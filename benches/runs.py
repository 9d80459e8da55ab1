"""What the scripts share: runs of `banto compare` that are kept, and tables with a place on a page."""

import json
import re
import subprocess
import sys


def compare(binary, files, kept, solvers, limits, rivals=()):
    """What solvers and other programs do on the same levels or tasks; a comparison that is kept is not run again."""
    if not kept.exists():
        command = [binary, "compare", *files, "--solvers", ",".join(solvers), *limits, "--json", "--progress", "always"]
        command += [word for rival in rivals for word in ("--external", rival)]
        # How far it is stands on the terminal meanwhile.
        done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode not in (0, 11):
            sys.exit(f"{files}: exit code {done.returncode}")
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(done.stdout)
    return json.loads(kept.read_text())


def moved(old, new):
    """By how much figures moved: the old and the new number, and their ratio."""
    numbers = [re.findall(r"(?<![\w.:])(\d+(?:\.\d+)?|∞)(?![\w:])", text.replace(",", "")) for text in (old, new)]
    if len(numbers[0]) != len(numbers[1]):
        return ["the table has another shape"]
    pairs = [(one, other) for one, other in zip(*numbers) if one != other]
    ratio = lambda one, other: "" if "∞" in (one, other) or float(one) == 0 else f" (x{float(other) / float(one):.2f})"
    return [f"{one} -> {other}{ratio(one, other)}" for one, other in pairs]


def write(page, script, tables):
    """Puts tables by name where a page has a place for them, and says by how much figures moved."""
    text = page.read_text()
    for name, made in tables.items():
        begin, end = f"<!-- benches/{script}: {name} -->\n", "<!-- end -->"
        if begin not in text:
            print(f"{name}: {page.name} has no place for it\n{made}")
            continue
        head, rest = text.split(begin, 1)
        old, tail = rest.split(end, 1)
        for change in (moved(old, made) or ["nothing moved"]) if old.strip() else ["made for the first time"]:
            print(f"{name}: {change}")
        text = f"{head}{begin}\n{made}\n\n{end}{tail}"
    page.write_text(text)
