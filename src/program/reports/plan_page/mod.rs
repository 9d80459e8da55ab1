//! `banto plan --html`: a page to read a plan and step through it in a browser.
//!
//! In: a task, an answer with a plan. Out: the text of the page.

mod page_data;

use std::fmt::Write;

use crate::{Loaded, drawing};
use banto_base::limits::Limits;
use banto_base::page::{document, embedded, escape, stepper};
use banto_games::Board;
use banto_planning::planner::{Answer, Status, ValidatedPlan};
use banto_text::plan::Plan;
use banto_text::task::Metric;
use page_data::PageData;

const SCRIPT: &str = include_str!("plan.js");

/// The most steps, and the most links, for which links are drawn.
const MOST_DRAWN: usize = 300;
const MOST_LINKS: usize = 4_000;

/// The page of a plan that was found after so many seconds.
pub(crate) fn page(
    (loaded, board): (&Loaded, &Board),
    (answer, found): (&Answer, &ValidatedPlan),
    seconds: f64,
    limits: &Limits,
) -> String {
    let search = format!("<section>\n<h2>Search</h2>\n{}</section>", figures(answer, found, seconds));
    let title = format!("A plan for {}", loaded.task.problem);
    written(
        &title,
        lead(answer, found, loaded.task.metric),
        &PageData::new(loaded, board, &found.plan, limits),
        &search,
    )
}

/// The page of steps that may not reach the goal.
pub(crate) fn page_of_steps(loaded: &Loaded, board: &Board, plan: &Plan, limits: &Limits) -> String {
    let steps = crate::compare::figures::counted(plan.steps.len(), "step", "steps");
    let lead = format!("<p class=\"lead\">{steps} so far.</p>\n");
    let mut page = PageData::new(loaded, board, plan, limits);
    // The state that is looked at is the last one.
    page.data["start"] = page.actions.len().into();
    written(&format!("Steps in {}", loaded.task.problem), lead, &page, "")
}

fn written(title: &str, lead: String, page: &PageData, search: &str) -> String {
    let mut out = lead;
    out.push_str("<section class=\"plan\">\n<h2>Steps and states</h2>\n");
    for words in &page.left_out {
        let _ = writeln!(out, "<p class=\"where\">Left out: {}.</p>", escape(words));
    }
    out.push_str(&stepper(""));
    out.push_str(&page.scene);
    out.push_str("<div class=\"trace\">\n<ol class=\"steps\">\n");
    for (index, action) in page.actions.iter().enumerate() {
        let action = escape(action);
        let _ = writeln!(out, "<li><button type=\"button\" data-at=\"{}\">{action}</button></li>", index + 1);
    }
    out.push_str("</ol>\n<div class=\"shown\"></div>\n</div>\n</section>\n");
    out.push_str(&links(page));
    out.push_str(search);
    out.push_str(&embedded("trace", &page.data));
    document(title, &out, &[drawing::SCRIPT, SCRIPT].concat())
}

fn lead(answer: &Answer, found: &ValidatedPlan, metric: Metric) -> String {
    let is_proven = matches!(answer.status, Status::Solved { optimal: true });
    let (cost, proof) = match metric {
        Metric::UnitCost => (String::new(), "; no plan is shorter"),
        Metric::Minimize(_) => (format!(", cost {}", found.cost), "; no plan costs less"),
    };
    let proof = if is_proven { proof } else { "" };
    let steps = crate::compare::figures::counted(found.plan.steps.len(), "step", "steps");
    let checked = "A separate checker has tried each step: all can be done, and they reach the goal.";
    format!("<p class=\"lead\">{steps}{cost}{proof}. {checked}</p>\n")
}

fn figures(answer: &Answer, found: &ValidatedPlan, seconds: f64) -> String {
    let counts = &answer.work.counts;
    let mut out = String::from("<dl class=\"figures\">");
    for (name, figure) in [
        ("cost", found.cost.to_string()),
        ("expanded", counts.expanded.to_string()),
        ("evaluated", counts.evaluated.to_string()),
        ("generated", counts.generated.to_string()),
        ("search", format!("{:.3}s", answer.searching().best().as_secs_f64())),
        ("in all", format!("{seconds:.3}s")),
    ] {
        let _ = write!(out, "<div><dt>{name}</dt><dd>{figure}</dd></div>");
    }
    out + "</dl>\n"
}

/// Which step needs which, as arcs over a row of steps.
#[allow(clippy::cast_precision_loss, reason = "places in a picture")]
fn links(page: &PageData) -> String {
    const WIDE: f64 = 18.0;
    const HIGHEST: f64 = 130.0;
    let mut out = String::from("<section class=\"links\">\n<h2>Which step needs which</h2>\n");
    if page.actions.len() > MOST_DRAWN || page.links.len() > MOST_LINKS {
        let (steps, links) = (page.actions.len(), page.links.len());
        let _ = writeln!(
            out,
            "<p class=\"none\">Not drawn: {steps} steps with {links} links are too many. Each step shows its own \
             above.</p>\n</section>"
        );
        return out;
    }
    let highest = HIGHEST.min(WIDE * (page.actions.len() + 1) as f64 / 2.0);
    let (base, x) = (highest + 14.0, |at: usize| 6.0 + WIDE * at as f64);
    let width = x(page.actions.len() + 2);
    let _ = write!(
        out,
        "<div class=\"scroll\" tabindex=\"0\"><svg class=\"arcs\" width=\"{width}\" height=\"{}\" viewBox=\"0 0 \
         {width} {}\" role=\"img\" aria-label=\"arcs from steps to those that need them\">",
        base + 34.0,
        base + 34.0
    );
    for (from, to) in &page.links {
        let (left, right) = (x(*from), x(*to));
        let across = (right - left) / 2.0;
        let high = across.min(highest);
        let _ = write!(
            out,
            "<path data-from=\"{from}\" data-to=\"{to}\" d=\"M{left} {base}A{across} {high} 0 0 1 {right} {base}\"/>"
        );
    }
    for at in 1..=page.actions.len() + 1 {
        let name = if at > page.actions.len() { "goal".to_owned() } else { at.to_string() };
        let _ = write!(
            out,
            "<g data-at=\"{at}\"><circle cx=\"{0}\" cy=\"{base}\" r=\"5\"/><text x=\"{0}\" y=\"{1}\" \
             text-anchor=\"middle\">{name}</text></g>",
            x(at),
            base + 22.0
        );
    }
    out.push_str(
        "</svg></div>\n<p class=\"none\">An arc leads from a step to a later one that needs what it made true; \
         color marks those of the step that is shown.</p>\n</section>\n",
    );
    out
}
