//! The pictures of pages in the README: what their pages say is what the program says today.
//!
//! In: the program, and a browser. Out: the words of the pages, compared with `pictures.txt`; with
//! `BANTO_DOCUMENTS=overwrite`, the words and `docs/pictures/*.png` are written, as `docs/pictures/draw.sh` does.

use std::fmt::Write;
use std::fs;
use std::thread::sleep;
use std::time::Duration;

use crate::cases::tell;
use crate::command::{banto, overwrites, program, text};
use crate::places::root;
use crate::serve::chromium::{Browser, Tab};
use crate::serve::server::Server;

/// A level of seven boxes: `banto sokoban generate --boxes 7 --size 12x9 --seed 1`, in as little room as it needs.
const LEVEL: [&str; 9] = [
    "       ####",
    "   #####  #",
    "   #   # .##",
    "####.  #$  #",
    "# $   ##@$ #",
    "# # ..##$$ #",
    "#  .$. $  .#",
    "#####   ####",
    "    #####",
];

#[test]
fn pages_say_what_their_pictures_show() {
    let Some(mut browser) = Browser::start() else {
        tell("skipped: no Chromium is installed, so the words of the pictures were not compared");
        return;
    };
    let (folder, server) = (tempfile::tempdir().unwrap(), Server::start(&[]));
    let page = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let mut said = String::new();
    // A page behind another one has no picture.
    let mut keep = |browser: &mut Browser, name: &str, words: &str, tab: &Tab| {
        let words = format!(
            "[...document.querySelectorAll('{words}')].map((one) => one.innerText).join('\\n')\
             .replace(/(× )?\\d+\\.\\d+|× \\d+|\\d+(?= times)/g, '#').replace(/\\s*\\n\\s*/g, '\\n').trim()"
        );
        let _ = writeln!(said, "# {name}.png\n{}\n", browser.value(tab, &words).as_str().unwrap());
        if overwrites() {
            fs::write(root().join(format!("docs/pictures/{name}.png")), browser.picture(tab)).unwrap();
        }
    };
    let tab = plan(&mut browser, &page("plan.html"));
    keep(&mut browser, "plan", "h1, .lead", &tab);
    let tab = comparison(&mut browser, &page("compare.html"));
    keep(&mut browser, "compare", ".legend, figcaption", &tab);
    let tab = race(&mut browser, &server.host);
    keep(&mut browser, "race", ".lane, .price", &tab);
    let tab = why(&mut browser, &server.host);
    keep(&mut browser, "serve", ".room:not([hidden]) .output", &tab);
    let kept = root().join("tests/program/pictures.txt");
    if overwrites() {
        fs::write(kept, said).unwrap();
    } else {
        let kept = fs::read_to_string(kept).unwrap_or_default();
        assert!(
            kept == said,
            "draw the pictures anew (docs/pictures/draw.sh); the pages say\n{said}\nand said\n{kept}"
        );
    }
}

/// A plan of the towers of Hanoi, some steps on.
fn plan(browser: &mut Browser, page: &str) -> Tab {
    let task = "problems/hanoi/03-six-discs.pddl";
    let run = banto(&["plan", task, "--quiet", "--html", page]);
    assert!(run.status.success(), "{}", text(&run.stderr));
    let tab = browser.open(&format!("file://{page}"), (620, 680));
    browser.wait(&tab, "document.querySelectorAll('.steps button')[8]");
    browser.value(&tab, "document.querySelectorAll('.steps button')[8].click()");
    browser.value(&tab, "scrollTo(0, 0)");
    // The discs move.
    sleep(Duration::from_secs(u64::from(overwrites())));
    tab
}

/// How many of the tasks that Pyperplan can read are answered within a time: by banto and by Pyperplan as programs,
/// and by a search of banto without a heuristic.
fn comparison(browser: &mut Browser, page: &str) -> Tab {
    let families = ["blocks", "gripper", "hanoi", "logistics", "rooms-and-keys", "sliding-puzzle"];
    let files = families.map(|family| fs::read_dir(root().join("problems").join(family)).unwrap());
    let mut files: Vec<String> =
        files.into_iter().flatten().map(|file| file.unwrap().path().to_str().unwrap().to_owned()).collect();
    files.sort();
    if !overwrites() {
        // The words are the same for one task.
        files.truncate(1);
    }
    let program = program();
    let whole =
        format!("banto={} plan --first -o {{plan}} {{domain}} {{problem}}", program.get_program().display());
    // It writes its plan beside the problem.
    let other = "Pyperplan=cp {domain} d.pddl; cp {problem} p.pddl; \
                 pyperplan -s gbf -H hff d.pddl p.pddl && cp p.pddl.soln {plan}";
    let mut arguments = vec!["compare", "--solvers", "bfs", "--external", &whole, "--external", other];
    arguments.extend(["--time-limit", "10s", "--html", page]);
    arguments.extend(files.iter().map(String::as_str));
    let run = banto(&arguments);
    assert!(run.status.success(), "{}", text(&run.stderr));
    let tab = browser.open(&format!("file://{page}"), (470, 446));
    browser.wait(&tab, "document.querySelector('.plots')");
    let alone = "document.querySelectorAll('main > :not(:has(.plots)), figure + figure, h2').forEach((one) => one.remove()); \
                 document.querySelector('main').style.padding = document.body.style.padding = '6px'; \
                 document.querySelector('main > *').style.margin = 0; \
                 document.querySelector('.plots').style.gridTemplateColumns = '1fr';";
    browser.value(&tab, alone);
    tab
}

/// Two boards half way: the same level is solved by the search that knows Sokoban and by planning.
fn race(browser: &mut Browser, host: &str) -> Tab {
    let rows = LEVEL.join("|").replace(' ', "%20").replace('#', "%23");
    let tab = browser.open(&format!("http://{host}/#sokoban?rows={rows}&name=Seed+1&race=1"), (560, 692));
    browser.wait(&tab, "document.querySelector('.price:not([hidden])')");
    browser.value(&tab, "document.querySelector('.lanes').scrollIntoView()");
    let again = "[...document.querySelectorAll('.lane button')].forEach((one) => one.click())";
    browser.value(&tab, again);
    // A solution is played in six seconds.
    sleep(Duration::from_secs(if overwrites() { 3 } else { 0 }));
    tab
}

/// What the workbench says of the README's model without a plan.
fn why(browser: &mut Browser, host: &str) -> Tab {
    let place = format!("http://{host}/#plan?example=courier+without+a+road%3A+ask+why");
    let tab = browser.open(&place, (1100, 640));
    browser.wait(&tab, "document.querySelector('.t-keyword')");
    browser.press(&tab, "Plan");
    browser.wait(&tab, "document.querySelector('.plan .live').textContent.includes('no plan')");
    browser.press(&tab, "Why?");
    let offered =
        "[...document.querySelectorAll('.output button')].some((one) => one.textContent === 'Apply')";
    browser.wait(&tab, offered);
    sleep(Duration::from_millis(500));
    tab
}
