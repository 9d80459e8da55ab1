//! The workbench in a real browser, as its users meet it.

use std::fs;
use std::time::{Duration, Instant};

use super::chromium::{Browser, Tab};
use super::server::Server;
use crate::cases::tell;
use crate::places::root;

const WIDE: (u32, u32) = (1200, 800);
const NARROW: (u32, u32) = (390, 844);

#[test]
fn people_use_it_in_a_browser() {
    let Some(mut browser) = Browser::start() else {
        tell("skipped: no Chromium is installed, so the workbench was not tried in a browser");
        return;
    };
    let server = serving();
    let at = format!("http://{}/", server.host);
    let kept = server.folder.path().join(".solutions.sok");
    // A level keeps its title and its author there.
    let is_named = |text: String| text.contains("First steps\n\n") && text.contains("\nAuthor: banto\n");
    let is_kept = || fs::read_to_string(&kept).is_ok_and(is_named) && fs::remove_file(&kept).is_ok();
    rooms(&mut browser, &at, &|_, _| is_kept());
    leave(&mut browser, &server);
    files(&mut browser, &server);
    lose_nothing(&mut browser, &server);
    swap(&mut browser, &at);
    save_and_open(&mut browser, &server);
    next_slip(&mut browser, &server);
    draw(&mut browser, &server);
    begin_a_game(&mut browser, &server);
    assert!(browser.faults.is_empty(), "{:#?}", browser.faults);
    // A server has only so many pages.
    let server = serving();
    // The only problem of the folder is open from the start, with its domain.
    let tab = open(&mut browser, &format!("http://{}/", server.host), "");
    browser.wait(&tab, "location.hash === '#plan?domain=d.pddl&problem=p.pddl'");
    drop_files(&mut browser, &server);
    read_only(&mut browser, &server);
    undo_both(&mut browser, &format!("http://{}/", server.host));
    lessons(&mut browser, &format!("http://{}/", server.host));
    lesson_files(&mut browser, &server);
    assert!(browser.faults.is_empty(), "{:#?}", browser.faults);
    without_token(&mut browser);
}

/// A server on a folder with a domain and a problem.
fn serving() -> Server {
    let server = Server::start(&[]);
    for (name, path) in [("d.pddl", "domains/gripper.pddl"), ("p.pddl", "problems/gripper/01-two-balls.pddl")]
    {
        fs::copy(root().join(path), server.folder.path().join(name)).unwrap();
    }
    server
}

/// Whether a solution was kept; then it is forgotten.
type IsKept<'a> = &'a dyn Fn(&mut Browser, &Tab) -> bool;

/// What can be done in every room, whatever is behind the page; its folder has the texts `d.pddl` and `p.pddl`.
pub fn rooms(browser: &mut Browser, at: &str, is_kept: IsKept<'_>) {
    mend_and_plan(browser, at);
    ask_why_and_repair(browser, at);
    type_over(browser, at);
    step(browser, at);
    play(browser, at, is_kept);
    race(browser, at);
    compare_and_games(browser, at);
}

/// A lesson ticks off what was done, keeps what is written, shows it in another tab, and hands it in by a link.
pub fn lessons(browser: &mut Browser, at: &str) {
    let text = |index: usize| format!("document.querySelectorAll('.cm-content')[{index}].innerText");
    let lesson = "#plan?lesson=first-domain";
    let tab = open(browser, at, lesson);
    browser.wait(&tab, "document.querySelector('.t-keyword')");
    browser.press(&tab, "Plan");
    browser.wait(&tab, "document.querySelector('.rules .met') && document.querySelector('#lesson nav').textContent.startsWith('1 ✓')");
    browser.wait(&tab, "document.querySelector('.plan .live').textContent.includes('Done: step 1 of ')");
    browser.value(&tab, "document.querySelector('.cm-content').focus()");
    browser.write(&tab, "; mine\n");
    let other = open(browser, at, lesson);
    let is_mine = format!("{}.includes('; mine')", text(0));
    browser.wait(&other, &is_mine);
    browser.value(&other, "document.querySelector('.cm-content').focus()");
    browser.write(&other, "; and here\n");
    browser.wait(&tab, &format!("{}.includes('; and here')", text(0)));
    browser.reload(&tab);
    browser.wait(&tab, &is_mine);
    let link =
        "[...document.querySelectorAll('#lesson button')].find((one) => one.textContent === 'Link').click()";
    browser.value(&tab, link);
    browser.wait(&tab, "document.querySelector('dialog input')?.value.includes('#handed=')");
    let link = browser.value(&tab, "document.querySelector('dialog input').value.split('#')[1]");
    let link = link.as_str().unwrap().to_owned();
    // A copy, apart from one's own.
    let copy = open(browser, at, &format!("#{link}"));
    browser.wait(&copy, "location.hash.startsWith('#plan?lesson=first-domain%7E')");
    browser.wait(&copy, &is_mine);
    browser.wait(&copy, "document.querySelector('.rules .met')");
    // A long line does not carry its place on to the next step.
    browser.value(&copy, "document.querySelector('.cm-content').focus()");
    browser.write(&copy, &format!("; {}\n", "wide ".repeat(100)));
    let is_away = "(() => { const one = document.querySelector('.cm-scroller'); one.scrollLeft = 200; return one.scrollLeft > 0; })()";
    browser.wait(&copy, is_away);
    browser.value(&copy, "document.querySelector('#lesson nav a').click()");
    browser.wait(&copy, "document.querySelector('.cm-scroller').scrollLeft === 0");
    // What was handed in may also be dropped, on an editor as well.
    drop_file(browser, &copy, ".cm-content", "Ann.lesson.json", BY_ANN);
    browser.wait(&copy, &format!("{}.trim() === '; by Ann'", text(0)));
    assert_eq!(browser.value(&copy, "document.querySelector('#lesson input').value"), "Ann");
    // By the day, as the time is that of the browser.
    let owner = browser.value(&copy, "document.querySelector('#lesson summary').textContent");
    assert!(owner.as_str().unwrap().contains("(handed in by Ann, Mar 4, 2026"), "{owner}");
    // A step that is played begins at the board.
    browser.value(&copy, "location.hash = 'plan?lesson=sokoban'");
    browser.wait(&copy, "document.querySelector('.sokoban:not([hidden])')?.dataset.playing === 'One box'");
    browser.wait(&copy, "document.querySelector('#lesson h2').textContent === 'Play'");
    // On a phone, all of it is in sight below the words.
    let phone = browser.open(&format!("{at}#plan?lesson=sokoban"), NARROW);
    browser.wait(&phone, "document.querySelector('.sokoban')?.dataset.playing === 'One box'");
    let top = "document.querySelector('iframe.game').getBoundingClientRect().top";
    browser.wait(&phone, &format!("scrollY === 0 && innerHeight - {top} > 400"));
    // On a phone, the message is brought into sight.
    let damaged = browser.open(&format!("{at}#{}", &link[..link.len() - 9]), NARROW);
    let live = "document.querySelector('.plan .live').textContent";
    browser.wait(&damaged, &format!("{live}.startsWith('The link is damaged')"));
    let is_seen = "(() => { const { top, bottom } = document.querySelector('.plan .live').getBoundingClientRect(); return top >= 0 && bottom < innerHeight; })()";
    browser.wait(&damaged, is_seen);
    browser.value(&damaged, "location.hash = '#plan?lesson=none'");
    browser.wait(&damaged, &format!("{live}.startsWith('There is no lesson none.')"));
    own_action(browser, at);
    addresses(browser, at);
    phone_steps(browser, at);
    several(browser, at);
}

