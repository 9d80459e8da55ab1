//! `banto draw`: pictures of states without hints. Every object is drawn once, and lies where the state says.

use std::fmt::Write;
use std::fs;

use crate::command::{assert_page, banto, banto_with, text, written};

/// What a fact says of a picture: something, by an argument or by name, is in something else, or lies on it.
#[derive(Clone, Copy)]
enum Where {
    In(Part, Part),
    On(usize, usize),
}

#[derive(Clone, Copy)]
enum Part {
    Argument(usize),
    Name(&'static str),
}

use Part::{Argument, Name};
use Where::{In, On};

/// Domains, a problem of each, and what their facts say.
type Says = &'static [(&'static str, Where)];

const TASKS: [(&str, &str, Says); 6] = [
    (
        "gripper",
        "gripper/02-five-balls",
        &[
            ("lies-in", In(Argument(0), Argument(1))),
            ("holds", In(Argument(1), Argument(0))),
            ("robot-in", In(Name("robot"), Argument(0))),
        ],
    ),
    (
        "logistics",
        "logistics/02-three-parcels",
        &[("at", In(Argument(0), Argument(1))), ("inside", In(Argument(0), Argument(1)))],
    ),
    (
        "blocks",
        "blocks/03-two-towers",
        &[
            ("on", On(0, 1)),
            ("on-table", In(Argument(0), Name("on-table"))),
            ("held", In(Argument(0), Name("held"))),
        ],
    ),
    (
        "rooms-and-keys",
        "rooms-and-keys/02-chain",
        &[
            ("lies", In(Argument(0), Argument(1))),
            ("carries", In(Argument(0), Name("in"))),
            ("in", In(Name("in"), Argument(0))),
        ],
    ),
    ("hanoi", "hanoi/02-three-discs", &[("on", On(0, 1))]),
    ("sliding-puzzle", "sliding-puzzle/01-near", &[("lies", In(Argument(0), Argument(1)))]),
];

/// What is drawn: a class, a name, what is written, and what it lies in, or on, by number.
#[derive(Default)]
struct Drawn {
    class: String,
    name: String,
    style: String,
    label: String,
    goal: String,
    told: String,
    lies: Option<(usize, bool)>,
}

fn between(text: &str, start: &str, end: &str) -> String {
    text.split(start).nth(1).and_then(|rest| rest.split(end).next()).unwrap_or_default().to_owned()
}

/// What a picture of one state shows: what is nested in what.
fn drawn(page: &str) -> Vec<Drawn> {
    let scene = page.split("<div class=\"scene\"").nth(1).unwrap().split("<p class=").next().unwrap();
    let mut found: Vec<Drawn> = Vec::new();
    // Of each open element: the thing that it belongs to, and whether what is in it lies on that.
    let mut open: Vec<Option<(usize, bool)>> = Vec::new();
    for part in scene.split('<').skip(1) {
        let lies = open.last().copied().flatten();
        let text = part.split('>').nth(1).unwrap_or_default().to_owned();
        match part.split([' ', '>']).next().unwrap() {
            "/div" => _ = open.pop(),
            "div" if part.contains("data-n=") => {
                let [class, name, style] =
                    ["class", "title", "style"].map(|name| between(part, &format!("{name}=\""), "\""));
                open.push(Some((found.len(), false)));
                found.push(Drawn { class, name, style, lies, ..Drawn::default() });
            }
            "div" => open.push(lies.map(|(thing, on)| (thing, on || part.starts_with("div class=\"on\"")))),
            element => {
                let Some(thing) = lies.map(|one| &mut found[one.0]) else { continue };
                match element {
                    "b" => thing.label = text,
                    "i" => thing.goal = text,
                    "small" => thing.told = text,
                    _ => {}
                }
            }
        }
    }
    found
}

/// The facts after some steps of a plan, as words.
fn facts(problem: &str, plan: &str, steps: usize) -> Vec<Vec<String>> {
    let run = banto_with(&["step", problem, plan], &format!("run {steps}\nstate all\n"));
    let out = text(&run.stdout);
    let state = out.rsplit(" cost ").next().unwrap().split_once('\n').unwrap().1;
    let facts = state.split(['(', ')']).filter(|fact| !fact.trim().is_empty());
    facts.map(|fact| fact.split_whitespace().map(str::to_owned).collect()).collect()
}

