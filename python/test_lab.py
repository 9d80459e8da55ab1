"""Runs the experiment of `banto/experiment.py` on the smallest problems, and looks at what was read from the output.

Run it with `python3 python/test_lab.py`; BANTO names the command. `cargo test --test project harness` runs it, too, where Downward
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


STEPS = ["build", "start", "parse", "fetch", "report", "disagreements"]


def run(flags, path="", environment=None):
    """Runs steps of the experiment; a path comes first where commands are looked for."""
    environment = os.environ | (environment or {})
    environment["PATH"] = f"{path}{os.pathsep}{environment['PATH']}" if path else environment["PATH"]
    command = [sys.executable, HERE / "pybanto" / "experiment.py", *map(str, flags)]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


class Experiment(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.tasks = self.folder / "problems"
        for problem in SMALL:
            copied = self.tasks / problem
            copied.parent.mkdir(parents=True)
            shutil.copy(HERE.parent / "problems" / problem, copied)
            shutil.copy(HERE.parent / "domains" / f"{copied.parent.name}.pddl", copied.parent / "domain.pddl")
        self.flags = ["--tasks", self.tasks, "--experiment", self.folder / "lab"]

    def properties(self):
        return json.loads((self.folder / "lab-eval" / "properties").read_text())

    def test_it_can_be_imported(self):
        """Other experiments take what they need, and nothing runs."""
        words = "from pybanto.experiment import CODES, MERGED; print(CODES[34], MERGED[0])"
        ended = subprocess.run([sys.executable, "-c", words], cwd=HERE, capture_output=True, text=True)
        self.assertEqual((ended.returncode, ended.stdout), (0, "34 sh\n"), ended.stderr)

    def test_every_run_is_read(self):
        ended = run([*self.flags, *STEPS])
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        self.assertTrue((self.folder / "lab-eval" / "report.html").exists())
        runs = self.properties()
        self.assertEqual(len(runs), 6)
        self.assertEqual((self.folder / "lab-eval" / "disagreements.txt").read_text(), "no disagreements")
        for name, one in runs.items():
            self.assertEqual((one["coverage"], one["error"]), (1, "success"), name)
            self.assertNotIn("unexplained_errors", one, name)
            self.assertEqual(one["cost"], one["plan_length"])
            self.assertLessEqual({"expansions", "evaluated", "search_time", "total_time", "memory"}, set(one))
            self.assertLessEqual({"grounding_time", "preparation_time", "settings", "found_by", "program", "machine"}, set(one))
            # Lab reads a search of less than a hundredth of a second as one of a hundredth.
            searching = one["search_time"] if one["search_time"] > 0.01 else 0
            self.assertLessEqual(one["grounding_time"] + one["preparation_time"] + searching, one["total_time"])
            self.assertLessEqual({"reopened", "dead_ends", "initial_h_values", "score_total_time"}, set(one))
            self.assertGreater(one["score_evaluations"], 0, name)
            self.assertEqual(one["planner_time"], one["total_time"], name)
        self.assertEqual(runs["astar-lmcut-blocks-02-sussman.pddl"]["cost"], 6)
        self.assertEqual(runs["astar-lmcut-gripper-01-two-balls.pddl"]["initial_h_value"], 5)

    def test_a_typo_is_an_error(self):
        flags = [*self.flags, "--suite", "gripper", "--config", "typo=--serch x", "--config", "value=--search gbsf"]
        flags += ["--config", "heuristic=--search astar --heuristic nosuch"]
        self.assertEqual(run([*flags, "build", "start", "parse", "fetch"]).returncode, 0)
        self.assertEqual(len(self.properties()), 3)
        for one in self.properties().values():
            self.assertEqual(one["error"], "driver-input-error")
            self.assertIn("driver-input-error", one["unexplained_errors"])

    def test_two_configurations_have_two_names(self):
        """Lab would keep the runs of one of them only."""
        flags = [*self.flags, "--suite", "gripper", "--config", "blind=--search bfs"]
        for again in (["--config", "blind=--first"], ["--fast-downward", __file__, "--fd-config", "blind=--search astar(blind())"]):
            ended = run([*flags, *again, "build"])
            self.assertNotEqual(ended.returncode, 0)
            self.assertIn("two configurations have the name blind", ended.stderr)
        # Those of a planner that does not run are not asked for.
        self.assertEqual(run([*flags, "--fd-config", "blind=--search astar(blind())", "build"]).returncode, 0)
        self.assertIn("a configuration is NAME=FLAGS", run([*flags, "--config", "first", "build"]).stderr)

    def test_a_planner_that_is_not_there(self):
        """Python ends with 2 where there is no driver, which lab takes for a plan and too little time."""
        ended = run([*self.flags, "--fast-downward", self.folder / "none.py", "build", "start"])
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("none.py: there is no such file", ended.stderr)
        self.assertFalse((self.folder / "lab").exists())
        ended = run([*self.flags, "build"], environment={"BANTO": str(self.folder / "banto")})
        self.assertIn("which is no program", ended.stderr)

    def test_every_flag_is_explained(self):
        told = run(["--help"]).stdout
        for line in (HERE.parent / "docs" / "editors.md").read_text().split("The settings:")[1].split("\n\n")[1].splitlines()[2:]:
            for flag in line.split("|")[1].replace("`", "").split(","):
                self.assertRegex(told, rf"(?m)^  {flag.strip()} \S+\s+\S")

    def test_every_ending_has_its_name(self):
        """Programs in place of banto end in each way that banto knows, and in two that it does not."""
        said = {
            0: ("success", True), 1: ("exitcode-1", False), 2: ("driver-input-error", False),
            11: ("search-unsolvable", True), 12: ("search-unsolved-incomplete", True),
            22: ("search-out-of-memory", True), 23: ("search-out-of-time", True),
            31: ("translate-input-error", False), 34: ("search-unsupported", False), 70: ("search-critical-error", False),
            141: ("exitcode-141", False),
        }
        grounding = {22: "translate-out-of-memory", 23: "translate-out-of-time"}
        cases = [(code, "", *ending) for code, ending in said.items()]
        cases += [(code, "no plan found: a limit while grounding", name, True) for code, name in grounding.items()]
        for code, words, name, is_explained in cases:
            with self.subTest(code=code, words=words):
                program = self.folder / "banto"
                program.write_text(f"#!/bin/sh\necho '{words}'\nexit {code}\n")
                program.chmod(0o755)
                flags = [*self.flags, "--suite", "gripper", "--config", "one="]
                ended = run([*flags, "build", "start", "parse", "fetch"], environment={"BANTO": str(program)})
                self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
                (one,) = self.properties().values()
                self.assertEqual((one["error"], "unexplained_errors" not in one), (name, is_explained))
                self.assertEqual(one["coverage"], 0)
                for made in ("lab", "lab-eval"):
                    shutil.rmtree(self.folder / made)

    def test_a_suite_and_what_was_interrupted(self):
        suite = self.folder / "suite.txt"
        suite.write_text("# ours\nblocks\ngripper/domain.pddl gripper/01-two-balls.pddl\n")
        (self.tasks / "gripper" / "02.pddl").write_text("(")
        flags = [*self.flags, "--suite", suite, "--config", "first=--first"]
        self.assertEqual(run([*flags, "build", "start"]).returncode, 0)
        log = next((self.folder / "lab").glob("runs-*/*/driver.log"))
        log.write_text("cut off")
        ended = run([*flags, "resume", "parse", "fetch", "report"])
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        self.assertEqual(ended.stdout.count("Starting run"), 1, ended.stdout)
        runs = self.properties()
        self.assertEqual(sorted(runs), ["first-blocks-02-sussman.pddl", "first-gripper-01-two-balls.pddl"])
        ended = run([*flags, "--suite", "blocks:99.pddl", "build"])
        self.assertIn("there is no such domain or problem", ended.stderr)

    def test_another_planner_beside(self):
        driver = self.folder / "driver.py"
        said = ["[t=0.1s, 1 KB] Plan cost: 9", "Plan length: 9 step(s).", "Expanded 1 state(s).", "Search time: 0.1s", "Total time: 0.1s", "INFO     Planner time: 0.30s"]
        driver.write_text(f"import sys\nprint({chr(10).join(said)!r})\nsys.exit(0 if 'gripper.pddl' in ' '.join(sys.argv) else 36)\n")
        flags = [*self.flags, "--suite", "gripper", "--fast-downward", driver, "--config", "good="]
        # Only what is said to be cheapest can be wrong.
        for config in ("wrong=--search astar(lmcut())", "worse=--search eager_wastar([ff()],w=5)", "odd=--search astar(cea())"):
            flags += ["--fd-config", config]
        # The domain is not where lab looks for it.
        (self.folder / "domains").mkdir()
        (self.tasks / "gripper" / "domain.pddl").rename(self.folder / "domains" / "gripper.pddl")
        ended = run([*flags, *STEPS, "plot-good-cost"])
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        results = self.folder / "lab-eval"
        told = (results / "disagreements.txt").read_text()
        self.assertEqual(told, "gripper 01-two-balls.pddl: wrong says 9, others [5, 9]")
        self.assertIn("--cpu-limit 60s", self.properties()["good-gripper-01-two-balls.pddl"]["settings"])
        self.assertTrue((results / "good-wrong-cost.png").exists())
        self.assertEqual(self.properties()["wrong-gripper-01-two-balls.pddl"]["planner_time"], 0.3)
        self.assertIn("0.556", (results / "report.html").read_text())

    def test_jobs_of_a_cluster(self):
        submit = self.folder / "bin" / "sbatch"
        submit.parent.mkdir()
        submit.write_text("#!/bin/sh\necho Submitted batch job 7\n")
        submit.chmod(0o755)
        ended = run([*self.flags, "--slurm", "main", *STEPS], submit.parent)
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        jobs = self.folder / "lab-grid-steps"
        self.assertEqual(len(list(jobs.iterdir())), len(STEPS))
        self.assertIn("--partition=main", (jobs / "lab-02-start").read_text())
        # A job has no flags: it finds the settings in the environment.
        self.assertIn("BANTO_TASKS", ended.stdout)


if __name__ == "__main__":
    unittest.main()
