"""Engines of unified-planning: `Banto` finds good plans, goes on to better ones, validates and repairs plans; `BantoOptimal` finds the
cheapest, with proof; `BantoGrounder` grounds; `BantoSimulator` applies actions.

In: problems of unified-planning. Out: its results. A status says what was proven in that call, never what was asked for. A plan without
parameters is made in this process, where the module is compiled and BANTO names no command; all else runs the command, which ends with the
call, whatever ends it. docs/editors.md shows how to use this file.
"""

import json
import os
import re
import subprocess
import tempfile
import threading
import time
import warnings
from contextlib import contextmanager
from queue import Queue

from unified_planning.engines import (
    CompilationKind,
    Credits,
    Engine,
    LogLevel,
    LogMessage,
    PlanGenerationResult,
    PlanGenerationResultStatus,
    ValidationResult,
    ValidationResultStatus,
)
from unified_planning.engines.compilers import Grounder
from unified_planning.engines.mixins import (
    AnytimePlannerMixin,
    CompilerMixin,
    OneshotPlannerMixin,
    PlanRepairerMixin,
    PlanValidatorMixin,
    SequentialSimulatorMixin,
)
from unified_planning.engines.mixins.anytime_planner import AnytimeGuarantee
from unified_planning.engines.mixins.oneshot_planner import OptimalityGuarantee
from unified_planning.engines.results import CompilerResult, FailedValidationReason
from unified_planning.exceptions import UPUsageError
from unified_planning.io import PDDLReader, PDDLWriter
from unified_planning.model import State, UPState
from unified_planning.model.problem_kind import ProblemKind
from unified_planning.model.problem_kind_versioning import LATEST_PROBLEM_KIND_VERSION
from unified_planning.plans import ActionInstance, PlanKind, SequentialPlan

from . import command

try:
    from . import PddlError, plan as plan_in_process
except ImportError:
    plan_in_process = None

STATUS = PlanGenerationResultStatus
UNSOLVED = {
    11: STATUS.UNSOLVABLE_PROVEN,
    12: STATUS.UNSOLVABLE_INCOMPLETELY,
    22: STATUS.MEMOUT,
    23: STATUS.TIMEOUT,
    34: STATUS.UNSUPPORTED_PROBLEM,
}
# Classical planning with action costs. Numbers may be there for the costs of actions, and must not change.
KIND = """ACTION_BASED FLAT_TYPING HIERARCHICAL_TYPING NEGATIVE_CONDITIONS DISJUNCTIVE_CONDITIONS EQUALITIES
    EXISTENTIAL_CONDITIONS UNIVERSAL_CONDITIONS CONDITIONAL_EFFECTS FORALL_EFFECTS
    STATIC_FLUENTS_IN_BOOLEAN_ASSIGNMENTS FLUENTS_IN_BOOLEAN_ASSIGNMENTS INT_FLUENTS PLAN_LENGTH ACTIONS_COST
    STATIC_FLUENTS_IN_ACTIONS_COST INT_NUMBERS_IN_ACTIONS_COST"""
CREDITS = Credits(
    "banto",
    "the authors of banto",
    "",
    "",
    "MIT or Apache-2.0",
    "A planner for classical PDDL with action costs, written in Rust.",
    "A planner for classical PDDL with action costs, written in Rust. Each plan is validated before it is returned.",
)
# The engine reads the results itself: these flags would take them elsewhere, or answer another question.
REFUSED = {
    "quiet": "the engine reads what it leaves out",
    "json": "the engine reads the plan as text",
    "events": "the engine reads the plan as text",
    "stream": "the engine reads each plan from a file",
    "plan_file": "the engine chooses the file",
    "output": "the engine chooses the file",
    "o": "the engine chooses the file",
    "html": "call the command for a page",
    "keep_all": "an AnytimePlanner returns each plan",
    "anytime": "use an AnytimePlanner",
    "optimal": "use the engine banto-optimal",
    "list": "call the command for the list",
    "message_format": "the engine reads diagnostics as text",
}
PROVEN = "optimal: no plan costs less"
# What the command is given to end by itself before it is stopped, in seconds.
GRACE = 2