/// Whether something lies in something, perhaps with others around it or below it.
fn holds(shown: &[Drawn], outer: &str, inner: &str) -> bool {
    let mut thing = shown.iter().find(|one| one.name == inner);
    while let Some((holder, _)) = thing.and_then(|one| one.lies) {
        if shown[holder].name == outer {
            return true;
        }
        thing = shown.get(holder);
    }
    false
}

#[test]
fn everything_is_drawn_where_the_state_says() {
    let folder = tempfile::tempdir().unwrap();
    for (domain, problem, says) in TASKS {
        let problem = format!("problems/{problem}.pddl");
        let plan = folder.path().join(format!("{domain}.plan")).to_str().unwrap().to_owned();
        let planned = banto(&["plan", &problem, "--first", "-q", "-o", &plan]);
        assert_eq!(planned.status.code(), Some(0), "{domain}");
        let last = fs::read_to_string(&plan).unwrap().matches("\n(").count() + 1;
        for step in [0, last / 3, last / 2, last] {
            let draw = || banto(&["draw", &problem, &plan, "--step", &step.to_string()]);
            let page = text(&draw().stdout);
            assert_eq!(page, text(&draw().stdout), "{domain}: the same again");
            let shown = drawn(&page);
            let mut told = 0;
            for fact in facts(&problem, &plan, step) {
                let Some((_, says)) = says.iter().find(|(predicate, _)| *predicate == fact[0]) else {
                    continue;
                };
                for object in &fact[1..] {
                    let count = shown.iter().filter(|one| one.name == *object).count();
                    assert_eq!(count, 1, "{domain} {step}: {object} is drawn once");
                }
                told += 1;
                match says {
                    In(one, other) => {
                        let name = |part: &Part| match part {
                            Argument(at) => fact[at + 1].clone(),
                            Name(name) => (*name).to_owned(),
                        };
                        assert!(holds(&shown, &name(other), &name(one)), "{domain} {step}: {fact:?}");
                    }
                    On(upper, lower) => {
                        let (upper, lower) = (&fact[upper + 1], &fact[lower + 1]);
                        let (holder, on) = shown.iter().find(|one| one.name == *upper).unwrap().lies.unwrap();
                        let is_place = shown[holder].class.starts_with("place");
                        assert!(shown[holder].name == *lower && on != is_place, "{domain} {step}: {fact:?}");
                    }
                }
            }
            assert!(told > 0, "{domain}");
        }
    }
}

/// A place is drawn before something is in it: steps that are tried one by one are drawn as a plan is.
#[test]
fn the_first_state_alone_has_what_that_of_a_plan_has() {
    for problem in
        ["gripper/02-five-balls", "blocks/03-two-towers", "rooms-and-keys/02-chain", "lift/02-four"]
    {
        let problem = format!("problems/{problem}.pddl");
        let named = |page: &str| {
            let mut all: Vec<(String, String)> =
                drawn(page).into_iter().map(|one| (one.class, one.name)).collect();
            all.sort();
            all
        };
        let page = text(&banto(&["plan", &problem, "--first", "--html", "-"]).stdout);
        let alone = text(&banto(&["draw", &problem]).stdout);
        assert_eq!(named(&alone), named(&page), "{problem}");
    }
}

/// A hall of rooms with things, carried by several robots: as many objects as asked for.
fn large(objects: usize) -> [String; 2] {
    let domain = "(define (domain d) (:requirements :strips :typing) (:types room thing robot)
        (:predicates (at ?x - thing ?r - room) (is-at ?x - robot ?r - room) (has ?x - robot ?y - thing)
          (next ?r ?s - room))
        (:action go :parameters (?x - robot ?r ?s - room) :precondition (and (is-at ?x ?r) (next ?r ?s))
          :effect (and (is-at ?x ?s) (not (is-at ?x ?r))))
        (:action take :parameters (?x - robot ?y - thing ?r - room) :precondition (and (is-at ?x ?r) (at ?y ?r))
          :effect (and (has ?x ?y) (not (at ?y ?r)))))";
    let (rooms, things) = (objects / 2, objects / 2 - 5);
    let mut problem = "(define (problem p) (:domain d) (:objects".to_owned();
    (0..rooms).for_each(|room| write!(problem, " room{room} - room").unwrap());
    (0..things).for_each(|thing| write!(problem, " thing{thing} - thing").unwrap());
    (0..10).for_each(|robot| write!(problem, " robot{robot} - robot").unwrap());
    problem.push_str(") (:init");
    for room in 1..rooms {
        // A tree with a few more ways.
        let others = [room / 2, (room * 7 + 3) % room];
        others.iter().for_each(|other| {
            write!(problem, " (next room{room} room{other}) (next room{other} room{room})").unwrap();
        });
    }
    (0..things).for_each(|thing| write!(problem, " (at thing{thing} room{})", thing * 3 % rooms).unwrap());
    (0..10).for_each(|robot| write!(problem, " (is-at robot{robot} room{})", robot * 5 % rooms).unwrap());
    problem.push_str(") (:goal (and (has robot0 thing1) (has robot1 thing2))))");
    [domain.to_owned(), problem]
}

