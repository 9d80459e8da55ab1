//! Tasks of eight kinds in five sizes, for the first plans of `tests/planning/counts.rs`.
//!
//! In: nothing. Out: domains and problems as texts. Draws are seeded by the size: the same tasks everywhere. Four kinds
//! are in domains of the project; the others are here, where estimates mislead or branching grows along the way.

use std::fmt::Write as _;
use std::fs;

use banto::search::Random;

use crate::places::root;

/// A task.
pub struct Generated {
    pub name: String,
    pub domain: String,
    pub problem: String,
}

/// Orders that need products, and stacks on which an order stands from its start until all its products are made.
const STACKS: &str = "(define (domain stacks)
  (:requirements :typing :adl :action-costs)
  (:types order product count)
  (:predicates (needs ?o - order ?p - product) (waiting ?o - order) (started ?o - order) (shipped ?o - order)
    (made ?p - product) (free ?c - count) (next ?c ?d - count))
  (:functions (total-cost) - number)
  (:action open :parameters (?c ?d - count)
    :precondition (and (free ?c) (next ?c ?d))
    :effect (and (free ?d) (not (free ?c)) (increase (total-cost) 1)))
  (:action start :parameters (?o - order ?c ?d - count)
    :precondition (and (waiting ?o) (free ?d) (next ?c ?d))
    :effect (and (started ?o) (not (waiting ?o)) (free ?c) (not (free ?d))))
  (:action make :parameters (?p - product)
    :precondition (and (not (made ?p)) (forall (?o - order) (imply (needs ?o ?p) (started ?o))))
    :effect (made ?p))
  (:action ship :parameters (?o - order ?c ?d - count)
    :precondition (and (started ?o) (free ?c) (next ?c ?d)
      (forall (?p - product) (imply (needs ?o ?p) (made ?p))))
    :effect (and (shipped ?o) (not (started ?o)) (free ?d) (not (free ?c)))))";

/// Pipes between areas hold a batch each: a batch that is pushed in at one end pushes another out at the other, some
/// kinds must not touch, and areas have little room.
const PIPES: &str = "(define (domain pipes)
  (:requirements :typing)
  (:types area pipe batch kind room)
  (:predicates (joins ?p - pipe ?a ?b - area) (is ?b - batch ?k - kind) (touch ?k ?l - kind)
    (at ?b - batch ?a - area) (inside ?b - batch ?p - pipe) (room ?a - area ?r - room) (less ?r ?s - room))
  (:action push :parameters (?p - pipe ?a ?b - area ?in ?out - batch ?k ?l - kind ?r ?s ?t ?u - room)
    :precondition (and (joins ?p ?a ?b) (at ?in ?a) (inside ?out ?p) (is ?in ?k) (is ?out ?l) (touch ?k ?l)
      (room ?a ?r) (less ?r ?s) (room ?b ?t) (less ?u ?t))
    :effect (and (inside ?in ?p) (not (at ?in ?a)) (at ?out ?b) (not (inside ?out ?p))
      (room ?a ?s) (not (room ?a ?r)) (room ?b ?u) (not (room ?b ?t)))))";

