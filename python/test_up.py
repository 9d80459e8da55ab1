"""Solves problems through unified-planning, and lets its own validator look at the plans.

Run it with `python3 python/test_up.py`; BANTO names the command. `cargo test --test project harness` runs it, too, where
unified-planning is installed.
"""

import functools
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from unittest.mock import patch

import unified_planning.shortcuts as up
from unified_planning.environment import Environment
from unified_planning.engines.factory import DEFAULT_ENGINES_PREFERENCE_LIST
from unified_planning.io import PDDLReader
from unified_planning.exceptions import UPUsageError
from unified_planning.plans import SequentialPlan
from unified_planning.test.examples import get_example_problems

from pybanto import command
from pybanto.up import Banto, BantoOptimal, STATUS, plan_in_process

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
up.get_environment().credits_stream = None
up.get_environment().factory.add_engine("banto", "pybanto.up", "Banto")
up.get_environment().factory.add_engine("banto-optimal", "pybanto.up", "BantoOptimal")
up.get_environment().factory.add_engine("banto-grounder", "pybanto.up", "BantoGrounder")
up.get_environment().factory.add_engine("banto-simulator", "pybanto.up", "BantoSimulator")
EXAMPLES = {name: one for name, one in get_example_problems().items() if Banto.supports(one.problem.kind)}


def robot(roads):
    """A robot that drives on roads from a to c; a road is (from, to, cost)."""
    places = {name: up.Object(name, up.UserType("place")) for name in "abc"}
    kind = up.UserType("place")
    at = up.Fluent("at", up.BoolType(), place=kind)
    road = up.Fluent("road", up.BoolType(), start=kind, end=kind)
    toll = up.Fluent("toll", up.IntType(), start=kind, end=kind)
    drive = up.InstantaneousAction("drive", start=kind, end=kind)
    start, end = drive.parameter("start"), drive.parameter("end")
    drive.add_precondition(at(start))
    drive.add_precondition(road(start, end))
    drive.add_effect(at(start), False)
    drive.add_effect(at(end), True)
    problem = up.Problem("robot")
    problem.add_fluent(at, default_initial_value=False)
    problem.add_fluent(road, default_initial_value=False)
    problem.add_fluent(toll, default_initial_value=0)
    problem.add_action(drive)
    problem.add_objects(places.values())
    problem.set_initial_value(at(places["a"]), True)
    for one, other, cost in roads:
        problem.set_initial_value(road(places[one], places[other]), True)
        problem.set_initial_value(toll(places[one], places[other]), cost)
    problem.add_goal(at(places["c"]))
    problem.add_quality_metric(up.MinimizeActionCosts({drive: toll(start, end)}))
    return problem


def read(domain, name):
    """A problem of the project, read by unified-planning and written by it for banto."""
    problem = os.path.join(ROOT, "problems", domain, name)
    return PDDLReader().parse_problem(os.path.join(ROOT, "domains", f"{domain}.pddl"), problem)


def gripper():
    return read("gripper", "01-two-balls.pddl")


def hard():
    """Good plans are found soon, the cheapest is not proven for long."""
    problem = read("logistics", "03-eight-parcels.pddl")
    problem.clear_quality_metrics()
    problem.add_quality_metric(up.MinimizeSequentialPlanLength())
    return problem


def running():
    """The processes of the command, of whatever parent, with what is in a folder of this module."""
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
    return [line for line in listed.splitlines() if command() in line and "banto-" in line.split(command())[1]]


def leftovers():
    """Folders that calls have left."""
    return [name for name in os.listdir(tempfile.gettempdir()) if name.startswith("banto-")]


def until(holds):
    """Whether something holds within a few seconds."""
    return any(holds() or time.sleep(0.05) for _ in range(200))


class Documented(unittest.TestCase):
    """The file `up.ini` of the documents, read by a factory of its own."""

    def test_it_adds_to_what_is_there(self):
        with open(os.path.join(ROOT, "docs", "editors.md"), encoding="utf-8") as page:
            ini = page.read().split("```ini\n")[1].split("```")[0]
        factory = Environment().factory
        before = list(factory.preference_list)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "up.ini")
            with open(path, "w", encoding="utf-8") as file:
                file.write(ini)
            factory.configure_from_file(path)
        self.assertEqual([name for name in before if name not in factory.preference_list], [])
        self.assertEqual(factory.preference_list[0], "banto")
        # What the file names is all that unified-planning would choose from, installed or not.
        self.assertEqual([name for name in DEFAULT_ENGINES_PREFERENCE_LIST if f" {name} " not in " ".join(ini.split())], [])
        problem = EXAMPLES["basic"].problem
        with factory.Replanner(problem) as replanner:
            self.assertIn("banto", replanner.name)
        kind = problem.kind
        with factory.Compiler(problem_kind=kind, compilation_kind=up.CompilationKind.QUANTIFIERS_REMOVING) as compiler:
            self.assertEqual(compiler.name, "qurm")


