//! Signature help: the declaration of what is being written, and which argument comes next.

use super::place::{Slot, slot};
use crate::language::{Kind, Texts};

/// A declaration and the argument that is being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The declaration as written.
    pub label: String,
    /// Its parameters as spans of the label.
    pub parameters: Vec<String>,
    pub active: usize,
}

/// The signature of the atom or term around a place.
pub fn signature(texts: &Texts<'_>, file: usize, at: u32) -> Option<Signature> {
    let forms = texts.file(file)?.forms()?;
    let (Slot::Argument(form, active), ..) = slot(&forms, at) else { return None };
    let name = forms.text(forms.head(form)?);
    let kinds = [Kind::Predicate, Kind::Function];
    let (_, declared) = kinds.into_iter().find_map(|kind| texts.find(file, kind, name))?;
    let parameters: Vec<String> = declared.parameters.iter().map(super::model::Parameter::show).collect();
    Some(Signature { label: declared.show(), parameters, active })
}
