//! The table of requirement flags: what each stands for, and whether banto supports it; and the words by which other
//! kinds of planning are recognized where no flag announces them.
//!
//! In: a flag or a word. Out: its row, or the set of what it implies.

use banto_base::source::{Code, codes};

/// How far banto supports a requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// Supported in full.
    Full,
    /// Harmless when declared; the parts that are not classical are reported where they are used.
    WhereUsed,
    /// The declaration alone means something that banto cannot do: its code, and the feature.
    None(Code, &'static str),
}

/// One requirement flag.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Requirement {
    /// The flag with its colon.
    pub flag: &'static str,
    /// How far banto supports it.
    pub support: Support,
    /// The flags that it stands for.
    pub implies: &'static [&'static str],
}

const fn refused(flag: &'static str, code: Code, feature: &'static str) -> Requirement {
    row(flag, Support::None(code, feature), &[])
}

const HDDL: &str = "hierarchical tasks (HDDL)";
const AGENTS: &str = "several agents";
const UNCERTAIN: &str = "uncertain effects";
/// Advice on how to do without numbers.
pub(crate) const WITHOUT_NUMBERS: &str =
    "levels can be objects instead of numbers: `banto explain numbers` shows how";

pub(super) const SENSING: &str = "sensing and unknown facts";
const DURATIVE: &str = "durative actions";
const EXPANSIONS: &str = "action expansions of PDDL 1.2";
const AXIOMS: &str = "axioms in the notation of PDDL 1.2 (write :derived instead)";

const fn row(flag: &'static str, support: Support, implies: &'static [&'static str]) -> Requirement {
    Requirement { flag, support, implies }
}

const QUANTIFIED: &[&str] = &[":existential-preconditions", ":universal-preconditions"];
const ADL: &[&str] = &[
    ":strips",
    ":typing",
    ":negative-preconditions",
    ":disjunctive-preconditions",
    ":equality",
    ":quantified-preconditions",
    ":existential-preconditions",
    ":universal-preconditions",
    ":conditional-effects",
];

/// Every requirement of PDDL 1.2 to 3.1 and of its relatives.
pub const REQUIREMENTS: &[Requirement] = &[
    row(":strips", Support::Full, &[]),
    row(":typing", Support::Full, &[]),
    row(":negative-preconditions", Support::Full, &[]),
    row(":disjunctive-preconditions", Support::Full, &[]),
    row(":equality", Support::Full, &[]),
    row(":existential-preconditions", Support::Full, &[]),
    row(":universal-preconditions", Support::Full, &[]),
    row(":quantified-preconditions", Support::Full, QUANTIFIED),
    row(":conditional-effects", Support::Full, &[]),
    row(":adl", Support::Full, ADL),
    row(":ucpop", Support::Full, ADL),
    row(":action-costs", Support::Full, &[]),
    row(":derived-predicates", Support::Full, &[]),
    row(":constants", Support::Full, &[]),
    row(":fluents", Support::WhereUsed, &[":action-costs"]),
    row(":numeric-fluents", Support::WhereUsed, &[":action-costs"]),
    row(":object-fluents", Support::WhereUsed, &[]),
    row(":durative-actions", Support::WhereUsed, &[]),
    row(":duration-inequalities", Support::WhereUsed, &[]),
    row(":continuous-effects", Support::WhereUsed, &[]),
    row(":timed-initial-literals", Support::WhereUsed, &[]),
    row(":timed-initial-fluents", Support::WhereUsed, &[]),
    row(":preferences", Support::WhereUsed, &[]),
    row(":constraints", Support::WhereUsed, &[]),
    row(":goal-utilities", Support::WhereUsed, &[]),
    row(":time", Support::WhereUsed, &[]),
    row(":processes", Support::WhereUsed, &[]),
    row(":events", Support::WhereUsed, &[]),
    refused(":hierarchy", codes::E0907, HDDL),
    refused(":hierarchie", codes::E0907, HDDL),
    refused(":htn", codes::E0907, HDDL),
    refused(":method-preconditions", codes::E0907, HDDL),
    refused(":action-expansions", codes::E0910, EXPANSIONS),
    refused(":foreach-expansions", codes::E0910, EXPANSIONS),
    refused(":dag-expansions", codes::E0910, EXPANSIONS),
    refused(":domain-axioms", codes::E0910, AXIOMS),
    refused(":subgoal-through-axioms", codes::E0910, AXIOMS),
    refused(":safety-constraints", codes::E0910, "safety constraints"),
    refused(":expression-evaluation", codes::E0910, "evaluated expressions"),
    refused(":open-world", codes::E0910, "open worlds"),
    refused(":true-negation", codes::E0910, "open worlds"),
    refused(":probabilistic-effects", codes::E0911, UNCERTAIN),
    refused(":non-deterministic", codes::E0911, UNCERTAIN),
    refused(":rewards", codes::E0911, UNCERTAIN),
    refused(":mdp", codes::E0911, UNCERTAIN),
    refused(":partial-observability", codes::E0912, SENSING),
    refused(":contingent", codes::E0912, SENSING),
    refused(":conformant", codes::E0912, SENSING),
    refused(":multi-agent", codes::E0910, AGENTS),
    refused(":unfactored-privacy", codes::E0910, AGENTS),
    refused(":factored-privacy", codes::E0910, AGENTS),
];

impl Requirement {
    /// The row of a flag, whatever its case.
    ///
    /// ```
    /// use banto::pddl::Requirement;
    /// assert!(Requirement::find(":ADL").unwrap().implies.contains(&":typing"));
    /// ```
    pub fn find(flag: &str) -> Option<&'static Self> {
        REQUIREMENTS.iter().find(|row| row.flag.eq_ignore_ascii_case(flag))
    }
}

