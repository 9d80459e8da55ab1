//! The progress of the searches in a run, recorded as they go, and its curves.
//!
//! In: what an observer hears. Out: plots. Bounded: points are thinned out as their number grows.

use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use std::thread::ThreadId;
use std::time::Instant;

use banto_base::page::{Axis, BOTTOM_EDGE, LEFT_EDGE, Plot, RIGHT_EDGE, Scale, TOP_EDGE, color, escape};
use banto_search::{Grounding, Observer, Progress};

/// How many searches are kept at most, and how many points of each.
const MOST_SEARCHES: usize = 100;
const MOST_POINTS: usize = 600;
/// How many of them are named beside the plots.
const MOST_NAMED: usize = 12;

/// A moment of a search.
struct Point {
    seconds: f64,
    expanded: u64,
    best_h: Option<u64>,
}

/// One search: the reports of a thread, under one name, in which no count goes back.
struct Course {
    thread: ThreadId,
    name: Option<&'static str>,
    points: Vec<Point>,
}

impl Course {
    fn expanded(&self) -> u64 {
        self.points.last().map_or(0, |point| point.expanded)
    }
}

/// Records for a page what it passes on to another observer.
pub(crate) struct Recorder<'a> {
    start: Instant,
    inner: &'a dyn Observer,
    courses: Mutex<Vec<Course>>,
}

impl<'a> Recorder<'a> {
    pub(crate) fn new(start: Instant, inner: &'a dyn Observer) -> Self {
        Self { start, inner, courses: Mutex::default() }
    }

    fn add(&self, progress: &Progress) {
        let (thread, name) = (std::thread::current().id(), progress.search);
        let point = Point {
            seconds: self.start.elapsed().as_secs_f64(),
            expanded: progress.work.counts.expanded,
            best_h: progress.best_h,
        };
        let mut courses = self.courses.lock().unwrap_or_else(PoisonError::into_inner);
        let goes_on = |course: &&mut Course| {
            let last = course.points.last();
            last.is_some_and(|last| {
                let closer = last.best_h.is_none_or(|before| point.best_h.is_some_and(|now| now <= before));
                last.expanded <= point.expanded && closer
            })
        };
        let count = courses.len();
        let is_same = |course: &&mut Course| (course.thread, course.name) == (thread, name);
        match courses.iter_mut().rev().find(is_same).filter(goes_on) {
            Some(course) => {
                if course.points.len() >= MOST_POINTS {
                    let mut index = 0;
                    course.points.retain(|_| {
                        index += 1;
                        index % 2 == 1
                    });
                }
                course.points.push(point);
            }
            None if count < MOST_SEARCHES => courses.push(Course { thread, name, points: vec![point] }),
            None => {}
        }
    }

