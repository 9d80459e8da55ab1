//! The help of each command beyond its flags: notes, examples, and exit codes, one row per command.

use super::exit::Exit;
use Exit::{Done, Fault, Input, MemoryLimit, No, TimeLimit, Unsolvable, Unsolved, Unsupported, Usage};

/// The help of a command.
pub(super) struct Page {
    /// Its words, as in `sokoban solve`.
    pub command: &'static str,
    /// Notes below the flags.
    pub notes: &'static str,
    /// What each example does, and its words after `banto`.
    pub examples: &'static [(&'static str, &'static str)],
    /// Its exit codes, except those of every command and those of every command with limits.
    pub exits: &'static [Exit],
    /// When it ends with exit code 1, if it ever does.
    pub no: &'static str,
}

impl Page {
    /// Whether the command can end so.
    pub(super) fn can_end(&self, exit: Exit, has_limits: bool) -> bool {
        match exit {
            Done | Usage | Input => true,
            MemoryLimit | TimeLimit => has_limits,
            No => !self.no.is_empty(),
            Unsolvable | Unsolved | Unsupported | Fault => self.exits.contains(&exit),
        }
    }
}

/// What a page leaves out.
const BLANK: Page = Page { command: "", notes: "", examples: &[], exits: &[], no: "" };

/// The exit codes of commands that search.
const SEARCHED: &[Exit] = &[Unsolvable, Unsolved, Unsupported, Fault];
/// The exit codes of commands that search games.
const PLAYED: &[Exit] = &[Unsolved, Unsupported];

