"""Sokoban in the module: levels against the validator and the solvers, boards against the rules played one by one."""

import copy
import pickle
import random
import time
from pathlib import Path

import pytest

pybanto = pytest.importorskip("pybanto", reason="no wheel of pybanto is installed")
pytest.importorskip("pybanto._pybanto", reason="no wheel of pybanto is installed")
numpy = pytest.importorskip("numpy")
from pybanto import sokoban  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
LEVELS = sokoban.read(ROOT / "problems/sokoban/first-steps.xsb")


def test_levels_are_read_written_and_drawn():
    for level in LEVELS:
        for format in ["xsb", "rle", "sok", "slc", "article"]:
            (again,) = sokoban.read(level.text(format) + "\n")
            assert str(again) == str(level), format
        cells = numpy.asarray(level.array())
        assert cells.shape == (level.height, level.width) and (cells & 4 > 0).sum() == level.boxes and (cells & 8 > 0).sum() == 1
        assert level._repr_svg_().startswith("<svg")
    with pytest.raises(pybanto.PddlError):
        sokoban.Level("#####\n#@$$#\n#####")
    with pytest.raises(ValueError, match="did you mean xsb"):
        LEVELS[0].text("xbs")


def test_levels_are_values():
    level = sokoban.Level("######\n#@ $.#\n######\nTitle: Short\n")
    twin = pickle.loads(pickle.dumps(level))
    assert twin == level and hash(twin) == hash(level) and twin.title == "Short"
    assert copy.deepcopy(level) == level != sokoban.Level("######\n#@$ .#\n######\n") and level != 7
    assert repr(level) == "<pybanto.sokoban.Level Short: 6 by 3, 1 box>"


def test_solutions_are_proven():
    for level in LEVELS[:4]:
        least = sokoban.solve(level, optimal="pushes")
        any_ = sokoban.solve(level)
        assert least.proven == "pushes" and level.replay(least.moves)[1:] == (least.pushes, True)
        assert level.replay(any_.moves)[2] and any_.pushes >= least.pushes
        assert sokoban.solve(level, solver="bfs").pushes == least.pushes
    stuck = sokoban.Level("######\n#@ $ #\n#   .#\n######".replace("$ #", " $#"))
    assert stuck.deadlock() and sokoban.solve(stuck).status == "unsolvable"
    assert sokoban.generate(8, 8, 2, seed=3).text() == sokoban.generate(8, 8, 2, seed=3).text()
    with pytest.raises(ValueError):
        sokoban.generate(8, 8, 200)
    with pytest.raises(ValueError):
        LEVELS[0].replay("x")


def test_boards_follow_the_rules():
    """Each board by `Level.replay`, which shares nothing with it."""
    boards = sokoban.VectorEnv(LEVELS, 7, max_steps=60)
    draw = random.Random(5)
    seen, _ = boards.reset(seed=9)
    starts = [boards.level(at) for at in range(7)]
    lines = [""] * 7
    over = numpy.zeros(7, bool)
    for _ in range(300):
        actions = numpy.array([draw.randrange(4) for _ in range(7)])
        before = seen
        seen, reward, solved, cut, info = boards.step(actions)
        assert seen is not before
        for at in range(7):
            if over[at]:
                starts[at], lines[at] = boards.level(at), ""
                assert reward[at] == 0
                continue
            for letter in ["udlr"[actions[at]], "UDLR"[actions[at]]]:
                try:
                    starts[at].replay(lines[at] + letter)
                except ValueError:
                    continue
                lines[at] += letter
                break
            assert starts[at].replay(lines[at])[2] == solved[at] if lines[at] else True
            if info["lost"][at]:
                assert boards.level(at).deadlock() or solved[at]
            shown = numpy.asarray(boards.level(at).array())
            assert (shown & 4 > 0).sum() == (seen[at] & 4 > 0).sum()
        over = solved | cut
    assert cut.dtype == bool and reward.dtype == numpy.float32 and seen.dtype == numpy.uint8


def test_a_solution_earns_its_end():
    for level in LEVELS[:4]:
        moves = sokoban.solve(level, optimal="pushes").moves
        one = sokoban.Env([level], distance=True, max_steps=10_000)
        seen, info = one.reset(seed=1)
        distances, total = [info["distance"]], 0
        for move in moves:
            seen, reward, solved, cut, info = one.step("udlr".index(move.lower()))
            distances.append(info["distance"])
            total += reward
        assert solved and not cut and distances[-1] == 0 and distances == sorted(distances, reverse=True)
        assert total == pytest.approx(10 + level.boxes - 0.1 * len(moves)) or total > 0
        assert one.render().count("*") == level.boxes


def test_the_same_seed_gives_the_same_games():
    runs = []
    for _ in range(2):
        boards = sokoban.VectorEnv(LEVELS, 5, seed=3, copy=False)
        boards.reset(seed=4)
        draw = numpy.random.default_rng(0)
        for _ in range(500):
            seen, *_ = boards.step(draw.integers(0, 4, 5))
        runs.append(seen.copy())
    assert (runs[0] == runs[1]).all()
    for wrong in [[4] * 5, [0] * 4, "udlru", [-1] * 5]:
        with pytest.raises((TypeError, ValueError)):
            boards.step(wrong)


def test_gymnasium_accepts_them():
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    check_env(sokoban.Env(LEVELS, render_mode="ansi"), skip_render_check=True)
    boards = sokoban.VectorEnv(LEVELS, 4)
    assert boards.observation_space.contains(boards.reset(seed=1)[0])
    assert isinstance(boards, gymnasium.vector.VectorEnv)
    boards.step(boards.action_space.sample())


def test_boards_are_fast():
    """Slow machines, and machines that do much else, have a tenth of what is measured."""
    levels = [sokoban.generate(10, 10, 4, seed=seed) for seed in range(2)]
    boards = sokoban.VectorEnv(levels, 1024, copy=False)
    actions = numpy.random.default_rng(0).integers(0, 4, (50, 1024))
    start = time.process_time()
    for row in actions:
        boards.step(row)
    assert 50 * 1024 / (time.process_time() - start) > 200_000
