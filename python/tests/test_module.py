"""The module in an installed wheel: run with `pytest python/tests` in the project's folder."""

import doctest
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

pybanto = pytest.importorskip("pybanto", reason="no wheel of pybanto is installed")
pytest.importorskip("pybanto._pybanto", reason="no wheel of pybanto is installed")

ROOT = Path(__file__).resolve().parents[2]
BLOCKS = ROOT / "domains/blocks.pddl", ROOT / "problems/blocks/02-sussman.pddl"
GRIPPER = ROOT / "domains/gripper.pddl", ROOT / "problems/gripper/01-two-balls.pddl"
EIGHT = ROOT / "domains/logistics.pddl", ROOT / "problems/logistics/03-eight-parcels.pddl"
LAMP = "(define (domain lamp) (:predicates (lit) (plugged)) (:action press :precondition (plugged) :effect (lit)))"
DARK = "(define (problem dark) (:domain lamp) (:init (plugged)) (:goal (lit)))"


@pytest.fixture(autouse=True)
def in_the_folder(monkeypatch):
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("name", ["pybanto", "pybanto._functions", "pybanto._values", "pybanto.search", "pybanto.sokoban"])
def test_examples_of_docstrings(name):
    __import__(name)
    found = doctest.testmod(sys.modules[name], extraglobs={"pybanto": pybanto})
    assert found.attempted > 0 and found.failed == 0


