//! Plans in an editor: lenses on each problem, the search in a thread of its own, and the plan as a document.
//!
//! In: an open problem. Out: progress, a plan file that the editor is asked to show, and links from its steps to their
//! schemas.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::Builder;

use lsp_server::{ErrorCode, Message, Notification, RequestId, Response};
use lsp_types as lsp;
use lsp_types::notification::{Notification as _, Progress as ProgressNote};
use lsp_types::request::{ShowDocument, WorkDoneProgressCreate};
use lsp_types::{Location, Uri};
use serde_json::{Value, json};

use super::explanations::cache;
use super::server::{Answer, COMMANDS, Refusal, Server};
use super::uri::{path_of, uri_of};
use crate::commands::why;
use crate::compare::figures::counted;
use crate::files::load::Loaded;
use banto_base::limits::threads::SEARCH_BYTES;
use banto_base::limits::{Limits, Stop};
use banto_base::source::SourceText;
use banto_base::system::files;
use banto_planning::planner::{self, PlanObserver, Request, Status, TOO_COSTLY};
use banto_planning::why::reason;
use banto_search::{Observer, Progress};
use banto_text::language::{Definition, Kind};
use banto_text::plan::{Plan, validate_traced};
use banto_text::task::{self, Task};

type Sender = Box<dyn Fn(Message) + Send + Sync>;

/// Reports stages and counts to the editor.
struct Reporter {
    send: Sender,
    token: Option<lsp::ProgressToken>,
}

impl Reporter {
    fn say(&self, value: Value) {
        if let Some(token) = &self.token {
            let params = json!({ "token": token, "value": value });
            (self.send)(Message::Notification(Notification::new(ProgressNote::METHOD.to_owned(), params)));
        }
    }
}

impl Observer for Reporter {
    fn stage(&self, name: &'static str) {
        self.say(json!({ "kind": "report", "message": name }));
    }

    fn progress(&self, progress: &Progress) {
        let said = format!("{} expanded", counted(progress.work.counts.expanded, "state", "states"));
        self.say(json!({ "kind": "report", "message": said }));
    }
}

impl PlanObserver for Reporter {}

