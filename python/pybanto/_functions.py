"""The functions of pybanto: each takes a domain and a problem, as texts or as paths, and returns values of `_values`."""

from __future__ import annotations

import os
from typing import Any, Callable, Iterator, Sequence, TypedDict, Unpack

from . import _pybanto, _values
from ._pybanto import State, Task
from ._values import Diagnostic, Explanation, Plan, Result, Step, Validation

Text = str | os.PathLike[str]


def named(text: Text, name: str) -> tuple[str, bytes]:
    """A text with its name: that of its file, if it is a path."""
    if isinstance(text, str) and ("(" in text or not text.strip()):
        return name, text.encode("utf-8", "surrogateescape")
    with open(text, "rb") as file:
        return os.fspath(text), file.read()


class Settings(TypedDict, total=False):
    """How to plan: what `plan` and `plans` take by name.

    `time_limit` is in seconds, `memory_limit` in bytes of the whole process. `search` and `heuristic` are names as of `banto plan --list`.
    `start` and `goal` are atoms in place of those of the problem; the start may be a state.
    """

    time_limit: float | None
    memory_limit: int | None
    threads: int
    search: str | None
    heuristic: str | Sequence[str] | None
    seed: int | None
    start: Sequence[str] | State | None
    goal: Sequence[str] | None


def wish(quality: str, settings: Settings) -> dict[str, Any]:
    """What is asked for, as the compiled half reads it."""
    unknown = sorted(settings.keys() - Settings.__annotations__.keys())
    if unknown:
        raise TypeError(f"there is no argument {unknown[0]!r}; there are {', '.join(Settings.__annotations__)}")
    asked: dict[str, Any] = {**dict.fromkeys(Settings.__annotations__), "threads": 1, **settings}
    heuristic, start = asked["heuristic"] or [], asked["start"]
    asked["heuristic"] = [heuristic] if isinstance(heuristic, str) else list(heuristic)
    asked["start"] = start.init() if isinstance(start, State) else start
    return {**asked, "quality": quality, "seed": asked["seed"] or 0}


def plan(
    domain: Text,
    problem: Text,
    *,
    optimal: bool = False,
    on_plan: Callable[[Plan], object] | None = None,
    **settings: Unpack[Settings],
) -> Result:
    """Plans: a good plan quickly, or a cheapest one with proof (`optimal`).

    The settings are those of `Settings`: `time_limit`, `memory_limit`, `threads`, `search`, `heuristic`, `seed`, `start`, `goal`.
    `on_plan` gets each better plan as soon as there is one; then the search goes on until its plan is proven cheapest, or a limit ends it, or
    the function returns a true value. Ctrl-C ends the search within a tenth of a second: the result then has the best plan so far, with the
    status `"interrupted"`; without one, it is a KeyboardInterrupt.

    >>> result = plan("domains/gripper.pddl", "problems/gripper/01-two-balls.pddl", optimal=True)
    >>> result.status, result.cost, result.lower_bound
    ('optimal', 5, 5)
    >>> print(result.plan.steps[-1])
    (release ball1 hall left)
    >>> plan("domains/gripper.pddl", "problems/gripper/01-two-balls.pddl", goal=["lies-in ball1 hall"]).cost
    3
    """
    quality = "optimal" if optimal else "anytime" if on_plan else "good"
    asked = wish(quality, settings)
    hear = on_plan and (lambda found: on_plan(_values.plan(found)))
    return _values.result(_pybanto.plan(named(domain, "domain"), named(problem, "problem"), asked, hear))


class Plans(Iterator[Plan]):
    """Better and better plans, and in `result` how the search ended. It goes on between two plans, until `close`."""

    def __init__(self, domain: tuple[str, bytes], problem: tuple[str, bytes], asked: dict[str, Any]) -> None:
        self._plans = _pybanto.Plans(domain, problem, asked)

    def __next__(self) -> Plan:
        return _values.plan(next(self._plans))

    @property
    def result(self) -> Result | None:
        """How the search ended; nothing while it goes on."""
        ended = self._plans.result()
        return None if ended is None else _values.result(ended)

    def close(self) -> None:
        """Ends the search."""
        self._plans.close()

    def __enter__(self) -> Plans:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def plans(domain: Text, problem: Text, *, optimal: bool = False, **settings: Unpack[Settings]) -> Plans:
    """Iterates over better and better plans, until one is proven cheapest or a limit ends the search. The settings are those of `plan`.

    >>> found = plans("domains/blocks.pddl", "problems/blocks/02-sussman.pddl")
    >>> costs = [plan.cost for plan in found]
    >>> costs[-1], found.result.status
    (6, 'optimal')
    """
    asked = wish("optimal" if optimal else "anytime", settings)
    return Plans(named(domain, "domain"), named(problem, "problem"), asked)


def check(domain: Text, problem: Text | None = None) -> tuple[Diagnostic, ...]:
    """All errors and warnings about a domain, or a domain and a problem.

    >>> found = check("(define (domain lamp) (:predicates (lit)) (:action press :parameters () :effect (lti)))")
    >>> found[0].code, found[0].line, found[0].message
    ('E0202', 1, 'unknown predicate lti')
    >>> found[0].help[0].edits
    (Edit(file=0, start=81, end=84, text='lit'),)
    """
    other = None if problem is None else named(problem, "problem")
    return tuple(map(_values.diagnostic, _pybanto.check(named(domain, "domain"), other)))


def format(text: Text) -> str:
    """A domain or a problem, laid out as `banto fmt` does.

    >>> print(format("(define (problem dark) (:domain lamp) (:init) (:goal   (lit)))"), end="")
    (define (problem dark)
      (:domain lamp)
      (:init)
      (:goal (lit))
    )
    """
    return _pybanto.format(named(text, "text"))


def validate(domain: Text, problem: Text, plan: Plan | Sequence[Step | str] | str) -> Validation:
    """Whether a plan is one: its text, its steps, or a `Plan`. The validator shares nothing with what makes plans.

    >>> files = "domains/blocks.pddl", "problems/blocks/02-sussman.pddl"
    >>> bool(validate(*files, pybanto.plan(*files).plan))
    True
    >>> print(validate(*files, ["(stack a b)"]).message)
    step 1 (stack a b) cannot be applied
    """
    found = _pybanto.validate(named(domain, "domain"), named(problem, "problem"), _values.steps(plan))
    reasons = tuple(tuple(line) for line in found["reasons"])
    return Validation(found["cost"] is not None, found["cost"], found["kind"], found["step"], found["message"], reasons)


def why(domain: Text, problem: Text, *, time_limit: float | None = None) -> Explanation:
    """Why a task has no plan, and which small change would give it one.

    >>> domain = "(define (domain lamp) (:predicates (lit) (plugged)) (:action press :precondition (plugged) :effect (lit)))"
    >>> found = why(domain, "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))")
    >>> print(found.root.text)
    (plugged) is not in :init, and no action adds it: press needs it
    >>> print(found.repairs[0].text)
    with (plugged) in :init there is a plan of 1 step
    """
    return _values.explanation(_pybanto.why(named(domain, "domain"), named(problem, "problem"), time_limit))


def ground(domain: Text, problem: Text, *, time_limit: float | None = None, memory_limit: int | None = None) -> Task:
    """The ground task: its operators, facts and states.

    >>> task = ground("domains/gripper.pddl", "problems/gripper/01-two-balls.pddl")
    >>> len(task.operators), str(task.initial.applicable()[0])
    (18, '(grasp ball1 kitchen left)')
    """
    return Task(domain, problem, time_limit=time_limit, memory_limit=memory_limit)