#[test]
fn pictures_of_large_tasks_are_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let files = |objects: usize| {
        let [domain, problem] = large(objects);
        [written(folder.path(), "d.pddl", &domain), written(folder.path(), "p.pddl", &problem)]
    };
    let [domain, problem] = files(200);
    let run = banto(&["draw", &domain, &problem]);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    let svg = text(&run.stdout);
    let shown = drawn(&svg);
    assert_eq!(shown.iter().filter(|one| one.name.starts_with("thing")).count(), 95);
    let far = |one: &Drawn| between(&one.style, "--x: ", ";").parse().is_ok_and(|column: usize| column > 30);
    assert!(!shown.iter().any(far), "a picture is not a map");
    assert!(svg.len() < 200_000, "{}", svg.len());
    let page = text(&banto(&["plan", &domain, &problem, "--first", "--html", "-"]).stdout);
    assert_page(&page);
    assert!(page.len() < 1 << 20, "{}", page.len());
    let [domain, problem] = files(2_000);
    let run = banto(&["draw", &domain, &problem]);
    assert_eq!(run.status.code(), Some(1));
    assert!(
        text(&run.stderr).contains("nothing to draw: 2005 objects are too many"),
        "{}",
        text(&run.stderr)
    );
}

/// A fact of several places joins them one after another, once for both ways.
#[test]
fn rows_of_places_are_joined() {
    let row = svg_of(
        "(define (domain d) (:requirements :typing) (:types item)
          (:predicates (dry ?i - item) (wet ?i - item) (row ?i ?j ?k - item))
          (:action dip :parameters (?i ?j ?k - item) :precondition (and (dry ?i) (row ?i ?j ?k))
            :effect (and (wet ?i) (not (dry ?i)))))",
        "(define (problem p) (:domain d) (:objects one two three - item)
          (:init (dry one) (dry two) (wet three) (row one two three) (row three two one)) (:goal (wet one)))",
    );
    assert_eq!(
        links(&row),
        [("link".to_owned(), String::new()), ("link".to_owned(), String::new())],
        "{row}"
    );
}

#[test]
fn hints_refine_a_picture_and_wrong_names_are_warnings() {
    let folder = tempfile::tempdir().unwrap();
    let domain = fs::read_to_string("domains/gripper.pddl").unwrap();
    let problem = fs::read_to_string("problems/gripper/01-two-balls.pddl").unwrap();
    let domain = written(folder.path(), "d.pddl", &format!(";; board: mark @ (robot-in ?cell)\n{domain}"));
    let problem = written(
        folder.path(),
        "p.pddl",
        &format!(";; board: row hall kitchn\n;; board: row kitchen\n{problem}"),
    );
    let run = banto(&["draw", &domain, &problem]);
    assert_eq!(run.status.code(), Some(0));
    let talk = text(&run.stderr);
    assert!(
        talk.contains("warning[W0403]") && talk.contains("kitchn") && talk.contains("did you mean kitchen?"),
        "{talk}"
    );
    let svg = text(&run.stdout);
    let shown = drawn(&svg);
    let style = |name: &str| &shown.iter().find(|one| one.name == name).unwrap().style;
    assert!(style("hall").starts_with("--x: 1; --y: 1;"), "{}", style("hall"));
    assert!(style("kitchen").starts_with("--x: 1; --y: 2;"), "{}", style("kitchen"));
    assert!(svg.contains("<b>@</b>"), "{svg}");
    assert!(shown.iter().any(|one| one.class.contains("cell")));
    for command in [&["check"][..], &["step"], &["plan", "--first", "--html", "/dev/null"]] {
        let run = banto(&[command, &[&domain, &problem]].concat());
        assert!(text(&run.stderr).contains("warning[W0403]"), "{command:?}: {}", text(&run.stderr));
        assert_eq!(run.status.code(), Some(0), "{command:?}");
    }
}