    /// The plots: the lowest estimate, the expanded states, and the costs of plans, each with the second it was found
    /// in; and which color is which search, of which the first has this name, and how many of all expanded states have
    /// no curve. Time begins with the first search.
    #[allow(clippy::cast_precision_loss, reason = "places in a picture")]
    pub(crate) fn plots(
        &self,
        (first_search, expanded): (&str, u64),
        plans: &[(f64, u64)],
        end: f64,
    ) -> String {
        let courses = self.courses.lock().unwrap_or_else(PoisonError::into_inner);
        let times = courses.iter().flat_map(|course| &course.points).map(|point| point.seconds);
        let begin = times.fold(f64::INFINITY, f64::min);
        let begin = if begin.is_finite() { begin } else { 0.0 };
        let since = |seconds: f64| (seconds - begin).max(0.0);
        let curve = |pick: &dyn Fn(&Point) -> Option<u64>| -> Vec<Vec<(f64, f64)>> {
            let points = |course: &Course| {
                let points = course.points.iter();
                points.filter_map(|point| Some((since(point.seconds), pick(point)? as f64))).collect()
            };
            courses.iter().map(points).collect()
        };
        let costs = vec![plans.iter().map(|(seconds, cost)| (since(*seconds), *cost as f64)).collect()];
        let first = format!(" Only the first {MOST_SEARCHES} searches are drawn.");
        let is_later = |number: usize| {
            let begin = courses[number].points.first().map_or(0.0, |point| point.seconds);
            courses[number].name.is_none() && plans.first().is_some_and(|plan| begin > plan.0)
        };
        let name = |number: usize| match courses[number].name {
            Some(name) if number == 0 => format!("{name} ({first_search})"),
            Some(name) => name.to_owned(),
            None if is_later(number) => {
                let before = (0..number).filter(|number| is_later(*number)).count();
                format!("improvement {}", before + 1)
            }
            None if number == 0 => first_search.to_owned(),
            None => format!("search {}", number + 1),
        };
        let names: Vec<String> = (0..courses.len()).map(name).collect();
        let entry = |(number, course): (usize, &Course)| {
            let from = course.points.first().map_or(0.0, |point| since(point.seconds));
            let expanded = course.expanded();
            let (color, name) = (color(number), escape(&names[number]));
            format!(
                "<li><span class=\"swatch {color}\"></span>{name}, from {from:.3}s: {expanded} expanded</li>"
            )
        };
        let all: String = courses.iter().enumerate().take(MOST_NAMED).map(entry).collect();
        let rest = |skipped: usize| courses.iter().skip(skipped).map(Course::expanded).sum();
        let more = match courses.len().saturating_sub(MOST_NAMED) {
            0 => String::new(),
            more => format!("<li>and {more} more: {} expanded</li>", rest(MOST_NAMED)),
        };
        let without = match expanded.saturating_sub(rest(0)) {
            0 => String::new(),
            without => format!("<li>searches without a curve: {without} expanded</li>"),
        };
        let mut out = format!("<ul class=\"legend\">{all}{more}{without}</ul>\n<div class=\"plots\">\n");
        for (curves, name, words) in [
            (curve(&|point| point.best_h), "lowest estimate", "The lowest estimate of each search so far."),
            (
                curve(&|point| Some(point.expanded)),
                "expanded states",
                "The states that each search has expanded.",
            ),
            (costs, "cost", "The cost of the best plan so far; each mark is a plan."),
        ] {
            let is_steps = name != "expanded states";
            if curves.iter().any(|points| !points.is_empty()) {
                let plot = plot(&curves, &names, since(end), name, is_steps);
                let more = if name == "cost" || courses.len() < MOST_SEARCHES { "" } else { &first };
                let _ = writeln!(out, "<figure>\n{plot}<figcaption>{words}{more}</figcaption>\n</figure>");
            }
        }
        out + "</div>\n"
    }
}

impl Observer for Recorder<'_> {
    fn stage(&self, name: &'static str) {
        self.inner.stage(name);
    }

    fn grounding(&self, progress: &Grounding) {
        self.inner.grounding(progress);
    }

    fn progress(&self, progress: &Progress) {
        self.add(progress);
        self.inner.progress(progress);
    }

    fn milestone(&self, progress: &Progress) {
        self.add(progress);
        self.inner.milestone(progress);
    }

    fn layer(&self, progress: &Progress) {
        self.inner.layer(progress);
    }
}

/// Curves over time. Steps keep their height until the next point, and the last until the end.
fn plot(curves: &[Vec<(f64, f64)>], names: &[String], end: f64, name: &str, is_steps: bool) -> String {
    let all = || curves.iter().flatten();
    let x = Axis::new(Scale::Even, all().map(|point| point.0).chain([end]), LEFT_EDGE, RIGHT_EDGE);
    let y = Axis::new(Scale::Even, all().map(|point| point.1), BOTTOM_EDGE, TOP_EDGE);
    let mut plot = Plot::new(
        &x,
        &y.ticks(),
        ("seconds since the first search began", name),
        &format!("{name} over time"),
    );
    for (number, points) in curves.iter().enumerate() {
        let mut path = String::new();
        for (index, point) in points.iter().enumerate() {
            let (x, y) = (x.at(point.0), y.at(point.1));
            let _ = match (index, is_steps) {
                (0, _) => write!(path, "M{x:.1} {y:.1}"),
                (_, true) => write!(path, "H{x:.1}V{y:.1}"),
                (_, false) => write!(path, "L{x:.1} {y:.1}"),
            };
        }
        if is_steps && curves.len() == 1 && !path.is_empty() {
            let _ = write!(path, "H{:.1}", x.at(end));
        }
        plot.line(&color(number), &path, if name == "cost" { name } else { &names[number] });
        for point in points.iter().filter(|_| name == "cost" || points.len() == 1) {
            plot.dot(
                &color(number),
                (x.at(point.0), y.at(point.1)),
                &format!("{} after {:.3}s", point.1, point.0),
            );
        }
    }
    plot.end()
}
