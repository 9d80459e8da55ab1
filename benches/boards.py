"""Steps a second of processor time of environments of Sokoban: 1,024 boards of pybanto, and those of gym-sokoban and jumanji.

Run it in the project's folder with a Python that has what is to be compared (gym-sokoban needs `numpy<2`): `python3 benches/boards.py [SECONDS]`.
Boards are of 10 by 10 with four boxes, actions are drawn at random before the clock starts, and what an environment returns is all that is
asked of it. Jumanji compiles its step first, for as many boards at a time, and draws levels by its generator that needs no download.
"""

import random
import sys
import time

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
BOARDS = 1024


def pybanto():
    import numpy
    from pybanto import sokoban

    boards = sokoban.VectorEnv([sokoban.generate(10, 10, 4, seed=seed) for seed in range(20)], BOARDS)
    boards.reset(seed=1)
    actions = numpy.random.default_rng(1).integers(0, 4, (100, BOARDS))
    return BOARDS, lambda round_: boards.step(actions[round_ % 100])


def gym_sokoban():
    from gym_sokoban.envs.sokoban_env import SokobanEnv

    board = SokobanEnv(dim_room=(10, 10), num_boxes=4, reset=False)
    draw = random.Random(1)

    def step(round_):
        # The time to make a room is not that of a step.
        if board.num_env_steps >= 119:
            board.num_env_steps = 0
        board.step(draw.randrange(1, 9), observation_mode="tiny_rgb_array")

    board.reset()
    return 1, step


def jumanji():
    import jax
    from jumanji.environments import Sokoban
    from jumanji.environments.routing.sokoban.generator import SimpleSolveGenerator

    board = Sokoban(generator=SimpleSolveGenerator())
    state, _ = jax.vmap(board.reset)(jax.random.split(jax.random.PRNGKey(1), BOARDS))
    actions = jax.random.randint(jax.random.PRNGKey(2), (100, BOARDS), 0, 4)
    step, now = jax.jit(jax.vmap(board.step)), [state]

    def go(round_):
        now[0], seen = step(now[0], actions[round_ % 100])
        jax.block_until_ready(seen)

    go(0)
    return BOARDS, go


def main():
    """Prints a line for each environment."""
    for environment in [pybanto, gym_sokoban, jumanji]:
        try:
            boards, step = environment()
            start, rounds = time.process_time(), 0
            while time.process_time() - start < SECONDS:
                step(rounds)
                rounds += 1
            print(f"{environment.__name__:12} {rounds * boards / (time.process_time() - start):14,.0f} steps a second", flush=True)
        except Exception as error:
            print(f"{environment.__name__:12} {type(error).__name__}: {str(error)[:80]}", flush=True)


if __name__ == "__main__":
    main()