#[test]
fn what_cannot_be_drawn_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let problem = "problems/gripper/01-two-balls.pddl";
    let plan = written(folder.path(), "plan", "(grasp ball1 kitchen left)\n(grasp ball2 kitchen left)\n");
    for (arguments, code, words) in [
        (&[problem, plan.as_str()][..], 1, "step 2"),
        (&[problem, "--step", "1"], 2, "--step 1 is after the end: there are 0 steps"),
        (&[problem, "--html", problem], 2, "is read by this command"),
        (&["problems/lift/05-none.pddl"], 31, "05-none"),
        (&[], 2, "a problem is needed"),
    ] {
        let run = banto(&[&["draw"], arguments].concat());
        assert_eq!(run.status.code(), Some(code), "{arguments:?}: {}", text(&run.stderr));
        assert!(text(&run.stderr).contains(words), "{arguments:?}: {}", text(&run.stderr));
    }
    let lamp = "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))";
    let dark = "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))";
    let files = [written(folder.path(), "d.pddl", lamp), written(folder.path(), "p.pddl", dark)];
    let run = banto(&["draw", &files[0], &files[1]]);
    assert_eq!(run.status.code(), Some(1));
    assert!(text(&run.stderr).contains("the task has no objects"), "{}", text(&run.stderr));
}

/// The picture of a task.
fn svg_of(domain: &str, problem: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let [domain, problem] =
        [("d.pddl", domain), ("p.pddl", problem)].map(|(name, text)| written(folder.path(), name, text));
    let run = banto(&["draw", &domain, &problem]);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    text(&run.stdout)
}

/// Where nothing moves, what is joined is drawn, with what is told of it; what can have no place is not drawn at all.
#[test]
fn a_graph_without_places_is_drawn() {
    let svg = svg_of(
        "(define (domain copies) (:requirements :strips :typing) (:types file disk level)
         (:predicates (stored ?f - file ?d - disk) (cable ?a ?b - disk) (above ?a ?b - level))
         (:action copy :parameters (?f - file ?a ?b - disk)
           :precondition (and (stored ?f ?a) (cable ?a ?b)) :effect (stored ?f ?b)))",
        "(define (problem p) (:domain copies) (:objects letter - file x y z - disk low high - level)
         (:init (stored letter x) (cable x y) (cable y z) (above high low)) (:goal (stored letter z)))",
    );
    let names: Vec<String> = drawn(&svg).into_iter().map(|one| one.name).collect();
    assert!(["x", "y", "z"].iter().all(|disk| names.iter().any(|name| name == disk)), "{names:?}");
    assert!(!names.iter().any(|name| ["letter", "low", "high"].contains(&name.as_str())), "{names:?}");
    assert_eq!(links(&svg).len(), 2, "{svg}");
    assert!(svg.contains("stored letter"), "{svg}");
}

/// The class of each line between places, and what is written on it.
fn links(page: &str) -> Vec<(String, String)> {
    let lines = between(page, "<p class=\"where links\">", "</p>");
    lines
        .split("<span ")
        .skip(1)
        .map(|one| (between(one, "class=\"", "\""), between(one, "<b>", "<")))
        .collect()
}

fn on_lines(page: &str) -> Vec<String> {
    links(page).into_iter().map(|link| link.1).filter(|words| !words.is_empty()).collect()
}

/// What is said of an object.
fn below(page: &str, name: &str) -> String {
    drawn(page).into_iter().find(|one| one.name == name).unwrap_or_default().told
}

