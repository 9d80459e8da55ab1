//! What help says of each command beyond its flags: notes, examples, and the exit codes that it may end with.
//!
//! In: nothing. Out: a table, a row a command. Knows neither flags nor how help is laid out.

use super::exit::Exit;
use Exit::{Done, Fault, Input, MemoryLimit, No, TimeLimit, Unsolvable, Unsolved, Unsupported, Usage};

/// What help says of a command.
pub(super) struct Page {
    /// Its words, as in `sokoban solve`.
    pub command: &'static str,
    /// What is worth knowing.
    pub notes: &'static str,
    /// What each does, and the words behind `banto`.
    pub examples: &'static [(&'static str, &'static str)],
    /// How it may end.
    pub exits: &'static [Exit],
}

/// The end of whatever searches.
const SEARCHED: &[Exit] =
    &[Done, Usage, Unsolvable, Unsolved, MemoryLimit, TimeLimit, Input, Unsupported, Fault];
/// The end of what reads tasks and searches games.
const PLAYED: &[Exit] = &[Done, Usage, Unsolved, MemoryLimit, TimeLimit, Input, Unsupported];
/// The end of what reads levels.
const READ: &[Exit] = &[Done, Usage, Input];

/// A row a command.
pub(super) const PAGES: &[Page] = &[
    Page {
        command: "plan",
        notes: "",
        examples: &[
            ("Find a good plan soon; the domain is looked for beside the problem", "plan problem.pddl"),
            ("Find a cheapest plan, and save it", "plan --optimal domain.pddl problem.pddl -o best.plan"),
            (
                "Choose the search, and stop after a minute",
                "plan problem.pddl --search gbfs --heuristic ff --time-limit 1m",
            ),
            (
                "Better and better plans, until they are proven or time is up",
                "plan problem.pddl --anytime --time-limit 5m",
            ),
        ],
        exits: SEARCHED,
    },
    Page {
        command: "validate",
        notes: "",
        examples: &[
            ("Validate a plan", "validate domain.pddl problem.pddl found.plan"),
            (
                "Validate several plans; the domain is looked for beside the problem",
                "validate problem.pddl first.plan second.plan",
            ),
        ],
        exits: &[Done, No, Usage, Input, Unsupported],
    },
    Page {
        command: "ground",
        notes: "",
        examples: &[
            ("How large a task becomes", "ground domain.pddl problem.pddl"),
            ("Its operators, one a line", "ground problem.pddl --list operators"),
            ("The task as Fast Downward's search reads it", "ground problem.pddl --sas output.sas"),
        ],
        exits: &[Done, Usage, Unsolvable, Unsolved, MemoryLimit, TimeLimit, Input, Unsupported],
    },
    Page {
        command: "check",
        notes: "",
        examples: &[
            ("A domain alone, or with a problem", "check domain.pddl problem.pddl"),
            ("Again at each change, while you write", "check --watch domain.pddl problem.pddl"),
            ("One line a finding, for an editor", "check domain.pddl --message-format short"),
        ],
        exits: &[Done, Usage, Input, Unsupported],
    },
    Page {
        command: "fmt",
        notes: "Files are changed in place, unless --check or --stdout is given.",
        examples: &[
            ("Format files in place", "fmt domain.pddl problem.pddl"),
            ("Say which files are not formatted, and change nothing", "fmt --check domain.pddl"),
            ("Format what comes through a pipe", "fmt -"),
        ],
        exits: &[Done, No, Usage, Input],
    },
    Page {
        command: "explain",
        notes: "",
        examples: &[("What a code means", "explain E0202"), ("All codes", "explain")],
        exits: &[Done, Usage],
    },
    Page {
        command: "sokoban check",
        notes: "",
        examples: &[("Say what is wrong with level files", "sokoban check levels.xsb more.sok")],
        exits: &[Done, Usage, Unsolvable, Input],
    },
    Page {
        command: "sokoban convert",
        notes: "",
        examples: &[("Levels with run lengths, on standard output", "sokoban convert levels.xsb --to rle")],
        exits: READ,
    },
    Page {
        command: "sokoban show",
        notes: "",
        examples: &[("One level of a file", "sokoban show levels.xsb --level 3")],
        exits: READ,
    },
    Page {
        command: "sokoban solve",
        notes: "",
        examples: &[
            (
                "Solve every level of a file, each in at most a minute",
                "sokoban solve levels.xsb --time-limit 1m",
            ),
            (
                "Prove that no solution has fewer pushes",
                "sokoban solve levels.xsb --level 3 --optimal pushes",
            ),
            (
                "By general planning; --list names all solvers",
                "sokoban solve levels.xsb --solver strips:typed:optimal",
            ),
            ("Keep levels and solutions", "sokoban solve levels.xsb -o solved.sok"),
        ],
        exits: SEARCHED,
    },
    Page {
        command: "sokoban draw",
        notes: "Without --svg and --gif, levels are drawn on the terminal, two columns a cell: walls ██, \
                boxes [], boxes on goals {}, goals ··, the player <>, or <· on a goal. `banto sokoban show` prints levels as \
                characters that can be read back.",
        examples: &[
            ("A picture of a level", "sokoban draw levels.xsb --level 1 --svg level.svg"),
            (
                "A solution as a moving picture",
                "sokoban draw levels.xsb --level 1 --gif level.gif --solution rrULd",
            ),
        ],
        exits: &[Done, No, Usage, Input],
    },
    Page {
        command: "sokoban encode",
        notes: "Without -o, the problem is printed; with --domain, the domain in its place. With -o FOLDER, both are \
                written there: domain.pddl and problem.pddl. Where the file has several levels and none is named, each \
                becomes level-N.pddl. A missing folder is made. A file that is there and holds something else is replaced only \
                with --force.",
        examples: &[
            ("A level as PDDL", "sokoban encode cellar.xsb --encoding filtered -o cellar"),
            ("Then a plan", "plan cellar/problem.pddl -o cellar/plan"),
            ("And its moves", "sokoban decode cellar.xsb cellar/plan --encoding filtered"),
        ],
        exits: &[Done, Usage, Input],
    },
    Page {
        command: "sokoban decode",
        notes: "",
        examples: &[("The moves of a plan", "sokoban decode cellar.xsb cellar/plan --encoding filtered")],
        exits: &[Done, No, Usage, Input, Fault],
    },
    Page {
        command: "sokoban generate",
        notes: "Levels are printed as they are made; a file, and XML, is written at the end. Ctrl-C and --time-limit \
                keep what there is by then.",
        examples: &[
            ("A level with two boxes", "sokoban generate --boxes 2 --size 8x8 --seed 7"),
            ("Twenty levels, in a file", "sokoban generate --count 20 -o levels.xsb"),
        ],
        exits: &[Done, Usage, Unsolved, TimeLimit, Input],
    },
    Page {
        command: "sokoban play",
        notes: "Keys: arrows, h j k l or w a s d move; u takes back, Ctrl-R does again, r restarts; n and p change \
                the level; i shows a good push; f solves from here and plays the solution (Space, + - . ,); \
                ? shows all keys; Ctrl-Z leaves the terminal to the shell; q ends. A hint or solution may take 10s and 2GiB; --time-limit and --memory-limit \
                give other limits.\n\
                Without a terminal, or with --plain, keys, words (undo, hint, solve, quit) and moves as in `moves dRRd` or \
                `moves D 2R D` are read line by line from standard input, and the board is printed after each line.",
        examples: &[("Play from the third level on", "sokoban play levels.xsb --level 3")],
        exits: READ,
    },
    Page {
        command: "sokoban validate",
        notes: "Moves are read in LURD (rrULd, with capitals for pushes) and in the compressed form (2R U L D, with capitals \
                for every move, and counts).",
        examples: &[
            ("Validate moves", "sokoban validate levels.xsb rrULd --level 1"),
            ("Validate a solution in a file", "sokoban validate levels.xsb solution.txt --level 1"),
        ],
        exits: &[Done, No, Usage, Input],
    },
    Page {
        command: "compare",
        notes: "Limits hold for each solver on each level. With several threads, runs share the processor and the memory \
                limit: times are then less exact. `banto sokoban solve --list` names the solvers.",
        examples: &[
            ("Figures, and a page to look at", "compare levels.xsb --time-limit 10s --html report.html"),
            ("Two solvers on one level", "compare levels.xsb --solvers bfs,astar --level 3"),
            (
                "General planning beside direct search, as CSV",
                "compare levels.xsb --solvers direct,strips:basic:gbfs,strips:typed:optimal --csv figures.csv",
            ),
            ("Games in PDDL beside native boards", "compare --game"),
        ],
        exits: &[Done, Usage, Unsolved, Input, Fault],
    },
    Page {
        command: "game play",
        notes: "Moves are read line by line from standard input; `help` lists what else can be typed, `quit` (or `q`) ends. At a \
                terminal an illegal move can be typed again; in a file or a pipe it ends the game, with exit code 31.",
        examples: &[
            ("Play first, against five seconds of thought", "game play domain.pddl problem.pddl --time 5s"),
            ("Watch a game", "game play domain.pddl problem.pddl --human none --depth 6"),
        ],
        exits: PLAYED,
    },
    Page {
        command: "game best",
        notes: "",
        examples: &[(
            "The best answer to two moves of tic-tac-toe",
            "game best domain.pddl problem.pddl --moves \"b2, b1\"",
        )],
        exits: PLAYED,
    },
    Page {
        command: "game solve",
        notes: "",
        examples: &[(
            "Who wins, proven within a minute",
            "game solve domain.pddl problem.pddl --time-limit 1m",
        )],
        exits: PLAYED,
    },
    Page {
        command: "game match",
        notes: "",
        examples: &[(
            "Ten games of a deep search against a quick one",
            "game match domain.pddl problem.pddl --one depth=6 --other time=50ms --games 10",
        )],
        exits: PLAYED,
    },
    Page {
        command: "game perft",
        notes: "",
        examples: &[("Games of one to five moves", "game perft domain.pddl problem.pddl --depth 5")],
        exits: PLAYED,
    },
    Page {
        command: "game bench",
        notes: "",
        examples: &[(
            "The search on PDDL and on a native board",
            "game bench domain.pddl problem.pddl --beside connect-four:7x6",
        )],
        exits: PLAYED,
    },
    Page {
        command: "completions",
        notes: "",
        examples: &[
            ("For bash, in a file that it reads at its start", "completions bash"),
            ("For zsh, into a folder of $fpath as _banto", "completions zsh"),
        ],
        exits: &[Done, Usage],
    },
    Page {
        command: "man",
        notes: "",
        examples: &[
            ("The page of a command; a pager shows it: banto man plan | man -l -", "man plan"),
            ("All pages, for packages", "man --out man1"),
        ],
        exits: &[Done, Usage, Input],
    },
];
