"""Runs the experiment of `lab_banto.py` on the smallest problems, and looks at what was read from the output.

Run it with `python3 python/test_lab_banto.py`; BANTO names the command. `cargo test --test harness` runs it, too, where Downward
Lab is installed.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
SMALL = ["blocks/02-sussman.pddl", "gripper/01-two-balls.pddl"]


class Experiment(unittest.TestCase):
    def test_every_run_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            tasks = Path(folder, "problems")
            for problem in SMALL:
                Path(tasks, problem).parent.mkdir(parents=True)
                shutil.copy(HERE.parent / "problems" / problem, tasks / problem)
                domain = Path(problem).parent.name + ".pddl"
                shutil.copy(HERE.parent / "domains" / domain, Path(tasks, problem).parent / "domain.pddl")
            experiment = Path(folder, "lab")
            environment = os.environ | {"BANTO_TASKS": str(tasks), "BANTO_EXPERIMENT": str(experiment)}
            steps = ["build", "start", "parse", "fetch", "report"]
            run = subprocess.run(
                [sys.executable, HERE / "lab_banto.py", *steps], env=environment, capture_output=True, text=True
            )
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
            runs = json.loads(Path(folder, "lab-eval", "properties").read_text())
            self.assertTrue(Path(folder, "lab-eval", "report.html").exists())
        self.assertEqual(len(runs), 6)
        for name, run in runs.items():
            self.assertEqual((run["coverage"], run["error"]), (1, "success"), name)
            self.assertNotIn("unexplained_errors", run, name)
            self.assertEqual(run["cost"], run["plan_length"])
            self.assertLessEqual({"expansions", "evaluated", "search_time", "total_time", "memory"}, set(run))
        self.assertEqual(runs["astar-lmcut-blocks-02-sussman.pddl"]["cost"], 6)
        self.assertEqual(runs["astar-lmcut-gripper-01-two-balls.pddl"]["cost"], 5)


if __name__ == "__main__":
    unittest.main()
