//! `banto draw`: pictures of states without hints. Every object is named once, and is where the state says.

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
        &[
            ("at", In(Argument(0), Argument(1))),
            ("inside", In(Argument(0), Argument(1))),
            ("belongs", In(Argument(0), Argument(1))),
        ],
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

/// What is drawn: a class, a name, and the left, upper, right and lower edge.
struct Drawn {
    class: String,
    name: String,
    edges: [f64; 4],
}

/// What a picture of one state shows.
fn drawn(svg: &str) -> Vec<Drawn> {
    let between = |text: &str, start: &str, end: &str| -> String {
        text.split(start).nth(1).and_then(|rest| rest.split(end).next()).unwrap_or_default().to_owned()
    };
    let items = svg.lines().filter(|line| line.starts_with("<g class=") && !line.contains(" gone"));
    items
        .map(|line| {
            let number = |text: &str| -> f64 { text.parse().unwrap_or_else(|_| panic!("{line}")) };
            let at = between(line, "translate(", ")");
            let (left, top) = at.split_once(' ').unwrap();
            let (left, top) = (number(left), number(top));
            let (width, height) =
                (number(&between(line, " width=\"", "\"")), number(&between(line, "height=\"", "\"")));
            Drawn {
                class: between(line, "class=\"", "\""),
                name: between(line, "<title>", "</title>"),
                edges: [left, top, left + width, top + height],
            }
        })
        .collect()
}

/// The facts after some steps of a plan, as words.
fn facts(problem: &str, plan: &str, steps: usize) -> Vec<Vec<String>> {
    let run = banto_with(&["step", problem, plan], &format!("run {steps}\nstate all\n"));
    let out = text(&run.stdout);
    let state = out.rsplit(" cost ").next().unwrap().split_once('\n').unwrap().1;
    let facts = state.split(['(', ')']).filter(|fact| !fact.trim().is_empty());
    facts.map(|fact| fact.split_whitespace().map(str::to_owned).collect()).collect()
}

