"""Levels of Sokoban as others write them: for each encoding a domain, and a problem for each level.

They differ in what is a thing and what is only a fact about a place: boxes with names whose goals are kept in flags; boxes each with a goal of
its own; no boxes at all; rows, columns and an action that only looks; and two numbers for a place, with walls as facts.
"""

SIDES = {"l": (0, -1, "west"), "r": (0, 1, "east"), "u": (-1, 0, "north"), "d": (1, 0, "south")}


def action(name, parameters, needs, effects):
    """An action; effects and needs are words, in which `-` denies."""
    atoms = lambda words: " ".join(f"(not ({word[1:]}))" if word[0] == "-" else f"({word})" for word in words)
    return f"  (:action {name} :parameters ({parameters})\n    :precondition (and {atoms(needs)})\n    :effect (and {atoms(effects)}))\n"


def domain(name, types, predicates, actions):
    """A domain."""
    used = [word for word, is_used in ((":typing", types), (":negative-preconditions", types in ("", "place"))) if is_used]
    shown = f"  (:requirements :strips {' '.join(used)})\n" + (f"  (:types {types})\n" if types else "")
    listed = " ".join(f"({predicate})" for predicate in predicates)
    return f"(define (domain {name})\n{shown}  (:predicates {listed})\n{''.join(actions)})\n"


def flagged():
    """Things with names; whether one is at a goal is a flag of its own."""
    walked = ["-at ?who ?here", "at ?who ?there", "free ?here", "-free ?there"]
    needs = ["pusher ?who", "stone ?it", "at ?who ?here", "at ?it ?there", "free ?then", "beside ?here ?there ?way", "beside ?there ?then ?way"]
    pushed = ["-at ?who ?here", "at ?who ?there", "-at ?it ?there", "at ?it ?then", "free ?here", "-free ?then"]
    who = "?who ?it - thing ?here ?there ?then - place ?way - way"
    return domain(
        "flagged",
        "thing place way",
        ["pusher ?t - thing", "stone ?t - thing", "home ?t - thing", "at ?t - thing ?p - place", "free ?p - place", "goal ?p - place"]
        + ["plain ?p - place", "beside ?p ?q - place ?w - way"],
        [
            action("walk", "?who - thing ?here ?there - place ?way - way", ["pusher ?who", "at ?who ?here", "free ?there", "beside ?here ?there ?way"], walked),
            action("push-home", who, [*needs, "goal ?then"], [*pushed, "home ?it"]),
            action("push", who, [*needs, "plain ?then"], [*pushed, "-home ?it"]),
        ],
    )


def assigned():
    """Boxes with names, each with a goal of its own; who pushes stands on free places, too."""
    beside = ["beside ?here ?there ?way", "beside ?there ?then ?way"]
    return domain(
        "assigned",
        "box place way",
        ["robot ?p - place", "at ?b - box ?p - place", "free ?p - place", "beside ?p ?q - place ?w - way"],
        [
            action("walk", "?here ?there - place ?way - way", ["robot ?here", "free ?there", "beside ?here ?there ?way"], ["-robot ?here", "robot ?there"]),
            action(
                "push",
                "?b - box ?here ?there ?then - place ?way - way",
                ["robot ?here", "at ?b ?there", "free ?then", *beside],
                ["-robot ?here", "robot ?there", "-at ?b ?there", "at ?b ?then", "free ?there", "-free ?then"],
            ),
        ],
    )


def places():
    """No boxes, only where one is; an action for each way, and conditions that deny."""
    actions = []
    for *_, way in SIDES.values():
        next_to = lambda one, other: f"{way} ?{one} ?{other}"
        needs = ["man ?here", next_to("here", "there"), "-box ?there"]
        actions.append(action(f"walk-{way}", "?here ?there - place", needs, ["-man ?here", "man ?there"]))
        needs = ["man ?here", "box ?there", next_to("here", "there"), next_to("there", "then"), "-box ?then"]
        effects = ["-man ?here", "man ?there", "-box ?there", "box ?then"]
        actions.append(action(f"push-{way}", "?here ?there ?then - place", needs, effects))
    ways = [f"{way} ?p ?q - place" for *_, way in SIDES.values()]
    return domain("places", "place", ["man ?p - place", "box ?p - place", *ways], actions)


def noted():
    """Rows and columns; that a box is stored is noted by an action that changes nothing else."""
    actions = []
    for line in ("row", "column"):
        needs = ["at ?here", "empty ?there", f"{line} ?here ?there"]
        actions.append(action(f"walk-{line}", "?here ?there - place", needs, ["-at ?here", "at ?there", "empty ?here", "-empty ?there"]))
        # A line goes both ways, so what is pushed could come back to where the pusher stands: that is not empty.
        needs = ["at ?here", "in ?b ?there", "empty ?then", f"{line} ?here ?there", f"{line} ?then ?there"]
        effects = ["-at ?here", "at ?there", "empty ?here", "-in ?b ?there", "in ?b ?then", "-empty ?then", "-stored ?b"]
        actions.append(action(f"push-{line}", "?b - box ?here ?there ?then - place", needs, effects))
    actions.append(action("look", "?b - box ?here - place", ["in ?b ?here", "store ?here"], ["stored ?b"]))
    predicates = ["at ?p - place", "in ?b - box ?p - place", "empty ?p - place", "store ?p - place", "stored ?b - box"]
    return domain("noted", "box place", [*predicates, "row ?p ?q - place", "column ?p ?q - place"], actions)


