//! stub
use crate::source::{Diagnostic, SourceText};
/// x
pub fn format(source: &SourceText) -> Result<String, Vec<Diagnostic>> {
    Ok(source.text().to_owned())
}
