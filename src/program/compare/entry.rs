//! Entries of a comparison: levels, or planning tasks. A comparison has only one kind.

use std::sync::Arc;
use std::time::Duration;

use super::figures::counted;
use banto_base::limits::Taken;
use banto_sokoban::{Cell, Level};
use banto_text::task::Task;

/// The kind of things compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// Levels of Sokoban.
    Levels,
    /// Planning tasks.
    Tasks,
}

impl EntryKind {
    /// The word for one of them.
    pub const fn one(self) -> &'static str {
        match self {
            Self::Levels => "level",
            Self::Tasks => "task",
        }
    }

    /// The word for several of them.
    pub const fn many(self) -> &'static str {
        match self {
            Self::Levels => "levels",
            Self::Tasks => "tasks",
        }
    }

    /// A number of them, in words.
    pub(crate) fn counted(self, count: usize) -> String {
        counted(count, self.one(), self.many())
    }

    /// The names of the two lengths of a solution.
    pub const fn lengths(self) -> [&'static str; 2] {
        match self {
            Self::Levels => ["pushes", "moves"],
            Self::Tasks => ["cost", "steps"],
        }
    }

    /// The word for a solution.
    pub const fn solution(self) -> &'static str {
        match self {
            Self::Levels => "solution",
            Self::Tasks => "plan",
        }
    }
}

/// A level or a task.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A level.
    Level(Level),
    /// A task.
    Task(Arc<Task>),
}

/// A level or a task, and where it comes from.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The file it comes from; the problem file of a task.
    pub file: String,
    /// Its number there, from 1.
    pub number: usize,
    /// The level or task.
    pub subject: Subject,
    /// The files that it was read from, each with the digest of its text.
    pub inputs: Vec<[String; 2]>,
    /// The time it took to read a task from its files; of a level, which shares its file with others, none.
    pub reading: Taken,
}

impl Entry {
    /// A level of a file.
    pub const fn level(file: String, number: usize, level: Level) -> Self {
        let reading = Taken { time: Duration::ZERO, cpu: Some(Duration::ZERO) };
        Self { file, number, subject: Subject::Level(level), inputs: Vec::new(), reading }
    }

    /// The task of a problem file.
    pub fn task(file: String, task: Task) -> Self {
        let subject = Subject::Task(Arc::new(task));
        Self { file, number: 1, subject, inputs: Vec::new(), reading: Taken::default() }
    }

    /// With the files that it was read from.
    #[must_use]
    pub fn of(mut self, inputs: Vec<[String; 2]>) -> Self {
        self.inputs = inputs;
        self
    }

    /// Its kind.
    pub const fn kind(&self) -> EntryKind {
        match self.subject {
            Subject::Level(_) => EntryKind::Levels,
            Subject::Task(_) => EntryKind::Tasks,
        }
    }

    /// The domain of a task.
    pub fn domain(&self) -> Option<&str> {
        if let Subject::Task(task) = &self.subject { Some(&task.domain) } else { None }
    }

    /// The level's title, or its number; the name of the problem.
    pub fn title(&self) -> String {
        match &self.subject {
            Subject::Level(level) => level.title.clone().unwrap_or_else(|| format!("level {}", self.number)),
            Subject::Task(task) => task.problem.clone(),
        }
    }

    /// Where it comes from.
    pub fn place(&self) -> String {
        match &self.subject {
            Subject::Level(_) => format!("{} level {}", self.file, self.number),
            Subject::Task(_) => self.file.clone(),
        }
    }

    /// Its size, in words.
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
