//! Lines of a proof in the format 3.0 of VeriPB: each derives a constraint, and has its number.

use std::io;

use super::super::literals::{Id, Lit, Text};

/// Writes lines of a proof, and numbers what they derive.
pub(super) struct Lines<'w> {
    pub(super) text: Text<'w>,
    pub(super) last: Id,
}

impl Lines<'_> {
    /// At least one of the literals, by propagation alone of these constraints, in this order.
    pub(super) fn rup(
        &mut self,
        clause: impl IntoIterator<Item = Lit>,
        hints: impl IntoIterator<Item = Id>,
    ) -> io::Result<Id> {
        self.text.text("rup ");
        self.text.sum(clause.into_iter().map(|literal| (1, literal)), 1);
        self.text.text(" :");
        for hint in hints {
            self.id(hint);
        }
        self.end(";")
    }

    /// A weighted sum of constraints.
    pub(super) fn sum(&mut self, constraints: impl IntoIterator<Item = (Id, u128)>) -> io::Result<Id> {
        self.text.text("pol");
        self.plus(constraints, true);
        self.end(";")
    }

    /// The clause that a sum of constraints comes to.
    pub(super) fn resolved(&mut self, constraints: impl IntoIterator<Item = Id>) -> io::Result<Id> {
        self.text.text("pol");
        self.plus(constraints.into_iter().map(|id| (id, 1)), true);
        self.end(" s;")
    }

    /// A part of a sum.
    pub(super) fn plus(&mut self, constraints: impl IntoIterator<Item = (Id, u128)>, mut is_first: bool) {
        for (id, weight) in constraints {
            self.id(id);
            if weight > 1 {
                self.id(weight);
                self.text.text(" *");
            }
            self.text.text(if is_first { "" } else { " +" });
            is_first = false;
        }
    }

    pub(super) fn id(&mut self, id: impl TryInto<u128>) {
        self.text.text(" ");
        self.text.number(id.try_into().unwrap_or_default());
    }

    /// Forgets what has been derived after a constraint, up to and including another one.
    pub(super) fn forget(&mut self, after: Id, last: Id) -> io::Result<()> {
        if after < last {
            self.text.text("del range");
            self.id(after + 1);
            self.id(last + 1);
            self.text.line(";")?;
        }
        Ok(())
    }

    pub(super) fn end(&mut self, end: &str) -> io::Result<Id> {
        self.text.line(end)?;
        self.last += 1;
        Ok(self.last)
    }
}
