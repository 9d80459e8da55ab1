//! The tools: what each takes, which command it runs, and what it makes of what the command prints.
//!
//! In: the name of a tool and its arguments. Out: a result of bounded size. What a model can do better in its next call is
//! said in a result that is marked as an error; only what is no call of a tool is refused.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use serde_json::{Map, Value, json};

use super::child::{self, Ran, Scratch};
use super::edits::Texts;
use super::server::{Refusal, invalid};
use super::{Allowed, edits};
use crate::base::source::nearest;

/// The most bytes of a result.
const MOST: usize = 48 << 10;

/// What an argument may be.
enum Kind {
    /// A text, or the path of a file that has it.
    Source(&'static str),
    Text,
    Texts,
    /// Letters, so that they name no file elsewhere.
    Moves,
    Flag,
    Choice(&'static [&'static str]),
    Number,
}

/// An argument: its name, what it may be, whether it is required, what it says.
type Argument = (&'static str, Kind, bool, &'static str);

/// How arguments become a command line.
type Words = fn(&Map<String, Value>) -> Vec<String>;

struct Tool {
    name: &'static str,
    what: &'static str,
    arguments: &'static [Argument],
    /// The command, and what follows it.
    words: Words,
}

const DOMAIN: Argument = ("domain", Kind::Source("domain.pddl"), true, "The domain");
const PROBLEM: Argument = ("problem", Kind::Source("problem.pddl"), true, "The problem");
const LEVEL: Argument = ("level", Kind::Source("level"), true, "A level or a collection, such as XSB");
const NUMBER: Argument = ("number", Kind::Number, false, "Which level of a collection, from 1");
const TIME: Argument = ("time_limit", Kind::Number, false, "Seconds; at most what the server allows");

