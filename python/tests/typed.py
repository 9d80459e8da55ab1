"""A program with types: what `mypy --strict` accepts and infers of it is held by `.ci/module`."""

import math

import pybanto


def balls_left(state: pybanto.State) -> float:
    """An estimate."""
    return sum(goal not in state for goal in state.task.goal) if state.applicable() else math.inf


def main(domain: str, problem: str) -> list[str]:
    """Uses each kind of value."""
    result: pybanto.Result = pybanto.plan(domain, problem, optimal=True, on_plan=lambda plan: plan.cost < 3)
    words = [str(step.arguments) for step in result.plan.steps] if result.plan is not None else [result.reason or ""]
    words += [str(plan.cost + len(plan)) for plan in pybanto.plans(domain, problem, time_limit=1.5)]
    words += [one.message + one.help[0].text for one in pybanto.check(domain) if one.line > 1]
    words += [repair.text for repair in pybanto.why(domain, problem).repairs]
    words += [pybanto.validate(domain, problem, ["(a b)"]).message or "", pybanto.format(domain)]
    task = pybanto.Task(domain, problem)
    found = pybanto.search.astar(task, balls_left, admissible=True)
    operator, state = task.initial.successors()[0]
    rows: memoryview = task.expand([state])[2]
    return [*words, found.status, operator.name, str(task.heuristic("ff")(state)), str(rows.shape), *state.facts()]