def coordinates():
    """Two numbers for a place, without types; walls are facts, and every place without one is floor."""
    actions = []
    for across, less, way in SIDES.values():
        order = "before" if across + less > 0 else "after"
        place = lambda number: f"?{number} ?y" if less else f"?x ?{number}"
        own, steps = ("x" if less else "y"), ("?n", "?m")
        here, there, then = f"{place(own)}", place("n"), place("m")
        free = [f"-wall {there}", f"-box {there}"]
        effects = [f"-man {here}", f"man {there}"]
        actions.append(action(f"walk-{way}", f"?x ?y {steps[0]}", [f"man {here}", f"{order} ?{own} ?n", *free], effects))
        needs = [f"man {here}", f"box {there}", f"{order} ?{own} ?n", f"{order} ?n ?m", f"-wall {then}", f"-box {then}"]
        actions.append(action(f"push-{way}", f"?x ?y {' '.join(steps)}", needs, [*effects, f"-box {there}", f"box {then}"]))
    return domain("coordinates", "", ["man ?x ?y", "box ?x ?y", "wall ?x ?y", "before ?m ?n", "after ?m ?n"], actions)


DOMAINS = {made.__name__: made() for made in (flagged, assigned, places, noted, coordinates)}


class Level:
    """A level: what lies where, on the floor that the player can come to if no box is in the way."""

    def __init__(self, board):
        self.cells = {(y, x): mark for y, row in enumerate(board.splitlines()) for x, mark in enumerate(row)}
        self.start = next(place for place, mark in self.cells.items() if mark in "@+")
        seen, todo = {self.start}, [self.start]
        while todo:
            for other, _ in self.beside(todo.pop()):
                if other not in seen and self.cells.get(other, "#") != "#":
                    seen.add(other)
                    todo.append(other)
        self.floor = sorted(seen)
        self.boxes = [place for place in self.floor if self.cells[place] in "$*"]
        self.goals = [place for place in self.floor if self.cells[place] in ".*+"]
        self.free = [place for place in self.floor if place not in self.boxes]
        self.steps = [(place, other, way) for place in self.floor for other, way in self.beside(place) if other in seen]

    @staticmethod
    def beside(place):
        """The places beside one, and the ways there."""
        return [((place[0] + down, place[1] + right), way) for down, right, way in SIDES.values()]

    def ends(self, moves):
        """Where moves leave each box, in the order in which they are written."""
        at, where = self.start, {place: number for number, place in enumerate(self.boxes)}
        for move in moves.lower():
            down, right, _ = SIDES[move]
            at = (at[0] + down, at[1] + right)
            if at in where:
                where[(at[0] + down, at[1] + right)] = where.pop(at)
        return sorted(where, key=where.get)

    def problem(self, encoding, moves):
        """The problem in an encoding; moves that solve the level say which box has which goal."""
        cell = lambda place: f"p{place[0]}-{place[1]}"
        named = [(f"b{number}", place) for number, place in enumerate(self.boxes)]
        names, cells = " ".join(name for name, _ in named), " ".join(map(cell, self.floor))
        ways = [f"beside {cell(one)} {cell(other)} {way}" for one, other, way in self.steps]
        free = [f"free {cell(place)}" for place in self.free if place != self.start or encoding == "assigned"]
        at = [f"at {name} {cell(place)}" for name, place in named]
        if encoding == "flagged":
            objects = f"me {names} - thing {cells} - place north south east west - way"
            kinds = [f"{'goal' if place in self.goals else 'plain'} {cell(place)}" for place in self.floor]
            home = [f"home {name}" for name, place in named if place in self.goals]
            init = ["pusher me", f"at me {cell(self.start)}", *(f"stone {name}" for name, _ in named), *at, *home, *free, *kinds, *ways]
            goal = [f"home {name}" for name, _ in named]
        elif encoding == "assigned":
            objects = f"{names} - box {cells} - place north south east west - way"
            init = [f"robot {cell(self.start)}", *at, *free, *ways]
            goal = [f"at {name} {cell(end)}" for (name, _), end in zip(named, self.ends(moves))]
        elif encoding == "places":
            objects = f"{cells} - place"
            init = [f"man {cell(self.start)}", *(f"box {cell(place)}" for place in self.boxes)]
            init += [f"{way} {cell(one)} {cell(other)}" for one, other, way in self.steps]
            goal = [f"box {cell(place)}" for place in self.goals]
        elif encoding == "noted":
            objects = f"{names} - box {cells} - place"
            init = [f"at {cell(self.start)}", *(f"in {name} {cell(place)}" for name, place in named), *(f"store {cell(place)}" for place in self.goals)]
            init += [f"empty {cell(place)}" for place in self.free if place != self.start]
            init += [f"{'row' if way in ('east', 'west') else 'column'} {cell(one)} {cell(other)}" for one, other, way in self.steps]
            goal = [f"stored {name}" for name, _ in named]
        else:
            spot = lambda place: f"n{place[1]} n{place[0]}"
            size = 1 + max(max(place) for place in self.cells)
            objects = " ".join(f"n{number}" for number in range(size))
            floor = set(self.floor)
            walls = [f"wall {spot((y, x))}" for y in range(size) for x in range(size) if (y, x) not in floor]
            rows = [f"before n{number} n{number + 1}" for number in range(size - 1)] + [f"after n{number + 1} n{number}" for number in range(size - 1)]
            init = [f"man {spot(self.start)}", *(f"box {spot(place)}" for place in self.boxes), *walls, *rows]
            goal = [f"box {spot(place)}" for place in self.goals]
        facts, wanted = ("".join(f"\n    ({atom})" for atom in atoms) for atoms in (init, goal))
        return f"(define (problem level) (:domain {encoding})\n  (:objects {objects})\n  (:init{facts})\n  (:goal (and{wanted})))\n"