# The same, by the words of results.
IN_PROCESS = {
    "solved": STATUS.SOLVED_SATISFICING,
    "unsolvable": STATUS.UNSOLVABLE_PROVEN,
    "unsolved": STATUS.UNSOLVABLE_INCOMPLETELY,
    "memory limit": STATUS.MEMOUT,
    "time limit": STATUS.TIMEOUT,
}


class Run:
    """A call of the command: what it said, how it ended, and how to end it from another thread."""

    def __init__(self):
        self.code, self.out, self.err, self.seconds, self.is_late = None, "", "", 0.0, False
        self._process, self._is_unwanted = None, False

    def logs(self):
        return [LogMessage(LogLevel.INFO, self.out), LogMessage(LogLevel.ERROR, self.err)]

    def stop(self):
        self._is_unwanted = True
        if self._process:
            self._process.terminate()

    def call(self, arguments, patience=None, script=None, heard=None):
        """Runs the command to its end, for so many seconds at most. It lives no longer than this call: an exception here stops it, and
        so does the end of its standard input, which comes when this process ends in whatever way. `heard` gets each line as it is
        printed, and whether it is talk."""
        start = time.time()
        lines = [[], []]
        guard = ["--until-eof"] if script is None else []
        pipes = {name: subprocess.PIPE for name in ("stdin", "stdout", "stderr")}
        line = [command(), *arguments[:1], *guard, *arguments[1:]]
        self._process = process = subprocess.Popen(line, encoding="utf-8", errors="replace", **pipes)

        def listen(stream, is_talk):
            for line in stream:
                lines[is_talk].append(line)
                if heard:
                    heard(line, is_talk)

        readers = [threading.Thread(target=listen, args=one, daemon=True) for one in ((process.stdout, False), (process.stderr, True))]
        try:
            for reader in readers:
                reader.start()
            if script is not None:
                self._send(script)
            if self._is_unwanted:
                self.stop()
            process.wait(patience)
        except subprocess.TimeoutExpired:
            self.is_late = True
        finally:
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(GRACE)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
            for reader in readers:
                reader.join()
            for stream in (process.stdin, process.stdout, process.stderr):
                try:
                    stream.close()
                except BrokenPipeError:
                    pass
        self.code, self.seconds = process.returncode, time.time() - start
        self.out, self.err = ("".join(one) for one in lines)
        if self.code == 2:
            raise UPUsageError(self.err.strip())
        return self

    def _send(self, script):
        try:
            self._process.stdin.write(script)
            self._process.stdin.close()
        except BrokenPipeError:
            pass  # It has refused the files.


def action_of(writer, problem, step):
    """The action and the parameters of a step."""
    name, *objects = str(step).strip("()").split()
    items = map(writer.get_item_named, objects)
    return writer.get_item_named(name), tuple(map(problem.environment.expression_manager.ObjectExp, items))


class Files:
    """A problem as files of PDDL, and the way back from their names."""

    def __init__(self, problem, folder):
        self.problem = problem
        self.domain, self.problem_file, self.plan = (os.path.join(folder, name) for name in ("domain.pddl", "problem.pddl", "plan"))
        self.writer = PDDLWriter(problem, True, True)
        self.writer.write_domain(self.domain)
        self.writer.write_problem(self.problem_file)
        self.both = [self.domain, self.problem_file]

    def read(self, text):
        """A plan from its text."""
        return PDDLReader(self.problem.environment).parse_plan_string(self.problem, text, self.writer.get_item_named)

    def read_file(self, name):
        """A plan from a file; none if there is no such file."""
        if not os.path.isfile(name):
            return None
        with open(name, encoding="utf-8") as file:
            return self.read(file.read())

    def step(self, text):
        """An action from its text: the action and its parameters."""
        return action_of(self.writer, self.problem, text)

    def show(self, item, arguments):
        """An action or a fluent with arguments as text."""
        return f"({' '.join([self.writer.get_pddl_name(item), *(self.writer.get_pddl_name(one.object()) for one in arguments)])})"

    def fluent(self, text):
        """A fluent from the text of an atom."""
        name, *objects = text.strip("()").split()
        return self.writer.get_item_named(name)(*map(self.writer.get_item_named, objects))