/// Step and the board bring the lesson of their address along, whatever was open before.
fn addresses(browser: &mut Browser, at: &str) {
    let head = |words: &str| format!("document.querySelector('#lesson h2')?.textContent === '{words}'");
    let facts = |words: &str| {
        format!("document.querySelector('.step:not([hidden]) .facts')?.textContent.includes('{words}')")
    };
    let tab = open(browser, at, "#step?lesson=first-domain&step=2");
    browser.wait(&tab, &head("One state after another"));
    browser.wait(&tab, &facts("robot-in hall"));
    browser.press(&tab, "Next →");
    browser.wait(&tab, &head("A goal of your own"));
    browser.value(&tab, "history.back()");
    browser.wait(&tab, &head("One state after another"));
    browser.wait(&tab, &facts("robot-in hall"));
    browser.value(&tab, "location.hash = 'plan?lesson=heuristics&step=3'");
    browser.wait(&tab, &head("What the estimate does not see"));
    browser.value(&tab, "location.hash = 'step?lesson=first-domain&step=2'");
    browser.wait(&tab, &head("One state after another"));
    browser.wait(&tab, &facts("robot-in hall"));
    browser.value(&tab, "location.hash = 'plan?lesson=sokoban&step=5'");
    browser.wait(&tab, &head("The price of knowing nothing"));
    browser.press(&tab, "Put Storage on the board");
    let is_played = "document.querySelector('.sokoban:not([hidden])')?.dataset.playing === 'Storage'";
    browser.wait(&tab, is_played);
    let place = browser.value(&tab, "location.hash");
    let other = open(browser, at, place.as_str().unwrap());
    browser.wait(&other, is_played);
    browser.wait(&other, &head("The price of knowing nothing"));
    // What the solver has solved does not count, and the task says so.
    browser.value(&tab, "location.hash = 'plan?lesson=sokoban'");
    browser.wait(&tab, "document.querySelector('.sokoban:not([hidden])')?.dataset.playing === 'One box'");
    browser.press(&tab, "Solve");
    browser.wait(&tab, "document.querySelector('.rules')?.textContent.includes(\"the solver's\")");
}

/// On a phone, a new step begins with its heading, and what was done is in sight.
fn phone_steps(browser: &mut Browser, at: &str) {
    let is_seen = |part: &str| {
        format!(
            "(() => {{ const {{ top, bottom }} = document.querySelector('{part}').getBoundingClientRect(); \
             return top >= 0 && bottom < innerHeight; }})()"
        )
    };
    let tab = browser.open(&format!("{at}#plan?lesson=first-domain&step=2"), NARROW);
    browser.wait(&tab, "document.querySelector('.t-keyword')");
    browser.value(&tab, "scrollTo(0, 2000)");
    browser.wait(&tab, "scrollY > 200");
    browser.press(&tab, "Next →");
    browser.wait(&tab, "document.querySelector('#lesson h2').textContent === 'A goal of your own'");
    browser.wait(&tab, &is_seen("#lesson h2"));
    browser.value(&tab, "location.hash = 'step?lesson=first-domain&step=2'");
    browser.wait(&tab, "document.querySelector('.step .facts')");
    browser.press(&tab, "Plan from here");
    browser.press(&tab, "Follow it");
    browser.wait(&tab, "document.querySelector('.step .live').textContent.includes('Done: ')");
    browser.wait(&tab, &is_seen(".step .live"));
}

/// Several that are dropped at once are all taken in, with a word about one that is none.
fn several(browser: &mut Browser, at: &str) {
    let tab = open(browser, at, "#plan?example=delivery");
    browser.wait(&tab, "document.querySelector('.lessons') && document.querySelector('.t-keyword')");
    let drop = format!(
        "(() => {{ const dataTransfer = new DataTransfer(); const ann = {BY_ANN}; \
         for (const [name, text] of [['a', ann], ['x', '{{'], ['b', ann.replace('Ann', 'Bob')]]) \
         dataTransfer.items.add(new File([text], `${{name}}.lesson.json`)); \
         document.querySelector('.cm-content').dispatchEvent(new DragEvent('drop', {{ dataTransfer, bubbles: true, cancelable: true }})); }})()"
    );
    browser.value(&tab, &drop);
    let list = "document.querySelector('dialog[open]')?.textContent";
    for part in ["2 files taken in", "x.lesson.json: This is damaged", "of Ann, ", "of Bob, "] {
        browser.wait(&tab, &format!("{list}?.includes('{part}')"));
    }
}

/// What Ann has handed in, as an expression.
pub const BY_ANN: &str = "JSON.stringify({ lesson: 'first-domain', who: 'Ann', when: '2026-03-04T12:00:00Z', \
                          solved: [], texts: { '0 domain': '; by Ann' } })";

/// The action that a pupil writes counts once it empties the can: without that, there is a plan, too.
fn own_action(browser: &mut Browser, at: &str) {
    let tab = open(browser, at, "#plan?lesson=first-domain&step=4");
    browser.wait(&tab, "document.querySelector('.t-keyword')");
    let met = "document.querySelectorAll('.rules li')[1].classList.contains('met')";
    let last = "; Write the action `water` here.";
    for (from, to, is_met) in [
        (
            last,
            "(:action water :parameters (?p - plant ?r - room) \
             :precondition (and (robot-in ?r) (stands ?p ?r) (can-full)) :effect (watered ?p))",
            false,
        ),
        (":effect (watered ?p)", ":effect (and (watered ?p) (not (can-full)))", true),
    ] {
        let content = format!("document.querySelector('.cm-content').innerText.replace({from:?}, {to:?})");
        drop_file(browser, &tab, ".cm-content", "mine.pddl", &content);
        browser.press(&tab, "Plan");
        let is_planned = "/^\\d+ steps/.test(document.querySelector('.plan .live').textContent) \
                          && document.querySelector('.plan [data-part=old]').hidden";
        browser.wait(&tab, is_planned);
        assert_eq!(browser.value(&tab, met), is_met, "{to}");
        let told = browser.value(&tab, "document.querySelectorAll('.rules li')[1].textContent");
        assert_eq!(told.as_str().unwrap().contains("Not yet: steps "), !is_met, "{told}");
    }
}

