"""Searches over the states of a task, by heuristics of your own or of banto.

A heuristic is a function of a `State` that returns a number, `math.inf` for a dead end, or a pair of a number and the operators that it
prefers; or the name of one of banto's. With `many=True` it is a function of a list of states, and returns as many numbers: it is asked for all
successors of a state at once.

>>> import pybanto
>>> task = pybanto.Task("domains/gripper.pddl", "problems/gripper/01-two-balls.pddl")
>>> def balls_left(state):
...     return sum(goal not in state for goal in task.goal)
>>> pybanto.search.astar(task, balls_left).cost
5
>>> pybanto.search.gbfs(task, "ff").status
'solved'
>>> pybanto.search.astar(task, lambda states: [balls_left(state) for state in states], many=True).cost
5
"""

from __future__ import annotations

from typing import Any, Callable, Sequence, Union

from . import _functions, _pybanto, _values
from ._pybanto import State, Task
from ._values import Result

Heuristic = Union[str, Callable[[State], Any], Callable[[list[State]], Any], Sequence[Union[str, Callable[[State], Any]]]]


def run(
    algorithm: str,
    task: Task,
    heuristic: Heuristic | None = None,
    *,
    admissible: bool = False,
    many: bool = False,
    weight: int | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Result:
    """Any search of banto by its name, such as `"lazy-gbfs"`. `admissible` says that an estimate is never more than the true cost: then the
    searches that prove their plan cheapest say so."""
    if heuristic is None or isinstance(heuristic, str) or callable(heuristic):
        heuristics: list[Any] = [] if heuristic is None else [heuristic]
    else:
        heuristics = list(heuristic)
    asked = _functions.wish("first", {"time_limit": time_limit, "memory_limit": memory_limit, "seed": seed})
    return _values.result(_pybanto.search(task, algorithm, heuristics, asked, weight, admissible, many))


def astar(task: Task, heuristic: Heuristic | None = None, **settings: Any) -> Result:
    """A*: the cheapest plan, if the heuristic is admissible."""
    return run("astar", task, heuristic, **settings)


def wastar(task: Task, heuristic: Heuristic, **settings: Any) -> Result:
    """A* with estimates that count `weight` times."""
    return run("wastar", task, heuristic, **settings)


def gbfs(task: Task, heuristic: Heuristic, **settings: Any) -> Result:
    """Greedy best-first search."""
    return run("gbfs", task, heuristic, **settings)
