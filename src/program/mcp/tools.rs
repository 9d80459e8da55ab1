//! The tools: the arguments that each takes, and the command that it runs.
//!
//! In: the name of a tool and its arguments. Out: the command's output, as a result. Wrong arguments are told in a
//! result that is marked as an error, so that a model can do better; only what is no call of a tool is refused.

use std::io::{self, ErrorKind, Read};
use std::path::{Component, Path};
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Map, Value, json};

use super::Allowed;
use super::child::{self, Done, MOST_READ, Refusal};
use super::edits::Texts;
use super::result::{progress, result, schema, told};
use super::scratch::Scratch;
use banto_base::source::nearest;
use banto_base::system::files;

/// The kind of value that an argument takes.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// A text that goes into a file of this name, or the path of a file that has it.
    Source(&'static str),
    Text,
    Texts,
    /// Letters, so that they name no file elsewhere.
    Moves,
    Flag,
    Choice(&'static [&'static str]),
    Number,
}

/// An argument: its name, what it may be, whether it is required, the word of the command line that it becomes, with
/// `{}` for its value, and what it says.
pub(crate) type Argument = (&'static str, Kind, bool, &'static str, &'static str);

/// A tool: its name, the command that it runs, its arguments, and what it does.
pub(crate) type Tool = (&'static str, &'static str, &'static [Argument], &'static str);

pub(crate) const DOMAIN: Argument = ("domain", Kind::Source("domain.pddl"), true, "", "The domain");
pub(crate) const PROBLEM: Argument = ("problem", Kind::Source("problem.pddl"), true, "", "The problem");
pub(crate) const LEVEL: Argument =
    ("level", Kind::Source("level"), true, "", "A level or a collection, such as XSB");
pub(crate) const NUMBER: Argument =
    ("number", Kind::Number, false, "--level={}", "Which level, from 1, if there are several");
pub(crate) const TIME: Argument =
    ("time_limit", Kind::Number, false, "", "Seconds; at most what the server allows");
const LISTS: Kind =
    Kind::Choice(&["facts", "operators", "mutexes", "variables", "landmarks", "schemas", "axioms"]);
const QUALITY: &str =
    "By default a good plan is looked for; the first one, a cheapest, or better ones until the limit";

const TOOLS: &[Tool] = &[
    (
        "check",
        "check --json",
        &[
            DOMAIN,
            ("problem", Kind::Source("problem.pddl"), false, "", "The problem"),
            ("fix", Kind::Flag, false, "--fix", "First apply the edits that are sure, and return the texts"),
        ],
        "Find everything that is wrong with a PDDL domain, or a domain and a problem: errors and warnings, each with its \
            place, what to do, and edits. `fix` applies those that are sure, returns the texts and finds what is left.",
    ),
    (
        "format",
        "fmt --stdout",
        &[("text", Kind::Source("text.pddl"), true, "", "The text")],
        "Lay out a PDDL text, keeping every comment.",
    ),
    (
        "plan",
        "plan --events",
        &[
            DOMAIN,
            PROBLEM,
            ("quality", Kind::Choice(&["first", "optimal", "anytime"]), false, "--{}", QUALITY),
            ("search", Kind::Text, false, "--search={}", "Such as astar or gbfs"),
            ("heuristic", Kind::Text, false, "--heuristic={}", "Such as ff or lmcut; several with commas"),
            TIME,
        ],
        "Find a plan, validated, with its cost and what is proven about it; or that there is none.",
    ),
    (
        "validate",
        "validate --json",
        &[
            DOMAIN,
            PROBLEM,
            ("plan", Kind::Source("plan"), true, "", "Steps, as (move a b)"),
            ("trace", Kind::Flag, false, "--trace", "Also tell what each step needs and changes"),
        ],
        "Replay a plan: whether it is valid, its cost, and if not, which step or goal fails and why.",
    ),
    (
        "why",
        "why --json",
        &[
            DOMAIN,
            PROBLEM,
            ("repair", Kind::Number, false, "", "Apply this repair, from 1, and return the texts"),
            TIME,
        ],
        "Why there is no plan: the root cause with its place, how it follows, and repairs, which are small changes after \
            which there is a plan, with edits. `repair` applies one and returns the texts.",
    ),
    (
        "step",
        "step",
        &[
            DOMAIN,
            PROBLEM,
            ("actions", Kind::Texts, false, "", "Actions to apply, as (move a b)"),
            ("why_not", Kind::Text, false, "", "An action that is asked about after these"),
        ],
        "Apply actions one after another from the initial state, then tell the state, the actions that can be applied, \
            and which goals hold; or why an action cannot be applied, and what could change that.",
    ),
    (
        "ground",
        "ground",
        &[DOMAIN, PROBLEM, ("list", LISTS, false, "--list={}", "What to list instead of counts"), TIME],
        "Ground a task: how many facts, operators and variables; or a list of them.",
    ),
    (
        "explain",
        "explain --",
        &[("about", Kind::Text, false, "{}", "A code such as E0104, or words such as metric")],
        "What a diagnostic means, with a wrong and a right example; or the pages that mention some words; or all pages.",
    ),
    (
        "sokoban_check",
        "sokoban check --json",
        &[LEVEL],
        "What is wrong with Sokoban levels, and what makes them unsolvable at once.",
    ),
    (
        "sokoban_solve",
        "sokoban solve --events",
        &[
            LEVEL,
            NUMBER,
            (
                "optimal",
                Kind::Choice(&["pushes", "moves"]),
                false,
                "--optimal={}",
                "What to minimize, with proof",
            ),
            TIME,
        ],
        "Solve a Sokoban level; `optimal` proves the fewest pushes or moves.",
    ),
    (
        "sokoban_validate",
        "sokoban validate --json",
        &[LEVEL, NUMBER, ("moves", Kind::Moves, true, "{}", "Such as rrULd")],
        "Replay the moves of a Sokoban solution: whether they are possible, and whether they solve the level.",
    ),
    (
        "sokoban_draw",
        "sokoban show",
        &[LEVEL, NUMBER],
        "Draw Sokoban levels as text, of whatever format they are.",
    ),
];

fn text<'v>(given: &'v Map<String, Value>, name: &str) -> Option<&'v str> {
    given.get(name).and_then(Value::as_str)
}