/// Shots of several ingredients are mixed in one of few shakers, which have to be cleaned and emptied, by two hands.
const BAR: &str = "(define (domain bar)
  (:requirements :typing :action-costs)
  (:types hand drink vessel - object shot shaker - vessel level)
  (:predicates (holds ?h - hand ?v - vessel) (free ?h - hand) (on-table ?v - vessel) (clean ?v - vessel)
    (empty ?v - vessel) (contains ?v - vessel ?d - drink) (mixed ?s - shaker ?c - drink)
    (full ?s - shaker ?l - level) (next ?l ?m - level) (first ?l - level) (poured ?s - shaker ?d - drink)
    (two ?c ?d ?e - drink))
  (:functions (total-cost) - number)
  (:action grasp :parameters (?h - hand ?v - vessel) :precondition (and (free ?h) (on-table ?v))
    :effect (and (holds ?h ?v) (not (free ?h)) (not (on-table ?v)) (increase (total-cost) 1)))
  (:action leave :parameters (?h - hand ?v - vessel) :precondition (holds ?h ?v)
    :effect (and (free ?h) (on-table ?v) (not (holds ?h ?v)) (increase (total-cost) 1)))
  (:action fill :parameters (?h ?i - hand ?s - shot ?d - drink)
    :precondition (and (holds ?h ?s) (free ?i) (empty ?s) (clean ?s))
    :effect (and (contains ?s ?d) (not (empty ?s)) (not (clean ?s)) (increase (total-cost) 10)))
  (:action rinse :parameters (?h ?i - hand ?s - shot) :precondition (and (holds ?h ?s) (free ?i) (empty ?s))
    :effect (and (clean ?s) (increase (total-cost) 1)))
  (:action pour-away :parameters (?h - hand ?s - shot ?d - drink)
    :precondition (and (holds ?h ?s) (contains ?s ?d))
    :effect (and (empty ?s) (not (contains ?s ?d)) (increase (total-cost) 1)))
  (:action add :parameters (?h - hand ?s - shot ?d - drink ?k - shaker ?l ?m - level)
    :precondition (and (holds ?h ?s) (contains ?s ?d) (clean ?k) (on-table ?k) (full ?k ?l) (next ?l ?m))
    :effect (and (poured ?k ?d) (full ?k ?m) (not (full ?k ?l)) (empty ?s) (not (contains ?s ?d))
      (increase (total-cost) 1)))
  (:action shake :parameters (?h ?i - hand ?k - shaker ?c ?d ?e - drink)
    :precondition (and (holds ?h ?k) (free ?i) (two ?c ?d ?e) (poured ?k ?d) (poured ?k ?e))
    :effect (and (mixed ?k ?c) (not (poured ?k ?d)) (not (poured ?k ?e)) (not (clean ?k))
      (increase (total-cost) 1)))
  (:action serve :parameters (?h - hand ?k - shaker ?c - drink ?s - shot ?l ?m - level)
    :precondition (and (holds ?h ?k) (mixed ?k ?c) (empty ?s) (clean ?s) (full ?k ?l) (next ?m ?l))
    :effect (and (contains ?s ?c) (not (empty ?s)) (not (clean ?s)) (full ?k ?m) (not (full ?k ?l))
      (increase (total-cost) 1)))
  (:action scrub :parameters (?h ?i - hand ?k - shaker ?c - drink ?l ?m - level)
    :precondition (and (holds ?h ?k) (free ?i) (mixed ?k ?c) (full ?k ?l) (first ?m))
    :effect (and (clean ?k) (not (mixed ?k ?c)) (full ?k ?m) (not (full ?k ?l)) (increase (total-cost) 1))))";

/// Goods are carried by trucks with little room between towns, over roads that take fuel, and fuel runs out.
const FREIGHT: &str = "(define (domain freight)
  (:requirements :typing)
  (:types town truck parcel amount)
  (:predicates (road ?a ?b - town) (at ?t - truck ?a - town) (lies ?p - parcel ?a - town)
    (in ?p - parcel ?t - truck) (room ?t - truck ?r - amount) (fuel ?a - town ?f - amount) (less ?a ?b - amount))
  (:action drive :parameters (?t - truck ?a ?b - town ?f ?g - amount)
    :precondition (and (at ?t ?a) (road ?a ?b) (fuel ?a ?f) (less ?g ?f))
    :effect (and (at ?t ?b) (not (at ?t ?a)) (fuel ?a ?g) (not (fuel ?a ?f))))
  (:action load :parameters (?t - truck ?a - town ?p - parcel ?r ?s - amount)
    :precondition (and (at ?t ?a) (lies ?p ?a) (room ?t ?r) (less ?s ?r))
    :effect (and (in ?p ?t) (not (lies ?p ?a)) (room ?t ?s) (not (room ?t ?r))))
  (:action unload :parameters (?t - truck ?a - town ?p - parcel ?r ?s - amount)
    :precondition (and (at ?t ?a) (in ?p ?t) (room ?t ?r) (less ?r ?s))
    :effect (and (lies ?p ?a) (not (in ?p ?t)) (room ?t ?s) (not (room ?t ?r)))))";