/// The unsupported feature that a section, a field of an action or the head of a form belongs to, and its code. Words
/// with a colon are reserved; the others mean this only around forms.
pub(super) fn foreign(word: &str) -> Option<(Code, &'static str)> {
    Some(match word {
        ":durative-action" | ":duration" => (codes::E0901, DURATIVE),
        ":constraint" | ":constraints" | "always" | "sometime" | "within" | "at-most-once"
        | "sometime-after" | "sometime-before" | "always-within" | "hold-during" | "hold-after" => {
            (codes::E0904, "trajectory constraints")
        }
        "preference" => (codes::E0903, "preferences"),
        ":process" | ":event" => (codes::E0906, "processes and events (PDDL+)"),
        ":task" | ":tasks" | ":method" | ":htn" | ":ordered-subtasks" | ":subtasks" | ":ordered-tasks"
        | ":ordering" => (codes::E0907, HDDL),
        ":expansion" | ":only-in-expansions" => (codes::E0910, EXPANSIONS),
        ":axiom" => (codes::E0910, AXIOMS),
        ":timeless" | ":safety" | ":domain-variables" | ":situation" | ":vars" | ":maintain" => {
            (codes::E0910, "sections and fields of PDDL 1.2")
        }
        ":agent" | ":private" => (codes::E0910, AGENTS),
        "oneof" | "probabilistic" | ":goal-reward" | ":goal-probability" => (codes::E0911, UNCERTAIN),
        "unknown" | ":observe" | ":sense" | ":sensed" | ":sensor" | ":observation" => (codes::E0912, SENSING),
        _ => return None,
    })
}

/// The flags that a text declares, with those that they stand for.
#[derive(Clone, Debug, Default)]
pub struct RequirementSet {
    flags: Vec<&'static str>,
}

impl RequirementSet {
    /// Adds a flag and what it implies.
    pub fn declare(&mut self, flag: &str) {
        if let Some(row) = Requirement::find(flag) {
            self.flags.push(row.flag);
            self.flags.extend(row.implies);
        }
    }

    /// Whether a flag is declared or implied.
    ///
    /// ```
    /// use banto::pddl::RequirementSet;
    ///
    /// let mut declared = RequirementSet::default();
    /// declared.declare(":adl");
    /// assert!(declared.contains(":typing") && !declared.contains(":action-costs"));
    /// ```
    pub fn contains(&self, flag: &str) -> bool {
        self.flags.contains(&flag)
    }
}
