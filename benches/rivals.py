"""What the side-by-side scripts share: Fast Downward's programs, and commands under limits of CPU time and memory."""

import math
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path


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