/// A kind of task: its name, its domain, what writes its problems, and their sizes.
type Kind<'k> = (&'k str, String, fn(&mut Text, u32), [u32; 5]);

/// All tasks.
pub fn tasks() -> Vec<Generated> {
    let own = |name: &str| fs::read_to_string(root().join(format!("domains/{name}.pddl"))).unwrap();
    let kinds: [Kind; 8] = [
        ("stacks", STACKS.to_owned(), stacks, [15, 20, 25, 30, 35]),
        ("pipes", PIPES.to_owned(), pipes, [4, 5, 6, 7, 8]),
        ("bar", BAR.to_owned(), bar, [4, 8, 12, 16, 20]),
        ("freight", FREIGHT.to_owned(), freight, [3, 5, 7, 9, 11]),
        ("logistics", own("logistics"), logistics, [6, 9, 12, 15, 18]),
        ("sliding-puzzle", own("sliding-puzzle"), sliding_puzzle, [2, 3, 4, 5, 6]),
        ("rooms-and-keys", own("rooms-and-keys"), rooms_and_keys, [4, 6, 8, 10, 12]),
        ("blocks", own("blocks"), blocks, [8, 11, 14, 17, 20]),
    ];
    let mut all = Vec::new();
    for (kind, domain, write, sizes) in kinds {
        for size in sizes {
            let mut text = Text::new(size);
            write(&mut text, size);
            let Text { objects, init, goal, metric, .. } = text;
            let problem = format!(
                "(define (problem {kind}-{size}) (:domain {kind})\n(:objects {objects})\n(:init {init})\n(:goal (and {goal})) {metric})"
            );
            all.push(Generated { name: format!("{kind}-{size}"), domain: domain.clone(), problem });
        }
    }
    all
}

/// A problem that is being written.
struct Text {
    random: Random,
    objects: String,
    init: String,
    goal: String,
    metric: &'static str,
}

impl Text {
    fn new(seed: u32) -> Self {
        let (objects, init, goal) = (String::new(), String::new(), String::new());
        Self { random: Random::new(seed.into()), objects, init, goal, metric: "" }
    }

    /// Objects `NAME0`, `NAME1` and so on.
    fn objects(&mut self, name: &str, count: u32, kind: &str) {
        for number in 0..count {
            let _ = write!(self.objects, "{name}{number} ");
        }
        let _ = writeln!(self.objects, "- {kind}");
    }

    fn init(&mut self, fact: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.init, "({fact})");
    }

    fn goal(&mut self, fact: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.goal, "({fact})");
    }

    fn draw(&mut self, below: u32) -> u32 {
        self.random.below(below)
    }

    /// The numbers below this in random order.
    fn shuffled(&mut self, count: u32) -> Vec<u32> {
        let mut all: Vec<u32> = (0..count).collect();
        for last in (1..count).rev() {
            let other = self.draw(last + 1);
            all.swap(last as usize, other as usize);
        }
        all
    }

    fn counts_costs(&mut self) {
        self.init(format_args!("= (total-cost) 0"));
        self.metric = "(:metric minimize (total-cost))";
    }
}

