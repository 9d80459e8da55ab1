"""Successors that a program in Python gets in a second: from pybanto singly and in batches, from pymimir, pyperplan and plado.

Run it in the project's folder with a Python that has a wheel of pybanto, and those of the others that are to be compared: `python3
benches/states.py [STATES]`. Each expands the first states of a breadth-first walk, so many of them; the time is that of the processor, for the
successors alone, the least of three runs. Pyperplan reads no costs, so the level is written without them.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pybanto

ROOT = Path(__file__).resolve().parents[1]
STATES = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000


def files(folder):
    """The tasks: three of competitions' kind, and a level."""
    yield "gripper", ROOT / "domains/gripper.pddl", ROOT / "problems/gripper/03-nine-balls.pddl"
    yield "blocks", ROOT / "domains/blocks.pddl", ROOT / "problems/blocks/04-tall.pddl"
    yield "logistics", ROOT / "domains/logistics.pddl", ROOT / "problems/logistics/03-eight-parcels.pddl"
    level = ROOT / "problems/sokoban/cellar.xsb"
    subprocess.run([pybanto.command(), "sokoban", "encode", level, "--encoding", "basic", "-o", folder], check=True, capture_output=True)
    yield "sokoban", Path(folder) / "domain.pddl", Path(folder) / "problem.pddl"


def some(start, successors, key=lambda state: state):
    """As many states as are wanted, breadth-first, told apart by a key."""
    seen, states = {key(start)}, [start]
    for state in states:
        for next_ in successors(state):
            if key(next_) not in seen:
                seen.add(key(next_))
                states.append(next_)
        if len(states) >= STATES:
            break
    return states[:STATES]


def singly(start, successors, **key):
    """Expands each of some states, one after the other."""
    states = some(start, successors, **key)
    return lambda: sum(len(successors(state)) for state in states)


def banto_singly(domain, problem):
    task = pybanto.Task(domain, problem)
    return singly(task.initial, lambda state: [pair[1] for pair in state.successors()])


def banto_in_batches(domain, problem):
    task = pybanto.Task(domain, problem)
    rows = task.pack(some(task.initial, lambda state: [pair[1] for pair in state.successors()]))
    return lambda: len(task.expand(rows)[0])


def mimir(domain, problem):
    import pymimir

    task = pymimir.Problem(pymimir.Domain(str(domain)), str(problem))
    return singly(task.get_initial_state(), lambda state: [one.apply(state) for one in state.generate_applicable_actions()])


def perplan(domain, problem):
    from pyperplan.planner import _ground, _parse

    task = _ground(_parse(str(domain), str(problem)))
    return singly(task.initial_state, lambda state: [pair[1] for pair in task.get_successor_states(state)])


def plado(domain, problem):
    from plado.parser import parse
    from plado.semantics.applicable_actions_generator import ApplicableActionsGenerator
    from plado.semantics.successor_generator import SuccessorGenerator
    from plado.semantics.task import Task

    task = Task(*parse(str(domain), str(problem)))
    actions, successor = ApplicableActionsGenerator(task), SuccessorGenerator(task)
    key = {"key": lambda state: tuple(map(frozenset, state.atoms))}
    return singly(task.initial_state, lambda state: [successor(state, action)[0][0] for action in actions(state)], **key)


def main():
    """Prints a line for each task and program: successors, and thousands of them a second."""
    with tempfile.TemporaryDirectory() as folder:
        for name, domain, problem in files(folder):
            for program in [banto_singly, banto_in_batches, mimir, perplan, plado]:
                try:
                    run = program(domain, problem)
                    best, count = float("inf"), 0
                    for _ in range(3):
                        start = time.process_time()
                        count = run()
                        best = min(best, time.process_time() - start)
                    print(f"{name:10} {program.__name__:16} {count:8} successors {count / best / 1000:10.0f} thousand a second", flush=True)
                except Exception as error:
                    print(f"{name:10} {program.__name__:16} {type(error).__name__}: {str(error)[:80]}", flush=True)


if __name__ == "__main__":
    main()
