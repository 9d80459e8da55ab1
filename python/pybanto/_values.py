"""What the functions of pybanto return: plans, results, diagnostics, explanations. All are plain values that never change."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Any, Iterator, Mapping, Sequence, overload


@dataclass(frozen=True)
class Step:
    """A step of a plan: an action with its objects. As text it is PDDL.

    >>> step = Step("move", ("a", "b"))
    >>> print(step, step.name, step.arguments[0])
    (move a b) move a
    """

    name: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"({' '.join((self.name, *self.arguments))})"


@dataclass(frozen=True)
class Plan(Sequence[Step]):
    """A plan that banto's validator has accepted: a sequence of steps with a cost. As text it is a plan file.

    >>> plan = Plan((Step("wake"), Step("move", ("a", "b"))), cost=2)
    >>> len(plan), plan[1].arguments
    (2, ('a', 'b'))
    >>> print(plan, end="")
    (wake)
    (move a b)
    ; cost = 2 (unit cost)
    """

    steps: tuple[Step, ...]
    cost: int
    unit_cost: bool = True
    found_by: str = field(default="", compare=False)
    seconds: float = field(default=0.0, compare=False)

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, index: int | slice) -> Step | tuple[Step, ...]:
        return self.steps[index]

    def __len__(self) -> int:
        return len(self.steps)

    def __bool__(self) -> bool:
        """A plan is true, also an empty one: `if result.plan:` asks whether there is a plan."""
        return True

    def __str__(self) -> str:
        kind = "unit cost" if self.unit_cost else "general cost"
        return "".join(f"{step}\n" for step in self.steps) + f"; cost = {self.cost} ({kind})\n"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{number}</td><td>{escape(step.name)}</td><td>{escape(' '.join(step.arguments))}</td></tr>"
            for number, step in enumerate(self.steps, 1)
        )
        return f"<table><caption>{len(self)} steps, cost {self.cost}</caption>{rows}</table>"


@dataclass(frozen=True)
class Result:
    """How planning ended.

    `status` is `"optimal"` (a plan, and the proof that none costs less), `"solved"`, `"unsolvable"` (proven), `"unsolved"`, `"time limit"`,
    `"memory limit"`, or `"interrupted"` by Ctrl-C; the best plan until then is in `plan`, if there is one. `lower_bound` is what every plan
    costs at least, as far as it is proven. `reason` says why there is no plan, or what has ended the search. `structure` says what banto has
    found in the task, in order to search less. `statistics` are counts of states, seconds, and `memory_added`: bytes that the call added to
    the process at its peak.
    """

    status: str
    plan: Plan | None
    lower_bound: int | None
    reason: str | None
    warnings: tuple[str, ...]
    structure: tuple[str, ...]
    statistics: Mapping[str, Any]

    @property
    def optimal(self) -> bool:
        """Whether it is proven that no plan costs less."""
        return self.status == "optimal"

    @property
    def cost(self) -> int | None:
        """The cost of the plan."""
        return self.plan.cost if self.plan is not None else None

    def __bool__(self) -> bool:
        """Whether there is a plan."""
        return self.plan is not None

    def _repr_html_(self) -> str:
        head = f"<p><b>{escape(self.status)}</b> {escape(self.reason or '')}</p>"
        return head + (self.plan._repr_html_() if self.plan is not None else "")


@dataclass(frozen=True)
class Edit:
    """A replacement: in text 0 (the domain) or 1 (the problem), from one character to another."""

    file: int
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Help:
    """Advice, and the edits that do what it says, if that needs no decision."""

    text: str
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True)
class Diagnostic:
    """A finding in a text, with its place: lines and columns count from 1. As text it is what `banto check` prints."""

    code: str
    severity: str
    message: str
    label: str
    file: str
    start: tuple[int, int]
    end: tuple[int, int]
    help: tuple[Help, ...]
    rendered: str = field(repr=False)

    @property
    def line(self) -> int:
        """The line on which it begins."""
        return self.start[0]

    @property
    def column(self) -> int:
        """The column in which it begins."""
        return self.start[1]

    def __str__(self) -> str:
        return self.rendered


class PddlError(ValueError):
    """A text that means nothing. As text it is what `banto check` prints; `diagnostics` has it in parts."""

    diagnostics: tuple[Diagnostic, ...]

    def __init__(self, rendered: str, diagnostics: Sequence[Mapping[str, Any]] = ()) -> None:
        super().__init__(rendered)
        self.diagnostics = tuple(map(diagnostic, diagnostics))


@dataclass(frozen=True)
class Validation:
    """What the validator says of a plan. It is true if the plan is valid.

    `step` is the number of the step at fault, from 0; nothing if the goal does not hold at the end. `reasons` are lines with their depth.
    """

    valid: bool
    cost: int | None
    kind: str | None
    step: int | None
    message: str | None
    reasons: tuple[tuple[int, str], ...]

    def __bool__(self) -> bool:
        return self.valid

    def __str__(self) -> str:
        if self.valid:
            return f"valid, cost {self.cost}"
        return "\n".join([f"invalid: {self.message}", *("  " * (depth + 1) + text for depth, text in self.reasons)])


@dataclass(frozen=True)
class Note:
    """A sentence that is proven, how deep it stands below the others, and the file, line and column that it is about."""

    depth: int
    text: str
    place: tuple[str, int, int] | None


@dataclass(frozen=True)
class Repair:
    """A change after which there is a plan of so many steps. Whether it is meant is a guess."""

    text: str
    steps: int
    edits: tuple[Edit, ...]

    def apply(self, domain: str, problem: str) -> tuple[str, str]:
        """The two texts after the change."""
        return apply(self.edits, domain, problem)


@dataclass(frozen=True)
class Explanation:
    """Why a task has no plan: the cause, what follows from it, and the small changes after which there is a plan, the likeliest first."""

    solvable: bool | None
    steps: int | None
    root: Note | None
    notes: tuple[Note, ...]
    repairs: tuple[Repair, ...]
    left_out: tuple[str, ...]

    def __str__(self) -> str:
        if self.solvable:
            return f"there is a plan of {self.steps} steps"
        lines = [self.root.text] if self.root else []
        lines += ["  " * note.depth + note.text for note in self.notes]
        lines += [repair.text for repair in self.repairs[:1]]
        return "\n".join(lines + list(self.left_out))


def apply(edits: Sequence[Edit], domain: str, problem: str = "") -> tuple[str, str]:
    """The texts after some edits.

    >>> apply([Edit(0, 1, 4, "lit")], "(lti)")
    ('(lit)', '')
    """
    texts = [domain, problem]
    for edit in sorted(edits, key=lambda edit: (edit.file, edit.start), reverse=True):
        text = texts[edit.file]
        texts[edit.file] = text[: edit.start] + edit.text + text[edit.end :]
    return texts[0], texts[1]


def diagnostic(found: Mapping[str, Any]) -> Diagnostic:
    """A diagnostic from its parts."""
    advice = tuple(Help(text, tuple(Edit(*edit) for edit in edits)) for text, edits in found["help"])
    return Diagnostic(**{**found, "help": advice})


def plan(found: Any) -> Plan:
    """A plan from its parts."""
    steps, *others = found
    return Plan(tuple(Step(name, tuple(arguments)) for name, arguments in steps), *others)


def result(ended: Mapping[str, Any]) -> Result:
    """A result from its parts."""
    best = ended["plan"]
    return Result(
        ended["status"],
        None if best is None else plan(best),
        ended["lower_bound"],
        ended["reason"],
        tuple(ended["warnings"]),
        tuple(ended["structure"]),
        ended["statistics"],
    )


def explanation(found: Mapping[str, Any]) -> Explanation:
    """An explanation from its parts."""

    def note(parts: Any) -> Note:
        depth, text, place = parts
        return Note(depth, text, None if place is None else (place[0], *place[1]))

    return Explanation(
        found["solvable"],
        found["steps"],
        None if found["root"] is None else note(found["root"]),
        tuple(map(note, found["notes"])),
        tuple(Repair(text, steps, tuple(Edit(*edit) for edit in edits)) for text, steps, edits in found["repairs"]),
        tuple(found["left_out"]),
    )


def steps(plan: Plan | Iterator[Step] | Sequence[Step | str] | str) -> str:
    """The text of a plan, however it is given."""
    return plan if isinstance(plan, str) else "\n".join(map(str, plan))