fn stacks(text: &mut Text, size: u32) {
    text.objects("o", size, "order");
    text.objects("p", size, "product");
    text.objects("c", size + 1, "count");
    text.init(format_args!("free c0"));
    for number in 0..size {
        text.init(format_args!("next c{number} c{}", number + 1));
        text.init(format_args!("waiting o{number}"));
        text.goal(format_args!("shipped o{number}"));
        text.init(format_args!("needs o{number} p{number}"));
        for _ in 0..2 {
            let product = text.draw(size);
            text.init(format_args!("needs o{number} p{product}"));
        }
    }
    text.counts_costs();
}

fn pipes(text: &mut Text, size: u32) {
    let batches = 2 * size;
    text.objects("a", size, "area");
    text.objects("p", size, "pipe");
    text.objects("b", batches, "batch");
    text.objects("k", 3, "kind");
    text.objects("r", 4, "room");
    for (kind, other) in [(0, 0), (1, 1), (2, 2), (0, 1), (1, 0), (1, 2), (2, 1)] {
        text.init(format_args!("touch k{kind} k{other}"));
    }
    (0..3).for_each(|room| text.init(format_args!("less r{room} r{}", room + 1)));
    for number in 0..batches {
        let kind = text.draw(3);
        text.init(format_args!("is b{number} k{kind}"));
    }
    for area in 0..size {
        // A ring: the first batches are in pipes, the others in areas.
        let next = (area + 1) % size;
        text.init(format_args!("joins p{area} a{area} a{next}"));
        text.init(format_args!("joins p{area} a{next} a{area}"));
        text.init(format_args!("inside b{area} p{area}"));
        text.init(format_args!("at b{} a{area}", size + area));
        text.init(format_args!("room a{area} r2"));
    }
    for batch in 0..size / 2 {
        let area = text.draw(size);
        text.goal(format_args!("at b{} a{area}", size + 2 * batch));
    }
}

fn bar(text: &mut Text, size: u32) {
    text.objects("h", 2, "hand");
    text.objects("i", 3, "drink");
    text.objects("c", size, "drink");
    text.objects("s", size + 1, "shot");
    text.objects("k", 1, "shaker");
    text.objects("l", 3, "level");
    text.init(format_args!("first l0"));
    (0..2).for_each(|level| text.init(format_args!("next l{level} l{}", level + 1)));
    (0..2).for_each(|hand| text.init(format_args!("free h{hand}")));
    for vessel in (0..=size).map(|shot| format!("s{shot}")).chain(["k0".to_owned()]) {
        text.init(format_args!("on-table {vessel}"));
        text.init(format_args!("clean {vessel}"));
        text.init(format_args!("empty {vessel}"));
    }
    text.init(format_args!("full k0 l0"));
    for cocktail in 0..size {
        let parts = text.shuffled(3);
        text.init(format_args!("two c{cocktail} i{} i{}", parts[0], parts[1]));
        text.goal(format_args!("contains s{cocktail} c{cocktail}"));
    }
    text.counts_costs();
}

fn freight(text: &mut Text, size: u32) {
    let (towns, fuel) = (2 * size, 6);
    text.objects("t", towns, "town");
    text.objects("v", 2, "truck");
    text.objects("p", size, "parcel");
    text.objects("n", fuel + 1, "amount");
    (0..fuel).for_each(|amount| text.init(format_args!("less n{amount} n{}", amount + 1)));
    for town in 0..towns {
        let other = text.draw(towns);
        for (from, to) in [(town, (town + 1) % towns), (town, other)] {
            text.init(format_args!("road t{from} t{to}"));
            text.init(format_args!("road t{to} t{from}"));
        }
        text.init(format_args!("fuel t{town} n{fuel}"));
    }
    for truck in 0..2 {
        let town = text.draw(towns);
        text.init(format_args!("at v{truck} t{town}"));
        text.init(format_args!("room v{truck} n2"));
    }
    for parcel in 0..size {
        let (from, to) = (text.draw(towns), text.draw(towns));
        text.init(format_args!("lies p{parcel} t{from}"));
        text.goal(format_args!("lies p{parcel} t{to}"));
    }
}