/// One row per command.
pub(super) const PAGES: &[Page] = &[
    Page {
        command: "plan",
        notes: "A domain and a problem may share one file. Translator output of Fast Downward (.sas) is read too.",
        examples: &[
            ("Find a good plan quickly; banto finds the domain beside the problem", "plan problem.pddl"),
            ("Find a cheapest plan, and save it", "plan --optimal domain.pddl problem.pddl -o best.plan"),
            (
                "Choose the search, and stop after a minute",
                "plan problem.pddl --search gbfs --heuristic ff --time-limit 1m",
            ),
            (
                "Find better and better plans, until one is proven optimal or time is up",
                "plan problem.pddl --anytime --time-limit 5m",
            ),
        ],
        exits: SEARCHED,
        ..BLANK
    },
    Page {
        command: "validate",
        examples: &[
            ("Validate a plan", "validate domain.pddl problem.pddl found.plan"),
            (
                "Validate several plans; banto finds the domain beside the problem",
                "validate problem.pddl first.plan second.plan",
            ),
            ("Show what each step needs and changes", "validate problem.pddl found.plan --trace"),
        ],
        exits: &[Unsupported],
        no: "a plan is invalid",
        ..BLANK
    },
    Page {
        command: "step",
        notes: "Commands are read line by line, from a terminal or from standard input; `help` lists them. Text after ; is \
                a comment. A script ends at its first error: with exit code 11 if `plan` proves that no plan leads to the goal, \
                31 if a line is not understood.",
        examples: &[
            ("Explore a task", "step domain.pddl problem.pddl"),
            ("Follow a plan", "step problem.pddl found.plan"),
        ],
        exits: &[Unsolvable, Unsolved, Unsupported],
        no: "an action cannot be applied",
    },
    Page {
        command: "ground",
        examples: &[
            ("Show the size of a task", "ground domain.pddl problem.pddl"),
            ("List its operators, one per line", "ground problem.pddl --list operators"),
            ("Draw its causal graph", "ground problem.pddl --dot causal"),
            ("Write the task for Fast Downward's search", "ground problem.pddl --sas output.sas"),
        ],
        exits: &[Unsolvable, Unsolved, Unsupported],
        ..BLANK
    },
    Page {
        command: "check",
        examples: &[
            ("Check a domain and a problem", "check domain.pddl problem.pddl"),
            ("Check again after each change, while you write", "check --watch domain.pddl problem.pddl"),
            ("Print one line per diagnostic, for an editor", "check domain.pddl --message-format short"),
        ],
        exits: &[Unsupported],
        ..BLANK
    },
    Page {
        command: "fmt",
        notes: "Files are changed in place, unless --check or --stdout is given.",
        examples: &[
            ("Format files in place", "fmt domain.pddl problem.pddl"),
            ("Name the files that are not formatted, and change nothing", "fmt --check domain.pddl"),
            ("Format standard input", "fmt -"),
        ],
        no: "a file is not formatted (--check)",
        ..BLANK
    },
    Page {
        command: "why",
        notes: "Without --time-limit, changes are tried for an amount of work that takes about ten seconds.",
        examples: &[
            ("Explain why a task has no plan", "why domain.pddl problem.pddl"),
            (
                "Try changes for as long as a minute; banto finds the domain beside the problem",
                "why problem.pddl --time-limit 1m",
            ),
        ],
        exits: SEARCHED,
        ..BLANK
    },
    Page {
        command: "explain",
        examples: &[("Explain a code", "explain E0202"), ("List all codes", "explain")],
        ..BLANK
    },
    Page {
        command: "lsp",
        notes: "An editor starts it and speaks the Language Server Protocol with it; docs/editors.md has settings for several.",
        examples: &[("Serve an editor", "lsp")],
        no: "the editor was gone before it asked for shutdown",
        ..BLANK
    },
    Page {
        command: "sokoban check",
        examples: &[("Report the errors of level files", "sokoban check levels.xsb more.sok")],
        exits: &[Unsolvable],
        ..BLANK
    },
    Page {
        command: "sokoban convert",
        examples: &[("Print levels run-length encoded", "sokoban convert levels.xsb --to rle")],
        ..BLANK
    },
    Page {
        command: "sokoban show",
        examples: &[("Print one level of a file", "sokoban show levels.xsb --level 3")],
        ..BLANK
    },
    Page {
        command: "sokoban solve",
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
                "Solve by general planning; --list names all solvers",
                "sokoban solve levels.xsb --solver strips:typed:optimal",
            ),
            ("Save levels with their solutions", "sokoban solve levels.xsb -o solved.sok"),
        ],
        exits: SEARCHED,
        ..BLANK
    },
    Page {
        command: "sokoban draw",
        notes: "Without --svg, --png, --gif and --html, levels are drawn on the terminal, two columns a cell: walls ██, \
                boxes [], boxes on goals {}, goals ··, the player <>, or <· on a goal. `banto sokoban show` prints levels as \
                characters that can be read back.",
        examples: &[
            ("Draw a level as SVG", "sokoban draw levels.xsb --level 1 --svg level.svg"),
            (
                "Draw a solution as an animated GIF",
                "sokoban draw levels.xsb --level 1 --gif level.gif --solution rrULd",
            ),
            (
                "Write a page on which the level is played",
                "sokoban draw levels.xsb --level 1 --html level.html",
            ),
        ],
        exits: &[Unsolvable, Unsolved, Fault],
        no: "the moves given are no solution",
    },
    Page {
        command: "sokoban encode",
        notes: "Without -o, the problem is printed; with --domain, the domain instead. With -o FOLDER, both are \
                written there: domain.pddl and problem.pddl. If the file has several levels and --level is not given, each \
                becomes level-N.pddl. A missing folder is created. An existing file with other content is replaced only \
                with --force.",
        examples: &[
            ("Write a level as PDDL", "sokoban encode cellar.xsb --encoding filtered -o cellar"),
            ("Find a plan for it", "plan cellar/problem.pddl -o cellar/plan"),
            ("Turn the plan into moves", "sokoban decode cellar.xsb cellar/plan --encoding filtered"),
        ],
        exits: &[Fault],
        ..BLANK
    },
    Page {
        command: "sokoban decode",
        examples: &[("Turn a plan into moves", "sokoban decode cellar.xsb cellar/plan --encoding filtered")],
        exits: &[Fault],
        no: "the plan or its moves are no solution",
        ..BLANK
    },
    Page {
        command: "sokoban generate",
        notes: "Levels are printed as they are made; files, and XML, are written at the end. After Ctrl-C or \
                --time-limit, the levels made so far are kept.",
        examples: &[
            ("Make a level with two boxes", "sokoban generate --boxes 2 --size 8x8 --seed 7"),
            ("Write twenty levels to a file", "sokoban generate --count 20 -o levels.xsb"),
        ],
        exits: &[Unsolved],
        ..BLANK
    },
    Page {
        command: "sokoban play",
        notes: "Keys: arrows, h j k l or w a s d move; u takes a move back, b a push, Ctrl-R makes it again, r restarts; \
                n and p change the level, o lists all; m marks the cells where boxes are lost; i shows a good push; f \
                solves from here and plays the solution (Space, + - . , Esc); ? shows all keys; Ctrl-Z suspends the game; \
                q quits. A click walks, or pushes the box that was clicked. A hint or solution may take 10s and 2GiB; \
                --time-limit and --memory-limit set other limits, also for reading levels.\n\
                Without a terminal, or with --plain, keys, words (undo, hint, solve, level 2, quit) and moves as in \
                `moves dRRd` or `moves D 2R D` are read line by line from standard input, and the board is printed after \
                each line.",
        examples: &[("Start with the third level", "sokoban play levels.xsb --level 3")],
        ..BLANK
    },
    Page {
        command: "sokoban validate",
        notes: "Moves are read in LURD (rrULd, with capitals for pushes) and in the compressed form (2R U L D, with capitals \
                for every move, and counts).",
        examples: &[
            ("Validate moves", "sokoban validate levels.xsb rrULd --level 1"),
            ("Validate a solution in a file", "sokoban validate levels.xsb solution.txt --level 1"),
        ],
        no: "the moves are no solution",
        ..BLANK
    },
    Page {
        command: "compare",
        notes: "Limits hold for each solver on each level or task: a run that reaches one is a result, and 22 and 23 mean that the \
                files were not read within them. With several threads, runs share the processor and the \
                memory limit: times are then less exact. `banto sokoban solve --list` names the solvers of levels, `banto \
                plan --list` the searches and heuristics for tasks.",
        examples: &[
            ("Print tables, and write a page", "compare levels.xsb --time-limit 10s --html report.html"),
            ("Compare two solvers on one level", "compare levels.xsb --solvers bfs,astar --level 3"),
            ("Compare searches on planning tasks", "compare p01.pddl p02.pddl --solvers gbfs:ff,astar:lmcut"),
            (
                "Compare general planning with direct search, as CSV",
                "compare levels.xsb --solvers direct,strips:basic:gbfs,strips:typed:optimal --csv figures.csv",
            ),
            ("Compare games in PDDL with native boards", "compare --game"),
        ],
        exits: &[Unsolved, Unsupported, Fault],
        ..BLANK
    },
    Page {
        command: "game play",
        notes: "Moves are read line by line from standard input; `help` lists the other commands, `quit` (or `q`) ends. At a \
                terminal, banto asks again after an illegal move; from a file or a pipe, it ends the game with exit code 31.",
        examples: &[
            (
                "Play first; the computer thinks for five seconds a move",
                "game play domain.pddl problem.pddl --time 5s",
            ),
            ("Watch a game", "game play domain.pddl problem.pddl --human none --depth 6"),
        ],
        exits: PLAYED,
        ..BLANK
    },
    Page {
        command: "game best",
        examples: &[(
            "Find the best reply after two moves of tic-tac-toe",
            "game best domain.pddl problem.pddl --moves \"b2, b1\"",
        )],
        exits: PLAYED,
        ..BLANK
    },
    Page {
        command: "game solve",
        examples: &[(
            "Prove who wins, within a minute",
            "game solve domain.pddl problem.pddl --time-limit 1m",
        )],
        exits: PLAYED,
        ..BLANK
    },
    Page {
        command: "game match",
        examples: &[(
            "Play ten games, a deep search against a quick one",
            "game match domain.pddl problem.pddl --one depth=6 --other time=50ms --games 10",
        )],
        exits: PLAYED,
        ..BLANK
    },
    Page {
        command: "game perft",
        examples: &[(
            "Count the games of one to five moves",
            "game perft domain.pddl problem.pddl --depth 5",
        )],
        exits: PLAYED,
        ..BLANK
    },
    Page {
        command: "game bench",
        examples: &[(
            "Measure the search on PDDL and on a native board",
            "game bench domain.pddl problem.pddl --beside connect-four:7x6",
        )],
        exits: PLAYED,
        ..BLANK
    },
    Page {
        command: "completions",
        examples: &[
            ("For bash; save it where bash looks for completions", "completions bash"),
            ("For zsh; save it as _banto in a folder of $fpath", "completions zsh"),
        ],
        ..BLANK
    },
    Page {
        command: "man",
        examples: &[
            ("The page of a command; to read it: banto man plan | man -l -", "man plan"),
            ("Write all pages, for packagers", "man --out man1"),
        ],
        ..BLANK
    },
];
