//! The server's loop: messages in, answers out, diagnostics whenever nothing else is waiting.
//!
//! In: a connection. Out: whether the editor ended it as the protocol asks.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{self as notes, Notification as _};
use lsp_types::request::{self as asks, Request as _};
use lsp_types::{ClientCapabilities, InitializeParams, ProgressToken, Uri};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::check::Checks;
use super::convert::legend;
use super::grounded::Grounded;
use super::store::{Store, View};
use super::uri::path_of;

/// The commands: one plans, one shows what each step of a plan needs and changes, one explains why there is no plan.
/// The part after the dot is the text of the lens.
pub(super) const COMMANDS: [&str; 3] = ["banto.plan", "banto.step", "banto.why"];

/// Why a request has no answer.
pub(super) struct Refusal(pub(super) ErrorCode, pub(super) String);

impl From<String> for Refusal {
    fn from(message: String) -> Self {
        Self(ErrorCode::RequestFailed, message)
    }
}

pub(super) type Answer<T> = Result<T, Refusal>;

pub(super) struct Server<'a> {
    pub(super) connection: &'a Connection,
    pub(super) store: Store,
    pub(super) checks: Checks,
    pub(super) client: ClientCapabilities,
    /// The work in threads, by request: the name of its progress, and how to stop it.
    pub(super) running: HashMap<RequestId, (Option<ProgressToken>, Arc<AtomicBool>)>,
    pub(super) asked: i32,
    pub(super) grounded: Grounded,
}

/// Serves one editor. Returns whether it ended the server as the protocol asks: with a request for shutdown.
pub(super) fn run(connection: &Connection) -> bool {
    let Some(params) = greeting(connection) else { return false };
    let root = params.get("rootUri").cloned().and_then(|root| serde_json::from_value::<Uri>(root).ok());
    let params: InitializeParams = serde_json::from_value(params).unwrap_or_default();
    let mut server = Server {
        connection,
        store: Store::default(),
        checks: Checks::default(),
        running: HashMap::new(),
        asked: 0,
        grounded: Grounded::default(),
        client: params.capabilities,
    };
    server.store.roots = params.workspace_folders.map_or_else(
        || root.iter().map(path_of).collect(),
        |folders| folders.iter().map(|folder| path_of(&folder.uri)).collect(),
    );
    let is_proper = server.serve();
    server.stop_all();
    is_proper
}

/// The editor's first request, about itself; `None` if it leaves before.
fn greeting(connection: &Connection) -> Option<Value> {
    loop {
        let response = match connection.receiver.recv().ok()? {
            Message::Request(Request { id, method, params }) if method == asks::Initialize::METHOD => {
                let _ = connection.sender.send(Message::Response(Response::new_ok(id, capabilities())));
                return Some(params);
            }
            Message::Request(Request { id, .. }) => {
                let code = ErrorCode::ServerNotInitialized as i32;
                Response::new_err(id, code, "the first request must be initialize".to_owned())
            }
            Message::Notification(note) if note.method == notes::Exit::METHOD => return None,
            _ => continue,
        };
        let _ = connection.sender.send(Message::Response(response));
    }
}

fn capabilities() -> Value {
    json!({
        "serverInfo": { "name": "banto", "version": env!("CARGO_PKG_VERSION") },
        "capabilities": {
            "positionEncoding": "utf-16",
            "textDocumentSync": { "openClose": true, "change": 2, "save": true },
            "hoverProvider": true,
            "definitionProvider": true,
            "declarationProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "documentSymbolProvider": true,
            "workspaceSymbolProvider": true,
            "renameProvider": { "prepareProvider": true },
            "documentFormattingProvider": true,
            "documentRangeFormattingProvider": true,
            "foldingRangeProvider": true,
            "selectionRangeProvider": true,
            "completionProvider": { "triggerCharacters": ["(", "?", ":", "-"] },
            "signatureHelpProvider": { "triggerCharacters": [" "], "retriggerCharacters": [" "] },
            "semanticTokensProvider": { "legend": legend(), "range": true, "full": true },
            "inlayHintProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix", "source.fixAll"] },
            "codeLensProvider": { "resolveProvider": false },
            "documentLinkProvider": { "resolveProvider": false },
            "executeCommandProvider": { "commands": COMMANDS, "workDoneProgress": true },
            "workspace": { "workspaceFolders": { "supported": true, "changeNotifications": true } },
        },
    })
}

