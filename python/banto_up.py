"""banto as an engine of unified-planning: `Banto` finds good plans, `BantoOptimal` the best with proof.

The command is `banto` on the path, or what the environment variable BANTO names. What each problem comes to is read from the
exit code; docs/editors.md shows how to use this file.
"""

import os

from unified_planning.engines import PDDLPlanner, PlanGenerationResultStatus
from unified_planning.engines.mixins.oneshot_planner import OptimalityGuarantee
from unified_planning.model.problem_kind import ProblemKind
from unified_planning.model.problem_kind_versioning import LATEST_PROBLEM_KIND_VERSION

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


class Banto(PDDLPlanner):
    options: list = []
    solved = STATUS.SOLVED_SATISFICING

    def __init__(self):
        super().__init__(needs_requirements=True, rewrite_bool_assignments=True)

    @property
    def name(self):
        return "banto"

    def _get_cmd(self, domain_filename, problem_filename, plan_filename):
        command = [os.environ.get("BANTO", "banto"), "plan", *self.options]
        return [*command, "-o", plan_filename, domain_filename, problem_filename]

    def _result_status(self, problem, plan, retval, log_messages=None):
        return self.solved if plan is not None else UNSOLVED.get(retval, STATUS.INTERNAL_ERROR)

    @staticmethod
    def supported_kind():
        return ProblemKind(set(KIND.split()), version=LATEST_PROBLEM_KIND_VERSION)

    @staticmethod
    def supports(problem_kind):
        return problem_kind <= Banto.supported_kind()

    @staticmethod
    def satisfies(optimality_guarantee):
        return optimality_guarantee == OptimalityGuarantee.SATISFICING


class BantoOptimal(Banto):
    options = ["--optimal"]
    solved = STATUS.SOLVED_OPTIMALLY

    @property
    def name(self):
        return "banto-optimal"

    @staticmethod
    def satisfies(optimality_guarantee):
        return True
