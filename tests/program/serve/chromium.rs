//! A browser without a window, spoken to by its own protocol: what a user does, and what then stands on the page.
//!
//! In: addresses, keys, places, questions in JavaScript. Out: answers. `None` where no Chromium is installed.

use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// How long a page may take for anything, on a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(40);

pub struct Browser {
    child: Child,
    socket: WebSocket<TcpStream>,
    _profile: tempfile::TempDir,
    next: u64,
    /// What went wrong on pages: exceptions, and what the content policy has refused.
    pub faults: Vec<String>,
}

/// A page, by its session.
#[derive(Clone)]
pub struct Tab(String);

impl Browser {
    pub fn start() -> Option<Self> {
        let profile = tempfile::tempdir().unwrap();
        let wished = std::env::var("CHROMIUM").ok();
        let names = ["chromium", "chromium-browser", "google-chrome"].map(str::to_owned);
        let child = wished.into_iter().chain(names).find_map(|name| {
            let mut command = Command::new(name);
            command.args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
            ]);
            command.args(["--remote-debugging-port=0", "--hide-scrollbars"]);
            command.arg(format!("--user-data-dir={}", profile.path().display())).arg("about:blank");
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
        })?;
        let start = Instant::now();
        let (port, path) = loop {
            let told = std::fs::read_to_string(profile.path().join("DevToolsActivePort")).unwrap_or_default();
            if let Some((port, path)) = told.split_once('\n') {
                break (port.to_owned(), path.trim().to_owned());
            }
            assert!(start.elapsed() < PATIENCE, "Chromium does not start");
            std::thread::sleep(Duration::from_millis(50));
        };
        let stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (socket, _) = tungstenite::client(format!("ws://127.0.0.1:{port}{path}"), stream).unwrap();
        Some(Self { child, socket, _profile: profile, next: 0, faults: Vec::new() })
    }

    fn ask(&mut self, tab: Option<&Tab>, method: &str, params: &Value) -> Value {
        let answer = self.answer(tab, method, params);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// The answer to a message, which may be an error.
    fn answer(&mut self, tab: Option<&Tab>, method: &str, params: &Value) -> Value {
        self.next += 1;
        let mut message = json!({ "id": self.next, "method": method, "params": params });
        if let Some(Tab(session)) = tab {
            message["sessionId"] = session.as_str().into();
        }
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else { continue };
            let answer: Value = serde_json::from_str(&text).unwrap();
            match answer["method"].as_str() {
                Some("Runtime.exceptionThrown") => {
                    self.faults.push(answer["params"]["exceptionDetails"].to_string());
                }
                // A page that nobody has touched cannot ask whether it may go.
                Some("Log.entryAdded")
                    if answer["params"]["entry"]["level"] == "error"
                        && answer["params"]["entry"]["source"] != "intervention" =>
                {
                    self.faults.push(answer["params"]["entry"].to_string());
                }
                None if answer["id"] == self.next => return answer,
                _ => {}
            }
        }
    }

    /// Opens a page of this size.
    pub fn open(&mut self, address: &str, (width, height): (u32, u32)) -> Tab {
        let target = self.ask(None, "Target.createTarget", &json!({ "url": "about:blank" }));
        let params = json!({ "targetId": target["targetId"], "flatten": true });
        let session =
            self.ask(None, "Target.attachToTarget", &params)["sessionId"].as_str().unwrap().to_owned();
        let tab = Tab(session);
        for domain in ["Runtime.enable", "Log.enable", "Page.enable"] {
            self.ask(Some(&tab), domain, &json!({}));
        }
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.ask(Some(&tab), "Emulation.setDeviceMetricsOverride", &size);
        let touch = json!({ "enabled": width < 600 });
        self.ask(Some(&tab), "Emulation.setTouchEmulationEnabled", &touch);
        self.ask(Some(&tab), "Page.navigate", &json!({ "url": address }));
        tab
    }

    /// The value of an expression on a page.
    pub fn value(&mut self, tab: &Tab, expression: &str) -> Value {
        let params = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.ask(Some(tab), "Runtime.evaluate", &params);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Waits until an expression is true; what it is about may not be there yet.
    pub fn wait(&mut self, tab: &Tab, expression: &str) {
        let start = Instant::now();
        while self.value(
            tab,
            &format!("(() => {{ try {{ return Boolean({expression}); }} catch {{ return false; }} }})()"),
        ) != true
        {
            let shown = self.value(tab, "document.body ? document.body.innerText.slice(0, 3000) : ''");
            assert!(
                start.elapsed() < PATIENCE,
                "never: {expression}\n{}\n{:?}",
                shown.as_str().unwrap_or_default(),
                self.faults
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Presses a button of the open room by its words.
    pub fn press(&mut self, tab: &Tab, words: &str) {
        let find = format!(
            "[...document.querySelectorAll('dialog[open] button, .room:not([hidden]) button, #lesson :is(a, button)')].find((one) => one.textContent === {})",
            json!(words)
        );
        self.wait(tab, &find);
        self.value(tab, &format!("{find}.click()"));
    }

    /// Types a text where the focus is.
    pub fn write(&mut self, tab: &Tab, text: &str) {
        self.ask(Some(tab), "Input.insertText", &json!({ "text": text }));
    }

    /// Pastes a text into the page.
    pub fn paste(&mut self, tab: &Tab, text: &str) {
        let event = "new ClipboardEvent('paste', { clipboardData: data, bubbles: true })";
        let script = format!(
            "(() => {{ const data = new DataTransfer(); data.setData('text/plain', {text:?}); document.dispatchEvent({event}); }})()"
        );
        self.value(tab, &script);
    }

    /// Types a letter by its key.
    pub fn letter(&mut self, tab: &Tab, letter: char) {
        let text = letter.to_string();
        for kind in ["keyDown", "keyUp"] {
            let text = if kind == "keyDown" { text.as_str() } else { "" };
            let params = json!({ "type": kind, "key": letter.to_string(), "text": text });
            self.ask(Some(tab), "Input.dispatchKeyEvent", &params);
        }
    }

    /// Presses a key, such as `ArrowLeft`; its code is what Windows calls it.
    pub fn key(&mut self, tab: &Tab, key: &str, code: u32, modifiers: u32) {
        for kind in ["rawKeyDown", "keyUp"] {
            let params = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "modifiers": modifiers });
            self.ask(Some(tab), "Input.dispatchKeyEvent", &params);
        }
    }

    pub fn click(&mut self, tab: &Tab, (x, y): (f64, f64)) {
        for kind in ["mousePressed", "mouseReleased"] {
            let params = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.ask(Some(tab), "Input.dispatchMouseEvent", &params);
        }
    }

    /// Draws a finger over the page.
    pub fn swipe(&mut self, tab: &Tab, from: (f64, f64), to: (f64, f64)) {
        for (kind, points) in [("touchStart", vec![from]), ("touchMove", vec![to]), ("touchEnd", vec![])] {
            let points: Vec<Value> = points.iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
            self.ask(Some(tab), "Input.dispatchTouchEvent", &json!({ "type": kind, "touchPoints": points }));
        }
    }

    /// A picture of a page, as PNG.
    pub fn picture(&mut self, tab: &Tab) -> Vec<u8> {
        let picture = self.ask(Some(tab), "Page.captureScreenshot", &json!({ "format": "png" }));
        let (mut bytes, mut held, mut count) = (Vec::new(), 0_u32, 0);
        for letter in picture["data"].as_str().unwrap().bytes() {
            let six = match letter {
                b'A'..=b'Z' => letter - b'A',
                b'a'..=b'z' => letter - b'a' + 26,
                b'0'..=b'9' => letter - b'0' + 52,
                b'+' => 62,
                b'/' => 63,
                _ => break,
            };
            (held, count) = (held << 6 | u32::from(six), count + 6);
            if count >= 8 {
                count -= 8;
                bytes.push((held >> count & 0xff) as u8);
            }
        }
        bytes
    }

    /// Loads the page again, and waits until the old one is gone: until then, whatever is asked of it may fail.
    pub fn reload(&mut self, tab: &Tab) {
        // What the page has stored last may still be on its way, on a busy machine for longer.
        std::thread::sleep(Duration::from_secs(1));
        self.value(tab, "window.isOld = true");
        self.ask(Some(tab), "Page.reload", &json!({}));
        let is_new = json!({ "expression": "!window.isOld", "returnByValue": true });
        let start = Instant::now();
        while self.answer(Some(tab), "Runtime.evaluate", &is_new)["result"]["result"]["value"] != true {
            assert!(start.elapsed() < PATIENCE, "the page is not loaded again");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.socket.send(Message::text(json!({ "id": 0, "method": "Browser.close" }).to_string()));
        std::thread::sleep(Duration::from_millis(200));
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