fn logistics(text: &mut Text, size: u32) {
    let towns = size / 3;
    text.objects("town", towns, "town");
    text.objects("office", 2 * towns, "place");
    text.objects("field", towns, "airfield");
    text.objects("parcel", size, "parcel");
    text.objects("van", towns, "van");
    text.objects("plane", 1, "plane");
    text.init(format_args!("at plane0 field0"));
    for town in 0..towns {
        text.init(format_args!("belongs field{town} town{town}"));
        text.init(format_args!("belongs office{} town{town}", 2 * town));
        text.init(format_args!("belongs office{} town{town}", 2 * town + 1));
        text.init(format_args!("at van{town} field{town}"));
    }
    for parcel in 0..size {
        let (from, to) = (text.draw(2 * towns), text.draw(2 * towns));
        text.init(format_args!("at parcel{parcel} office{from}"));
        text.goal(format_args!("at parcel{parcel} office{to}"));
    }
}

fn sliding_puzzle(text: &mut Text, size: u32) {
    // The gap of the solved board is at the end; random slides make the start.
    let (width, cells) = (3, 3 * size);
    text.objects("t", cells - 1, "tile");
    text.objects("c", cells, "cell");
    let mut board: Vec<Option<u32>> = (0..cells - 1).map(Some).chain([None]).collect();
    let beside = |cell: u32| {
        let (row, column) = (cell / width, cell % width);
        let ways = [
            (row > 0).then(|| cell - width),
            (row + 1 < size).then(|| cell + width),
            (column > 0).then(|| cell - 1),
            (column + 1 < width).then(|| cell + 1),
        ];
        ways.into_iter().flatten().collect::<Vec<u32>>()
    };
    let mut gap = cells - 1;
    for _ in 0..200 {
        let ways = beside(gap);
        let next = ways[text.draw(u32::try_from(ways.len()).unwrap()) as usize];
        board.swap(gap as usize, next as usize);
        gap = next;
    }
    for (cell, tile) in (0..cells).zip(board) {
        beside(cell).into_iter().for_each(|other| text.init(format_args!("beside c{cell} c{other}")));
        match tile {
            Some(tile) => text.init(format_args!("lies t{tile} c{cell}")),
            None => text.init(format_args!("gap c{cell}")),
        }
    }
    (0..cells - 1).for_each(|tile| text.goal(format_args!("lies t{tile} c{tile}")));
}

fn rooms_and_keys(text: &mut Text, size: u32) {
    // A tree of rooms; the key of each door lies in a room that was made before.
    text.objects("r", size, "room");
    text.objects("k", size - 1, "key");
    text.objects("d", size - 1, "door");
    text.init(format_args!("in r0"));
    text.init(format_args!("pocket-empty"));
    for room in 1..size {
        let (before, lies, door) = (text.draw(room), text.draw(room), room - 1);
        text.init(format_args!("joins d{door} r{before} r{room}"));
        text.init(format_args!("joins d{door} r{room} r{before}"));
        text.init(format_args!("fits k{door} d{door}"));
        text.init(format_args!("lies k{door} r{lies}"));
        text.goal(format_args!("open d{door}"));
    }
}

fn blocks(text: &mut Text, size: u32) {
    text.objects("b", size, "object");
    text.init(format_args!("hand-empty"));
    for is_goal in [false, true] {
        let order = text.shuffled(size);
        for (place, block) in order.iter().enumerate() {
            let below = order[..place].last().filter(|_| place % 6 > 0);
            match (below, is_goal) {
                (Some(below), false) => text.init(format_args!("on b{block} b{below}")),
                (Some(below), true) => text.goal(format_args!("on b{block} b{below}")),
                (None, false) => text.init(format_args!("on-table b{block}")),
                (None, true) => {}
            }
            let is_top = place % 6 == 5 || place + 1 == order.len();
            if is_top && !is_goal {
                text.init(format_args!("clear b{block}"));
            }
        }
    }
}