impl Server<'_> {
    pub(super) fn lenses(&mut self, params: lsp::CodeLensParams) -> Answer<Vec<lsp::CodeLens>> {
        let uri = params.text_document.uri;
        let view = self.view(&uri, false)?;
        let here = view.here();
        let is_problem = here.both().is_some() || here.definition().0 == Definition::Problem;
        if !is_problem || view.domain.is_none() {
            return Ok(Vec::new());
        }
        let at = lsp::Position::new(0, 0);
        let lens = |name: &str| {
            let title = name.trim_start_matches("banto.").to_owned();
            let command = lsp::Command { title, command: name.to_owned(), arguments: Some(vec![json!(uri)]) };
            lsp::CodeLens { range: lsp::Range::new(at, at), command: Some(command), data: None }
        };
        Ok(COMMANDS.map(lens).to_vec())
    }

    /// Starts a command; its thread answers the request.
    pub(super) fn execute(&mut self, id: RequestId, params: lsp::ExecuteCommandParams) -> Answer<()> {
        let refuse = |message: String| Refusal(ErrorCode::InvalidParams, message);
        let Some(command) = COMMANDS.into_iter().find(|command| *command == params.command) else {
            return Err(refuse(format!("banto does not know the command {}", params.command)));
        };
        let uri: Option<Uri> =
            params.arguments.first().and_then(|uri| serde_json::from_value(uri.clone()).ok());
        let uri = uri.ok_or_else(|| refuse(format!("{command} takes the URI of a problem")))?;
        let view = self.view(&uri, false)?;
        let here = view.here();
        let Some(domain) = view.domain.filter(|_| view.file > 0 || here.both().is_some()) else {
            return Err(refuse("no domain was found for this problem".to_owned()));
        };
        let texts = [domain.part(false), here.part(true)].map(|part| part.text().to_owned());
        let domain_uri = domain.uri.clone();
        let window = self.client.window.clone().unwrap_or_default();
        let mut progress = params.work_done_progress_params.work_done_token;
        if progress.is_none() && window.work_done_progress == Some(true) {
            let token = lsp::ProgressToken::String(format!("banto/{id}"));
            progress = Some(token.clone());
            self.ask_client::<WorkDoneProgressCreate>(lsp::WorkDoneProgressCreateParams { token });
        }
        let cancel = Arc::new(AtomicBool::new(false));
        let running = (progress.clone(), Arc::clone(&cancel));
        self.asked += 1;
        let shows = window.show_document.is_some_and(|one| one.support).then_some(self.asked);
        let sender = self.connection.sender.clone();
        let send: Sender = Box::new(move |message| {
            let _ = sender.send(message);
        });
        let job = Job { command, texts, domain: domain_uri, problem: path_of(&uri), cancel, shows };
        let reporter = Reporter { send, token: progress };
        let key = id.clone();
        let work = move || {
            reporter.say(json!({ "kind": "begin", "title": command.trim_start_matches("banto."), "cancellable": true }));
            let answer = answered(|| job.run(&reporter));
            reporter.say(json!({ "kind": "end" }));
            (reporter.send)(Message::Response(match answer {
                Ok(value) => Response::new_ok(id, value),
                Err(Refusal(code, message)) => Response::new_err(id, code as i32, message),
            }));
        };
        Builder::new().stack_size(SEARCH_BYTES).spawn(work).map_err(|error| refuse(error.to_string()))?;
        // A thread drops its flag at its end.
        self.running.retain(|_, (_, cancel)| Arc::strong_count(cancel) > 1);
        self.running.insert(key, running);
        Ok(())
    }

    pub(super) fn step_definition(&mut self, params: &lsp::TextDocumentPositionParams) -> Option<Location> {
        let links = self.step_locations(&params.text_document.uri)?;
        links.into_iter().find(|(line, _)| *line == params.position.line).map(|(_, location)| location)
    }

    /// Links from the steps of a plan to their schemas.
    pub(super) fn links(&mut self, params: lsp::DocumentLinkParams) -> Answer<Vec<Value>> {
        let steps = self.step_locations(&params.text_document.uri).unwrap_or_default();
        let lines = self.open_path(&params.text_document.uri).and_then(|path| self.store.entry(&path));
        let link = |(line, location): (u32, Location)| {
            let range =
                lines.map(|entry| entry.range(entry.lines.span(entry.document.text(), line as usize)));
            let target = format!("{}#L{}", location.uri.as_str(), location.range.start.line + 1);
            json!({ "range": range, "target": target })
        };
        Ok(steps.into_iter().map(link).collect())
    }

    /// The lines of a plan with their schemas. The plan says in its first line which domain it is for.
    fn step_locations(&mut self, uri: &Uri) -> Option<Vec<(u32, Location)>> {
        let path = self.open_path(uri)?;
        path.extension().filter(|end| *end == "plan")?;
        let text = self.store.entry(&path)?.document.text().to_owned();
        let domain: Uri = text.lines().next()?.strip_prefix("; domain: ")?.trim().parse().ok()?;
        let domain = self.store.loaded(&path_of(&domain))?;
        let mut steps = Vec::new();
        for (line, step) in (0..).zip(text.lines()) {
            let name = step.trim_start().strip_prefix('(').and_then(|step| step.split([' ', ')']).next());
            if let Some(schema) = name.and_then(|name| domain.part(false).model().find(Kind::Action, name)) {
                steps.push((line, Location::new(domain.uri.clone(), domain.range(schema.span))));
            }
        }
        Some(steps)
    }
}

/// The answer of some work. A panic is answered too: the editor waits for that.
fn answered<T>(work: impl FnOnce() -> Answer<T>) -> Answer<T> {
    let failed = |_| Refusal(ErrorCode::InternalError, "a fault of banto itself".to_owned());
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(failed(panic)))
}

struct Job {
    command: &'static str,
    texts: [String; 2],
    domain: Uri,
    problem: std::path::PathBuf,
    cancel: Arc<AtomicBool>,
    /// The id of the request that shows the plan, if the editor can.
    shows: Option<i32>,
}

