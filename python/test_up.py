"""Solves problems through unified-planning, and lets its own validator look at the plans.

Run it with `python3 python/test_up.py`; BANTO names the command. `cargo test --test project harness` runs it, too, where
unified-planning is installed.
"""

import os
import unittest

import unified_planning.shortcuts as up
from unified_planning.io import PDDLReader
from unified_planning.plans import SequentialPlan

from unified_planning.test.examples import get_example_problems

from banto.up import Banto, BantoOptimal, STATUS

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
up.get_environment().credits_stream = None
up.get_environment().factory.add_engine("banto", "banto.up", "Banto")
up.get_environment().factory.add_engine("banto-optimal", "banto.up", "BantoOptimal")


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


def gripper():
    """A problem of the project, read by unified-planning and written by it for banto."""
    folder = os.path.join(ROOT, "problems", "gripper")
    return PDDLReader().parse_problem(
        os.path.join(ROOT, "domains", "gripper.pddl"), os.path.join(folder, "01-two-balls.pddl")
    )


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

    def test_params_are_flags(self):
        result = self.solve("banto", gripper(), search="astar", heuristic=["lmcut"], no_symmetry=True, h2=False)
        self.assertEqual((len(result.plan.actions), result.status), (5, STATUS.SOLVED_OPTIMALLY))
        self.assertIn("Initial heuristic value for lmcut: 5", result.log_messages[0].message)
        result = self.solve("banto", gripper(), time_limit="0s")
        self.assertEqual((result.status, result.plan), (STATUS.TIMEOUT, None))

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
        supported = 0
        for name, example in get_example_problems().items():
            if not Banto.supports(example.problem.kind):
                continue
            supported += 1
            with self.subTest(name), up.PlanValidator(name="banto") as validator:
                result = self.solve("banto", example.problem)
                self.assertIsNotNone(result.plan)
                self.assertTrue(validator.validate(example.problem, result.plan))
                for plan in example.valid_plans:
                    self.assertTrue(validator.validate(example.problem, plan))
                for plan in example.invalid_plans:
                    self.assertFalse(validator.validate(example.problem, plan))
        self.assertGreaterEqual(supported, 15)

    def test_no_plan(self):
        result = self.solve("banto", robot([("a", "b", 1)]))
        self.assertEqual((result.status, result.plan), (STATUS.UNSOLVABLE_PROVEN, None))

    def test_the_choice_of_an_engine(self):
        guarantee = up.OptimalityGuarantee.SOLVED_OPTIMALLY
        factory = up.get_environment().factory
        factory.preference_list = ["banto", "banto-optimal"]
        with up.OneshotPlanner(problem_kind=gripper().kind, optimality_guarantee=guarantee) as planner:
            self.assertEqual(planner.name, "banto-optimal")

    def test_what_is_not_classical_is_refused(self):
        kind = gripper().kind
        kind.set_time("CONTINUOUS_TIME")
        self.assertFalse(Banto.supports(kind))
        self.assertFalse(BantoOptimal.supports(kind))


if __name__ == "__main__":
    unittest.main()