/// What is wrong with a teacher's lesson stands where it is wrong; without a step, it is one sentence.
fn lesson_files(browser: &mut Browser, server: &Server) {
    let write = |name: &str, text: &str| fs::write(server.folder.path().join(name), text).unwrap();
    write("bare.lesson.md", "# Bare\n\nIt has no step.\n");
    write(
        "never.lesson.md",
        "# Never\n\n## One\n\n```pddl domian\n(define (domain d))\n```\n\n- [ ] a `plan steps<=x`\n- [ ] b `plans`\n\
         - [ ] c `level level=1`\n- [ ] d `plan uses=fly`\n- [ ] e\n- [ ] f `plan steps<=5`\n\
         - [ ] g `plan problem=nothere`\n- [ ] h `plan status=best`\n- [x] i `plan`\n\n```pddl problem\n(define\n",
    );
    let tab = open(browser, &format!("http://{}/", server.host), "#plan?lesson=bare");
    let live = "document.querySelector('.plan .live').textContent";
    browser.wait(&tab, &format!("{live}.startsWith('This lesson has no steps: each begins with')"));
    assert_eq!(browser.value(&tab, "document.querySelector('#lesson').hidden"), true);
    browser.value(&tab, "location.hash = 'plan?lesson=never'");
    browser.wait(&tab, "document.querySelector('#lesson h2')?.textContent === 'One'");
    let told = browser.value(
        &tab,
        "[...document.querySelectorAll('#lesson .error')].map((one) => one.textContent).join('\\n')",
    );
    let told: Vec<&str> = told.as_str().unwrap().lines().collect();
    for (line, part) in told.iter().zip([
        "No block is called pddl domian:",
        "Neither a task, - [ ], nor a whole block: - [x] i",
        "Neither a task, - [ ], nor a whole block: ```pddl problem",
        "x is no number",
        "nothing is called plans:",
        "this step has 0 levels",
        "neither the texts nor this step name an action fly",
        "it has no rule, such as",
        "neither the texts nor this step name a problem nothere",
        "status is optimal or solved",
    ]) {
        assert!(line.contains(part), "{line}: {part}");
    }
    assert_eq!(told.len(), 10, "{told:?}");
}

fn open(browser: &mut Browser, at: &str, place: &str) -> Tab {
    browser.open(&format!("{at}{place}"), WIDE)
}

/// A domain with two errors, mended by their quick fixes; then a plan with its page.
fn mend_and_plan(browser: &mut Browser, at: &str) {
    let tab = open(browser, at, "#plan?domain=d.pddl&problem=p.pddl");
    browser.wait(&tab, "document.querySelector('.t-keyword')");
    browser.value(&tab, "document.querySelectorAll('.cm-content')[0].focus()");
    browser.key(&tab, "End", 35, 2);
    // The last line is that of the end of the definition.
    for _ in 0..2 {
        browser.key(&tab, "Backspace", 8, 0);
    }
    browser.write(&tab, "\n  (:action wait\n    :parameters (?x - rom)\n    :precondition (robot-in ?x)\n    :effect (fre ?x)))");
    for fix in ["room", "free"] {
        browser.press(&tab, &format!("Fix: write {fix}"));
    }
    browser.wait(
        &tab,
        "![...document.querySelectorAll('.faults li')].some((one) => /rom|fre\\b/.test(one.textContent))",
    );
    browser.press(&tab, "Check");
    browser.wait(&tab, "document.querySelector('.plan .live').textContent.includes('to look at')");
    let tab = open(browser, at, "#plan?domain=d.pddl&problem=p.pddl");
    browser.wait(&tab, "document.querySelector('.t-keyword')");
    browser.value(&tab, "document.querySelectorAll('.cm-content')[1].focus()");
    browser.key(&tab, "Enter", 13, 2);
    browser.wait(
        &tab,
        "/^5 steps(; no plan is shorter)? \\(/.test(document.querySelector('.plan .live').textContent)",
    );
    browser.wait(&tab, "document.querySelector('.output iframe')");
    // The page of the plan can be opened or kept without the rest.
    let alone = "document.querySelector('.output a').href === document.querySelector('.output iframe').src";
    assert_eq!(browser.value(&tab, alone), true);
    // What is printed are all lines of the texts.
    browser.value(&tab, "dispatchEvent(new Event('beforeprint'))");
    let printed =
        "[...document.querySelectorAll('.printed')].map((one) => one.textContent.trim().split('\\n').length)";
    let lines = |path: &str| fs::read_to_string(root().join(path)).unwrap().trim().lines().count();
    let wanted = ["domains/gripper.pddl", "problems/gripper/01-two-balls.pddl"].map(lines);
    assert_eq!(browser.value(&tab, printed), serde_json::json!(wanted));
}

fn ask_why_and_repair(browser: &mut Browser, at: &str) {
    let tab = browser.open(&format!("{at}#plan?example=courier+without+a+road%3A+ask+why"), NARROW);
    browser.wait(&tab, "document.querySelector('.t-keyword')");
    browser.press(&tab, "Plan");
    browser.wait(&tab, "document.querySelector('.plan .live').textContent.includes('no plan')");
    browser.press(&tab, "Why?");
    browser.press(&tab, "Apply");
    browser.wait(&tab, "document.querySelector('.plan .live').textContent.startsWith('4 steps')");
    browser.wait(&tab, "document.querySelectorAll('.cm-content')[1].innerText.includes('(road depot home)')");
    // Nothing is wider than the screen, and nothing scrolls but the page: the plan is as tall as what it shows.
    assert_eq!(browser.value(&tab, "document.documentElement.scrollWidth <= innerWidth"), true);
    browser.wait(&tab, "document.querySelector('.output iframe').offsetHeight > innerHeight");
    // What was not saved comes back.
    browser.reload(&tab);
    browser
        .wait(&tab, "document.querySelectorAll('.cm-content')[1]?.innerText.includes('(road depot home)')");
}