/// One row for each kind of message: its method and what handles it.
macro_rules! table {
    ($name:ident, $kind:ident, $answer:ident, $($message:ty => $handler:ident,)*) => {
        fn $name(&mut self, method: &str, params: Value) -> Option<Answer<Value>> {
            match method {
                $(<$message>::METHOD => Some(parsed(params).and_then(|params| $answer(self.$handler(params)))),)*
                _ => None,
            }
        }
    };
}

fn parsed<T: DeserializeOwned>(params: Value) -> Answer<T> {
    serde_json::from_value(params).map_err(|error| Refusal(ErrorCode::InvalidParams, error.to_string()))
}

fn as_json<T: Serialize>(answer: Answer<T>) -> Answer<Value> {
    answer.map(|answer| serde_json::to_value(answer).unwrap_or_default())
}

/// Nobody waits for the answer to a notification.
fn done(_: ()) -> Answer<Value> {
    Ok(Value::Null)
}

impl Server<'_> {
    table! { ask, Request, as_json,
        asks::HoverRequest => hover,
        asks::GotoDefinition => definition,
        asks::GotoDeclaration => definition,
        asks::References => references,
        asks::DocumentHighlightRequest => highlight,
        asks::DocumentSymbolRequest => document_symbols,
        asks::WorkspaceSymbolRequest => workspace_symbols,
        asks::PrepareRenameRequest => prepare_rename,
        asks::Rename => rename,
        asks::Formatting => format,
        asks::RangeFormatting => format_range,
        asks::FoldingRangeRequest => folds,
        asks::SelectionRangeRequest => selections,
        asks::Completion => complete,
        asks::SignatureHelpRequest => signature,
        asks::SemanticTokensFullRequest => tokens,
        asks::SemanticTokensRangeRequest => tokens_in_range,
        asks::InlayHintRequest => hints,
        asks::CodeActionRequest => actions,
        asks::CodeLensRequest => lenses,
        asks::DocumentLinkRequest => links,
    }

    table! { note, Notification, done,
        notes::Initialized => initialized,
        notes::DidOpenTextDocument => opened,
        notes::DidChangeTextDocument => changed,
        notes::DidCloseTextDocument => closed,
        notes::DidSaveTextDocument => saved,
        notes::DidChangeWatchedFiles => files_changed,
        notes::DidChangeWorkspaceFolders => folders_changed,
        notes::Cancel => cancel,
        notes::WorkDoneProgressCancel => cancel_progress,
    }

    /// Handles messages until the editor exits. Returns whether it asked for shutdown before.
    fn serve(&mut self) -> bool {
        let mut is_shut = false;
        loop {
            let next = match self.connection.receiver.try_recv() {
                Ok(message) => message,
                Err(_) => {
                    self.publish();
                    match self.connection.receiver.recv() {
                        Ok(message) => message,
                        Err(_) => return is_shut,
                    }
                }
            };
            match next {
                Message::Request(Request { id, .. }) if is_shut => {
                    let words = "the server has been asked to shut down".to_owned();
                    self.reply(id, Err(Refusal(ErrorCode::InvalidRequest, words)));
                }
                Message::Request(Request { id, method, .. }) if method == asks::Shutdown::METHOD => {
                    is_shut = true;
                    self.stop_all();
                    self.reply(id, Ok(Value::Null));
                }
                Message::Request(request) => self.request(request),
                Message::Notification(Notification { method, params }) => {
                    if method == notes::Exit::METHOD {
                        return is_shut;
                    }
                    // Nobody waits for an answer, and unknown notifications may be ignored.
                    let _ = self.note(&method, params);
                }
                Message::Response(_) => {}
            }
        }
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        if method == asks::ExecuteCommand::METHOD {
            if let Err(refusal) = parsed(params).and_then(|params| self.execute(id.clone(), params)) {
                self.reply(id, Err(refusal));
            }
            return;
        }
        // Requests about diagnostics need them up to date; anything else is answered from the texts.
        if method == asks::CodeActionRequest::METHOD || !method.starts_with("textDocument/") {
            self.publish();
        }
        let unknown = || Err(Refusal(ErrorCode::MethodNotFound, format!("banto does not know {method}")));
        let answer = self.ask(&method, params).unwrap_or_else(unknown);
        self.reply(id, answer);
    }

    fn reply(&self, id: RequestId, answer: Answer<Value>) {
        self.send(Message::Response(match answer {
            Ok(value) => Response::new_ok(id, value),
            Err(Refusal(code, message)) => Response::new_err(id, code as i32, message),
        }));
    }

    /// Sends a message; the reading thread notices if the editor is gone.
    pub(super) fn send(&self, message: Message) {
        let _ = self.connection.sender.send(message);
    }

    /// Asks the editor for something. The answer does not matter.
    pub(super) fn ask_client<R: asks::Request>(&mut self, params: R::Params)
    where
        R::Params: Serialize,
    {
        self.asked += 1;
        self.send(Message::Request(Request::new(self.asked.into(), R::METHOD.to_owned(), params)));
    }

    fn publish(&mut self) {
        if self.checks.is_waiting() {
            for params in self.checks.run(&mut self.store) {
                let note = Notification::new(notes::PublishDiagnostics::METHOD.to_owned(), params);
                self.send(Message::Notification(note));
            }
        }
    }

    /// Asks to be told about files that change outside the editor.
    fn initialized(&mut self, _: lsp_types::InitializedParams) {
        let watched = self.client.workspace.as_ref().and_then(|one| one.did_change_watched_files);
        if watched.and_then(|one| one.dynamic_registration) == Some(true) {
            let options = json!({ "watchers": [{ "globPattern": "**/*.pddl" }] });
            let registration = lsp_types::Registration {
                id: "files".to_owned(),
                method: notes::DidChangeWatchedFiles::METHOD.to_owned(),
                register_options: Some(options),
            };
            let registrations = vec![registration];
            self.ask_client::<asks::RegisterCapability>(lsp_types::RegistrationParams { registrations });
        }
    }

    /// A text with its domain and its open problems, or all of the workspace.
    pub(super) fn view(&mut self, uri: &Uri, is_wide: bool) -> Answer<View<'_>> {
        let view = self.store.view(&path_of(uri), is_wide);
        view.ok_or_else(|| Refusal(ErrorCode::RequestFailed, format!("{} is not open", uri.as_str())))
    }

    // --- texts ---

    fn opened(&mut self, params: lsp_types::DidOpenTextDocumentParams) {
        let document = params.text_document;
        let path = path_of(&document.uri);
        self.store.open(document.uri, document.text, document.version);
        // It may be the domain of other texts, or a second candidate.
        self.check_all();
        self.checks.changed(&path);
    }

    fn changed(&mut self, params: lsp_types::DidChangeTextDocumentParams) {
        let path = path_of(&params.text_document.uri);
        if self.store.change(&path, params.content_changes, params.text_document.version) {
            self.check_all();
        }
        self.checks.changed(&path);
    }

    fn closed(&mut self, params: lsp_types::DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        self.store.close(&uri);
        self.checks.closed(&path_of(&uri));
        self.check_all();
        let nothing = lsp_types::PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None };
        self.send(Message::Notification(Notification::new(
            notes::PublishDiagnostics::METHOD.to_owned(),
            nothing,
        )));
    }

    fn saved(&mut self, _: lsp_types::DidSaveTextDocumentParams) {
        self.store.forget();
    }

    fn files_changed(&mut self, _: lsp_types::DidChangeWatchedFilesParams) {
        self.store.forget();
        self.check_all();
    }

    fn folders_changed(&mut self, params: lsp_types::DidChangeWorkspaceFoldersParams) {
        let gone: Vec<PathBuf> = params.event.removed.iter().map(|folder| path_of(&folder.uri)).collect();
        self.store.roots.retain(|root| !gone.contains(root));
        self.store.roots.extend(params.event.added.iter().map(|folder| path_of(&folder.uri)));
    }

    fn check_all(&mut self) {
        self.store.open_paths().iter().for_each(|path| self.checks.changed(path));
    }

    pub(super) fn open_path(&self, uri: &Uri) -> Option<PathBuf> {
        let path = path_of(uri);
        self.store.entry(&path).map(|_| path)
    }

    // --- canceling ---

    fn cancel(&mut self, params: lsp_types::CancelParams) {
        let id = match params.id {
            lsp_types::NumberOrString::Number(id) => id.into(),
            lsp_types::NumberOrString::String(id) => id.into(),
        };
        self.stop(&id);
    }

    fn cancel_progress(&mut self, params: lsp_types::WorkDoneProgressCancelParams) {
        let found = self.running.iter().find(|(_, (token, _))| token.as_ref() == Some(&params.token));
        if let Some(id) = found.map(|(id, _)| id.clone()) {
            self.stop(&id);
        }
    }

    /// Otherwise searches would continue for an editor that is gone.
    fn stop_all(&self) {
        self.running.values().for_each(|(_, cancel)| cancel.store(true, Ordering::Relaxed));
    }

    fn stop(&mut self, id: &RequestId) {
        if let Some((_, cancel)) = self.running.remove(id) {
            cancel.store(true, Ordering::Relaxed);
        }
    }
}
