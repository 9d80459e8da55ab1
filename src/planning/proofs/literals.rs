//! Variables, literals and weighted sums of them, and how formulas and proofs write them.

use std::io::{self, Write};

/// A variable of the formula or of the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Var {
    /// A fact before the step, and after it.
    Fact(usize),
    NextFact(usize),
    /// A bit of the cost of the path before the step, and after it.
    Bit(usize),
    NextBit(usize),
    /// The step is by this operator; this effect of it happens; its cost is the one of this number.
    Operator(usize),
    Effect(usize),
    Cost(usize),
    /// A part of a condition.
    Part(usize),
    /// A gate of the certificate before the step, and after it.
    Gate(usize),
    NextGate(usize),
    /// A case of the certificate.
    Case(usize),
    /// The three ways to fail.
    Init,
    Step,
    Goal,
    /// A case holds before the step, and after it.
    Now,
    Next,
}

impl Var {
    /// Its name, and the number that follows it.
    const fn name(self) -> (&'static str, Option<usize>) {
        match self {
            Self::Fact(number) => ("x", Some(number)),
            Self::NextFact(number) => ("y", Some(number)),
            Self::Bit(number) => ("c", Some(number)),
            Self::NextBit(number) => ("d", Some(number)),
            Self::Operator(number) => ("o", Some(number)),
            Self::Effect(number) => ("e", Some(number)),
            Self::Cost(number) => ("k", Some(number)),
            Self::Part(number) => ("p", Some(number)),
            Self::Gate(number) => ("g", Some(number)),
            Self::NextGate(number) => ("h", Some(number)),
            Self::Case(number) => ("s", Some(number)),
            Self::Init => ("init", None),
            Self::Step => ("step", None),
            Self::Goal => ("goal", None),
            Self::Now => ("now", None),
            Self::Next => ("next", None),
        }
    }
}

/// A variable or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Lit(pub(super) Var, pub(super) bool);

impl Lit {
    pub(super) const fn not(self) -> Self {
        Self(self.0, !self.1)
    }

    /// The same after the step.
    pub(super) const fn next(self) -> Self {
        let var = match self.0 {
            Var::Fact(number) => Var::NextFact(number),
            Var::Bit(number) => Var::NextBit(number),
            Var::Gate(number) => Var::NextGate(number),
            other => other,
        };
        Self(var, self.1)
    }
}

pub(super) const fn yes(var: Var) -> Lit {
    Lit(var, true)
}

pub(super) const fn no(var: Var) -> Lit {
    Lit(var, false)
}

/// A weighted sum of literals.
pub(super) type Sum = Vec<(u128, Lit)>;

/// The number of a constraint.
pub(super) type Id = usize;

/// Gathers lines, since those of a proof are many and short.
pub(super) struct Text<'w> {
    out: &'w mut dyn Write,
    gathered: Vec<u8>,
}

/// So many bytes are gathered before they are written.
const GATHERED: usize = 1 << 18;

impl<'w> Text<'w> {
    pub(super) fn new(out: &'w mut dyn Write) -> Self {
        Self { out, gathered: Vec::with_capacity(2 * GATHERED) }
    }

    pub(super) fn text(&mut self, text: &str) {
        self.gathered.extend_from_slice(text.as_bytes());
    }

    pub(super) fn number(&mut self, number: u128) {
        let Ok(mut rest) = u64::try_from(number) else { return self.text(&number.to_string()) };
        let (mut digits, mut first) = ([0; 20], 20);
        while first == 20 || rest > 0 {
            first -= 1;
            digits[first] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        self.gathered.extend_from_slice(&digits[first..]);
    }

    pub(super) fn literal(&mut self, Lit(var, positive): Lit) {
        if !positive {
            self.text("~");
        }
        let (name, number) = var.name();
        self.text(name);
        number.into_iter().for_each(|number| self.number(number as u128));
    }

    /// A weighted sum that is at least a number.
    pub(super) fn sum(&mut self, sum: impl IntoIterator<Item = (u128, Lit)>, least: u128) {
        for (weight, literal) in sum.into_iter().filter(|(weight, _)| *weight > 0) {
            self.number(weight);
            self.text(" ");
            self.literal(literal);
            self.text(" ");
        }
        self.text(">= ");
        self.number(least);
    }

    pub(super) fn line(&mut self, end: &str) -> io::Result<()> {
        self.text(end);
        self.text("\n");
        if self.gathered.len() >= GATHERED { self.flush() } else { Ok(()) }
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.gathered)?;
        self.gathered.clear();
        Ok(())
    }
}