def test_examples_of_the_document():
    """Each block of Python in docs/python.md, in one namespace, in its order."""
    text = (ROOT / "docs/python.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "docs/python.md", None, 0)
    assert len(examples.examples) > 20
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_a_plan_and_its_proof():
    result = pybanto.plan(*BLOCKS, optimal=True)
    assert (result.status, result.cost, result.lower_bound, result.optimal) == ("optimal", 6, 6, True)
    assert pybanto.validate(*BLOCKS, result.plan).cost == 6
    assert pybanto.validate(*BLOCKS, str(result.plan)) and "cost = 6" in str(result.plan)
    assert result.statistics["seconds"] > 0 and result.statistics["memory_added"] >= 0
    assert "<table>" in result._repr_html_()


def test_an_unsolvable_task_is_an_answer():
    result = pybanto.plan(LAMP, DARK.replace("(plugged)", ""))
    assert (result.status, result.plan, bool(result)) == ("unsolvable", None, False)
    assert "plugged" in result.reason
    assert "plugged" in pybanto.why(LAMP, DARK.replace("(plugged)", "")).repairs[0].apply(LAMP, DARK.replace("(plugged)", ""))[1]


def test_a_wrong_text_raises_what_check_prints():
    with pytest.raises(pybanto.PddlError) as raised:
        pybanto.plan(LAMP, DARK.replace("(lit)", "(lti)"))
    assert "error[E0202]: unknown predicate lti" in str(raised.value) and "^" in str(raised.value)
    (found,) = raised.value.diagnostics
    assert (found.code, found.file, found.line) == ("E0202", "problem", 1)
    assert pybanto.apply(found.help[0].edits, LAMP, DARK.replace("(lit)", "(lti)"))[1] == DARK
    for wrong in [{"search": "astr"}, {"heuristic": "fff"}, {"search": "gbfs", "optimal": True}, {"time_limit": -1.0}]:
        with pytest.raises(ValueError):
            pybanto.plan(LAMP, DARK, **wrong)
    with pytest.raises(FileNotFoundError):
        pybanto.plan("no-such-file", DARK)


def test_better_and_better_plans():
    heard = []
    result = pybanto.plan(ROOT / "domains/blocks.pddl", ROOT / "problems/blocks/04-tall.pddl", on_plan=heard.append, time_limit=20)
    costs = [plan.cost for plan in heard]
    assert costs == sorted(set(costs), reverse=True) and costs[-1] == result.cost and len(costs) > 1
    first = pybanto.plan(ROOT / "domains/blocks.pddl", ROOT / "problems/blocks/04-tall.pddl", on_plan=lambda plan: True)
    assert first.cost == costs[0] and first.status == "interrupted"
    with pybanto.plans(*EIGHT) as found:
        plan = next(found)
        assert pybanto.validate(*EIGHT, plan) and found.result is None
    assert found.result.status == "interrupted" and found.result.cost <= plan.cost
    with pytest.raises(ZeroDivisionError):
        pybanto.plan(*BLOCKS, on_plan=lambda plan: 1 // 0)


def test_limits_end_a_search():
    start = time.time()
    result = pybanto.plan(*EIGHT, optimal=True, search="astar", heuristic="blind", time_limit=0.3)
    assert result.status == "time limit" and time.time() - start < 2
    assert pybanto.plan(*EIGHT, optimal=True, search="astar", heuristic="blind", memory_limit=1).status == "memory limit"


def test_another_start_and_goal():
    assert pybanto.plan(*GRIPPER, goal=["(lies-in ball1 hall)"]).cost == 3
    start = ["robot-in hall", "lies-in ball1 hall", "lies-in ball2 hall", "free left", "free right"]
    assert pybanto.plan(*GRIPPER, start=start).cost == 0
    with pytest.raises(ValueError, match="did you mean ball1"):
        pybanto.plan(*GRIPPER, goal=["lies-in bal1 hall"])


INTERRUPTED = """
import os, signal, sys, threading, time
import pybanto
sent = []
def stop():
    time.sleep(1.0)
    sent.append(time.time())
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=stop, daemon=True).start()
try:
    result = pybanto.plan(sys.argv[1], sys.argv[2], **eval(sys.argv[3]))
    print(result.status, result.plan is not None, time.time() - sent[0])
except KeyboardInterrupt:
    print("KeyboardInterrupt", False, time.time() - sent[0])
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are those of Unix")
@pytest.mark.parametrize(
    "settings, status",
    [("{'on_plan': lambda plan: None}", "interrupted True"), ("{'search': 'bfs'}", "KeyboardInterrupt False")],
)
def test_ctrl_c_leaves_the_best_plan_in_hand(settings, status):
    run = subprocess.run([sys.executable, "-c", INTERRUPTED, *EIGHT, settings], capture_output=True, text=True, timeout=60)
    assert run.stdout.startswith(status), run
    # A machine that does much else takes longer than the tenth of a second of an idle one.
    assert float(run.stdout.split()[-1]) < 1


def test_threads_plan_side_by_side():
    costs = []
    work = lambda: costs.append(pybanto.plan(*BLOCKS, optimal=True).cost)
    threads = [threading.Thread(target=work) for _ in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert costs == [6] * 8


def command(*arguments, **settings):
    environment = {name: value for name, value in os.environ.items() if name != "BANTO"}
    return subprocess.run([*arguments], capture_output=True, text=True, env=environment, cwd=ROOT, timeout=60, **settings)


def test_the_command_is_inside(monkeypatch):
    monkeypatch.delenv("BANTO", raising=False)
    for call in [[pybanto.command()], [sys.executable, "-m", "pybanto"]]:
        assert command(*call, "--version").stdout.startswith("banto ")
        run = command(*call, "plan", "-q", *BLOCKS)
        assert run.returncode == 0 and run.stdout.count("\n") == 7, run
        assert command(*call, "plan", "--no-such-flag").returncode == 2
        # A command that starts itself again.
        run = command(*call, "compare", "--solvers", "gbfs:ff", "--json", *BLOCKS)
        assert run.returncode == 0, run


@pytest.mark.skipif(os.name == "nt", reason="signals are those of Unix")
def test_the_command_hears_ctrl_c():
    environment = {name: value for name, value in os.environ.items() if name != "BANTO"}
    line = [sys.executable, "-m", "pybanto", "plan", "--anytime", *EIGHT]
    run = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    time.sleep(1.5)
    run.send_signal(signal.SIGINT)
    out, talk = run.communicate(timeout=30)
    assert run.returncode == 0 and "; cost = " in out, (run.returncode, talk)


def test_both_doors_give_the_same():
    for problem in sorted((ROOT / "problems/blocks").glob("0[12]*.pddl")) + sorted((ROOT / "problems/gripper").glob("01*.pddl")):
        domain = ROOT / "domains" / f"{problem.parent.name}.pddl"
        ours = pybanto.plan(domain, problem)
        run = command(sys.executable, "-m", "pybanto", "plan", "-q", str(domain), str(problem))
        assert run.stdout.split("; cost")[0] == "".join(f"{step}\n" for step in ours.plan)


def test_wrong_inputs_raise_and_nothing_leaks():
    text = DARK
    for at in range(0, len(text)):
        try:
            pybanto.plan(LAMP, text[:at] + text[at + 1 :])
        except (pybanto.PddlError, FileNotFoundError):
            pass
    with pytest.raises(pybanto.PddlError):
        pybanto.plan(LAMP, "(" * 100_000)
    resource = pytest.importorskip("resource")
    for calls in (100, 400):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(calls):
            pybanto.plan(LAMP, DARK)
            pybanto.Task(LAMP, DARK).initial.successors()
    # The peak is in KiB: a leak of as much as one text a call would show.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4096