impl Kind {
    fn schema(&self) -> Value {
        match self {
            Self::Source(_) | Self::Text => json!({ "type": "string" }),
            Self::Moves => json!({ "type": "string", "pattern": "^[0-9A-Za-z]*$" }),
            Self::Texts => json!({ "type": "array", "items": { "type": "string" } }),
            Self::Flag => json!({ "type": "boolean" }),
            Self::Choice(names) => json!({ "type": "string", "enum": names }),
            Self::Number => json!({ "type": "number", "exclusiveMinimum": 0 }),
        }
    }

    /// The kind expected, if the value is of another.
    fn refused(&self, value: &Value) -> Option<String> {
        let is_text = |value: &Value| value.as_str().is_some_and(|text| !text.contains('\0'));
        let (is_right, what) = match self {
            Self::Source(_) | Self::Text => (is_text(value), "a text".to_owned()),
            Self::Moves => {
                let are_letters = |text: &str| text.bytes().all(|letter| letter.is_ascii_alphanumeric());
                (value.as_str().is_some_and(are_letters), "letters such as rrULd".to_owned())
            }
            Self::Texts => (value.as_array().is_some_and(|all| all.iter().all(is_text)), "texts".to_owned()),
            Self::Flag => (value.is_boolean(), "true or false".to_owned()),
            Self::Choice(names) => (
                value.as_str().is_some_and(|one| names.contains(&one)),
                format!("one of {}", names.join(", ")),
            ),
            Self::Number => (value.as_f64().is_some_and(|one| one > 0.0), "a number above 0".to_owned()),
        };
        (!is_right).then_some(what)
    }
}

/// How much of a file is read before it is seen whether the call is canceled, in bytes.
const PIECE: u64 = 1 << 20;

/// The parameters of a call are wrong.
fn invalid(message: impl Into<String>) -> Refusal {
    Refusal(-32602, message.into())
}

pub(super) fn listed() -> Vec<Value> {
    let shown = |(name, command, arguments, what): &Tool| {
        let property = |(name, kind, _, _, what): &Argument| {
            let mut schema = kind.schema();
            let form = if matches!(kind, Kind::Source(_)) { ": the text, or the path of a file" } else { "" };
            schema["description"] = format!("{what}{form}").into();
            ((*name).to_owned(), schema)
        };
        let required = arguments.iter().filter(|one| one.2).map(|one| one.0);
        let mut tool = json!({
            "name": name,
            "description": what,
            "inputSchema": {
                "type": "object",
                "properties": arguments.iter().map(property).collect::<Map<_, _>>(),
                "required": required.collect::<Vec<_>>(),
                "additionalProperties": false,
            },
            "annotations": { "readOnlyHint": true, "idempotentHint": true, "openWorldHint": false },
        });
        if let Some(schema) = schema(command) {
            tool["outputSchema"] = schema;
        }
        tool
    };
    TOOLS.iter().map(shown).collect()
}

