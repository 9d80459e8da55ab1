"""States of the module, against one another and against the planner: run with `pytest python/tests` in the project's folder."""

import array
import math
from pathlib import Path

import pytest

pybanto = pytest.importorskip("pybanto", reason="no wheel of pybanto is installed")
pytest.importorskip("pybanto._pybanto", reason="no wheel of pybanto is installed")

ROOT = Path(__file__).resolve().parents[2]


def task(domain, problem):
    return pybanto.Task(ROOT / f"domains/{domain}.pddl", ROOT / f"problems/{domain}/{problem}.pddl")


@pytest.fixture
def gripper():
    return task("gripper", "01-two-balls")


SMALL = [("gripper", "01-two-balls"), ("blocks", "02-sussman"), ("lights-out", "01-one-press"), ("hanoi", "02-three-discs")]


def test_a_state_is_a_value(gripper):
    start = gripper.initial
    assert start == gripper.initial and hash(start) == hash(gripper.initial) and start != "state"
    other = gripper.initial.task
    assert start == other.initial
    assert start != task("gripper", "01-two-balls").initial
    assert "robot-in kitchen" in start and "(ROBOT-IN Kitchen)" in start and "robot-in hall" not in start
    assert start.facts() == {"(robot-in kitchen)", "(free left)", "(free right)", "(lies-in ball1 kitchen)", "(lies-in ball2 kitchen)"}
    with pytest.raises(ValueError, match="did you mean ball1"):
        "lies-in bal1 hall" in start
    assert len({state for _, state in start.successors()} | {start}) == len(start.successors()) + 1


def test_steps_do_what_the_operators_say(gripper):
    start = gripper.initial
    for operator, state in start.successors():
        assert operator in start.applicable() and state == start.apply(operator) == start.apply(operator.index)
        assert all(fact.strip("()") in start for fact in operator.preconditions if not fact.startswith("(not"))
    walk = next(one for one in start.applicable() if str(one) == "(walk kitchen hall)")
    assert (walk.name, walk.arguments, walk.cost) == ("walk", ("kitchen", "hall"), 1)
    there = start.apply(walk)
    assert "robot-in hall" in there and "robot-in kitchen" not in there
    with pytest.raises(ValueError, match="cannot be applied"):
        there.apply(walk)
    with pytest.raises(ValueError, match="another task"):
        task("gripper", "01-two-balls").initial.apply(walk)
    with pytest.raises(ValueError):
        start.apply(10_000)


def test_a_plan_leads_to_the_goal(gripper):
    plan = pybanto.plan(ROOT / "domains/gripper.pddl", ROOT / "problems/gripper/01-two-balls.pddl").plan
    by_text = {str(operator): operator for operator in gripper.operators}
    state = gripper.initial
    for step in plan:
        assert not state.is_goal()
        state = state.apply(by_text[str(step)])
    assert state.is_goal()
    assert set(gripper.goal) <= state.facts()


@pytest.mark.parametrize("domain, problem", SMALL)
def test_the_state_space_is_that_of_single_steps(domain, problem):
    one = task(domain, problem)
    space = one.state_space()
    numbers = {one.initial: 0}
    states = [one.initial]
    steps = set()
    for at in states:
        for operator, state in at.successors():
            if state not in numbers:
                numbers[state] = len(states)
                states.append(state)
            steps.add((numbers[at], numbers[state], operator.index))
    assert space.complete and len(space) == len(states)
    assert [space.state(number) for number in range(len(space))] == states
    assert set(zip(space.starts, space.ends, space.operators)) == steps
    assert [bool(goal) for goal in space.goals] == [state.is_goal() for state in states]
    files = ROOT / f"domains/{domain}.pddl", ROOT / f"problems/{domain}/{problem}.pddl"
    assert space.distances[0] == pybanto.plan(*files, optimal=True).cost
    # Each distance is one more than the least of the successors, in tasks of unit cost.
    distances = list(space.distances)
    least = {}
    for start, end, _ in steps:
        if distances[end] >= 0:
            least[start] = min(least.get(start, math.inf), distances[end] + 1)
    assert all(distance == (0 if space.goals[at] else least.get(at, -1)) for at, distance in enumerate(distances))
    part = one.state_space(limit=3)
    assert len(part) == 3 and not part.complete


@pytest.mark.parametrize("domain, problem", SMALL)
def test_many_states_at_once(domain, problem):
    one = task(domain, problem)
    walk = one.random_walk(40, seed=7)
    assert walk == one.random_walk(40, seed=7) and walk[0] == one.initial
    rows = one.pack(walk)
    assert one.unpack(rows) == walk and rows.shape == (len(walk), one.row_words)
    parents, operators, found = one.expand(rows)
    singly = [(at, operator.index, state) for at, start in enumerate(walk) for operator, state in start.successors()]
    assert list(zip(parents, operators, one.unpack(found))) == singly
    assert list(one.expand(walk)[1]) == list(operators)
    assert list(one.goals(rows)) == [state.is_goal() for state in walk]
    for name in ["ff", "lmcut", "hmax", "blind", "goalcount", "landmarks"]:
        heuristic = one.heuristic(name)
        assert list(heuristic.many(rows)) == [-1 if heuristic(state) == math.inf else heuristic(state) for state in walk]
    assert set(one.heuristic("ff").preferred(one.initial)) <= set(one.operators)