/// Facts of the same shape look different: on lines and below names stands which it is. What someone carries is at the
/// one who carries it, what the goal wants stands where it wants it, and what is in several places is not around them.
#[test]
fn facts_of_one_shape_look_different() {
    let domain = "(define (domain isles) (:requirements :strips :typing) (:types isle thing map)
         (:predicates (at-jack ?i - isle) (road ?a ?b - isle) (river ?a ?b - isle) (bridge ?a ?b - isle)
           (lies ?t - thing ?i - isle) (buried ?t - thing ?i - isle) (carries ?t - thing) (shows ?m - map ?i - isle)
           (held ?m - map) (hand-free) (belongs ?t - thing ?i - isle))
         (:action walk :parameters (?a ?b - isle) :precondition (and (at-jack ?a) (road ?a ?b))
           :effect (and (at-jack ?b) (not (at-jack ?a))))
         (:action build :parameters (?a ?b - isle) :precondition (and (at-jack ?a) (river ?a ?b)) :effect (bridge ?a ?b))
         (:action take :parameters (?t - thing ?i - isle) :precondition (and (at-jack ?i) (lies ?t ?i))
           :effect (and (carries ?t) (not (lies ?t ?i))))
         (:action drop :parameters (?t - thing ?i - isle) :precondition (and (at-jack ?i) (carries ?t))
           :effect (and (lies ?t ?i) (not (carries ?t))))
         (:action dig :parameters (?t - thing ?i - isle ?m - map)
           :precondition (and (at-jack ?i) (buried ?t ?i) (held ?m) (shows ?m ?i))
           :effect (and (lies ?t ?i) (not (buried ?t ?i))))
         (:action hold :parameters (?m - map ?i - isle) :precondition (and (at-jack ?i) (hand-free))
           :effect (and (held ?m) (not (hand-free))))
         (:action fold :parameters (?m - map ?i - isle) :precondition (and (at-jack ?i) (held ?m))
           :effect (and (hand-free) (not (held ?m)))))";
    let problem = "(define (problem p) (:domain isles) (:objects a b c - isle chest hat rope - thing new old - map)
         (:init (at-jack a) (road a b) (road b a) (river b c) (bridge b c) (lies hat a) (buried chest c) (carries rope)
           (held old) (shows old b) (shows old c) (shows new a) (belongs hat b))
         (:goal (and (lies chest a) (lies hat b) (bridge c b))))";
    let svg = svg_of(domain, problem);
    assert_eq!(on_lines(&svg), ["road", "bridge, river"], "{svg}");
    let told = ["hat", "chest", "rope", "old", "new"].map(|name| below(&svg, name));
    assert_eq!(told, ["lies, belongs b", "buried", "", "held, shows b, c", "shows a"], "{svg}");
    let shown = drawn(&svg);
    for (outer, inner) in
        [("a", "jack"), ("jack", "rope"), ("elsewhere", "old"), ("elsewhere", "new"), ("c", "chest")]
    {
        assert!(holds(&shown, outer, inner), "{inner} in {outer}: {svg}");
    }
    assert!(!shown.iter().any(|one| ["carries", "held"].contains(&one.name.as_str())), "{svg}");
    let goals = ["a", "b", "c"].map(|name| &shown.iter().find(|one| one.name == name).unwrap().goal);
    assert_eq!(goals, ["⚐ chest", "⚐ hat", ""], "{svg}");
    assert!(svg.contains("⚐ (bridge c b)</p>") && svg.contains("⚐ marks what the goal wants"), "{svg}");
}

/// What never moves is where the actions on it find it. Places that other facts name decide nothing: a map is not in
/// the room that it shows, nor a plant in the one that it loves.
#[test]
fn what_never_moves_is_in_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let named = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (domain, problem) = (named("domain.pddl"), named("problem.pddl"));
    let rules = "(define (domain garden) (:requirements :typing) (:types room plant map who)
        (:predicates (door ?a ?b - room) (shows ?m - map ?r - room) (seen ?m - map)
            (at ?w - who ?r - room) (grows ?p - plant ?r - room) (loves ?p - plant ?r - room) (dry ?p - plant) (wet ?p - plant))
        (:action go :parameters (?w - who ?a ?b - room) :precondition (and (at ?w ?a) (door ?a ?b))
            :effect (and (at ?w ?b) (not (at ?w ?a))))
        (:action water :parameters (?w - who ?p - plant ?r - room)
            :precondition (and (at ?w ?r) (grows ?p ?r) (dry ?p)) :effect (and (wet ?p) (not (dry ?p))))
        (:action look :parameters (?w - who ?m - map ?r - room) :precondition (at ?w ?r) :effect (seen ?m)))";
    let facts = "(define (problem p) (:domain garden) (:objects k h - room fern ivy moss - plant sketch - map ann - who)
        (:init (door k h) (door h k) (at ann k) (grows fern h) (grows ivy k) (loves ivy h) (shows sketch h)
            (dry fern) (dry ivy) (dry moss))
        (:goal (wet fern)))";
    std::fs::write(&domain, rules).unwrap();
    std::fs::write(&problem, facts).unwrap();
    let page = text(&banto(&["draw", &domain, &problem]).stdout);
    let shown = drawn(&page);
    for (outer, inner) in [("k", "ann"), ("h", "fern"), ("k", "ivy"), ("elsewhere", "moss")] {
        assert!(holds(&shown, outer, inner), "{inner} in {outer}");
    }
    assert_eq!(below(&page, "h"), "shows sketch");
}