fn holds(outer: &[f64; 4], inner: &[f64; 4]) -> bool {
    let room = 0.3;
    outer[0] <= inner[0] + room
        && outer[1] <= inner[1] + room
        && inner[2] <= outer[2] + room
        && inner[3] <= outer[3] + room
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
            let svg = text(&draw().stdout);
            assert_eq!(svg, text(&draw().stdout), "{domain}: the same again");
            let shown = drawn(&svg);
            let place = |name: &str| {
                let mut named = shown.iter().filter(|one| one.name == name);
                let found = named.next().unwrap_or_else(|| panic!("{domain} {step}: {name} is not drawn"));
                assert!(named.next().is_none(), "{domain} {step}: {name} is drawn twice");
                &found.edges
            };
            let mut told = 0;
            for fact in facts(&problem, &plan, step) {
                let Some((_, says)) = says.iter().find(|(predicate, _)| *predicate == fact[0]) else {
                    continue;
                };
                fact[1..]
                    .iter()
                    .for_each(|object| assert!(svg.contains(&format!("<title>{object}</title>"))));
                told += 1;
                match says {
                    In(one, other) => {
                        let name = |part: &Part| match part {
                            Argument(at) => fact[at + 1].clone(),
                            Name(name) => (*name).to_owned(),
                        };
                        assert!(holds(place(&name(other)), place(&name(one))), "{domain} {step}: {fact:?}");
                    }
                    On(upper, lower) => {
                        let (upper, lower) = (place(&fact[upper + 1]), place(&fact[lower + 1]));
                        let middle = |edges: &[f64; 4]| f64::midpoint(edges[0], edges[2]);
                        let lies_on =
                            (upper[3] - lower[1]).abs() < 0.3 && (middle(upper) - middle(lower)).abs() < 0.3;
                        assert!(lies_on || holds(lower, upper), "{domain} {step}: {fact:?}");
                    }
                }
            }
            assert!(told > 0, "{domain}");
            for (at, one) in shown.iter().enumerate() {
                for other in &shown[..at] {
                    let [left, top, right, bottom] = one.edges;
                    let apart = left >= other.edges[2] - 0.3
                        || other.edges[0] >= right - 0.3
                        || top >= other.edges[3] - 0.3
                        || other.edges[1] >= bottom - 0.3;
                    let nested = holds(&one.edges, &other.edges) || holds(&other.edges, &one.edges);
                    assert!(apart || nested, "{domain} {step}: {} over {}", one.name, other.name);
                }
            }
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
        let named = |svg: &str| {
            let mut all: Vec<(String, String)> =
                drawn(svg).into_iter().map(|one| (one.class, one.name)).collect();
            all.sort();
            all
        };
        let page = text(&banto(&["plan", &problem, "--first", "--html", "-"]).stdout);
        let scene = page.split("<svg class=\"scene\"").nth(1).unwrap().split("</svg>").next().unwrap();
        let alone = text(&banto(&["draw", &problem]).stdout);
        assert_eq!(named(&alone), named(scene), "{problem}");
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
    assert!(
        shown.iter().all(|one| one.edges[2] < 4_000.0 && one.edges[3] < 4_000.0),
        "a picture is not a map"
    );
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

/// Where nothing has a place, things lie in what holds of them; what facts join is drawn as joined instead.
#[test]
fn things_lie_in_their_states_and_rows_of_places_are_joined() {
    let folder = tempfile::tempdir().unwrap();
    let [domain, problem] = ["domain.pddl", "problem.pddl"].map(|name| folder.path().join(name));
    let draw = |predicates: &str, condition: &str, facts: &str| {
        let written = format!(
            "(define (domain d) (:requirements :strips :typing) (:types item)
              (:predicates (dry ?i - item) (wet ?i - item) {predicates})
              (:action dip :parameters (?i ?j ?k - item) :precondition (and (dry ?i) {condition})
                :effect (and (wet ?i) (not (dry ?i)))))"
        );
        fs::write(&domain, written).unwrap();
        let written = format!(
            "(define (problem p) (:domain d) (:objects one two three - item)
              (:init (dry one) (dry two) (wet three) {facts}) (:goal (wet one)))"
        );
        fs::write(&problem, written).unwrap();
        text(&banto(&["draw", domain.to_str().unwrap(), problem.to_str().unwrap()]).stdout)
    };
    let states = draw("", "(dry ?j) (wet ?k)", "");
    assert!([">dry<", ">wet<"].iter().all(|name| states.contains(name)), "{states}");
    let both = "(row one two three) (row three two one)";
    let row = draw("(row ?i ?j ?k - item)", "(row ?i ?j ?k)", both);
    let joins: Vec<&str> = row.split("class=\"join\" d=\"").skip(1).collect();
    assert_eq!(joins.len(), 2, "{row}");
    // The head of an arrow would be drawn apart.
    let is_line = |one: &str| one.split('"').next().unwrap().matches('M').count() == 1;
    assert!(joins.iter().all(|one| is_line(one)), "{row}");
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
    let edges = |name: &str| shown.iter().find(|one| one.name == name).unwrap().edges;
    let (hall, kitchen) = (edges("hall"), edges("kitchen"));
    assert!(
        (hall[0] - kitchen[0]).abs() < 0.1 && hall[3] <= kitchen[1],
        "rows are rows: {hall:?} {kitchen:?}"
    );
    assert!(svg.contains(">@</text>"), "{svg}");
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
        (&[problem, "-o", problem], 2, "is read by this command"),
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

/// Of the states that exclude each other, each has a sign, and what is in that for which actions ask most is filled,
/// whatever it is called and wherever it is declared.
#[test]
fn states_that_exclude_each_other_are_told_apart() {
    let svg = svg_of(
        "(define (domain pegs) (:requirements :strips :typing) (:types hole)
         (:predicates (free ?h - hole) (held ?h - hole) (line ?a ?b ?c - hole))
         (:action jump :parameters (?a ?b ?c - hole)
           :precondition (and (line ?a ?b ?c) (held ?a) (held ?b) (free ?c))
           :effect (and (not (held ?a)) (free ?a) (not (held ?b)) (free ?b) (held ?c) (not (free ?c)))))",
        "(define (problem p) (:domain pegs) (:objects x y z - hole)
         (:init (held x) (held y) (free z) (line x y z)) (:goal (held z)))",
    );
    let shown = |sign: &str, object: &str, words: &str| {
        let lines = svg.lines().filter(|line| line.contains(&format!("<title>{object}</title>")));
        lines.filter(|line| line.contains(words) && line.contains(" filled") == (sign == "filled")).count()
    };
    let counts = [shown("filled", "x", "● held"), shown("filled", "y", "● held"), shown("", "z", "○ free")];
    assert_eq!(counts, [1, 1, 1], "{svg}");
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
    assert_eq!(svg.matches("class=\"join\"").count(), 2, "{svg}");
    assert!(svg.contains("stored letter"), "{svg}");
}

