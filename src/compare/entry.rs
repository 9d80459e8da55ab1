//! What solvers are compared on: levels, or planning tasks. A comparison is of one kind.

use std::sync::Arc;

use super::figures::counted;
use crate::sokoban::{Cell, Level};
use crate::task::Task;

/// The kind of what is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Levels of Sokoban.
    Levels,
    /// Planning tasks.
    Tasks,
}

impl Kind {
    /// One of the kind, as a word.
    pub const fn one(self) -> &'static str {
        match self {
            Self::Levels => "level",
            Self::Tasks => "task",
        }
    }

    /// Several of the kind, as a word.
    pub const fn many(self) -> &'static str {
        match self {
            Self::Levels => "levels",
            Self::Tasks => "tasks",
        }
    }

    /// A number of the kind.
    pub(super) fn counted(self, count: usize) -> String {
        counted(count, self.one(), self.many())
    }

    /// What the two numbers measure that say how long a solution is.
    pub const fn lengths(self) -> [&'static str; 2] {
        match self {
            Self::Levels => ["pushes", "moves"],
            Self::Tasks => ["cost", "steps"],
        }
    }

    /// What a solution is called.
    pub const fn solution(self) -> &'static str {
        match self {
            Self::Levels => "solution",
            Self::Tasks => "plan",
        }
    }
}

/// What is to be solved.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A level.
    Level(Level),
    /// A task.
    Task(Arc<Task>),
}

/// A level or a task, and where it is from.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The file that it is from; the problem file of a task.
    pub file: String,
    /// Its number there, from 1.
    pub number: usize,
    /// What is to be solved.
    pub subject: Subject,
}

impl Entry {
    /// A level of a file.
    pub const fn level(file: String, number: usize, level: Level) -> Self {
        Self { file, number, subject: Subject::Level(level) }
    }

    /// The task of a problem file.
    pub fn task(file: String, task: Task) -> Self {
        Self { file, number: 1, subject: Subject::Task(Arc::new(task)) }
    }

    /// The kind of it.
    pub const fn kind(&self) -> Kind {
        match self.subject {
            Subject::Level(_) => Kind::Levels,
            Subject::Task(_) => Kind::Tasks,
        }
    }

    /// The level's title, or its number; the name of the problem.
    pub fn title(&self) -> String {
        match &self.subject {
            Subject::Level(level) => level.title.clone().unwrap_or_else(|| format!("level {}", self.number)),
            Subject::Task(task) => task.problem.clone(),
        }
    }

    /// Where it is from.
    pub fn place(&self) -> String {
        match &self.subject {
            Subject::Level(_) => format!("{} level {}", self.file, self.number),
            Subject::Task(_) => self.file.clone(),
        }
    }

    /// How large it is, in words.
    pub fn size(&self) -> String {
        match &self.subject {
            Subject::Level(level) => {
                let boxes = counted(level.count(Cell::has_box), "box", "boxes");
                format!("{} x {}, {boxes}", level.width(), level.height())
            }
            Subject::Task(task) => {
                let objects = counted(task.objects.len(), "object", "objects");
                format!(
                    "domain {}, {objects}, {}",
                    task.domain,
                    counted(task.schemas.len(), "action", "actions")
                )
            }
        }
    }
}
