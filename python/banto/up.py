"""banto as an engine of unified-planning: `Banto` finds good plans, goes on to better ones, and validates plans; `BantoOptimal` finds
the cheapest, with proof.

What each problem comes to is read from the exit code; docs/editors.md shows how to use this file.
"""

import json
import os
import subprocess
import tempfile

from unified_planning.engines import (
    LogLevel,
    LogMessage,
    PDDLAnytimePlanner,
    PlanGenerationResult,
    PlanGenerationResultStatus,
    ValidationResult,
    ValidationResultStatus,
)
from unified_planning.engines.mixins import PlanValidatorMixin
from unified_planning.engines.mixins.anytime_planner import AnytimeGuarantee
from unified_planning.engines.mixins.oneshot_planner import OptimalityGuarantee
from unified_planning.engines.results import FailedValidationReason
from unified_planning.io import PDDLWriter
from unified_planning.model.problem_kind import ProblemKind
from unified_planning.model.problem_kind_versioning import LATEST_PROBLEM_KIND_VERSION
from unified_planning.plans import PlanKind

from . import command

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


class Banto(PDDLAnytimePlanner, PlanValidatorMixin):
    """Parameters are the flags of `banto plan` without their dashes, as in `params={"search": "gbfs", "heuristic": ["ff"],
    "time_limit": "60s", "no_symmetry": True}`."""

    aim: list = []
    solved = STATUS.SOLVED_SATISFICING

    def __init__(self, **params):
        super().__init__(needs_requirements=True, rewrite_bool_assignments=True)
        self.options = []
        for name, value in params.items():
            for one in value if isinstance(value, (list, tuple)) else [value]:
                if one is not False and one is not None:
                    self.options.append("--" + name.replace("_", "-"))
                    self.options += [] if one is True else [str(one)]

    @property
    def name(self):
        return "banto"

    def _get_cmd(self, domain_filename, problem_filename, plan_filename):
        return [command(), "plan", *self.aim, *self.options, "-o", plan_filename, domain_filename, problem_filename]

    def _result_status(self, problem, plan, retval, log_messages=None):
        if plan is None:
            return UNSOLVED.get(retval, STATUS.INTERNAL_ERROR)
        # What is proven may be told, whatever was asked for.
        said = "".join(message.message for message in log_messages or [])
        return STATUS.SOLVED_OPTIMALLY if "optimal: no plan costs less" in said else self.solved

    # Each better plan comes as a file of its own: what is printed holds the last one only.

    def _get_anytime_cmd(self, domain_filename, problem_filename, plan_filename):
        self._plans = plan_filename
        return [command(), "plan", "--anytime", "--keep-all", *self.options, "-o", plan_filename, domain_filename, problem_filename]

    def _parse_planner_output(self, writer, planner_output):
        for line in planner_output.splitlines():
            if line.startswith("plan of cost "):
                writer.count = getattr(writer, "count", 0) + 1
                plan = self._plan_from_file(writer.problem, f"{self._plans}.{writer.count}", self._writer.get_item_named)
                writer.res_queue.put(PlanGenerationResult(STATUS.INTERMEDIATE, plan, engine_name=self.name))

    def _validate(self, problem, plan):
        writer = PDDLWriter(problem, self._needs_requirements, self._rewrite_bool_assignments)
        with tempfile.TemporaryDirectory() as folder:
            names = [os.path.join(folder, name) for name in ("domain.pddl", "problem.pddl", "plan")]
            writer.write_domain(names[0])
            writer.write_problem(names[1])
            writer.write_plan(plan, names[2])
            run = subprocess.run([command(), "validate", "--json", *names], capture_output=True, text=True)
        result = json.loads(run.stdout)
        logs = [LogMessage(LogLevel.INFO, run.stdout), LogMessage(LogLevel.ERROR, run.stderr)]
        status = {0: ValidationResultStatus.VALID, 1: ValidationResultStatus.INVALID}
        status = status.get(run.returncode, ValidationResultStatus.UNKNOWN)
        fault = result["plans"][0]["fault"] if result.get("plans") else None
        step, reason = (fault or {}).get("step"), None
        if fault:
            reason = FailedValidationReason.INAPPLICABLE_ACTION if step else FailedValidationReason.UNSATISFIED_GOALS
        action = plan.actions[step - 1] if step else None
        return ValidationResult(status, self.name, logs, reason=reason, inapplicable_action=action)

    @staticmethod
    def supported_kind():
        return ProblemKind(set(KIND.split()), version=LATEST_PROBLEM_KIND_VERSION)

    @staticmethod
    def supports(problem_kind):
        return problem_kind <= Banto.supported_kind()

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
    aim = ["--optimal"]
    solved = STATUS.SOLVED_OPTIMALLY

    @property
    def name(self):
        return "banto-optimal"

    @staticmethod
    def satisfies(optimality_guarantee):
        return True