/// What is written on lines.
fn on_lines(svg: &str) -> Vec<String> {
    let lines = svg.lines().filter(|line| line.starts_with("<g class=\"on"));
    lines.map(|line| words(line, "said")).collect()
}

/// What is said of an object.
fn below(svg: &str, name: &str) -> String {
    words(svg.lines().find(|line| line.contains(&format!("<title>{name}</title>"))).unwrap(), "said")
}

/// The text of this class in a line.
fn words(line: &str, class: &str) -> String {
    let rest = line.split(&format!("class=\"{class}\"")).nth(1).unwrap_or("><");
    rest.split(['>', '<']).nth(1).unwrap().to_owned()
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
    assert_eq!(told, ["lies, belongs b", "buried", "", "shows b, c", "shows a"], "{svg}");
    let shown = drawn(&svg);
    let edges = |name: &str| {
        shown.iter().find(|one| one.name == name).unwrap_or_else(|| panic!("{name}: {svg}")).edges
    };
    for (outer, inner) in
        [("a", "jack"), ("jack", "rope"), ("jack", "old"), ("elsewhere", "new"), ("c", "chest")]
    {
        assert!(holds(&edges(outer), &edges(inner)), "{inner} in {outer}: {svg}");
    }
    assert!(!shown.iter().any(|one| ["carries", "held"].contains(&one.name.as_str())), "{svg}");
    let goals = ["a", "b", "c"].map(|name| {
        words(svg.lines().find(|line| line.contains(&format!("<title>{name}</title>"))).unwrap(), "goal")
    });
    assert_eq!(goals, ["⚐ chest", "⚐ hat", ""], "{svg}");
    assert!(svg.contains("⚐ (bridge c b)</text>") && svg.contains("⚐ marks what the goal wants"), "{svg}");
}

/// The cells of a grid are equally large, whatever lies in them; blocks stand on one floor, however many they are; what
/// goes through several states has a place in each.
#[test]
fn what_is_alike_is_drawn_alike() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan").to_str().unwrap().to_owned();
    let problem = "problems/visit-all/01-small.pddl";
    assert_eq!(banto(&["plan", problem, "--first", "-q", "-o", &plan]).status.code(), Some(0));
    let cells = |plan: &[&str]| -> Vec<String> {
        let shown = drawn(&text(&banto(&[&["draw", problem], plan].concat()).stdout));
        let places = shown.iter().filter(|one| one.class.starts_with("place"));
        let size =
            |one: &Drawn| format!("{:.0} {:.0}", one.edges[2] - one.edges[0], one.edges[3] - one.edges[1]);
        places.map(size).collect()
    };
    let sizes = cells(&[&plan, "--step", "1"]);
    assert!(sizes.len() > 3 && sizes.iter().all(|one| *one == sizes[0]), "{sizes:?}");
    assert_eq!(cells(&[]), sizes, "a plan gives away nothing");
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
    let floors: Vec<f64> =
        drawn(&svg).iter().filter(|one| names.contains(&one.name)).map(|one| one.edges[3]).collect();
    assert!(floors.len() == 14 && floors.iter().all(|one| (one - floors[0]).abs() < 0.3), "{svg}");
    let svg = svg_of(
        "(define (domain soup) (:predicates (raw ?f) (cut ?f) (hot ?f))
         (:action slice :parameters (?f) :precondition (raw ?f) :effect (and (cut ?f) (not (raw ?f))))
         (:action cook :parameters (?f) :precondition (cut ?f) :effect (and (hot ?f) (not (cut ?f)))))",
        "(define (problem p) (:domain soup) (:objects leek) (:init (raw leek)) (:goal (hot leek)))",
    );
    assert!([">raw<", ">cut<", ">hot<"].iter().all(|name| svg.contains(name)), "{svg}");
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
    assert!(
        svg.contains(">(low-tide)</text>") && svg.contains(">◆</text>") && !svg.contains(">on</text>"),
        "{svg}"
    );
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
    assert!(page.contains("2 steps so far") && page.contains("<svg class=\"scene\""), "{page}");
    assert!(!page.contains("(release ball1 hall left)</button>"));
}
