//! stub
/// x
pub fn format() {}