const TOOLS: &[Tool] = &[
    Tool {
        name: "check",
        what: "Find everything that is wrong with a PDDL domain, or a domain and a problem: errors and warnings, each \
            with its place, what to do, and edits. `fix` applies the edits and returns the texts.",
        arguments: &[
            DOMAIN,
            ("problem", Kind::Source("problem.pddl"), false, "The problem"),
            ("fix", Kind::Flag, false, "Apply the edits, and return the texts"),
        ],
        words: |_| words("check --json --message-format json domain.pddl problem.pddl"),
    },
    Tool {
        name: "format",
        what: "Lay out a PDDL text, keeping every comment.",
        arguments: &[("text", Kind::Source("text.pddl"), true, "The text")],
        words: |_| words("fmt --message-format short --stdout text.pddl"),
    },
    Tool {
        name: "plan",
        what: "Find a plan, validated, with its cost and what is proven about it; or that there is none. `good` looks \
            for a good plan, `first` for any, `optimal` for a cheapest, `anytime` for better ones until the limit.",
        arguments: &[
            DOMAIN,
            PROBLEM,
            ("quality", Kind::Choice(&["good", "first", "optimal", "anytime"]), false, "good by default"),
            ("search", Kind::Text, false, "Such as astar or gbfs"),
            ("heuristic", Kind::Text, false, "Such as ff or lmcut; several with commas"),
            TIME,
        ],
        words: |given| {
            let mut line = words("plan --events --message-format json");
            line.extend(text(given, "quality").filter(|one| *one != "good").map(|one| format!("--{one}")));
            for name in ["search", "heuristic"] {
                line.extend(text(given, name).map(|value| format!("--{name}={value}")));
            }
            line.extend(words("domain.pddl problem.pddl"));
            line
        },
    },
    Tool {
        name: "validate",
        what: "Replay a plan: whether it is valid, its cost, and if not, which step or goal fails and why. `trace` \
            also tells what each step needs and changes.",
        arguments: &[
            DOMAIN,
            PROBLEM,
            ("plan", Kind::Source("plan"), true, "Steps, as (move a b)"),
            ("trace", Kind::Flag, false, "What each step needs and changes"),
        ],
        words: |given| {
            let mut line = words("validate --json --message-format json domain.pddl problem.pddl plan");
            line.extend(is_set(given, "trace").then(|| "--trace".to_owned()));
            line
        },
    },
    Tool {
        name: "why",
        what: "Why there is no plan: the root cause with its place, how it follows, and repairs, which are small \
            changes after which there is a plan, with edits. `repair` applies one and returns the texts.",
        arguments: &[
            DOMAIN,
            PROBLEM,
            ("repair", Kind::Number, false, "Apply this repair, from 1, and return the texts"),
            TIME,
        ],
        words: |_| words("why --json --message-format json domain.pddl problem.pddl"),
    },
    Tool {
        name: "step",
        what: "Apply actions one after another from the initial state, then tell the state, the actions that can be \
            applied, and which goals hold; or why an action cannot be applied, and what could change that.",
        arguments: &[
            DOMAIN,
            PROBLEM,
            ("actions", Kind::Texts, false, "Actions to apply, as (move a b)"),
            ("why_not", Kind::Text, false, "An action that is asked about after these"),
        ],
        words: |_| words("step --message-format short domain.pddl problem.pddl"),
    },
    Tool {
        name: "ground",
        what: "Ground a task: how many facts, operators and variables; or a list of them.",
        arguments: &[
            DOMAIN,
            PROBLEM,
            (
                "list",
                Kind::Choice(&[
                    "facts",
                    "operators",
                    "mutexes",
                    "variables",
                    "landmarks",
                    "schemas",
                    "axioms",
                ]),
                false,
                "What to list instead of counts",
            ),
            TIME,
        ],
        words: |given| {
            let mut line = words("ground --message-format json domain.pddl problem.pddl");
            line.push(text(given, "list").map_or("--json".to_owned(), |list| format!("--list={list}")));
            line
        },
    },
    Tool {
        name: "explain",
        what: "What a diagnostic means, with a wrong and a right example; or the pages that mention some words; or \
            all pages.",
        arguments: &[("about", Kind::Text, false, "A code such as E0104, or words such as metric")],
        words: |given| {
            let about = text(given, "about").map(str::to_owned);
            words("explain --").into_iter().chain(about).collect()
        },
    },
    Tool {
        name: "sokoban_check",
        what: "What is wrong with Sokoban levels, and what makes them unsolvable at once.",
        arguments: &[LEVEL],
        words: |_| words("sokoban check --json --message-format json level"),
    },
    Tool {
        name: "sokoban_solve",
        what: "Solve a Sokoban level; `optimal` proves the fewest pushes or moves.",
        arguments: &[
            LEVEL,
            NUMBER,
            ("optimal", Kind::Choice(&["pushes", "moves"]), false, "What to minimize, with proof"),
            TIME,
        ],
        words: |given| {
            let mut line = words("sokoban solve --events --message-format json level");
            line.push(number(given));
            line.extend(text(given, "optimal").map(|what| format!("--optimal={what}")));
            line
        },
    },
    Tool {
        name: "sokoban_validate",
        what: "Replay the moves of a Sokoban solution: whether they are possible, and whether they solve the level.",
        arguments: &[LEVEL, NUMBER, ("moves", Kind::Moves, true, "Such as rrULd")],
        words: |given| {
            let mut line = words("sokoban validate --json --message-format json level");
            line.extend([text(given, "moves").unwrap_or_default().to_owned(), number(given)]);
            line
        },
    },
    Tool {
        name: "sokoban_draw",
        what: "Draw a Sokoban level as text, of whatever format it is.",
        arguments: &[LEVEL, NUMBER],
        words: |given| {
            let mut line = words("sokoban show --message-format short level");
            line.push(number(given));
            line
        },
    },
];

fn words(line: &str) -> Vec<String> {
    line.split(' ').map(str::to_owned).collect()
}

fn text<'v>(given: &'v Map<String, Value>, name: &str) -> Option<&'v str> {
    given.get(name).and_then(Value::as_str)
}

/// Which level.
fn number(given: &Map<String, Value>) -> String {
    format!("--level={}", given.get("number").and_then(Value::as_f64).unwrap_or(1.0))
}

fn is_set(given: &Map<String, Value>, name: &str) -> bool {
    given.get(name).and_then(Value::as_bool).unwrap_or(false)
}

impl Kind {
    fn schema(&self) -> Value {
        match self {
            Self::Source(_) => json!({ "type": "string", "description": "the text, or the path of a file" }),
            Self::Text => json!({ "type": "string" }),
            Self::Moves => json!({ "type": "string", "pattern": "^[0-9A-Za-z]*$" }),
            Self::Texts => json!({ "type": "array", "items": { "type": "string" } }),
            Self::Flag => json!({ "type": "boolean" }),
            Self::Choice(names) => json!({ "type": "string", "enum": names }),
            Self::Number => json!({ "type": "number", "exclusiveMinimum": 0 }),
        }
    }