pub(crate) fn named(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.0 == name)
}

/// Calls a tool. `tell` hears of its progress.
pub(super) fn call(
    params: &Value,
    allowed: &Allowed,
    cancel: &AtomicBool,
    tell: &mut dyn FnMut(String),
) -> Result<Value, Refusal> {
    let name = params["name"].as_str().ok_or_else(|| invalid("a call needs the name of a tool"))?;
    let tool = named(name).ok_or_else(|| {
        let near = nearest(name, TOOLS.iter().map(|tool| tool.0));
        let near = near.map_or(String::new(), |one| format!("; did you mean {one}?"));
        invalid(format!("there is no tool {name}{near}"))
    })?;
    let none = Map::new();
    let given = match &params["arguments"] {
        Value::Null => &none,
        Value::Object(given) => given,
        _ => return Err(invalid("the arguments of a tool are an object")),
    };
    let mut heard = |line: &str| {
        if let Some(words) = line.starts_with('{').then(|| progress(line)).flatten() {
            tell(words);
        }
    };
    Ok(match run(tool, given, (allowed, cancel), &mut heard)? {
        Ok(done) => told(tool.0, given, &done, &from_files(tool, given, &done)),
        Err(wrong) => result(&Value::Null, &wrong, true),
    })
}

/// The texts that come from files, with the names of these: a text that is not what was given.
fn from_files(tool: &Tool, given: &Map<String, Value>, done: &Done) -> Vec<(&'static str, String)> {
    let of_file = |(name, kind, ..): &Argument| match kind {
        Kind::Source(file) => {
            let source = text(given, name)?;
            done.texts.get(file).is_some_and(|text| text != source).then(|| (*file, source.to_owned()))
        }
        _ => None,
    };
    tool.2.iter().filter_map(of_file).collect()
}

/// Runs the command of a tool, unless its arguments are wrong: then, what is. `heard` gets the lines that it prints.
pub(crate) fn run(
    tool: &Tool,
    given: &Map<String, Value>,
    (allowed, cancel): (&Allowed, &AtomicBool),
    heard: &mut dyn FnMut(&str),
) -> Result<Result<Done, String>, Refusal> {
    let Prepared { line, script, texts } = match prepared(tool, given, (allowed, cancel)) {
        Ok(prepared) => prepared,
        Err(wrong) => return Ok(Err(wrong)),
    };
    let folder = scratch(allowed)?;
    for (file, text) in &texts {
        folder.put(file, text).map_err(|error| child::failed(&error))?;
    }
    let ran = child::run(&line, script.as_deref(), &folder, (allowed, cancel), heard)?;
    Ok(Ok(Done { ran, texts, folder }))
}

/// A folder for a call.
pub(crate) fn scratch(allowed: &Allowed) -> Result<Scratch, Refusal> {
    let place = allowed.place.as_ref().ok_or(io::Error::from(ErrorKind::Unsupported));
    place.and_then(Scratch::new).map_err(|error| child::failed(&error))
}

/// A command that can be started: its line, what it reads from standard input, and texts for its folder.
pub(crate) struct Prepared {
    pub(crate) line: Vec<String>,
    pub(crate) script: Option<String>,
    pub(crate) texts: Texts,
}

/// The command of a tool, unless its arguments are wrong: then, what is.
pub(crate) fn prepared(
    tool: &Tool,
    given: &Map<String, Value>,
    (allowed, cancel): (&Allowed, &AtomicBool),
) -> Result<Prepared, String> {
    if let Some(wrong) = wrong(tool, given) {
        return Err(wrong);
    }
    let mut texts = Texts::new();
    for (name, kind, ..) in tool.2 {
        if let (Kind::Source(file), Some(source)) = (kind, text(given, name)) {
            texts
                .insert(file, read(source, allowed, cancel).map_err(|message| format!("{name}: {message}"))?);
        }
    }
    let (line, script) = command_line(tool, given, allowed);
    Ok(Prepared { line, script, texts })
}

