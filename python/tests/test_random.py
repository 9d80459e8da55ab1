"""Random small tasks: both doors give the same, and every way to the same number. `BANTO_LONG=1` tries many more of them."""

import gc
import math
import os
import random
import subprocess
import sys

import pytest

pybanto = pytest.importorskip("pybanto", reason="no wheel of pybanto is installed")
pytest.importorskip("pybanto._pybanto", reason="no wheel of pybanto is installed")

MANY = 10_000 if os.environ.get("BANTO_LONG") else 0


def literal(draw, variables, negative=0.3):
    """An atom of `p0` to `p2`, perhaps denied."""
    arity = draw.randrange(3)
    atom = f"(p{arity}{''.join(' ' + draw.choice(variables) for _ in range(arity))})"
    return f"(not {atom})" if draw.random() < negative else atom


def task(seed):
    """A domain and a problem with costs."""
    draw = random.Random(seed)
    actions = ""
    for number in range(draw.randrange(1, 5)):
        variables = ["?x", "?y"][: draw.randrange(1, 3)]
        condition = [literal(draw, variables) for _ in range(draw.randrange(3))]
        effect = [literal(draw, variables, 0.4) for _ in range(draw.randrange(1, 4))]
        if draw.random() < 0.2:
            effect.append(f"(when {literal(draw, variables)} {literal(draw, variables, 0.4)})")
        if draw.random() < 0.2:
            condition.append(f"(or {literal(draw, variables)} {literal(draw, variables)})")
        actions += (
            f"(:action a{number} :parameters ({' '.join(variables)}) :precondition (and {' '.join(condition)})"
            f" :effect (and {' '.join(effect)} (increase (total-cost) {draw.randrange(4)})))"
        )
    domain = f"(define (domain d) (:predicates (p0) (p1 ?x) (p2 ?x ?y)) (:functions (total-cost)) {actions})"
    objects = ["a", "b", "c"][: draw.randrange(1, 4)]
    start = " ".join({literal(draw, objects, 0) for _ in range(draw.randrange(5))})
    goal = " ".join(literal(draw, objects) for _ in range(draw.randrange(1, 3)))
    problem = (
        f"(define (problem x) (:domain d) (:objects {' '.join(objects)}) (:init {start} (= (total-cost) 0))"
        f" (:goal (and {goal})) (:metric minimize (total-cost)))"
    )
    return domain, problem


def test_all_ways_to_the_cheapest_cost():
    """The planner, the state space, A* in Rust and in Python; a state knows what it does."""
    solved = 0
    for seed in range(MANY or 300):
        texts = task(seed)
        best = pybanto.plan(*texts, optimal=True)
        assert best.status in ("optimal", "unsolvable"), (seed, best)
        one = pybanto.Task(*texts)
        space = one.state_space(limit=5000)
        if not space.complete:
            continue
        assert space.distances[0] == (-1 if best.cost is None else best.cost), seed
        searched = pybanto.search.astar(one, "hmax")
        blind = pybanto.search.astar(one, lambda states: [0] * len(states), many=True, admissible=True)
        assert searched.cost == blind.cost == best.cost, seed
        if best.plan is None:
            continue
        solved += 1
        state, cost, operators = one.initial, 0, {str(operator): operator for operator in one.operators}
        for step in searched.plan:
            operator = operators[str(step)]
            assert operator in state.applicable() or operator.name in {other.name for other in state.applicable()}
            matching = [(other, after) for other, after in state.successors() if str(other) == str(step)]
            (other, state), cost = matching[0], cost + matching[0][0].cost
        assert state.is_goal() and cost == best.cost, seed
        hmax = one.heuristic("hmax")
        assert all(distance == -1 or 0 <= h <= distance for h, distance in zip(hmax.many(space.rows), space.distances)), seed
    assert solved > 20


def test_facts_are_those_of_the_texts():
    """What holds after a step is what the validator says: a plan to exactly that."""
    for seed in range(MANY // 10 or 60):
        domain, problem = task(seed)
        one = pybanto.Task(domain, problem)
        walk = one.random_walk(6, seed=seed)
        for state in walk[1:]:
            assert sorted(state.facts()) == [fact for fact in state.init() if fact in one.facts]
            facts = sorted(state.facts())
            assert all(fact in state for fact in facts)
            denied = [f"(not {fact})" for fact in one.facts if fact not in state.facts()]
            goal = problem[: problem.index("(:goal")] + f"(:goal (and {' '.join(facts + denied)})) (:metric minimize (total-cost)))"
            assert pybanto.plan(domain, goal).plan is not None, (seed, facts)


def test_both_doors_give_the_same(tmp_path, monkeypatch):
    monkeypatch.delenv("BANTO", raising=False)
    files = tmp_path / "domain.pddl", tmp_path / "problem.pddl"
    for seed in range(MANY or 12):
        texts = task(1_000_000 + seed)
        [file.write_text(text) for file, text in zip(files, texts)]
        ours = pybanto.plan(*texts)
        line = [sys.executable, "-m", "pybanto", "plan", "-q", *map(str, files)]
        run = subprocess.run(line, capture_output=True, text=True)
        assert run.returncode == {"optimal": 0, "solved": 0, "unsolvable": 11}[ours.status], (seed, run)
        assert run.stdout == ("" if ours.plan is None else str(ours.plan)), seed


def test_wrong_texts_raise():
    draw = random.Random(7)
    for seed in range(MANY or 300):
        domain, problem = task(seed)
        at = draw.randrange(len(domain))
        changed = domain[:at] + draw.choice(["", "(", ")", "?", "\0", "é", "and", " 1 "]) + domain[at + draw.randrange(3) :]
        try:
            pybanto.plan(changed, problem, time_limit=5)
            pybanto.check(changed, problem)
        except pybanto.PddlError as error:
            assert error.diagnostics and str(error)


def test_nothing_leaks():
    resource = pytest.importorskip("resource")
    texts = task(3)

    def calls(count):
        for _ in range(count):
            pybanto.plan(*texts)
            state = pybanto.Task(*texts).initial
            state.successors()
            list(pybanto.plans(*texts))
            with pytest.raises(pybanto.PddlError):
                pybanto.plan(texts[0], texts[1] + ")")
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = calls(MANY // 50 or 50)
    # The peak is in KiB: a leak of two texts a call would show.
    assert calls(MANY or 300) - before < 2048