fn step(browser: &mut Browser, at: &str) {
    let tab = open(browser, at, "#step?domain=d.pddl&problem=p.pddl");
    browser.press(&tab, "(walk kitchen hall)");
    browser.wait(&tab, "document.querySelector('.step section h2').textContent === 'After 1 step'");
    browser.press(&tab, "Undo");
    browser.wait(&tab, "document.querySelector('.step section h2').textContent === 'The initial state'");
    browser.press(&tab, "Plan from here");
    browser.press(&tab, "Follow it");
    browser.wait(&tab, "document.querySelector('.step').textContent.includes('The goal holds')");
    browser.value(
        &tab,
        "document.querySelector('.step input[placeholder]').value = '(release ball1 kitchen left)'",
    );
    browser.press(&tab, "Why not?");
    browser.wait(&tab, "document.querySelector('.step section pre').textContent.includes('is false')");
    // A place is called by its file, and leads there.
    let place = "document.querySelector('.step section pre .link')";
    browser.wait(&tab, &format!("{place}.textContent.startsWith('d.pddl, line 3')"));
    browser.value(&tab, &format!("{place}.click()"));
    browser.wait(
        &tab,
        "document.querySelector('.plan:not([hidden]) .cm-activeLine').innerText.includes(':precondition')",
    );
    browser.value(&tab, "document.querySelector('[data-room=step]').click()");
    browser.reload(&tab);
    browser.wait(&tab, "document.querySelector('.step')?.textContent.includes('The goal holds')");
    // An answer about another state goes with it.
    browser.value(
        &tab,
        "document.querySelector('.step input[placeholder]').value = '(release ball1 kitchen left)'",
    );
    browser.press(&tab, "Why not?");
    browser.wait(&tab, "document.querySelector('.step section pre').textContent.includes('is false')");
    browser.press(&tab, "Undo");
    browser.wait(&tab, "document.querySelector('.step section pre').textContent === ''");
    // On a phone, the picture and what can be done are in sight together, also after a step further down.
    let tab = browser.open(&format!("{at}#step?domain=d.pddl&problem=p.pddl"), NARROW);
    let is_seen = "[document.querySelector('.state-picture'), document.querySelector('.step .action-button')] \
                   .map((one) => one.getBoundingClientRect()) \
                   .every((box) => box.height && box.top >= 0 && box.bottom <= innerHeight)";
    browser.wait(&tab, is_seen);
    browser.value(&tab, "scrollTo(0, 120)");
    browser.press(&tab, "(walk kitchen hall)");
    browser.wait(&tab, "document.querySelector('.step section h2').textContent === 'After 1 step'");
    browser.wait(&tab, &format!("scrollY === 120 && {is_seen}"));
    // What never changes is folded, and stays as it was left.
    browser.value(&tab, "location.hash = 'plan?example=delivery'");
    browser.wait(&tab, &format!("{DOMAIN}.includes('(domain delivery)')"));
    browser.value(&tab, "location.hash = 'step'");
    browser.wait(
        &tab,
        "document.querySelector('.step section summary')?.textContent.endsWith(' that never change')",
    );
    browser.value(&tab, "document.querySelector('.step section summary').click()");
    browser.value(&tab, "document.querySelector('.step .action-button').click()");
    browser.wait(&tab, "document.querySelector('.step section h2').textContent === 'After 1 step'");
    assert_eq!(browser.value(&tab, "document.querySelector('.step section details').open"), true);
}

/// A level with keys, with the mouse, and with a finger: each time, the solution is kept.
fn play(browser: &mut Browser, at: &str, is_kept: IsKept<'_>) {
    let place = format!("{at}#sokoban?collection=first+steps&level=1");
    let ready = "document.querySelector('iframe.game') && location.hash.includes('level=1') && document.querySelector('.sokoban .live').textContent === ''";
    for way in 0..3 {
        let size = if way == 2 { NARROW } else { WIDE };
        let tab = browser.open(&place, size);
        browser.wait(&tab, ready);
        browser.wait(&tab, "document.querySelector('.sokoban').dataset.playing");
        // A game that was left goes on.
        browser.value(&tab, "document.querySelector('iframe.game').focus()");
        // A browser that is busy loses what is pressed while the focus changes from frame to frame; people begin again.
        let is_solved = (0..3).any(|_| {
            browser.key(&tab, "r", 82, 0);
            move_the_box(browser, &tab, way, f64::from(size.1));
            is_soon(|| is_kept(browser, &tab))
        });
        let state = "[location.href, document.activeElement.className, \
                     { ...document.querySelector('iframe.game').dataset }, document.body.innerText]";
        let shown = browser.value(&tab, state);
        assert!(is_solved, "way {way}: {shown}");
    }
}

