//! Reports of several commands: plans with what they mean, as pages and as JSON, and the lists behind them.

pub(super) mod fault_report;
pub(super) mod plan_history;
pub(super) mod plan_json;
pub(super) mod plan_list;
pub(super) mod plan_page;
pub(super) mod proof;
pub(super) mod reasons;