fn wrong((tool, _, arguments, _): &Tool, given: &Map<String, Value>) -> Option<String> {
    for (name, value) in given {
        let Some((_, kind, ..)) = arguments.iter().find(|one| one.0 == name) else {
            let all: Vec<&str> = arguments.iter().map(|one| one.0).collect();
            return Some(format!("{tool} takes no argument {name}; it takes {}", all.join(", ")));
        };
        if let Some(what) = kind.refused(value) {
            return Some(format!("{name} must be {what}"));
        }
    }
    let missing = arguments.iter().find(|one| one.2 && !given.contains_key(one.0));
    missing.map(|(name, ..)| format!("{tool} needs the argument {name}"))
}

/// A text, or what the file has that it names. Every text of a model or a level has a parenthesis or several lines.
fn read(source: &str, allowed: &Allowed, cancel: &AtomicBool) -> Result<String, String> {
    let is_text = source.trim().is_empty() || source.contains(['(', '\n', '#', ';']);
    let Some(root) = allowed.root.as_ref().filter(|_| !is_text) else { return Ok(source.to_owned()) };
    let named = Path::new(source);
    let is_hidden = |path: &Path| {
        path.components()
            .any(|part| matches!(part, Component::Normal(name) if name.as_encoded_bytes()[0] == b'.'))
    };
    let path = root.join(named);
    let path =
        path.canonicalize().map_err(|_| format!("there is no file {source} in the folder of the server"))?;
    let inside =
        path.strip_prefix(root).map_err(|_| format!("{source} is outside of the folder of the server"))?;
    if is_hidden(inside) || named.is_relative() && is_hidden(named) {
        return Err(format!("{source} is hidden: its path has a part that begins with a dot"));
    }
    let cannot = |why: &str| format!("cannot read {source}: {why}");
    let wrong = |error: io::Error| cannot(&crate::reason(&error));
    if !path.is_file() {
        return Err(format!("{source} is not a file"));
    }
    let file = files::open_inside(root, inside).map_err(wrong)?;
    let mut bytes = Vec::new();
    // A file may grow, and the system may be slow.
    while bytes.len() as u64 <= MOST_READ && !cancel.load(Ordering::Relaxed) {
        if (&file).take(PIECE).read_to_end(&mut bytes).map_err(wrong)? == 0 {
            return String::from_utf8(bytes).map_err(|_| cannot("it is not UTF-8"));
        }
    }
    Err(cannot(&format!("it has more than {} MiB", MOST_READ >> 20)))
}

/// The command line of a tool, and what it reads from standard input.
fn command_line(
    (tool, command, arguments, _): &Tool,
    given: &Map<String, Value>,
    allowed: &Allowed,
) -> (Vec<String>, Option<String>) {
    let mut line: Vec<String> = command.split(' ').map(str::to_owned).collect();
    let script = match *tool {
        "step" => Some(script(given)),
        "game" => Some("moves\n".to_owned()),
        _ => None,
    };
    if *tool != "explain" {
        let most = allowed.time.as_secs_f64();
        let time =
            given.get("time_limit").and_then(Value::as_f64).map_or(most, |time| time.clamp(0.001, most));
        let form = if command.contains("--json") || command.contains("--events") { "json" } else { "short" };
        line.extend([format!("--time-limit={time:.3}s"), allowed.memory_flag()]);
        line.push(format!("--message-format={form}"));
        line.extend(script.is_none().then(|| "--until-eof".to_owned()));
    }
    for (name, kind, _, word, _) in *arguments {
        match (kind, given.get(*name)) {
            (Kind::Source(file), Some(_)) => line.push((*file).to_owned()),
            (Kind::Flag, Some(Value::Bool(false))) | (_, None) => {}
            (_, Some(_)) if word.is_empty() => {}
            (_, Some(value)) => {
                line.push(word.replace("{}", &value.as_str().map_or(value.to_string(), str::to_owned)));
            }
        }
    }
    (line, script)
}

/// The commands of `banto step`.
fn script(given: &Map<String, Value>) -> String {
    let actions = given.get("actions").and_then(Value::as_array).into_iter().flatten();
    let line = |text: &str| text.replace(['\n', '\r', ';'], " ");
    let mut script: Vec<String> =
        actions.filter_map(Value::as_str).map(|one| format!("apply {}", line(one))).collect();
    script.push(match text(given, "why_not") {
        Some(action) => format!("why-not {}", line(action)),
        None => "state\nactions\ngoals".to_owned(),
    });
    let also = [("all_facts", "state all"), ("estimates", "h"), ("plan", "plan")];
    script.extend(
        also.iter().filter(|one| given.get(one.0) == Some(&Value::Bool(true))).map(|one| one.1.to_owned()),
    );
    script.join("\n") + "\n"
}