impl Job {
    fn run(&self, reporter: &Reporter) -> Answer<Value> {
        let failed = |message: String| Refusal(ErrorCode::RequestFailed, message);
        let limits = Limits::none().within_machine().with_cancel_flag(Arc::clone(&self.cancel));
        let canceled = || Refusal(ErrorCode::RequestCanceled, "canceled".to_owned());
        let read = task::read_within(&self.texts[0], &self.texts[1], &limits).map_err(|_| canceled())?;
        let task = read.map_err(|error| failed(error.to_string()))?;
        if self.command == "banto.why" {
            return self.why(task, &limits, reporter);
        }
        let answer = planner::plan(&task, &Request::default(), &limits, reporter);
        let answer = answer.map_err(|error| failed(error.to_string()))?;
        let Some(found) = answer.plan else {
            return Err(match answer.status {
                Status::Unsolvable(proof) => {
                    let reason = reason(&task, &proof, &limits);
                    failed(format!(
                        "there is no plan{}",
                        reason.map_or(String::new(), |one| format!(": {one}"))
                    ))
                }
                Status::Stopped(Stop::Canceled) => canceled(),
                Status::Stopped(stop) => failed(stop.to_string()),
                Status::TooCostly => failed(TOO_COSTLY.to_owned()),
                Status::Solved { .. } | Status::Unsolved => failed("no plan was found".to_owned()),
            });
        };
        let (cost, steps) = (found.cost, found.plan.steps.len());
        let text = found.plan.text(&task) + &banto_text::plan::cost_line(&task, cost);
        if self.command == "banto.step" {
            let trace = self.trace(task, &found.plan, &limits).map_err(|_| canceled())?;
            let uri = self.show("trace.txt", &trace, reporter)?;
            return Ok(json!({ "uri": uri, "cost": cost, "steps": steps, "text": trace }));
        }
        let head = format!("; domain: {}\n; problem: {}\n", self.domain.as_str(), self.problem.display());
        let uri = self.show("plan", &(head + &text), reporter)?;
        Ok(json!({ "uri": uri, "cost": cost, "steps": steps, "plan": text }))
    }

    /// The trace of a plan: what each step needs and changes.
    fn trace(&self, task: Task, plan: &Plan, limits: &Limits) -> Result<String, Stop> {
        let loaded = self.loaded(task);
        let mut text = String::new();
        validate_traced(&loaded.task, plan, limits, &mut |step| text += &loaded.traced(plan, &step))?;
        Ok(text)
    }

    /// Explains why there is no plan.
    fn why(&self, task: Task, limits: &Limits, reporter: &Reporter) -> Answer<Value> {
        let loaded = self.loaded(task);
        let explanation = loaded.explained(limits);
        if explanation.stop == Some(Stop::Canceled) {
            return Err(Refusal(ErrorCode::RequestCanceled, "canceled".to_owned()));
        }
        let text = why::document(&explanation, &loaded);
        let uri = self.show("txt", &text, reporter)?;
        Ok(json!({ "uri": uri, "text": text }))
    }

    /// The task with its texts, named after their files.
    fn loaded(&self, task: Task) -> Loaded {
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let [domain, problem] = &self.texts;
        let domain = SourceText::new(name(&path_of(&self.domain)), domain.as_str());
        let problem = SourceText::new(name(&self.problem), problem.as_str());
        Loaded { task, domain, problem, warnings: Vec::new() }
    }

    /// Writes a document, and asks the editor to show it.
    fn show(&self, kind: &str, text: &str, reporter: &Reporter) -> Answer<Uri> {
        let failed = |error: std::io::Error| format!("the {kind} cannot be written: {error}");
        let uri = self.save(kind, text).map_err(failed)?;
        if let Some(id) = self.shows {
            let params = lsp::ShowDocumentParams {
                uri: uri.clone(),
                external: None,
                take_focus: Some(true),
                selection: None,
            };
            let method = <ShowDocument as lsp::request::Request>::METHOD.to_owned();
            (reporter.send)(Message::Request(lsp_server::Request::new(id.into(), method, params)));
        }
        Ok(uri)
    }

    fn save(&self, kind: &str, text: &str) -> std::io::Result<Uri> {
        // Problems in different folders often have the same name.
        let mut place = DefaultHasher::new();
        self.problem.parent().hash(&mut place);
        let folder = cache().join("plans").join(format!("{:016x}", place.finish()));
        std::fs::create_dir_all(&folder)?;
        let stem = self.problem.file_stem().unwrap_or_default().to_string_lossy();
        let path = folder.join(format!("{stem}.{kind}"));
        // Two plans may be written at once.
        let (process, thread) = (std::process::id(), std::thread::current().id());
        let new = folder.join(format!("{process}-{thread:?}.{kind}"));
        std::fs::write(&new, text)?;
        files::replace(&new, &path)?;
        Ok(uri_of(&path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_answered() {
        assert_eq!(answered(|| Ok(1)).ok(), Some(1));
        let answer: Answer<()> = answered(|| panic!("of a test"));
        assert!(answer.is_err_and(|refusal| refusal.0 as i32 == ErrorCode::InternalError as i32));
    }
}