/// The cells of a grid are equally large, whatever lies in them; blocks stand on one floor, however many they are.
#[test]
fn what_is_alike_is_drawn_alike() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan").to_str().unwrap().to_owned();
    let problem = "problems/visit-all/01-small.pddl";
    assert_eq!(banto(&["plan", problem, "--first", "-q", "-o", &plan]).status.code(), Some(0));
    let grid = |plan: &[&str]| {
        let page = text(&banto(&[&["draw", problem], plan].concat()).stdout);
        let styles: Vec<String> = drawn(&page)
            .into_iter()
            .filter(|one| one.class.starts_with("place"))
            .map(|one| one.style)
            .collect();
        assert!(page.contains("<div class=\"group joined even\">") && styles.len() > 3, "{page}");
        styles
    };
    assert_eq!(grid(&[]), grid(&[&plan, "--step", "1"]), "a plan gives away nothing");
    let names: Vec<String> = (0..14).map(|at| format!("a-long-name-{at}")).collect();
    let facts: Vec<_> = names.iter().map(|name| format!("(on-table {name}) (clear {name}) ")).collect();
    let facts = facts.concat();
    let svg = svg_of(
        &fs::read_to_string("domains/blocks.pddl").unwrap(),
        &format!(
            "(define (problem p) (:domain blocks) (:objects {} top) (:init {facts} (on top {}) (clear top) (hand-empty))
             (:goal (held top)))",
            names.join(" "),
            names[0]
        )
        .replacen("(clear a-long-name-0)", "", 1),
    );
    let shown = drawn(&svg);
    let floors = shown
        .iter()
        .filter(|one| names.contains(&one.name))
        .filter(|one| one.lies.is_some_and(|(holder, on)| !on && shown[holder].name == "on-table"));
    assert_eq!(floors.count(), 14, "{svg}");
}

/// What decides is in the picture: facts that actions change where no thing excludes them, facts that tell places
/// apart, what stands on the lines, facts without arguments. A thing without a name is not called after a preposition.
#[test]
fn what_tells_objects_apart_is_shown() {
    let domain = "(define (domain reef) (:requirements :strips :typing) (:types rock gate level)
         (:predicates (on ?r - rock) (free ?r - rock) (way ?a ?b - rock) (deep ?a ?b - rock) (hive ?r - rock) (low-tide)
           (leads ?g - gate ?a ?b - rock) (key-at ?g - gate) (beside ?g ?h - gate) (top ?l - level))
         (:action hop :parameters (?a ?b - rock) :precondition (and (on ?a) (way ?a ?b) (free ?b) (low-tide))
           :effect (and (not (on ?a)) (on ?b) (free ?a) (not (free ?b))))
         (:action carry :parameters (?g ?h - gate) :precondition (and (key-at ?g) (beside ?g ?h))
           :effect (and (not (key-at ?g)) (key-at ?h))))";
    let draw = |free: &str| {
        let problem = format!(
            "(define (problem p) (:domain reef) (:objects a b c d - rock g h - gate l1 l2 - level)
             (:init (on a) {free} (way a b) (way b c) (deep b c) (hive c) (low-tide) (leads g a b) (leads h b c)
               (key-at g) (beside g h) (top l2)) (:goal (on c)))"
        );
        svg_of(domain, &problem)
    };
    let svg = draw("(free c) (free d)");
    let told = ["a", "b", "c", "l1", "l2"].map(|name| below(&svg, name));
    assert_eq!(told, ["", "", "free, hive", "", "top"], "{svg}");
    assert_eq!(on_lines(&svg), ["g", "deep, h"], "{svg}");
    assert!(svg.contains(">(low-tide)</p>") && svg.contains(">◆</b>") && !svg.contains(">on</b>"), "{svg}");
    // Where each rock is free or has the thing on it, the picture says so already.
    let svg = draw("(free b) (free c) (free d)");
    assert_eq!([below(&svg, "b"), below(&svg, "c")], ["", "hive"], "{svg}");
}

#[test]
fn step_keeps_a_page_of_its_steps() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("steps.html").to_str().unwrap().to_owned();
    let lines = "(grasp ball1 kitchen left)\n(walk kitchen hall)\n(release ball1 hall left)\nundo\n";
    let run = banto_with(&["step", "problems/gripper/01-two-balls.pddl", "--html", &page], lines);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    let page = fs::read_to_string(&page).unwrap();
    assert_page(&page);
    assert!(page.contains("2 steps so far") && page.contains("<div class=\"scene\""), "{page}");
    assert!(!page.contains("(release ball1 hall left)</button>"));
}