@contextmanager
def files(problem):
    """The files of a problem, in a folder of their own that is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="banto-") as folder:
        yield Files(problem, folder)


class Common(Engine):
    """What the engines share."""

    @property
    def name(self):
        return "banto"

    @staticmethod
    def get_credits(**kwargs):
        return CREDITS

    @staticmethod
    def supported_kind():
        return ProblemKind(set(KIND.split()), version=LATEST_PROBLEM_KIND_VERSION)

    @classmethod
    def supports(cls, problem_kind):
        return problem_kind <= cls.supported_kind()


class Banto(Common, OneshotPlannerMixin, AnytimePlannerMixin, PlanValidatorMixin, PlanRepairerMixin):
    """Parameters are the flags of `banto plan` without their dashes, as in `params={"search": "gbfs", "heuristic": ["ff"],
    "time_limit": "60s", "no_symmetry": True}`."""

    aim: list = []

    def __init__(self, **params):
        Engine.__init__(self)
        self.optimality_metric_required = False
        self.options = []
        self.time_limit = params.pop("time_limit", None)
        for name, value in params.items():
            if name in REFUSED:
                raise UPUsageError(f"banto as an engine takes no parameter {name}: {REFUSED[name]}")
            for one in value if isinstance(value, (list, tuple)) else [value]:
                if one is not False and one is not None:
                    self.options.append("--" + name.replace("_", "-"))
                    self.options += [] if one is True else [str(one)]

    def _plan_here(self, problem, timeout, aim):
        """A plan without a process of its own; nothing where only the command says what is to be said."""
        start = time.time()
        writer = PDDLWriter(problem, True, True)
        try:
            limit = None if timeout is None else max(timeout, 1e-6)
            ended = plan_in_process(writer.get_domain(), writer.get_problem(), optimal=bool(aim), time_limit=limit)
        except PddlError:
            return None
        if ended.status == "interrupted":
            raise KeyboardInterrupt
        plan = ended.plan and SequentialPlan([ActionInstance(*action_of(writer, problem, step)) for step in ended.plan], problem.environment)
        proven = STATUS.SOLVED_OPTIMALLY if problem.quality_metrics else STATUS.SOLVED_SATISFICING
        logs = [LogMessage(LogLevel.INFO, str(ended.plan or "")), LogMessage(LogLevel.ERROR, "\n".join(filter(None, [ended.reason])))]
        times = {"engine_internal_time": str(time.time() - start)}
        return PlanGenerationResult(IN_PROCESS.get(ended.status, proven), plan, self.name, times, logs)

    def _plan(self, problem, timeout, output_stream, aim, run, found=None):
        """One call of `banto plan`; `found` gets each plan as it is found."""
        if plan_in_process and not (found or output_stream or self.options or self.time_limit or os.environ.get("BANTO")):
            result = self._plan_here(problem, timeout, aim)
            if result is not None:
                return result
        # A limit of its own comes from the parameters; then this call is ended from outside.
        limits, patience = (["--time-limit", str(self.time_limit)], timeout) if self.time_limit else ([], None)
        if timeout is not None and not limits:
            limits, patience = ["--time-limit", f"{max(timeout, 1e-6):.6f}s"], timeout + GRACE
        with files(problem) as named:
            count = 0

            def heard(line, is_talk):
                nonlocal count
                stream = output_stream[is_talk] if isinstance(output_stream, tuple) else output_stream
                if stream is not None:
                    stream.write(line)
                if found and is_talk and line.startswith("plan of cost "):
                    count += 1
                    # Its file was written before.
                    plan = named.read_file(f"{named.plan}.{count}")
                    found(PlanGenerationResult(STATUS.INTERMEDIATE, plan, self.name))

            said = [] if "--stats" in self.options else ["--stats"]
            run.call(["plan", *aim, *said, *self.options, *limits, "-o", named.plan, *named.both], patience, heard=heard)
            plan = named.read_file(named.plan)
        status = self._status(problem, plan, run, found is not None)
        return PlanGenerationResult(status, plan, self.name, {"engine_internal_time": str(run.seconds)}, run.logs())

    def _status(self, problem, plan, run, is_anytime):
        if plan is None:
            # Costs that are negative or no whole numbers are correct, but not for this planner.
            if run.code == 31 and re.search(r"error\[(E0213|E0217)\]", run.err):
                return STATUS.UNSUPPORTED_PROBLEM
            if run.code == 12 and "interrupted" in run.err:
                return STATUS.TIMEOUT if run.is_late else STATUS.INTERNAL_ERROR
            return UNSOLVED.get(run.code, STATUS.INTERNAL_ERROR)
        if PROVEN in run.err:
            # Without a metric any plan is as good as another: there is no optimum.
            return STATUS.SOLVED_OPTIMALLY if problem.quality_metrics else STATUS.SOLVED_SATISFICING
        is_cut = is_anytime and ("time limit:" in run.err or run.is_late)
        return STATUS.TIMEOUT if is_cut else STATUS.SOLVED_SATISFICING

    def _solve(self, problem, heuristic=None, timeout=None, output_stream=None):
        if heuristic is not None:
            warnings.warn(f"{self.name} uses its own heuristics, not the one that was given")
        return self._plan(problem, timeout, output_stream, self.aim, Run())

    def _get_solutions(self, problem, timeout=None, output_stream=None):
        results, run = Queue(), Run()

        def work():
            try:
                results.put(self._plan(problem, timeout, output_stream, ["--anytime", "--keep-all"], run, results.put))
            except BaseException as error:  # It belongs to the caller.
                results.put(error)

        worker = threading.Thread(target=work, daemon=True)
        worker.start()
        try:
            while True:
                result = results.get()
                if isinstance(result, BaseException):
                    raise result
                yield result
                if result.status != STATUS.INTERMEDIATE:
                    return
        finally:
            run.stop()
            worker.join()

    def _validate(self, problem, plan):
        with files(problem) as named:
            named.writer.write_plan(plan, named.plan)
            run = Run().call(["validate", "--trace", "--json", *named.both, named.plan])
            found = (json.loads(run.out).get("plans") or [{}])[0]
            trace = [UPState(problem.explicit_initial_values, problem)]
            values = problem.environment.expression_manager
            for step in found.get("trace", []):
                if step["action"] and not (found["fault"] and found["fault"]["step"] == step["step"]):
                    changed = {named.fluent(atom): values.FALSE() for atom in step["deletes"]}
                    changed.update((named.fluent(atom), values.TRUE()) for atom in step["adds"])
                    trace.append(trace[-1].make_child(changed))
        status = {0: ValidationResultStatus.VALID, 1: ValidationResultStatus.INVALID}
        status = status.get(run.code, ValidationResultStatus.UNKNOWN)
        metrics = reason = action = None
        if status == ValidationResultStatus.VALID and problem.quality_metrics:
            metrics = {problem.quality_metrics[0]: found["cost"]}
        if found.get("fault"):
            step = found["fault"]["step"]
            reason = FailedValidationReason.INAPPLICABLE_ACTION if step else FailedValidationReason.UNSATISFIED_GOALS
            action = plan.actions[step - 1] if step else None
        times = {"engine_internal_time": str(run.seconds)}
        return ValidationResult(status, self.name, run.logs(), metrics, reason, action, times, trace)

    def _repair(self, problem, plan):
        """Keeps the plan as far as it can be carried out, and finds the rest from there; failing that, a whole plan."""
        checked = self._validate(problem, plan)
        if checked:
            result = PlanGenerationResult(STATUS.SOLVED_SATISFICING, plan, self.name, checked.metrics, checked.log_messages)
            return result
        kept = len(checked.trace) - 1
        rest = problem.clone()
        for fluent in problem.initial_values:
            if fluent.type.is_bool_type():
                rest.set_initial_value(fluent, checked.trace[-1].get_value(fluent))
        result = self._solve(rest) if kept else None
        if result is None or result.plan is None:
            return self._solve(problem)
        found = [ActionInstance(problem.action(one.action.name), one.actual_parameters) for one in result.plan.actions]
        result.plan = SequentialPlan(list(plan.actions[:kept]) + found, problem.environment)
        # What was proven is about the rest.
        result.status = STATUS.SOLVED_SATISFICING
        return result

    @staticmethod
    def supports_plan(plan_kind):
        return plan_kind == PlanKind.SEQUENTIAL_PLAN

    @staticmethod
    def satisfies(optimality_guarantee):
        return optimality_guarantee == OptimalityGuarantee.SATISFICING

    @staticmethod
    def ensures(anytime_guarantee):
        return anytime_guarantee == AnytimeGuarantee.INCREASING_QUALITY


class BantoOptimal(Banto):
    """Cheapest plans, or shortest ones if that is the metric."""

    aim = ["--optimal"]

    @property
    def name(self):
        return "banto-optimal"

    @staticmethod
    def satisfies(optimality_guarantee):
        return True


class BantoGrounder(Common, CompilerMixin):
    """Grounds: what can never be applied and what no plan needs is left out."""

    def __init__(self):
        Engine.__init__(self)
        CompilerMixin.__init__(self, CompilationKind.GROUNDING)

    @property
    def name(self):
        return "banto-grounder"

    @staticmethod
    def supports_compilation(compilation_kind):
        return compilation_kind == CompilationKind.GROUNDING

    @staticmethod
    def resulting_problem_kind(problem_kind, compilation_kind=None):
        return problem_kind.clone()

    def _compile(self, problem, compilation_kind):
        with files(problem) as named:
            run = Run().call(["ground", "--list", "operators", *named.both])
            if run.code not in (0, 11):
                raise UPUsageError(f"{self.name} cannot ground this problem: {run.err.strip()}")
            chosen = {action: [] for action in problem.actions}
            # An operator may be listed in several cases, by what its conditional effects need.
            for text in dict.fromkeys(re.findall(r"^\(.*?\)", run.out, re.MULTILINE)):
                action, objects = named.step(text)
                chosen[action].append(objects)
        grounded = Grounder(grounding_actions_map=chosen).compile(problem, compilation_kind)
        return CompilerResult(grounded.problem, grounded.map_back_action_instance, self.name, run.logs())


class BantoState(State):
    """A state of `BantoSimulator`: the steps that lead to it, and what holds there."""

    def __init__(self, simulator, steps):
        self.simulator, self.steps = simulator, steps
        self.atoms, self.actions, self.is_goal = simulator.look(steps)

    def get_value(self, value):
        values = self.simulator.problem.environment.expression_manager
        if not value.type.is_bool_type():
            # Only costs are numbers, and they never change.
            return self.simulator.problem.initial_value(value)
        return values.Bool(self.simulator.named.show(value.fluent(), value.args) in self.atoms)


class BantoSimulator(Common, SequentialSimulatorMixin):
    """Applies actions by `banto step`, once for each state that is entered."""

    def __init__(self, problem, error_on_failed_checks=True, **kwargs):
        Engine.__init__(self)
        SequentialSimulatorMixin.__init__(self, problem, error_on_failed_checks)
        self.problem = problem
        self._folder = tempfile.TemporaryDirectory(prefix="banto-")
        self.named = Files(problem, self._folder.name)

    @property
    def name(self):
        return "banto-simulator"

    def destroy(self):
        self._folder.cleanup()

    def look(self, steps):
        """What holds after these steps: the atoms, the actions that can be applied, whether the goal is reached."""
        script = "".join(f"apply {step}\n" for step in steps)
        run = Run().call(["step", *self.named.both], script=script + "state all\nactions\ngoals\n")
        if run.code:
            raise UPUsageError(f"{self.name}: {run.err.strip()}")
        # The answer to the last step ends with this line.
        text = re.split(r"^after \d+ steps?, cost .*\n", run.out, flags=re.MULTILINE)[-1]
        atoms = re.findall(r"\([^()]*\)", "".join(re.findall(r"^\(.*\n", text, re.MULTILINE)))
        actions = re.findall(r"^ *\d+ (\(.*\))$", text, re.MULTILINE)
        return set(atoms), dict.fromkeys(actions), not re.search("^does not hold$", text, re.MULTILINE)

    def _get_initial_state(self):
        return BantoState(self, [])

    def _is_applicable(self, state, action, parameters):
        return self.named.show(action, parameters) in self._own(state).actions

    def _apply(self, state, action, parameters):
        step = self.named.show(action, parameters)
        return BantoState(self, [*state.steps, step]) if step in self._own(state).actions else None

    def _get_applicable_actions(self, state):
        return map(self.named.step, self._own(state).actions)

    def _is_goal(self, state):
        return self._own(state).is_goal

    def _own(self, state):
        if not isinstance(state, BantoState):
            raise UPUsageError(f"{self.name} uses its own states, not {type(state).__name__}")
        return state