    /// What a value of another kind should be.
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

/// All tools in the form of the protocol.
pub(super) fn listed() -> Vec<Value> {
    let shown = |tool: &Tool| {
        let property = |(name, kind, _, what): &Argument| {
            let mut schema = kind.schema();
            let form = schema["description"].as_str().map(|form| format!(": {form}")).unwrap_or_default();
            schema["description"] = format!("{what}{form}").into();
            ((*name).to_owned(), schema)
        };
        let required = tool.arguments.iter().filter(|one| one.2).map(|one| one.0);
        json!({
            "name": tool.name,
            "description": tool.what,
            "inputSchema": {
                "type": "object",
                "properties": tool.arguments.iter().map(property).collect::<Map<_, _>>(),
                "required": required.collect::<Vec<_>>(),
                "additionalProperties": false,
            },
            "annotations": { "readOnlyHint": true, "idempotentHint": true, "openWorldHint": false },
        })
    };
    TOOLS.iter().map(shown).collect()
}

/// Calls a tool. `tell` hears of its progress.
pub(super) fn call(
    params: &Value,
    allowed: &Allowed,
    cancel: &AtomicBool,
    tell: &mut dyn FnMut(String),
) -> Result<Value, Refusal> {
    let name = params["name"].as_str().ok_or_else(|| invalid("a call needs the name of a tool"))?;
    let tool = TOOLS.iter().find(|tool| tool.name == name);
    let tool = tool.ok_or_else(|| {
        let near = nearest(name, TOOLS.iter().map(|tool| tool.name));
        invalid(format!(
            "there is no tool {name}{}",
            near.map_or(String::new(), |one| format!("; did you mean {one}?"))
        ))
    })?;
    let none = Map::new();
    let given = match &params["arguments"] {
        Value::Null => &none,
        Value::Object(given) => given,
        _ => return Err(invalid("the arguments of a tool are an object")),
    };
    if let Some(wrong) = wrong(tool, given) {
        return Ok(result(&Value::Null, &wrong, true));
    }
    let (folder, mut texts) = (Scratch::new()?, Texts::new());
    for (name, kind, ..) in tool.arguments {
        if let (Kind::Source(file), Some(source)) = (kind, text(given, name)) {
            match read(source, allowed) {
                Ok(text) => {
                    folder.put(file, &text)?;
                    texts.insert(file, text);
                }
                Err(message) => return Ok(result(&Value::Null, &format!("{name}: {message}"), true)),
            }
        }
    }
    let ran = run(tool, given, &folder, (allowed, cancel), tell)?;
    Ok(told(tool, given, &ran, &texts))
}

/// What is wrong with arguments.
fn wrong(tool: &Tool, given: &Map<String, Value>) -> Option<String> {
    for (name, value) in given {
        let Some((_, kind, ..)) = tool.arguments.iter().find(|one| one.0 == name) else {
            let all: Vec<&str> = tool.arguments.iter().map(|one| one.0).collect();
            return Some(format!("{} takes no argument {name}; it takes {}", tool.name, all.join(", ")));
        };
        if let Some(what) = kind.refused(value) {
            return Some(format!("{name} must be {what}"));
        }
    }
    let missing = tool.arguments.iter().find(|one| one.2 && !given.contains_key(one.0));
    missing.map(|(name, ..)| format!("{} needs the argument {name}", tool.name))
}

/// A text, or what the file has that it names. Every text of a model or a level has a parenthesis or several lines.
fn read(source: &str, allowed: &Allowed) -> Result<String, String> {
    if source.trim().is_empty() || source.contains(['(', '\n', '#', ';']) {
        return Ok(source.to_owned());
    }
    let path = allowed.root.join(Path::new(source));
    let path =
        path.canonicalize().map_err(|_| format!("there is no file {source} in the folder of the server"))?;
    if !path.starts_with(&allowed.root) {
        return Err(format!("{source} is outside of the folder of the server"));
    }
    if !path.is_file() {
        return Err(format!("{source} is not a file"));
    }
    std::fs::read_to_string(&path)
        .map_err(|error| format!("cannot read {source}: {}", crate::program::reason(&error)))
}

/// Runs the command of a tool.
fn run(
    tool: &Tool,
    given: &Map<String, Value>,
    folder: &Scratch,
    (allowed, cancel): (&Allowed, &AtomicBool),
    tell: &mut dyn FnMut(String),
) -> Result<Ran, Refusal> {
    let mut line = (tool.words)(given);
    // A domain alone is checked alone.
    line.retain(|word| word != "problem.pddl" || given.contains_key("problem"));
    let script = (tool.name == "step").then(|| script(given));
    if tool.name != "explain" {
        let most = allowed.time.as_secs_f64();
        let time =
            given.get("time_limit").and_then(Value::as_f64).map_or(most, |time| time.clamp(0.001, most));
        let at = if line[0] == "sokoban" { 2 } else { 1 };
        let memory = allowed.memory >> 20;
        let mut limits = vec![format!("--time-limit={time:.3}s"), format!("--memory-limit={memory}MiB")];
        limits.extend(script.is_none().then(|| "--until-eof".to_owned()));
        line.splice(at..at, limits);
    }
    child::run(&line, script.as_deref(), folder, (allowed, cancel), &mut |line| {
        if let Some(words) = line.starts_with('{').then(|| progress(line)).flatten() {
            tell(words);
        }
    })
}

/// The commands of `banto step`.
fn script(given: &Map<String, Value>) -> String {
    let actions = given.get("actions").and_then(Value::as_array).into_iter().flatten();
    let line = |text: &str| text.replace(['\n', '\r', ';'], " ");
    let mut script: String =
        actions.filter_map(Value::as_str).map(|one| format!("apply {}\n", line(one))).collect();
    match text(given, "why_not") {
        Some(action) => script += &format!("why-not {}\n", line(action)),
        None => script += "state\nactions\ngoals\n",
    }
    script
}

/// An event in words.
fn progress(line: &str) -> Option<String> {
    let event: Value = serde_json::from_str(line).ok()?;
    let seconds = event["seconds"].as_f64()?;
    Some(match event["event"].as_str()? {
        "stage" => format!("{seconds:.1}s: {}", event["stage"].as_str()?),
        "progress" => format!("{seconds:.1}s: expanded {}", event["expanded"]),
        "plan" if event["cost"].is_u64() => format!("{seconds:.1}s: a plan of cost {}", event["cost"]),
        "bound" => format!("{seconds:.1}s: no plan costs less than {}", event["lower_bound"]),
        _ => return None,
    })
}

/// What a command has printed, as the result of a tool.
fn told(tool: &Tool, given: &Map<String, Value>, ran: &Ran, texts: &Texts) -> Value {
    let lines =
        |text: &str| text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect::<Vec<Value>>();
    let mut objects = lines(&ran.out);
    // With events, the result is one among them; without a result, the end says why.
    let is_result = |object: &Value| object["event"].is_null() || object["event"] == "result";
    if objects.iter().any(is_result) {
        objects.retain(is_result);
    }
    let Some(mut object) = objects.pop().filter(Value::is_object) else {
        let both = format!("{}{}", ran.out, ran.err);
        return result(&Value::Null, both.trim_end(), !matches!(ran.code, 0 | 1));
    };
    let diagnostics = lines(&ran.err);
    let repair = given.get("repair").and_then(Value::as_f64).unwrap_or_default();
    let chosen: Vec<Vec<&Value>> = if is_set(given, "fix") {
        edits::suggested(&diagnostics)
    } else {
        let all = object["repairs"].as_array().into_iter().flatten();
        let one = all.enumerate().find(|(at, _)| (at + 1) as f64 == repair);
        one.into_iter().map(|(_, one)| one["edits"].as_array().into_iter().flatten().collect()).collect()
    };
    if let Some(fixed) = edits::applied(texts, &chosen) {
        object["fixed"] = fixed;
    }
    object["diagnostics"] = diagnostics.into_iter().filter(|one| one["severity"].is_string()).collect();
    // What is checked may be wrong: that is the answer.
    let is_checked = tool.name.ends_with("check") && ran.code != 2;
    result(&object, "", !is_checked && matches!(ran.code, 2 | 31 | 34 | 70))
}

/// A result in the form of the protocol: an object, or text.
fn result(object: &Value, text: &str, is_error: bool) -> Value {
    if object.is_null() {
        let text = cut(text, MOST);
        return json!({ "content": [{ "type": "text", "text": text }], "isError": is_error });
    }
    let mut shown = object.clone();
    for most in [1_000, 300, 100, 30, 10, 3, 0] {
        if shown.to_string().len() <= MOST {
            break;
        }
        shown = shortened(object, most);
        shown["shortened"] = format!("lists to {most} members").into();
    }
    let content = [json!({ "type": "text", "text": shown.to_string() })];
    json!({ "content": content, "structuredContent": shown, "isError": is_error })
}

/// A value without what exceeds so many members, or texts that are as long as that.
fn shortened(value: &Value, most: usize) -> Value {
    match value {
        Value::Array(all) => all.iter().take(most).map(|one| shortened(one, most)).collect(),
        Value::Object(all) => {
            Value::Object(all.iter().map(|(name, one)| (name.clone(), shortened(one, most))).collect())
        }
        Value::String(text) => cut(text, (most + 1) * 40).into(),
        other => other.clone(),
    }
}

/// The beginning of a text, and how much is missing.
fn cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let end = (0..=most).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    format!("{}\n... and {} more bytes", &text[..end], text.len() - end)
}