def test_a_buffer_that_is_no_state_is_refused(gripper):
    for wrong in [array.array("Q", [2**64 - 1] * gripper.row_words), array.array("Q"), array.array("I", [1, 2]), 7]:
        try:
            assert len(gripper.expand(wrong)[0]) == 0
        except (ValueError, TypeError):
            pass
    with pytest.raises(ValueError):
        gripper.unpack(array.array("Q", [2**64 - 1] * gripper.row_words))
    wide = gripper.row_words + 1
    with pytest.raises(ValueError, match="a row of this task has"):
        gripper.expand(memoryview(bytes(8 * 3 * wide)).cast("Q", [3, wide]))


def test_numpy_takes_the_memory_as_it_is(gripper):
    numpy = pytest.importorskip("numpy")
    space = gripper.state_space()
    rows = numpy.asarray(space.rows)
    assert rows.dtype == numpy.uint64 and rows.shape == (len(space), gripper.row_words) and not rows.flags.owndata
    distances = numpy.asarray(space.distances)
    parents, _, _ = gripper.expand(rows[distances == 1])
    assert len(parents) > 0


def test_heuristics_of_python():
    one = task("gripper", "01-two-balls")
    perfect = dict(zip(map(one.state_space().state, range(len(one.state_space()))), one.state_space().distances))
    asked = []

    def h(state):
        asked.append(state)
        return perfect[state]

    result = pybanto.search.astar(one, h, admissible=True)
    assert (result.status, result.cost, result.lower_bound) == ("optimal", 5, 5) and asked
    assert result.statistics["evaluated"] >= 6
    for name in ["gbfs", "lazy-gbfs", "wastar", "lazy-wastar", "ida"]:
        assert pybanto.search.run(name, one, h).cost == 5
    many = pybanto.search.astar(one, lambda states: [perfect[state] for state in states], many=True, admissible=True)
    assert (many.status, many.cost) == ("optimal", 5)
    assert pybanto.search.gbfs(one, lambda states: [perfect[state] for state in states], many=True).cost == 5
    assert pybanto.search.gbfs(one, lambda state: (h(state), state.applicable()[:1])).cost == 5
    assert pybanto.search.gbfs(one, ["ff", h]).cost is not None
    assert pybanto.search.run("bfs", one).cost == 5
    # Who does not promise anything of estimates proves nothing by them.
    for promised, status in [(False, "unsolved"), (True, "unsolvable")]:
        found = pybanto.search.astar(one, lambda state: 0 if state == one.initial else math.inf, admissible=promised)
        assert found.status == status
    for wrong in [lambda state: 1 // 0, lambda state: "far", lambda state: -1, lambda state: None, lambda state: math.nan]:
        with pytest.raises((ZeroDivisionError, TypeError, ValueError)):
            pybanto.search.astar(one, wrong)
        with pytest.raises((ZeroDivisionError, TypeError, ValueError)):
            pybanto.search.astar(one, wrong, many=True)
    with pytest.raises(ValueError, match="did you mean"):
        pybanto.search.run("gbsf", one, h)


@pytest.mark.parametrize("domain, problem", SMALL)
def test_a_plan_from_any_state(domain, problem):
    one = task(domain, problem)
    space = one.state_space()
    files = ROOT / f"domains/{domain}.pddl", ROOT / f"problems/{domain}/{problem}.pddl"
    for number in range(0, len(space), max(1, len(space) // 12)):
        found = pybanto.plan(*files, start=space.state(number), optimal=True)
        assert (found.cost if found else -1) == space.distances[number]


def test_h_star_is_what_other_searches_find():
    one = task("blocks", "02-sussman")
    space = one.state_space()
    hmax, lmcut = one.heuristic("hmax"), one.heuristic("lmcut")
    for low, high, best in zip(hmax.many(space.rows), lmcut.many(space.rows), space.distances):
        assert 0 <= low <= high <= best


def test_a_goal_out_of_reach_has_states_all_the_same():
    domain = "(define (domain d) (:predicates (p) (q) (r)) (:action a :effect (p)) (:action b :precondition (q) :effect (r)))"
    one = pybanto.Task(domain, "(define (problem x) (:domain d) (:init) (:goal (r)))")
    assert [str(operator) for operator, _ in one.initial.successors()] == ["(a)"]
    assert not any(one.state_space().goals) and list(one.state_space().distances) == [-1, -1]
    empty = pybanto.Task(domain, "(define (problem x) (:domain d) (:init (p)) (:goal (p)))")
    assert empty.initial.is_goal() and empty.state_space().distances[0] == 0


def test_derived_facts_and_conditions():
    domain = """(define (domain d) (:predicates (on ?x) (all) (known ?x)) (:derived (all) (forall (?x) (on ?x)))
        (:action switch :parameters (?x) :precondition (or (known ?x) (not (on ?x))) :effect (and (on ?x) (when (all) (not (known ?x))))))"""
    one = pybanto.Task(domain, "(define (problem x) (:domain d) (:objects a b) (:init (known a) (on b)) (:goal (all)))")
    start = one.initial
    assert "all" not in start and "known a" in start
    operators = [str(operator) for operator, _ in start.successors()]
    assert operators == ["(switch a)"], "an action that applies for two reasons is one action"
    state = start.apply(start.applicable()[0])
    assert "all" in state and "(all)" in state.facts() and state.is_goal()