/// Whether it is so within 15 seconds.
fn is_soon(mut is_so: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(15) {
        if is_so() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    false
}

/// The box of the first level goes two cells to the right: by keys, by the mouse, by a finger.
fn move_the_box(browser: &mut Browser, tab: &Tab, way: usize, screen: f64) {
    let place = browser.value(
        tab,
        "(() => { const box = document.querySelector('iframe.game').getBoundingClientRect(); \
         return [box.x + box.width / 2, box.y, box.width, box.height]; })()",
    );
    let [middle, top, width, height] = [0, 1, 2, 3].map(|index| place[index].as_f64().unwrap());
    // The board is in the middle, as wide as its page says; how far down it begins is not known here.
    let wide = (width - 24.0).min(576.0).min((height - 240.0).max(256.0) * 1.6);
    let rows = || (0..30).map(|row| top + 100.0 + 12.0 * f64::from(row)).filter(|y| *y < screen);
    let column = |column: f64| middle + (column + 0.5 - 4.0) * wide / 8.0;
    match way {
        0 => {
            browser.value(tab, "document.querySelector('iframe.game').focus()");
            browser.key(tab, "ArrowRight", 39, 0);
            browser.key(tab, "ArrowRight", 39, 0);
        }
        // A tap on the box, and on where it is to go.
        1 => rows().for_each(|y| {
            browser.click(tab, (column(3.0), y));
            browser.click(tab, (column(5.0), y));
        }),
        _ => rows().for_each(|y| browser.swipe(tab, (middle - 60.0, y), (middle + 60.0, y))),
    }
}

fn race(browser: &mut Browser, at: &str) {
    // Until there is a level, nothing can be asked of it; on a phone, all of the board is in sight.
    let tab = browser.open(&format!("{at}#sokoban?collection=first+steps&level=1"), NARROW);
    let is_asked = "!document.querySelector('.sokoban [data-part=hint]').matches(':disabled')";
    let is_there = "Boolean(document.querySelector('.sokoban').dataset.playing)";
    browser.wait(&tab, &format!("{is_asked} === {is_there}"));
    browser.wait(&tab, &format!("{is_asked} && {is_there}"));
    let seen = "(() => { const box = document.querySelector('iframe.game').getBoundingClientRect(); \
                return box.top < 210 && box.bottom <= innerHeight && box.height >= 480; })()";
    browser.wait(&tab, seen);
    let low = "[...document.querySelectorAll('.sokoban button')].filter((one) => one.getBoundingClientRect().height < 44).length";
    assert_eq!(browser.value(&tab, low), 0);
    let tab = open(browser, at, "#sokoban?collection=first+steps&level=3");
    browser.wait(&tab, "document.querySelector('.sokoban').dataset.playing");
    browser.press(&tab, "Hint");
    browser.wait(&tab, "document.querySelector('.sokoban .live').textContent === ''");
    browser.value(&tab, "document.querySelector('iframe.game').focus()");
    // The key of the game in the terminal does what the button does.
    let solved = "document.querySelector('.sokoban .live').textContent.startsWith('Solved from here on: ') && \
                  document.querySelector('.sokoban .live').textContent.endsWith(', 2 pushes.')";
    let is_solved = (0..3).any(|_| {
        browser.key(&tab, "f", 70, 0);
        is_soon(|| browser.value(&tab, solved) == true)
    });
    assert!(is_solved, "{}", browser.value(&tab, "document.body.innerText"));
    browser.press(&tab, "Shorter");
    browser.wait(
        &tab,
        "/^A short solution: .*; proven: /.test(document.querySelector('.sokoban .live').textContent)",
    );
    browser.press(&tab, "As planning");
    browser.wait(&tab, "document.querySelectorAll('.lane-state').length === 2 && [...document.querySelectorAll('.lane-state')].every((one) => one.textContent.startsWith('solved'))");
    browser.wait(&tab, "document.querySelector('.price')?.textContent.match(/processor time\\.|too quick/)");
    browser.press(&tab, "Open them in the editors");
    browser.wait(&tab, "document.querySelectorAll('.cm-content')[0]?.innerText.includes('sokoban-filtered') && !document.querySelector('.room.plan').hidden");
    browser.press(&tab, "Plan");
    browser.wait(&tab, "/^\\d+ steps/.test(document.querySelector('.plan .live').textContent)");
    let tab = open(
        browser,
        at,
        "#sokoban?rows=%23%23%23%23%23%7C%23%40.%24%23%7C%23%23%23%23%23&name=Stuck&race=1",
    );
    browser.wait(
        &tab,
        "document.querySelector('.price')?.textContent.includes('both have proven that there is none')",
    );
    assert_eq!(
        browser.value(&tab, "document.querySelector('.price').textContent.includes('accepted')"),
        false
    );
}

/// A game that is left is kept where the terminal keeps it, and goes on from there.
fn leave(browser: &mut Browser, server: &Server) {
    let place = format!("http://{}/#sokoban?collection=first+steps&level=1", server.host);
    let kept = server.folder.path().join("unfinished.json");
    // What was played before is another game.
    let _ = fs::remove_file(&kept);
    let is_left = |moves: &str| is_soon(|| fs::read_to_string(&kept).is_ok_and(|text| text.contains(moves)));
    let tab = browser.open(&place, WIDE);
    for (key, code, moves) in [("ArrowUp", 38, "\"u^\""), ("ArrowLeft", 37, "\"ul^\"")] {
        browser.wait(&tab, "document.querySelector('iframe.game').dataset.told === ''");
        browser.value(&tab, "document.querySelector('iframe.game').focus()");
        browser.key(&tab, key, code, 0);
        assert!(is_left(moves), "{moves}: {:?}", fs::read_to_string(&kept));
        browser.reload(&tab);
    }
}

/// A second page, and another program that changes a file meanwhile.
fn files(browser: &mut Browser, server: &Server) {
    let at = &format!("http://{}/", server.host);
    let path = server.folder.path().join("d.pddl");
    let before = fs::read_to_string(&path).unwrap();
    let one = open(browser, at, "#plan?domain=d.pddl&problem=p.pddl");
    let two = open(browser, at, "#plan?domain=d.pddl&problem=p.pddl");
    for tab in [&one, &two] {
        browser.wait(tab, "document.querySelector('.t-keyword')");
    }
    browser.value(&two, "document.querySelector('.cm-content').focus()");
    browser.write(&two, "; mine\n");
    fs::write(&path, format!("; theirs\n{before}")).unwrap();
    browser.wait(&two, "document.querySelector('.notice').textContent.includes('changed on disk')");
    browser.press(&two, "Save");
    let marked = "[...document.querySelectorAll('dialog mark')].map((one) => one.textContent).join()";
    browser.wait(&two, &format!("{marked} === '; mine,; theirs'"));
    browser.press(&two, "Save mine");
    let start = Instant::now();
    while !fs::read_to_string(&path).unwrap().starts_with("; mine") {
        assert!(start.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(50));
    }
    browser.wait(&two, "document.querySelector('.notice').textContent === 'saved'");
    fs::write(&path, &before).unwrap();
    browser.wait(&two, "!document.querySelector('.cm-content').innerText.includes('; mine')");
}

/// Texts in the wrong editors are seen while they are written, and an answer is not for the texts after a change.
fn swap(browser: &mut Browser, at: &str) {
    let tab = open(browser, at, "#plan?domain=p.pddl&problem=d.pddl");
    browser.press(&tab, "Swap them");
    browser.wait(&tab, &format!("{DOMAIN}.includes('(domain ')"));
    browser.press(&tab, "Check");
    browser.wait(&tab, "document.querySelector('.plan .live').textContent === 'Nothing is wrong.'");
    let old = "document.body.innerText.includes('This is about the texts before your changes.')";
    assert_eq!(browser.value(&tab, old), false);
    write(browser, &tab, "; mine\n");
    browser.wait(&tab, old);
}

/// The text of the domain.
const DOMAIN: &str = "document.querySelectorAll('.cm-content')[0].innerText";

/// What is typed over colored words takes their place, in one step, and asks for no style that the policy refuses.
fn type_over(browser: &mut Browser, at: &str) {
    let tab = open(browser, at, "#plan?domain=d.pddl&problem=p.pddl");
    browser.wait(&tab, "document.querySelector('.t-keyword')");
    browser.value(&tab, "document.querySelector('.cm-content').focus()");
    browser.key(&tab, "a", 65, 2);
    for letter in "(define".chars() {
        browser.letter(&tab, letter);
    }
    browser.wait(&tab, &format!("{DOMAIN}.trim() === '(define)'"));
    browser.key(&tab, "z", 90, 2);
    browser.wait(&tab, &format!("{DOMAIN}.includes('(domain gripper)')"));
    assert!(browser.faults.is_empty(), "{:#?}", browser.faults);
}

/// Writes at the beginning of the domain. Nobody has touched the page, so it can be left without a question.
fn write(browser: &mut Browser, tab: &Tab, text: &str) {
    let text = serde_json::json!(text);
    browser.value(tab, "document.querySelector('.cm-content').focus()");
    browser.value(tab, &format!("document.execCommand('insertText', false, {text})"));
    browser.wait(tab, "document.querySelector('.file').textContent.endsWith('●')");
    let asks = "(() => { const event = new Event('beforeunload', { cancelable: true }); dispatchEvent(event); \
                return event.defaultPrevented; })()";
    browser.wait(tab, asks);
}

/// What was written stays, whatever is reloaded, opened, undone or stopped.
fn lose_nothing(browser: &mut Browser, server: &Server) {
    let (path, at) = (server.folder.path().join("d.pddl"), format!("http://{}/", server.host));
    let before = fs::read_to_string(&path).unwrap();
    let tab = open(browser, &at, "#plan?domain=d.pddl&problem=p.pddl");
    browser.wait(&tab, "document.querySelector('.t-keyword')");
    write(browser, &tab, "; mine\n");
    // A reload, while another program writes the file.
    let theirs = format!("; theirs\n{before}");
    fs::write(&path, &theirs).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    browser.reload(&tab);
    browser.wait(&tab, &format!("{DOMAIN}.startsWith('; mine')"));
    browser.wait(&tab, "document.querySelector('.file').textContent === 'd.pddl ●'");
    browser.press(&tab, "Save");
    browser.press(&tab, "Take theirs");
    browser.wait(&tab, &format!("{DOMAIN}.startsWith('; theirs')"));
    assert_eq!(fs::read_to_string(&path).unwrap(), theirs);
    fs::write(&path, &before).unwrap();
    browser.wait(&tab, &format!("!{DOMAIN}.includes('; theirs')"));
    // Another text is a question, and what was before is not undone into it.
    write(browser, &tab, "; more\n");
    browser.press(&tab, "New");
    browser.press(&tab, "Discard");
    browser.wait(&tab, &format!("{DOMAIN}.includes('(domain mine)')"));
    browser.value(&tab, "document.querySelector('.cm-content').focus()");
    browser.key(&tab, "z", 90, 2);
    assert_eq!(browser.value(&tab, &format!("{DOMAIN}.includes('(domain mine)')")), true);
    // A new page knows of it as well.
    write(browser, &tab, "; last\n");
    let tab = open(browser, &at, "");
    browser.press(&tab, "Bring it back");
    browser.wait(&tab, &format!("{DOMAIN}.startsWith('; last') && location.hash.includes('example=new')"));
    // Plans that were found stay when the search is stopped.
    let tab = open(browser, &at, "#plan?example=sliding+puzzle%3A+eleven+tiles&quality=anytime");
    browser.wait(&tab, "document.querySelector('.t-keyword')");
    browser.press(&tab, "Plan");
    browser.wait(&tab, "document.querySelector('.plan .output pre').textContent.includes('(slide')");
    browser.press(&tab, "Stop");
    browser
        .wait(&tab, "document.querySelector('.plan .live').textContent.startsWith('Stopped; the last plan')");
    assert_ne!(browser.value(&tab, "document.querySelector('.plan .output pre').textContent"), "");
}

/// Drops a file on what a selector finds: its name, and its content as an expression.
pub fn drop_file(browser: &mut Browser, tab: &Tab, on: &str, name: &str, content: &str) {
    let script = format!(
        "(() => {{ const dataTransfer = new DataTransfer(); dataTransfer.items.add(new File([{content}], '{name}')); \
         const event = new DragEvent('drop', {{ dataTransfer, bubbles: true, cancelable: true }}); \
         return !document.querySelector('{on}').dispatchEvent(event); }})()"
    );
    assert_eq!(browser.value(tab, &script), true, "{name}: the browser must not open it");
}

/// A file that is dropped on a text that was not saved is a question, and undo brings the text back; what is no text
/// changes nothing, and one sentence says why.
fn drop_files(browser: &mut Browser, server: &Server) {
    let tab = open(browser, &format!("http://{}/", server.host), "#plan?domain=d.pddl&problem=p.pddl");
    browser.wait(&tab, "document.querySelector('.t-keyword')");
    write(browser, &tab, "; mine\n");
    browser.value(&tab, "(() => { window.before = document.querySelector('.cm-content').innerText; })()");
    let is_same = format!("{DOMAIN} === window.before");
    let said = |words: &str| format!("document.querySelector('.plan .live').textContent === '{words}'");
    for (name, content, words) in [
        (
            "random",
            "Uint8Array.from({ length: 4 << 20 }, (_, at) => (at * 7919) >> 3)",
            "random is not UTF-8 text: nothing was changed.",
        ),
        (
            "photo.jpg",
            "new Uint8Array([255, 216, 255, 224, 0, 16, 74, 70])",
            "photo.jpg is not UTF-8 text: nothing was changed.",
        ),
        ("zeros.pddl", "'\\0'.repeat(9)", "zeros.pddl is not UTF-8 text: nothing was changed."),
        (
            "line",
            "'x'.repeat(30 << 20)",
            "line is too long for a text (30.0 MiB of at most 8 MiB): nothing was changed.",
        ),
        (
            "long.txt",
            "'; long\\n'.repeat(10 << 17)",
            "long.txt is too long for a text (8.8 MiB of at most 8 MiB): nothing was changed.",
        ),
    ] {
        drop_file(browser, &tab, ".cm-content", name, content);
        browser.wait(&tab, &said(words));
        assert_eq!(browser.value(&tab, &is_same), true, "{name}");
    }
    // What is pasted is no longer either.
    browser.value(
        &tab,
        "(() => { const data = new DataTransfer(); data.setData('text/plain', 'x'.repeat(9 << 20)); \
         document.querySelector('.cm-content').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); })()",
    );
    browser.wait(&tab, &said("The text would be longer than 8 MiB: nothing was changed."));
    assert_eq!(browser.value(&tab, &is_same), true);
    let asked = "document.querySelector('dialog[open] h2')?.textContent === 'The domain is not saved'";
    drop_file(browser, &tab, ".cm-content", "x.txt", "'; dropped\\n'");
    browser.wait(&tab, asked);
    browser.press(&tab, "Close");
    assert_eq!(browser.value(&tab, &is_same), true);
    drop_file(browser, &tab, ".cm-content", "x.txt", "'; dropped\\n'");
    browser.press(&tab, "Discard");
    browser.wait(
        &tab,
        &format!(
            "{DOMAIN}.trim() === '; dropped' && document.querySelector('.file').textContent === 'not saved'"
        ),
    );
    browser.value(&tab, "document.querySelector('.cm-content').focus()");
    browser.key(&tab, "z", 90, 2);
    browser.wait(&tab, &is_same);
    // A photo is no level.
    let tab = open(browser, &format!("http://{}/", server.host), "#sokoban?collection=first+steps&level=1");
    browser.wait(&tab, "document.querySelector('.sokoban').dataset.playing");
    drop_file(browser, &tab, ".sokoban", "photo.jpg", "new Uint8Array([255, 216, 0])");
    let said = "document.querySelector('.sokoban .live').textContent";
    browser.wait(&tab, &format!("{said} === 'photo.jpg is not UTF-8 text: nothing was changed.'"));
    fs::write(server.folder.path().join("photo.txt"), [255, 216, 0]).unwrap();
    browser.value(&tab, "location.hash = 'sokoban?file=photo.txt'");
    browser.wait(&tab, &format!("{said} === 'photo.txt: not UTF-8 text'"));
    fs::remove_file(server.folder.path().join("photo.txt")).unwrap();
}

/// A text that is not UTF-8 is shown and not changed.
fn read_only(browser: &mut Browser, server: &Server) {
    let path = server.folder.path().join("latin.pddl");
    let bytes = b"; gr\xfc\xdfe\n(define (domain latin))\n";
    fs::write(&path, bytes).unwrap();
    let tab = open(browser, &format!("http://{}/", server.host), "#plan?domain=latin.pddl");
    let notice = "document.querySelector('.notice').textContent";
    browser.wait(&tab, &format!("{notice} === 'not UTF-8 text, for reading only'"));
    browser.value(&tab, "document.querySelector('.cm-content').focus()");
    browser.letter(&tab, 'x');
    browser.key(&tab, "s", 83, 2);
    browser.wait(&tab, &format!("{notice} === 'not UTF-8 text: saving it would change its characters'"));
    assert_eq!(browser.value(&tab, &format!("{DOMAIN}.startsWith('; gr')")), true);
    assert_eq!(fs::read(&path).unwrap(), bytes);
    // Another text can be written.
    browser.press(&tab, "New");
    browser.wait(&tab, &format!("{DOMAIN}.includes('(domain mine)')"));
    write(browser, &tab, "; more\n");
    browser.wait(&tab, &format!("{DOMAIN}.startsWith('; more')"));
    fs::remove_file(path).unwrap();
}

/// A name that is changed in both texts is taken back, and changed again, in both.
fn undo_both(browser: &mut Browser, at: &str) {
    let tab = open(browser, at, "#plan?domain=d.pddl&problem=p.pddl");
    browser.wait(&tab, "document.querySelector('.t-keyword')");
    write(browser, &tab, "; typed\n");
    browser.value(&tab, "document.querySelector('.cm-content').focus()");
    // The cursor goes to the name of a predicate that is in both.
    let find = "(() => { const walk = document.createTreeWalker(document.querySelector('.cm-content'), NodeFilter.SHOW_TEXT); \
                for (let node = walk.nextNode(); node; node = walk.nextNode()) { const at = node.data.indexOf('robot-in'); \
                if (at >= 0) return getSelection().collapse(node, at + 2); } })()";
    browser.value(&tab, find);
    std::thread::sleep(Duration::from_millis(300));
    browser.key(&tab, "F2", 113, 0);
    browser.wait(&tab, "document.querySelector('dialog[open] input')");
    browser.value(&tab, "document.querySelector('dialog[open] input').value = 'robot-at'");
    browser.press(&tab, "OK");
    let both = |name: &str| {
        format!(
            "[...document.querySelectorAll('.cm-content')].every((one) => one.innerText.includes('{name}'))"
        )
    };
    browser.wait(&tab, &both("(robot-at "));
    browser.value(&tab, "document.querySelector('.cm-content').focus()");
    browser.key(&tab, "z", 90, 2);
    browser.wait(&tab, &both("(robot-in "));
    assert_eq!(browser.value(&tab, &format!("{DOMAIN}.startsWith('; typed')")), true);
    browser.value(&tab, "document.querySelectorAll('.cm-content')[1].focus()");
    browser.key(&tab, "y", 89, 2);
    browser.wait(&tab, &both("(robot-at "));
}

/// An address that lacks its token is told as that.
fn without_token(browser: &mut Browser) {
    let server = Server::start(&["--host", "127.0.0.1"]);
    let tab = open(browser, &format!("http://{}/", server.host), "");
    let told = "this address lacks its token: take the one that banto serve printed";
    browser.wait(&tab, &format!("document.querySelector('#link').textContent === '{told}'"));
    browser.faults.clear();
    let tab =
        open(browser, &format!("http://{}/?{}", server.host, server.query), "#plan?lesson=first-domain");
    browser.wait(&tab, "document.querySelector('.t-keyword')");
    // What is handed in gives no access away.
    browser.press(&tab, "Link");
    browser.wait(&tab, "document.querySelector('dialog[open] input')?.value.includes('/#handed=')");
    browser.wait(
        &tab,
        "document.querySelector('dialog[open]').textContent.includes('only with the token of this server')",
    );
    assert!(browser.faults.is_empty(), "{:#?}", browser.faults);
}

/// New files, names that are taken, and a problem whose domain is another one.
fn save_and_open(browser: &mut Browser, server: &Server) {
    let (folder, at) = (server.folder.path(), format!("http://{}/", server.host));
    fs::copy(root().join("domains/blocks.pddl"), folder.join("b.pddl")).unwrap();
    // What is wanted most comes first, and on a phone, no bar covers it.
    let phone = browser.open(&format!("{at}#plan?domain=b.pddl&problem=p.pddl"), NARROW);
    browser.wait(
        &phone,
        "document.querySelector('.faults .fix').textContent.startsWith('Fix: write blocks, the name')",
    );
    let box_of = |part: &str| format!("document.querySelector('{part}').getBoundingClientRect()");
    browser.wait(&phone, &format!("{}.bottom <= {}.top", box_of(".faults .fix"), box_of(".run")));
    // A command that explains is a link.
    let problem = fs::read_to_string(folder.join("p.pddl")).unwrap();
    fs::write(folder.join("n.pddl"), problem.replace("(:init", "(:init (robot-in = kitchen)")).unwrap();
    let numbers = open(browser, &at, "#plan?domain=d.pddl&problem=n.pddl");
    browser.press(&numbers, "numbers");
    browser.wait(&numbers, "document.querySelector('dialog[open] h3').textContent.startsWith('numbers: ')");
    fs::remove_file(folder.join("n.pddl")).unwrap();
    let tab = open(browser, &at, "#plan?domain=b.pddl&problem=p.pddl");
    browser.wait(&tab, "document.querySelector('.faults').textContent.includes('the domain here is blocks')");
    browser.press(&tab, "Open the domain gripper");
    browser.wait(&tab, "!document.querySelector('.faults') && location.hash.includes('domain=d.pddl')");
    browser.press(&tab, "New");
    let save_as = |browser: &mut Browser, name: &str| {
        browser.wait(&tab, "document.querySelector('dialog[open] input')");
        browser.value(&tab, &format!("document.querySelector('dialog[open] input').value = '{name}'"));
        browser.press(&tab, "OK");
    };
    browser.wait(&tab, "location.hash.includes('example=new')");
    browser.press(&tab, "Save");
    browser.wait(&tab, "document.querySelector('dialog[open] input').value === 'mine.pddl'");
    for (name, refusal) in [("none/x", "there is no folder none"), ("b", "b.pddl exists already")] {
        save_as(browser, name);
        browser
            .wait(&tab, &format!("document.querySelector('dialog[open]').textContent.includes('{refusal}')"));
    }
    save_as(browser, "mine");
    browser.wait(&tab, "document.querySelector('.file').textContent === 'mine.pddl'");
    browser.wait(&tab, "document.querySelector('.notice').textContent === 'saved'");
    assert_eq!(browser.value(&tab, "location.hash"), "#plan?domain=mine.pddl");
    assert!(fs::read_to_string(folder.join("mine.pddl")).unwrap().contains("(domain mine)"));
    assert!(!fs::read_to_string(folder.join("b.pddl")).unwrap().contains("(domain mine)"));
}

/// A problem that is opened comes with the domain of its own folder, also if that has a fault.
fn next_slip(browser: &mut Browser, server: &Server) {
    let (folder, at) = (server.folder.path(), format!("http://{}/", server.host));
    let [domain, problem] = ["d.pddl", "p.pddl"].map(|name| fs::read_to_string(folder.join(name)).unwrap());
    for (slip, domain) in [
        ("one", domain.clone()),
        ("two", domain.replace("(:action", "(:action ; two\n")),
        ("three", format!("; three\n{}", domain.replace("(define (domain", "define (domain"))),
    ] {
        fs::create_dir(folder.join(slip)).unwrap();
        fs::write(folder.join(slip).join("gripper.pddl"), domain).unwrap();
        fs::write(folder.join(slip).join("home.pddl"), &problem).unwrap();
    }
    fs::create_dir(folder.join("bare")).unwrap();
    fs::write(folder.join("bare/home.pddl"), &problem).unwrap();
    let tab = open(browser, &at, "#plan?domain=one%2Fgripper.pddl&problem=one%2Fhome.pddl");
    browser.wait(&tab, &format!("{DOMAIN}.includes('(domain ')"));
    // The address never loses a file, whenever it is that the page is loaded again.
    let lost = "new Promise((resolve) => { location.hash = 'plan?domain=two%2Fgripper.pddl&problem=two%2Fhome.pddl'; \
                const [start, lost] = [Date.now(), []]; const look = () => { \
                if (!/domain=.*&problem=/.test(location.hash)) lost.push(location.hash); \
                if (Date.now() - start < 1000) setTimeout(look); else resolve(lost.join()); }; look(); })";
    assert_eq!(browser.value(&tab, lost), "");
    let mut next = |slip: &str| {
        let opens = "[...document.querySelectorAll('.plan button')].filter((one) => one.textContent.startsWith('Open'))";
        browser.value(&tab, &format!("{opens}[1].click()"));
        browser.wait(&tab, "document.querySelector('dialog[open] .choose li')");
        browser.press(&tab, &format!("{slip}/home.pddl"));
        browser.wait(&tab, &format!("location.hash.includes('problem={slip}%2Fhome.pddl')"));
        let domain = if slip == "bare" { "two" } else { slip };
        browser.wait(&tab, &format!("location.hash.includes('domain={domain}%2Fgripper.pddl')"));
        let kept = "document.querySelector('.plan .live').textContent === 'The domain was not changed: it is two/gripper.pddl.'";
        browser.wait(&tab, &format!("({kept}) === {}", slip == "bare"));
    };
    next("one");
    next("two");
    next("bare");
    next("three");
    for slip in ["one", "two", "three", "bare"] {
        fs::remove_dir_all(folder.join(slip)).unwrap();
    }
}

/// A drawing says whether it can be solved, stays, is saved and played.
fn draw(browser: &mut Browser, server: &Server) {
    let at = format!("http://{}/", server.host);
    let tab = open(browser, &at, "#sokoban?collection=first+steps&level=1");
    browser.wait(&tab, "document.querySelector('.sokoban').dataset.playing");
    browser.value(&tab, "localStorage.setItem(`drawing of ${document.querySelector('meta[name=folder]').content}`, '######|#$ . #|#  @ #|######')");
    browser.reload(&tab);
    browser.wait(&tab, "document.querySelector('.sokoban').dataset.playing");
    browser.press(&tab, "Draw");
    browser
        .wait(&tab, "document.querySelector('dialog .live').textContent.includes('level cannot be solved')");
    browser.press(&tab, "Save");
    browser.press(&tab, "OK");
    browser.wait(&tab, "document.querySelector('dialog .live').textContent.includes('mine.xsb is saved')");
    assert!(server.folder.path().join("mine.xsb").is_file());
    browser.press(&tab, "Play");
    browser.wait(&tab, "document.querySelector('.sokoban').dataset.playing === 'Mine'");
    browser.reload(&tab);
    browser.wait(&tab, "document.querySelector('.sokoban').dataset.playing === 'Mine'");
    // What is in the folder comes first on the shelf; what is dropped is not there.
    browser.wait(&tab, "document.querySelector('.shelf button')?.dataset.name === 'mine.xsb'");
    browser.value(
        &tab,
        "(() => { const dataTransfer = new DataTransfer(); dataTransfer.items.add(new File(['#####\\n#@$.#\\n#####\\n'], 'some.xsb')); \
         document.querySelector('.sokoban').dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true })); })()",
    );
    browser.wait(
        &tab,
        "document.querySelector('.sokoban .live').textContent.includes('some.xsb is kept in this browser only')",
    );
}

fn compare_and_games(browser: &mut Browser, at: &str) {
    let tab = open(browser, at, "#compare?collection=first+steps");
    browser.press(&tab, "Run");
    browser.wait(&tab, "document.querySelector('.compare iframe')");
    let tab = open(browser, at, "#games?depth=1");
    browser.wait(&tab, "document.querySelectorAll('button.place').length === 9");
    let names = "[...document.querySelectorAll('button.place')].map((one) => one.textContent).join(' ')";
    assert_eq!(browser.value(&tab, names), "a3 b3 c3 a2 b2 c2 a1 b1 c1");
    browser.value(&tab, "document.querySelectorAll('button.place')[4].click()");
    // A free cell keeps its name, and the stone that banto has put is marked.
    browser.wait(&tab, "document.querySelectorAll('button.place').length === 7");
    assert_eq!(browser.value(&tab, names), "a3 b3 c3 a2 c2 b1 c1");
    assert_eq!(browser.value(&tab, "document.querySelector('.place.last').textContent"), "O");
    let said = |number: u32| format!("document.querySelectorAll('.games .live')[{number}].textContent");
    assert_eq!(browser.value(&tab, &said(0)), "Your move, you are X: choose a cell or a move.");
    browser.press(&tab, "What is it worth?");
    browser.wait(&tab, &format!("{}.startsWith('Even: a draw, if nobody errs. The best move: ')", said(1)));
    // What has won is marked.
    let moves = "(put first a1)(put second b1)(put first a2)(put second b2)(put first a3)";
    let tab = open(browser, at, &format!("#games?side=both&moves={}", moves.replace(' ', "+")));
    browser.wait(&tab, &format!("{} === 'The game is over: X wins.'", said(0)));
    let won = "[...document.querySelectorAll('.place.won')].map((one) => one.title).sort().join(' ')";
    assert_eq!(browser.value(&tab, won), "a1 a2 a3");
    // What is thought about another position is dropped; a stone falls from every free cell of its column.
    let tab = open(browser, at, "#games?game=connect+four%2C+7+by+6&side=both");
    browser.wait(&tab, "document.querySelectorAll('button.place').length === 42");
    browser.press(&tab, "What is it worth?");
    browser.wait(&tab, "document.querySelectorAll('.games .live')[1].textContent === 'thinking …'");
    browser.value(&tab, "document.querySelector('button.place').click()");
    browser.wait(&tab, "document.querySelectorAll('button.place').length === 41");
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(browser.value(&tab, "document.querySelectorAll('.games .live')[1].textContent"), "");
}

/// Who begins is at the page, also where that is the second player.
fn begin_a_game(browser: &mut Browser, server: &Server) {
    let problem = fs::read_to_string(root().join("problems/games/tic-tac-toe.pddl")).unwrap();
    fs::copy(root().join("domains/games/tic-tac-toe.pddl"), server.folder.path().join("rules.pddl")).unwrap();
    let problem = problem.replace("(turn first)", "(turn second)");
    fs::write(server.folder.path().join("game.pddl"), problem).unwrap();
    let at = format!("http://{}/", server.host);
    let tab = open(browser, &at, "#plan?domain=rules.pddl&problem=game.pddl");
    browser.wait(&tab, &format!("{DOMAIN}.includes('(domain tic-tac-toe)')"));
    browser.value(&tab, "location.hash = 'games?game=own'");
    let said = "document.querySelector('.games .live').textContent";
    browser.wait(&tab, &format!("{said} === 'Your move, you are O: choose a cell or a move.'"));
    assert_eq!(browser.value(&tab, "document.querySelectorAll('button.place').length"), 9);
}
