//! The same page without a server: files that the simplest web server holds, with the engine in the browser.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::browser::{BY_ANN, drop_file, lessons, rooms};
use super::chromium::{Browser, Tab};
use crate::cases::tell;
use crate::places::root;

const WIDE: (u32, u32) = (1200, 800);

/// Whether the engine is still on its way.
static IS_LATE: AtomicBool = AtomicBool::new(false);

#[test]
fn people_use_it_without_a_server() {
    let Some(folder) = std::env::var_os("BANTO_SITE").map(PathBuf::from) else {
        tell(
            "skipped: BANTO_SITE names no folder that .ci/site has written, so no page was tried without a server",
        );
        return;
    };
    let Some(mut browser) = Browser::start() else {
        tell("skipped: no Chromium is installed, so the page was not tried without a server");
        return;
    };
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = &format!("http://{}/", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            std::thread::spawn(move || answer(stream, &folder));
        }
    });
    cold(&mut browser, at);
    late(&mut browser, at);
    save(&mut browser, at);
    rooms(&mut browser, at, &is_kept);
    lessons(&mut browser, at);
    windows(&mut browser, at);
    ends(&mut browser, at);
    // A lesson that does not come with the page is looked for beside it: Chromium tells that it is not there.
    browser.faults.retain(|one| !one.contains("/lessons/none.md"));
    assert!(browser.faults.is_empty(), "{:#?}", browser.faults);
}

/// Sends a file, and of what kind most of them are.
fn answer(mut stream: TcpStream, folder: &Path) {
    let mut line = String::new();
    let mut lines = BufReader::new(stream.try_clone().unwrap());
    let _ = lines.read_line(&mut line);
    let mut rest = String::new();
    while lines.read_line(&mut rest).is_ok_and(|read| read > 2) {
        rest.clear();
    }
    let path = line.split(' ').nth(1).unwrap_or("/").split('?').next().unwrap().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let kind = match path.rsplit_once('.') {
        Some((_, "html")) => "text/html",
        Some((_, "js")) => "text/javascript",
        Some((_, "css")) => "text/css",
        Some((_, "svg")) => "image/svg+xml",
        // Also of the engine: not every server knows its kind.
        _ => "text/plain",
    };
    while path == "banto.wasm" && IS_LATE.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(20));
    }
    // A teacher's own lesson, as an editor of Windows writes it.
    let file = match path {
        "lessons/windows.md" => std::fs::read_to_string(root().join("lessons/first-domain.md"))
            .map(|text| text.replace('\n', "\r\n").into_bytes()),
        _ => std::fs::read(folder.join(path)),
    };
    let (status, bytes) = match file {
        Ok(bytes) => ("200 OK", bytes),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let head = format!("HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n", bytes.len());
    let _ = write!(stream, "{head}Connection: close\r\n\r\n").and_then(|()| stream.write_all(&bytes));
}

/// From an address that was never opened to a plan.
fn cold(browser: &mut Browser, at: &str) {
    let start = Instant::now();
    let tab = browser.open(&format!("{at}#plan?example=delivery"), WIDE);
    browser.wait(&tab, "document.querySelectorAll('.cm-content')[1].innerText.includes('define')");
    browser.press(&tab, "Plan");
    browser.wait(&tab, "/^\\d+ steps/.test(document.querySelector('.plan .live').textContent)");
    let took = start.elapsed();
    tell(&format!("without a server: {:.2} s from the address to the first plan", took.as_secs_f64()));
}

/// What is opened before the engine is there stays open: what the page would have begun with does not take its place.
fn late(browser: &mut Browser, at: &str) {
    IS_LATE.store(true, Ordering::Relaxed);
    let tab = browser.open(at, WIDE);
    browser.wait(&tab, "document.querySelector('.lessons')");
    drop_file(browser, &tab, ".cm-content", "Ann.lesson.json", BY_ANN);
    let is_mine = "document.querySelector('.cm-content').innerText.trim() === '; by Ann'";
    browser.wait(&tab, is_mine);
    assert_eq!(browser.value(&tab, "document.querySelector('#link').textContent"), "loading the engine …");
    IS_LATE.store(false, Ordering::Relaxed);
    browser.press(&tab, "Check");
    browser.wait(&tab, "document.querySelector('.output .faults')");
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(browser.value(&tab, is_mine), true);
    assert_eq!(browser.value(&tab, "document.querySelector('dialog')"), serde_json::Value::Null);
}

