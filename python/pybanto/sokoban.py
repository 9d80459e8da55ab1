"""Sokoban: levels, solutions with proofs, and environments for learning machines.

>>> from pybanto import sokoban
>>> level = sokoban.Level("#######\\n#@ $ .#\\n#######")
>>> found = sokoban.solve(level, optimal="pushes")
>>> found.moves, found.pushes, found.proven
('rRR', 2, 'pushes')
>>> level.replay("rR")
(2, 1, False)
>>> sokoban.Level("#####\\n#@$ #\\n#. .#\\n#####").deadlock("R")
'a box can no longer reach any goal'

`Env` and `VectorEnv` need NumPy; where gymnasium is installed, they are environments of it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Sequence

from . import _pybanto
from ._functions import named
from ._pybanto import Level as _Level

try:
    import gymnasium  # type: ignore[import-not-found,unused-ignore]
    from gymnasium.vector import AutoresetMode  # type: ignore[import-not-found,unused-ignore]

    _Env: Any = gymnasium.Env
    _VectorEnv: Any = gymnasium.vector.VectorEnv
except ImportError:
    gymnasium = None  # type: ignore[assignment,unused-ignore]
    _Env = _VectorEnv = object

# What gym-sokoban gives: for a step, for a box that comes to a goal, for one that leaves it, for the end.
REWARDS = (-0.1, 1.0, -1.0, 10.0)
UP, DOWN, LEFT, RIGHT = range(4)


@dataclass(frozen=True)
class Solution:
    """How solving ended: `moves` in LURD (capitals are pushes), `proven` says of what there can be no fewer."""

    status: str
    moves: str | None
    pushes: int | None
    proven: str | None
    reason: str | None
    lower_bound: int | None
    states: int
    expanded: int
    seconds: float

    def __bool__(self) -> bool:
        return self.moves is not None


def read(path: str | os.PathLike[str]) -> list[_Level]:
    """All levels of a file, in any format; a string with a line break in it is their text."""
    is_text = isinstance(path, str) and "\n" in path
    return _pybanto.read((f"{len(str(path))} characters", str(path).encode()) if is_text else named(path, "levels"))


def Level(text: str) -> _Level:
    """The level of a text, in any format."""
    (level,) = _pybanto.read(("level", text.encode()))
    return level


def generate(
    width: int,
    height: int,
    boxes: int,
    *,
    seed: int = 0,
    difficulty: tuple[int, int] | None = None,
    states: tuple[int, int] | None = None,
) -> _Level:
    """A new level that is worth playing; the same seed gives the same level.

    `difficulty` is a band of the fewest pushes, which are then proven, and which the solution of the level has; `states` is a band of how many
    states the solver `bfs` stores. Where no level is found in the bands, that is a ValueError. Levels that differ only by rotation or
    reflection have the same text `normal`.

    >>> level = generate(10, 10, 4, seed=7, difficulty=(20, 30))
    >>> level.boxes, level.replay(level.solutions[0])[2], 20 <= solve(level, optimal="pushes").pushes <= 30
    (4, True, True)
    """
    return _pybanto.make(width, height, boxes, seed, difficulty, states)


def solve(
    level: _Level,
    *,
    optimal: str | None = None,
    solver: str | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    threads: int = 1,
) -> Solution:
    """Solves a level: soon, or provably with the fewest pushes or moves (`optimal="pushes"`, `"moves"`)."""
    aims = {None: "direct", "pushes": "pushes", "moves": "moves-pushes"}
    if optimal not in aims:
        raise ValueError(f"optimal is 'pushes' or 'moves', not {optimal!r}")
    return Solution(**level.solve(solver or aims[optimal], time_limit, memory_limit, threads))


class VectorEnv(_VectorEnv):  # type: ignore[misc]
    """Many boards that are played at once, stepped in Rust.

    An observation is an array of bytes, a board each: 1 for a wall, 2 for a goal, 4 for a box, 8 for the player, added up; smaller levels have
    walls around them. Actions are 0 up, 1 down, 2 left, 3 right. A game that is solved, or cut off after `max_steps`, begins anew with the
    next step, with a level that is drawn at random. `info["lost"]` says on which boards a box has been pushed to where none gets to a goal.
    With `copy=False`, what is returned is the memory of the boards, which the next step changes.

    >>> boards = VectorEnv([Level("#######\\n#@ $ .#\\n#######")], 3)
    >>> seen, info = boards.reset(seed=1)
    >>> for action in [RIGHT, RIGHT, RIGHT]:
    ...     seen, reward, solved, cut, info = boards.step([action] * 3)
    >>> seen[0].tolist()[1], round(float(reward[0]), 1), bool(solved[0])
    ([1, 0, 0, 0, 8, 6, 1], 10.9, True)
    """

    def __init__(
        self,
        levels: Sequence[_Level],
        num_envs: int,
        *,
        max_steps: int = 120,
        rewards: tuple[float, float, float, float] = REWARDS,
        seed: int = 0,
        copy: bool = True,
    ) -> None:
        import numpy  # type: ignore[import-not-found,unused-ignore]

        self.boards = _pybanto.Boards(list(levels), num_envs, seed, max_steps, list(rewards))
        self.num_envs = num_envs
        self._copy = copy
        cells, earned, *ends = self.boards.memory()
        self._cells = numpy.frombuffer(cells, numpy.uint8).reshape(num_envs, *self.boards.size)
        self._earned = numpy.frombuffer(earned, numpy.float32)
        self._solved, self._cut, self._lost = (numpy.frombuffer(end, numpy.bool_) for end in ends)
        if gymnasium is not None:
            self.single_observation_space = gymnasium.spaces.Box(0, 15, self.boards.size, numpy.uint8)
            self.single_action_space = gymnasium.spaces.Discrete(4)
            self.observation_space = gymnasium.spaces.Box(0, 15, self._cells.shape, numpy.uint8)
            self.action_space = gymnasium.spaces.MultiDiscrete([4] * num_envs)
            self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def _shown(self, array: Any) -> Any:
        return array.copy() if self._copy else array

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins all games anew."""
        self.boards.reset(seed)
        return self._shown(self._cells), {"lost": self._shown(self._lost)}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One action on each board."""
        self.boards.step(actions)
        shown = map(self._shown, (self._cells, self._earned, self._solved, self._cut))
        return (*shown, {"lost": self._shown(self._lost)})

    def level(self, board: int) -> _Level:
        """The position on a board, as a level: to solve, draw or write it."""
        return self.boards.level(board)


class Env(_Env):  # type: ignore[misc]
    """One board, by Gymnasium's interface: see `VectorEnv`.

    `info` has `lost`, and with `distance=True` the fewest pushes to the end in `distance`, -1 where there is no way; they are solved for each
    step, so that a reward can be shaped by them.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        levels: Sequence[_Level],
        *,
        max_steps: int = 120,
        rewards: tuple[float, float, float, float] = REWARDS,
        distance: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self._one = VectorEnv(levels, 1, max_steps=max_steps, rewards=rewards)
        self._distance = distance
        self.render_mode = render_mode
        if gymnasium is not None:
            self.observation_space = self._one.single_observation_space
            self.action_space = self._one.single_action_space

    def _info(self, info: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {"lost": bool(info["lost"][0])}
        if self._distance:
            pushes = solve(self._one.level(0), optimal="pushes").pushes
            found["distance"] = -1 if pushes is None else pushes
        return found

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins anew, with a level that is drawn at random."""
        if gymnasium is not None:
            super().reset(seed=seed)
        seen, info = self._one.reset(seed=seed)
        return seen[0], self._info(info)

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """One move."""
        seen, reward, solved, cut, info = self._one.step([int(action)])
        return seen[0], float(reward[0]), bool(solved[0]), bool(cut[0]), self._info(info)

    def level(self) -> _Level:
        """The position, as a level."""
        return self._one.level(0)

    def render(self) -> str:
        """The position as text."""
        return str(self.level())
