//! The table of requirement flags: what each stands for, and whether banto supports it.
//!
//! In: a flag. Out: its row, or the set of what it implies.

/// How far banto supports a requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// Supported in full.
    Full,
    /// Harmless when declared; the parts that are not classical are reported where they are used.
    WhereUsed,
    /// The declaration alone means something that banto cannot do. The text names the feature.
    None(&'static str),
}

/// One requirement flag.
#[derive(Clone, Copy, Debug)]
pub struct Requirement {
    /// The flag with its colon.
    pub flag: &'static str,
    /// How far banto supports it.
    pub support: Support,
    /// The flags that it stands for.
    pub implies: &'static [&'static str],
}

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
    row(":hierarchy", Support::None("hierarchical tasks (HDDL)"), &[]),
    row(":hierarchie", Support::None("hierarchical tasks (HDDL)"), &[]),
    row(":htn", Support::None("hierarchical tasks (HDDL)"), &[]),
    row(":method-preconditions", Support::None("hierarchical tasks (HDDL)"), &[]),
    row(":action-expansions", Support::None("action expansions of PDDL 1.2"), &[]),
    row(":foreach-expansions", Support::None("action expansions of PDDL 1.2"), &[]),
    row(":dag-expansions", Support::None("action expansions of PDDL 1.2"), &[]),
    row(":domain-axioms", Support::None("axioms in the notation of PDDL 1.2 (write :derived instead)"), &[]),
    row(
        ":subgoal-through-axioms",
        Support::None("axioms in the notation of PDDL 1.2 (write :derived instead)"),
        &[],
    ),
    row(":safety-constraints", Support::None("safety constraints"), &[]),
    row(":expression-evaluation", Support::None("evaluated expressions"), &[]),
    row(":open-world", Support::None("open worlds"), &[]),
    row(":true-negation", Support::None("open worlds"), &[]),
    row(":probabilistic-effects", Support::None("probabilistic effects"), &[]),
    row(":non-deterministic", Support::None("non-deterministic effects"), &[]),
    row(":rewards", Support::None("rewards"), &[]),
    row(":mdp", Support::None("probabilistic effects"), &[]),
    row(":partial-observability", Support::None("partial observability"), &[]),
    row(":multi-agent", Support::None("several agents"), &[]),
    row(":unfactored-privacy", Support::None("several agents"), &[]),
    row(":factored-privacy", Support::None("several agents"), &[]),
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