/// Two texts are saved in the browser, under the names that the other tests know.
fn save(browser: &mut Browser, at: &str) {
    let tab = browser.open(&format!("{at}#plan?example=gripper%3A+two+balls"), WIDE);
    browser.wait(&tab, "document.querySelector('.t-keyword')");
    for (index, name) in ["d.pddl", "p.pddl"].into_iter().enumerate() {
        let press = format!(
            "[...document.querySelectorAll('.texts button')].filter((one) => one.textContent === 'Save')[{index}].click()"
        );
        browser.value(&tab, &press);
        browser.wait(&tab, "document.querySelector('dialog[open] input')");
        browser.value(&tab, &format!("document.querySelector('dialog[open] input').value = '{name}'"));
        browser.press(&tab, "OK");
        browser.wait(&tab, &format!("document.querySelectorAll('.file')[{index}].textContent === '{name}'"));
    }
    // Saved again, a text takes the place of what was there.
    let tab = browser.open(&format!("{at}#plan?domain=d.pddl&problem=p.pddl"), WIDE);
    browser.wait(&tab, "document.querySelector('.t-keyword')");
    browser.value(&tab, "document.querySelector('.cm-content').focus()");
    browser.write(&tab, "; mine ");
    browser.wait(&tab, "document.querySelector('.file').textContent === 'd.pddl ●'");
    browser.press(&tab, "Save");
    browser.wait(&tab, "document.querySelector('.file').textContent === 'd.pddl'");
    browser.reload(&tab);
    browser.wait(
        &tab,
        "document.querySelector('.cm-content')?.innerText.includes('; mine') && document.querySelector('.file').textContent === 'd.pddl'",
    );
}

/// Whether the browser has kept a solution; then it is forgotten.
fn is_kept(browser: &mut Browser, tab: &Tab) -> bool {
    let look = "new Promise((resolve) => {
        indexedDB.open('banto', 1).onsuccess = ({ target: { result: database } }) => {
            const files = database.transaction('files', 'readwrite').objectStore('files');
            files.count('folder/.solutions.sok').onsuccess = ({ target: { result: count } }) => {
                files.delete('folder/.solutions.sok').onsuccess = () => resolve(count === 1);
            };
        };
    })";
    browser.value(tab, look) == true
}

/// The line ends of Windows are those of a lesson like any other.
fn windows(browser: &mut Browser, at: &str) {
    let tab = browser.open(&format!("{at}#plan?lesson=windows"), WIDE);
    browser.wait(&tab, "document.querySelectorAll('#lesson nav > *').length === 6");
    browser.wait(&tab, "document.querySelector('.cm-content').innerText.includes('(domain house)')");
    browser.press(&tab, "Plan");
    browser.wait(&tab, "document.querySelector('.rules .met')");
}

/// What ends a run: a limit of memory or of nesting is a message, Stop ends it, and the next one begins afresh.
fn ends(browser: &mut Browser, at: &str) {
    let tab = browser.open(&format!("{at}#plan?example=sliding+puzzle%3A+eleven+tiles"), WIDE);
    browser.wait(&tab, "document.querySelector('.t-keyword')");
    let live = "document.querySelector('.plan .live').textContent";
    browser.value(
        &tab,
        "document.querySelector('select[title=\"how good the plan must be\"]').value = 'optimal'",
    );
    browser.value(
        &tab,
        "document.querySelector('select[title=\"how good the plan must be\"]').dispatchEvent(new Event('change'))",
    );
    browser.press(&tab, "Plan");
    browser.wait(&tab, &format!("/expanded/.test({live})"));
    browser.press(&tab, "Stop");
    browser.wait(&tab, &format!("{live} === 'Stopped.'"));
    let deep = "const text = `(define (problem deep) (:domain d) (:goal ${'(not '.repeat(400)}(p)${')'.repeat(400)}))`; \
                const data = new DataTransfer(); data.items.add(new File([text], 'deep.pddl')); \
                document.querySelectorAll('.text')[1].dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }))";
    browser.value(&tab, deep);
    browser.wait(&tab, "document.querySelectorAll('.cm-content')[1].innerText.includes('deep')");
    browser.press(&tab, "Check");
    browser.wait(&tab, "document.querySelector('.output').textContent.includes('nested')");
    std::thread::sleep(Duration::from_millis(200));
}
