"""Solves problems through unified-planning, and lets its own validator look at the plans.

Run it with `python3 python/test_banto_up.py`; BANTO names the command. `cargo test --test harness` runs it, too, where
unified-planning is installed.
"""

import os
import unittest

import unified_planning.shortcuts as up
from unified_planning.io import PDDLReader

from banto_up import Banto, BantoOptimal, STATUS

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
up.get_environment().credits_stream = None
up.get_environment().factory.add_engine("banto", "banto_up", "Banto")
up.get_environment().factory.add_engine("banto-optimal", "banto_up", "BantoOptimal")


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
    def solve(self, name, problem):
        with up.OneshotPlanner(name=name) as planner:
            self.assertTrue(planner.supports(problem.kind), problem.kind)
            result = planner.solve(problem)
        if result.plan is not None:
            with up.PlanValidator(problem_kind=problem.kind) as validator:
                self.assertTrue(validator.validate(problem, result.plan))
        return result

    def test_a_good_plan(self):
        result = self.solve("banto", gripper())
        self.assertEqual(result.status, STATUS.SOLVED_SATISFICING)
        self.assertGreaterEqual(len(result.plan.actions), 5)

    def test_the_cheapest_plan(self):
        result = self.solve("banto-optimal", robot([("a", "c", 9), ("a", "b", 2), ("b", "c", 3)]))
        self.assertEqual(result.status, STATUS.SOLVED_OPTIMALLY)
        self.assertEqual([str(step) for step in result.plan.actions], ["drive(a, b)", "drive(b, c)"])

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