class Solves(unittest.TestCase):
    def solve(self, name, problem, **params):
        with up.OneshotPlanner(name=name, params=params) as planner:
            self.assertTrue(planner.supports(problem.kind), problem.kind)
            result = planner.solve(problem)
        if result.plan is not None:
            with up.PlanValidator(problem_kind=problem.kind) as validator:
                self.assertTrue(validator.validate(problem, result.plan))
        return result

    def test_a_good_plan(self):
        result = self.solve("banto", gripper())
        self.assertIn(result.status, (STATUS.SOLVED_SATISFICING, STATUS.SOLVED_OPTIMALLY))
        self.assertGreaterEqual(len(result.plan.actions), 5)

    def test_the_cheapest_plan(self):
        result = self.solve("banto-optimal", robot([("a", "c", 9), ("a", "b", 2), ("b", "c", 3)]))
        self.assertEqual(result.status, STATUS.SOLVED_OPTIMALLY)
        self.assertEqual([str(step) for step in result.plan.actions], ["drive(a, b)", "drive(b, c)"])

    @unittest.skipUnless(plan_in_process and not os.environ.get("BANTO"), "the module is not compiled, or BANTO names a command")
    def test_a_plan_without_parameters_needs_no_process(self):
        with patch("subprocess.Popen", side_effect=AssertionError("a process")):
            result = self.solve("banto-optimal", robot([("a", "c", 9), ("a", "b", 2), ("b", "c", 3)]))
            self.assertEqual((result.status, len(result.plan.actions)), (STATUS.SOLVED_OPTIMALLY, 2))
            self.assertEqual(self.solve("banto", robot([("a", "b", 1)])).status, STATUS.UNSOLVABLE_PROVEN)
            with self.assertRaises(AssertionError):
                self.solve("banto", gripper(), seed=1)

    def test_params_are_flags(self):
        problem = gripper()
        problem.add_quality_metric(up.MinimizeSequentialPlanLength())
        result = self.solve("banto", problem, search="astar", heuristic=["lmcut"], no_symmetry=True, h2=False)
        self.assertEqual((len(result.plan.actions), result.status), (5, STATUS.SOLVED_OPTIMALLY))
        self.assertIn("Initial heuristic value for lmcut: 5", result.log_messages[0].message)
        result = self.solve("banto", gripper(), time_limit="0.001ms")
        self.assertEqual((result.status, result.plan), (STATUS.TIMEOUT, None))
        for wrong in ({"quiet": True}, {"plan_file": "x"}):
            with self.assertRaisesRegex(UPUsageError, "takes no parameter"):
                up.OneshotPlanner(name="banto", params=wrong)
        with self.assertRaisesRegex(UPUsageError, "a similar argument exists: .--search"):
            self.solve("banto", gripper(), serch="astar")

    def test_a_status_is_what_was_proven(self):
        # Without a metric no plan is better than another.
        self.assertEqual(self.solve("banto-optimal", gripper()).status, STATUS.SOLVED_SATISFICING)
        self.assertEqual(self.solve("banto-optimal", robot([("a", "c", 1)])).status, STATUS.SOLVED_OPTIMALLY)
        for name in ("banto", "banto-optimal"):
            with up.AnytimePlanner(name=name) as planner:
                results = list(planner.get_solutions(hard(), timeout=1))
            self.assertEqual(results[-1].status, STATUS.TIMEOUT)
            self.assertIsNotNone(results[-1].plan)
        with up.OneshotPlanner(name="banto-optimal") as planner:
            self.assertEqual(planner.solve(hard(), timeout=0.5).status, STATUS.TIMEOUT)

    def test_costs_that_are_not_counted(self):
        for cost in (-3, up.Fraction(1, 2)):
            problem = robot([("a", "c", 1)])
            problem.clear_quality_metrics()
            problem.add_quality_metric(up.MinimizeActionCosts({}, default=up.get_environment().expression_manager.auto_promote(cost)[0]))
            with up.OneshotPlanner(name="banto") as planner:
                planner.skip_checks = True
                self.assertEqual(planner.solve(problem).status, STATUS.UNSUPPORTED_PROBLEM)

    def test_better_and_better_plans(self):
        roads = [("a", "c", 9), ("a", "b", 2), ("b", "c", 3)]
        with up.AnytimePlanner(name="banto") as planner:
            results = list(planner.get_solutions(robot(roads), timeout=20))
        self.assertEqual([one.status for one in results[:-1]], [STATUS.INTERMEDIATE] * (len(results) - 1))
        self.assertGreaterEqual(len(results), 2)
        self.assertEqual(results[-1].status, STATUS.SOLVED_OPTIMALLY)
        self.assertEqual(len(results[-1].plan.actions), 2)
        self.assertTrue(all(one.plan for one in results))

    def test_plans_are_validated(self):
        problem = robot([("a", "b", 2), ("b", "c", 3)])
        plan = self.solve("banto", problem).plan
        with up.PlanValidator(name="banto") as validator:
            self.assertTrue(validator.validate(problem, plan))
            backwards = validator.validate(problem, SequentialPlan(plan.actions[::-1]))
            self.assertFalse(backwards)
            self.assertEqual(str(backwards.inapplicable_action), "drive(b, c)")
            half = validator.validate(problem, SequentialPlan(plan.actions[:1]))
            self.assertEqual((bool(half), half.reason.name), (False, "UNSATISFIED_GOALS"))

    def test_the_examples_of_unified_planning(self):
        self.assertGreaterEqual(len(EXAMPLES), 20)
        theirs = up.PlanValidator(name="sequential_plan_validator")
        for name, example in EXAMPLES.items():
            problem = example.problem
            with self.subTest(name), up.PlanValidator(name="banto") as validator:
                plan = self.solve("banto", problem).plan
                for one in [plan, *example.valid_plans, *example.invalid_plans]:
                    ours, other = validator.validate(problem, one), theirs.validate(problem, one)
                    self.assertEqual(ours.status, other.status)
                    self.assertEqual(ours.metric_evaluations, other.metric_evaluations)
                    self.assertEqual((ours.reason, ours.inapplicable_action), (other.reason, other.inapplicable_action))
                    self.assertEqual(ours.trace, other.trace)

    def test_grounding(self):
        for name, example in EXAMPLES.items():
            problem = example.problem
            with self.subTest(name):
                ours, other = (
                    up.Compiler(name=one).compile(problem, up.CompilationKind.GROUNDING) for one in ("banto-grounder", "up_grounder")
                )
                names = [{one.name for one in compiled.problem.actions} for compiled in (ours, other)]
                self.assertLessEqual(*names)
                plans = [self.solve("banto-optimal", compiled.problem).plan for compiled in (ours, other)]
                self.assertEqual(*(len(plan.actions) for plan in plans))
                back = plans[0].replace_action_instances(ours.map_back_action_instance)
                self.assertTrue(up.PlanValidator(name="banto").validate(problem, back))

    def test_simulation(self):
        for name, example in EXAMPLES.items():
            problem = example.problem
            with self.subTest(name), up.SequentialSimulator(problem, name="banto-simulator") as ours:
                other = up.SequentialSimulator(problem, name="sequential_simulator")
                open_states = [(ours.get_initial_state(), other.get_initial_state())]
                for one, two in open_states:
                    self.assertEqual(ours.is_goal(one), other.is_goal(two))
                    for fluent in problem.initial_values:
                        self.assertEqual(one.get_value(fluent), two.get_value(fluent), fluent)
                    both = [[(step[0].name, step[1]) for step in sim.get_applicable_actions(at)] for sim, at in ((ours, one), (other, two))]
                    self.assertEqual(set(both[0]), set(both[1]))
                    self.assertEqual(len(both[0]), len(both[1]))
                    for action, arguments in both[0] if len(open_states) < 6 else []:
                        step = problem.action(action), arguments
                        self.assertTrue(ours.is_applicable(one, *step))
                        open_states.append((ours.apply(one, *step), other.apply(two, *step)))

    def test_repair(self):
        with up.PlanRepairer(name="banto") as planner:
            for name, example in EXAMPLES.items():
                for plan in [*example.valid_plans, *example.invalid_plans]:
                    with self.subTest(name):
                        repaired = planner.repair(example.problem, plan)
                        self.assertEqual(repaired.status, STATUS.SOLVED_SATISFICING)
                        self.assertTrue(up.PlanValidator(name="banto").validate(example.problem, repaired.plan))
            problem = robot([("a", "b", 2), ("b", "c", 3)])
            whole = self.solve("banto", problem).plan
            half = planner.repair(problem, SequentialPlan(whole.actions[:1]))
            self.assertIs(half.plan.actions[0], whole.actions[0])

    def test_replanning(self):
        problem = robot([("a", "b", 2), ("b", "c", 3)])
        with up.Replanner(problem, name="replanner[banto]") as planner:
            self.assertEqual(len(planner.resolve().plan.actions), 2)
            planner.update_initial_value(problem.fluent("at")(problem.object("b")), True)
            self.assertEqual(len(planner.resolve().plan.actions), 1)

    def test_nothing_is_left(self):
        before = leftovers()
        with ThreadPoolExecutor(20) as pool:
            results = list(pool.map(lambda _: Banto().solve(gripper()), range(20)))
        self.assertTrue(all(one.plan for one in results))
        with up.AnytimePlanner(name="banto") as planner:
            next(planner.get_solutions(hard()))
        self.assertEqual((leftovers(), running()), (before, []))

    @unittest.skipIf(os.name == "nt", "signals of Unix")
    def test_nothing_outlives_its_caller(self):
        modes = {
            "oneshot": "up.OneshotPlanner(name='banto-optimal').solve(hard())",
            "anytime": "list(up.AnytimePlanner(name='banto').get_solutions(hard()))",
        }
        for mode, line in modes.items():
            for sent in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
                with self.subTest(f"{mode} {sent.name}"), tempfile.TemporaryDirectory() as folder:
                    program = f"from test_up import *\n{line}\n"
                    environment = os.environ | {"TMPDIR": folder}
                    # Where a shell started the tests in the background, SIGINT is ignored.
                    heed = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
                    caller = subprocess.Popen(
                        [sys.executable, "-c", program],
                        cwd=os.path.dirname(__file__) or ".",
                        env=environment,
                        stderr=subprocess.DEVNULL,
                        preexec_fn=heed,
                    )
                    self.assertTrue(until(running), "it has begun")
                    time.sleep(0.2)
                    caller.send_signal(sent)
                    caller.wait()
                    self.assertTrue(until(lambda: not running()), running())

    def test_what_the_page_shows(self):
        with open(os.path.join(ROOT, "docs", "editors.md"), encoding="utf-8") as page:
            snippets = [one.split("```")[0] for one in page.read().split("```python\n")[1:]]
        shown = next(one for one in snippets if "OneshotPlanner" in one)
        path = [os.environ.get("PYTHONPATH"), os.path.dirname(os.path.abspath(__file__))]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, path))}
        run = subprocess.run([sys.executable, "-c", shown], cwd=ROOT, env=environment, capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertIn("status: VALID", run.stdout)
        self.assertIn("True\n", run.stdout)

    def test_no_plan(self):
        result = self.solve("banto", robot([("a", "b", 1)]))
        self.assertEqual((result.status, result.plan), (STATUS.UNSOLVABLE_PROVEN, None))

    def test_the_choice_of_an_engine(self):
        guarantee = up.OptimalityGuarantee.SOLVED_OPTIMALLY
        factory = up.get_environment().factory
        before = factory.preference_list
        self.addCleanup(setattr, factory, "preference_list", before)
        factory.preference_list = ["banto", "banto-optimal", *before]
        with up.OneshotPlanner(problem_kind=gripper().kind, optimality_guarantee=guarantee) as planner:
            self.assertEqual(planner.name, "banto-optimal")
        with up.OneshotPlanner(problem_kind=gripper().kind) as planner:
            self.assertEqual(planner.name, "banto")

    def test_what_is_not_classical_is_refused(self):
        kind = gripper().kind
        kind.set_time("CONTINUOUS_TIME")
        self.assertFalse(Banto.supports(kind))
        self.assertFalse(BantoOptimal.supports(kind))


if __name__ == "__main__":
    unittest.main()
