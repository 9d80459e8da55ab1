//! The commands about levels that make something: problems, moves, pictures, and new levels.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use crate::command::{banto, text};
use banto::sokoban::{Normal, level};
use banto::source::SourceText;

const LEVEL: &str = "problems/sokoban/first-steps.xsb";

fn sokoban(arguments: &[&str]) -> Output {
    banto(&[&["sokoban"], arguments].concat())
}

fn code(run: &Output) -> Option<i32> {
    run.status.code()
}

/// A level becomes files, the files a plan, the plan moves; each command takes what the one before has written.
#[test]
fn from_level_to_moves_by_way_of_files() {
    for encoding in ["basic", "filtered", "typed", "pushes"] {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join("new").join(name).to_str().unwrap().to_owned();
        let made = sokoban(&["encode", LEVEL, "--level", "3", "--encoding", encoding, "-o", &place("")]);
        assert_eq!(code(&made), Some(0), "{}", text(&made.stderr));
        let (domain, problem, plan) = (place("domain.pddl"), place("problem.pddl"), place("plan"));
        let check = banto(&["check", &domain, &problem]);
        assert_eq!((code(&check), text(&check.stderr).as_str()), (Some(0), ""), "{encoding}");
        assert_eq!(code(&banto(&["fmt", "--check", &domain, &problem])), Some(0), "{encoding}");
        assert_eq!(code(&banto(&["plan", "-q", &problem, "-o", &plan])), Some(0), "{encoding}");
        let decoded = sokoban(&["decode", LEVEL, &plan, "--level", "3", "--encoding", encoding]);
        assert_eq!(code(&decoded), Some(0), "{}", text(&decoded.stderr));
        assert!(text(&decoded.stderr).starts_with("solved: "), "{encoding}");
        let moves = text(&decoded.stdout);
        assert_eq!(code(&sokoban(&["validate", LEVEL, moves.trim(), "--level", "3"])), Some(0), "{encoding}");
        // A plan of another encoding is none of this.
        let other = if encoding == "typed" { "basic" } else { "typed" };
        let wrong = sokoban(&["decode", LEVEL, &plan, "--level", "3", "--encoding", other]);
        assert_eq!(code(&wrong), Some(1));
        assert!(text(&wrong.stderr).contains("has no action"), "{}", text(&wrong.stderr));
    }
}

#[test]
fn encode_prints_and_writes_what_is_asked_for() {
    let one = &["encode", LEVEL, "--level", "1", "--encoding", "basic"];
    assert!(text(&sokoban(one).stdout).contains("(define (problem level-first-steps)"));
    let domain = text(&sokoban(&[one as &[&str], &["--domain"]].concat()).stdout);
    assert_eq!(domain, fs::read_to_string("domains/sokoban/basic.pddl").unwrap());
    let object: serde_json::Value =
        serde_json::from_slice(&sokoban(&[one as &[&str], &["--json"]].concat()).stdout).unwrap();
    assert_eq!((object["encoding"].as_str(), object["level"].as_u64()), (Some("basic"), Some(1)));
    assert_eq!(object["domain"].as_str(), Some(domain.as_str()));
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_str().unwrap();
    assert_eq!(code(&sokoban(&["encode", LEVEL, "-o", place])), Some(0));
    let mut names: Vec<_> =
        fs::read_dir(place).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["domain.pddl", "level-1.pddl", "level-2.pddl", "level-3.pddl"]);
    for (arguments, wanted) in [
        (&["encode", LEVEL][..], 2),
        (&["encode", LEVEL, "--level", "4"], 2),
        (&["encode", LEVEL, "--level", "1", "--encoding", "best"], 2),
        (&["encode", LEVEL, "--level", "1", "--domain", "-o", place], 2),
        (&["encode", "problems/sokoban/no-such.xsb"], 31),
        (&["encode", "tests/sokoban/faults/open-top.xsb"], 31),
        (&["decode", "-", "-"], 2),
        (&["decode", LEVEL, "no-such.plan", "--level", "1"], 31),
    ] {
        assert_eq!(code(&sokoban(arguments)), Some(wanted), "{arguments:?}");
    }
}

#[test]
fn the_terminal_is_drawn_without_colors_into_a_pipe() {
    let plain = text(&sokoban(&["draw", LEVEL, "--level", "1"]).stdout);
    assert_eq!(plain.lines().nth(3), Some("██  <>[]  ··  ██"), "{plain}");
    let all = text(&sokoban(&["draw", LEVEL]).stdout);
    assert_eq!(all.matches("<>").count(), 3);
    let colored = text(&banto(&["--color", "always", "sokoban", "draw", LEVEL, "--level", "1"]).stdout);
    assert!(colored.contains('\u{1b}') && colored.contains("[]"));
    let bare: String = colored
        .split('\u{1b}')
        .enumerate()
        .map(|(index, part)| if index == 0 { part } else { part.split_once('m').unwrap().1 })
        .collect();
    assert_eq!(bare, plain.replace('█', " "));
}

#[test]
fn an_svg_has_every_cell() {
    let printed = text(&sokoban(&["draw", LEVEL, "--level", "1", "--svg", "-"]).stdout);
    assert!(printed.starts_with("<svg xmlns=") && printed.ends_with("</svg>\n"));
    assert!(printed.contains("<title>First steps</title>"));
    assert_eq!(printed.matches("<use ").count(), 8 * 5);
    for name in ["svg", "defs", "g", "title"] {
        let opened =
            printed.matches(&format!("<{name}>")).count() + printed.matches(&format!("<{name} ")).count();
        assert_eq!(opened, printed.matches(&format!("</{name}>")).count(), "{name}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("level.svg");
    assert_eq!(code(&sokoban(&["draw", LEVEL, "--level", "1", "--svg", file.to_str().unwrap()])), Some(0));
    assert_eq!(fs::read_to_string(file).unwrap(), printed);
}

/// The frames of a GIF, one drawn over the other.
fn frames(path: &Path) -> Vec<Vec<u8>> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(fs::File::open(path).unwrap()).unwrap();
    let width = usize::from(decoder.width());
    let mut canvas = vec![0; width * usize::from(decoder.height()) * 4];
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let row_bytes = usize::from(frame.width) * 4;
        for (row, pixels) in frame.buffer.chunks_exact(row_bytes).enumerate() {
            let start = ((usize::from(frame.top) + row) * width + usize::from(frame.left)) * 4;
            canvas[start..start + row_bytes].copy_from_slice(pixels);
        }
        frames.push(canvas.clone());
    }
    frames
}

#[test]
fn a_gif_plays_the_solution() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let draw = |arguments: &[&str], name: &str| {
        let path = place(name);
        code(&sokoban(&[&["draw"], arguments, &["--gif", path.to_str().unwrap()]].concat()))
    };
    assert_eq!(draw(&[LEVEL, "--level", "1", "--solution", "RR"], "a.gif"), Some(0));
    let played = frames(&place("a.gif"));
    assert_eq!(played.len(), 3);
    // After the moves it looks like the level that they lead to.
    let end = place("end.xsb");
    fs::write(&end, "########\n#      #\n#   @* #\n#      #\n########\nSolution: \n").unwrap();
    assert_eq!(draw(&[end.to_str().unwrap(), "--solution", "lr"], "b.gif"), Some(0));
    let other = frames(&place("b.gif"));
    // Numbers of colors differ from file to file, colors do not.
    assert!(other[0] == other[2] && other[0] == played[2]);
    // The solution that a level brings along.
    let stored = place("stored.xsb");
    fs::write(&stored, "#####\n#@$.#\n#####\nSolution: R\n").unwrap();
    assert_eq!(draw(&[stored.to_str().unwrap()], "c.gif"), Some(0));
    assert_eq!(frames(&place("c.gif")).len(), 2);
    for (arguments, wanted) in [
        (&[LEVEL][..], 2),
        (&[LEVEL, "--level", "1", "--solution", "UUUU"], 1),
        (&[LEVEL, "--level", "1", "--solution", "x"], 31),
    ] {
        assert_eq!(draw(arguments, "d.gif"), Some(wanted), "{arguments:?}");
    }
    assert!(!place("d.gif").exists());
    // Where no solution is given, one is found; where there is none, nothing is written.
    assert_eq!(draw(&[LEVEL, "--level", "1"], "e.gif"), Some(0));
    assert_eq!(fs::read(place("a.gif")).unwrap(), fs::read(place("e.gif")).unwrap());
    assert_eq!(draw(&["tests/compare/unsolvable.xsb"], "f.gif"), Some(11));
    assert!(!place("f.gif").exists());
    assert_eq!(code(&sokoban(&["draw", LEVEL, "--solution", "RR"])), Some(2));
}

/// The chunks of a PNG: their kinds and data.
fn chunks(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut rest = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n").unwrap();
    let mut chunks = Vec::new();
    while !rest.is_empty() {
        let length = u32::from_be_bytes(rest[..4].try_into().unwrap()) as usize;
        chunks.push((text(&rest[4..8]), rest[8..8 + length].to_vec()));
        rest = &rest[12 + length..];
    }
    chunks
}

/// The pixels of a PNG, four bytes each.
fn png_pixels(bytes: &[u8]) -> Vec<u8> {
    let chunks = chunks(bytes);
    let kinds: Vec<&str> = chunks.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(kinds, ["IHDR", "PLTE", "IDAT", "IEND"]);
    let width = u32::from_be_bytes(chunks[0].1[..4].try_into().unwrap()) as usize;
    let lines = miniz_oxide::inflate::decompress_to_vec_zlib(&chunks[2].1).unwrap();
    let numbers = lines.chunks_exact(width + 1).flat_map(|line| &line[1..]);
    numbers.flat_map(|number| [&chunks[1].1[usize::from(*number) * 3..][..3], &[255]].concat()).collect()
}

/// The PNG has the pixels of the GIF's first frame.
/// A picture has cells as large as a width has room for, of a pixel at least.
#[test]
fn a_png_is_as_wide_as_asked() {
    let folder = tempfile::tempdir().unwrap();
    let png = folder.path().join("a.png");
    let png = png.to_str().unwrap();
    // Eight columns.
    for (asked, width) in [("1920", 1920), ("100", 96), ("1", 8)] {
        assert_eq!(code(&sokoban(&["draw", LEVEL, "--level", "1", "--png", png, "--width", asked])), Some(0));
        let bytes = fs::read(png).unwrap();
        assert_eq!(u32::from_be_bytes(bytes[16..20].try_into().unwrap()), width);
    }
    let other = sokoban(&["draw", LEVEL, "--level", "1", "--width", "100"]);
    assert_eq!(code(&other), Some(2));
    assert!(text(&other.stderr).contains("--width is for --png alone"), "{}", text(&other.stderr));
}

/// A solver is for a page alone. Without the program as WebAssembly, a page gets none, and one reads where it comes
/// from.
#[test]
fn a_solver_has_to_be_at_hand() {
    let folder = tempfile::tempdir().unwrap();
    let [page, none] =
        ["a.html", "none.wasm"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let draw = |flag: &str| sokoban(&["draw", LEVEL, "--html", &page, flag]);
    let run = draw(&format!("--with-solver={none}"));
    assert_eq!(code(&run), Some(31));
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(said.contains("there is no solver for the page") && said.contains(".ci/site"), "{said}");
    let picture = sokoban(&["draw", LEVEL, "--png", &page, "--with-solver"]);
    let said = String::from_utf8_lossy(&picture.stderr).into_owned();
    assert!(code(&picture) == Some(2) && said.contains("--with-solver is for --html alone"), "{said}");
    let run = draw(&format!("--with-solver={LEVEL}"));
    assert_eq!(code(&run), Some(31));
    assert!(!fs::exists(&page).unwrap());
    // What begins as such a program does is taken in.
    fs::write(&none, b"\0asm\x01\0\0\0").unwrap();
    let run = draw(&format!("--with-solver={none}"));
    assert_eq!(code(&run), Some(0));
    assert!(String::from_utf8_lossy(&run.stderr).contains("without its solver"));
    assert!(fs::read_to_string(&page).unwrap().contains("id=\"engine\">"));
}

#[test]
fn a_png_is_the_first_frame() {
    let folder = tempfile::tempdir().unwrap();
    let (png, gif) = (folder.path().join("a.png"), folder.path().join("a.gif"));
    let (png, gif) = (png.to_str().unwrap(), gif.to_str().unwrap());
    assert_eq!(code(&sokoban(&["draw", LEVEL, "--level", "1", "--png", png, "--gif", gif])), Some(0));
    let pixels = png_pixels(&fs::read(png).unwrap());
    assert!(pixels == frames(Path::new(gif))[0]);
    assert_eq!(code(&sokoban(&["draw", LEVEL, "--level", "1", "--png", "-", "--svg", "-"])), Some(2));
}

const SIDE: usize = 32;

/// The pixels of a cell in a picture of 32 pixels a cell, `bytes` for each.
fn cell(picture: &[u8], width: usize, bytes: usize, (row, column): (usize, usize)) -> Vec<[u8; 3]> {
    let at = |line: usize| ((row * SIDE + line) * width + column * SIDE) * bytes;
    let lines = (0..SIDE).flat_map(|line| picture[at(line)..][..SIDE * bytes].chunks_exact(bytes));
    lines.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

/// Draws the shapes of an SVG's `g` elements in 32 by 32 points, over what is there, without banto's own code: by name.
fn symbols(svg: &str, below: &[[u8; 3]]) -> BTreeMap<String, Vec<[u8; 3]>> {
    let mut symbols = BTreeMap::new();
    let mut current: Option<(String, Vec<[u8; 3]>)> = None;
    for line in svg.lines().map(str::trim) {
        let value = |name: &str| Some(line.split_once(&format!(" {name}=\""))?.1.split_once('"')?.0);
        let number = |name: &str| value(name).map_or(0.0, |text| text.parse::<f64>().unwrap());
        if line.starts_with("<g id=") && line.ends_with("\">") {
            current = Some((value("id").unwrap().to_owned(), below.to_vec()));
        } else if line == "</g>" {
            symbols.extend(current.take());
        } else if let Some((_, points)) = &mut current {
            let color = value("fill").or(value("stroke")).unwrap();
            let part = |from: usize| u8::from_str_radix(&color[from..from + 2], 16).unwrap();
            for (index, point) in points.iter_mut().enumerate() {
                let middle = |at: usize| f64::from(u8::try_from(at).unwrap()) + 0.5;
                let (x, y) = (middle(index % SIDE), middle(index / SIDE));
                let within = |at: f64, low: f64, length: f64| at >= low && at < low + length;
                let covered = match line.split(' ').next().unwrap() {
                    "<rect" => {
                        within(x, number("x"), number("width")) && within(y, number("y"), number("height"))
                    }
                    "<circle" => (x - number("cx")).hypot(y - number("cy")) <= number("r"),
                    "<line" => {
                        let (dx, dy) = (number("x2") - number("x1"), number("y2") - number("y1"));
                        let (px, py) = (x - number("x1"), y - number("y1"));
                        let along = ((px * dx + py * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
                        (px - along * dx).hypot(py - along * dy) <= number("stroke-width") / 2.0
                    }
                    other => panic!("{other}"),
                };
                if covered {
                    *point = [part(1), part(3), part(5)];
                }
            }
        }
    }
    symbols
}

/// In every two pictures, a tenth of the pixels has clearly another color.
fn told_apart(kind: &str, pictures: &[(&str, Vec<[u8; 3]>)]) {
    for (index, (one, first)) in pictures.iter().enumerate() {
        for (other, second) in &pictures[index + 1..] {
            let away = |pair: (&[u8; 3], &[u8; 3])| -> u32 {
                pair.0.iter().zip(pair.1).map(|(one, other)| u32::from(one.abs_diff(*other))).sum()
            };
            let clear = first.iter().zip(second).filter(|pair| away(*pair) > 90).count();
            assert!(clear * 10 > first.len(), "{kind}: {one} and {other} differ in {clear} pixels");
        }
    }
}

/// Wall, floor, goal, box, box on a goal, player, player on a goal.
#[test]
fn in_every_kind_of_picture_all_contents_of_cells_can_be_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(file("a.xsb"), "########\n#@.$*  #\n########\n").unwrap();
    fs::write(file("b.xsb"), "########\n#+ $*  #\n########\n").unwrap();
    let places = [("wall", 0), ("player", 1), ("goal", 2), ("box", 3), ("box on goal", 4), ("floor", 5)];
    let kinds = |a: &dyn Fn(usize) -> Vec<[u8; 3]>, b: Vec<[u8; 3]>| {
        let both = places.iter().map(|(kind, column)| (*kind, a(*column)));
        both.chain([("player on goal", b)]).collect::<Vec<_>>()
    };
    let (a, b) = (file("a.xsb"), file("b.xsb"));
    for (level, name) in [(&a, "a"), (&b, "b")] {
        let [svg, png, html] = ["svg", "png", "html"].map(|end| file(&format!("{name}.{end}")));
        let arguments = ["draw", level, "--svg", &svg, "--png", &png, "--html", &html];
        assert_eq!(code(&sokoban(&arguments)), Some(0));
    }
    // A goal that the player steps on is drawn as one that the player stood on from the beginning.
    let gif = file("a.gif");
    assert_eq!(code(&sokoban(&["draw", &a, "--gif", &gif, "--solution", "r"])), Some(0));
    let shown = frames(Path::new(&gif));
    let at = |frame: &[u8], column| cell(frame, 8 * SIDE, 4, (1, column));
    told_apart("GIF", &kinds(&|column| at(&shown[0], column), at(&shown[1], 2)));

    let [first, second] = ["a.png", "b.png"].map(|name| png_pixels(&fs::read(file(name)).unwrap()));
    told_apart("PNG", &kinds(&|column| at(&first, column), at(&second, 1)));

    let [first, second] = ["a.svg", "b.svg"].map(|name| {
        let svg = fs::read_to_string(file(name)).unwrap();
        let symbols = symbols(&svg, &[[255; 3]; SIDE * SIDE]);
        move |column: usize| {
            let at = format!("\" x=\"{}\" y=\"{SIDE}\"/>", column * SIDE);
            let name =
                svg.lines().find_map(|line| line.trim().strip_prefix("<use href=\"#")?.strip_suffix(&at));
            symbols[name.unwrap()].clone()
        }
    });
    told_apart("SVG", &kinds(&first, second(1)));

    // On a page, what moves is put on floor and on goals.
    let page = fs::read_to_string(file("a.html")).unwrap();
    let ground = symbols(&page, &[[255; 3]; SIDE * SIDE]);
    let (floor, goal) = (first(5), first(2));
    let (on_floor, on_goal) = (symbols(&page, &floor), symbols(&page, &goal));
    assert!(ground.values().any(|one| *one == floor) && ground.values().any(|one| *one == goal));
    let pictures = [
        ("wall", first(0)),
        ("floor", floor.clone()),
        ("goal", goal.clone()),
        ("box", on_floor["box"].clone()),
        ("box on goal", on_goal["box-home"].clone()),
        ("player", on_floor["player"].clone()),
        ("player on goal", on_goal["player-on-goal"].clone()),
    ];
    told_apart("page", &pictures);
    let named = ["box", "box-home", "player", "player-on-goal"];
    assert!(
        named
            .iter()
            .all(|name| page.contains(&format!("\"#{name}\"")) || page.contains(&format!("\"{name}\"")))
    );
}

#[test]
fn a_name_that_promises_another_format_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (flag, name, wanted) in [
        ("--png", "a.jpg", Some(2)),
        ("--png", "a.SVG", Some(2)),
        ("--svg", "a.png", Some(2)),
        ("--gif", "a.webp", Some(2)),
        ("--html", "a.pdf", Some(2)),
        ("--html", "a.htm", Some(0)),
        ("--png", "a.PNG", Some(0)),
        ("--png", "a.part", Some(0)),
        ("--svg", "a", Some(0)),
    ] {
        let run = sokoban(&["draw", LEVEL, "--level", "1", flag, &file(name)]);
        assert_eq!(code(&run), wanted, "{flag} {name}");
        assert_eq!(Path::new(&file(name)).exists(), wanted == Some(0), "{flag} {name}");
    }
    let run = sokoban(&["draw", LEVEL, "--level", "1", "--png", &file("a.jpg")]);
    let shown = text(&run.stderr);
    assert!(shown.contains("--png writes PNG, and ") && shown.contains("a.jpg ends in .jpg"), "{shown}");
    assert!(shown.contains("help: name a file that ends in .png"), "{shown}");
}

/// A still picture shows where given moves lead.
#[test]
fn a_picture_shows_where_moves_lead() {
    let after = |moves: &[&str]| text(&sokoban(&[&["draw", LEVEL, "--level", "1"], moves].concat()).stdout);
    assert!(after(&[]).contains("<>[]  ··"));
    assert!(after(&["--solution", "R"]).contains("  <>[]··"));
    let [start, end] =
        [&[][..], &["--solution", "RR"]].map(|moves| after(&[&["--svg", "-"], moves].concat()));
    assert!(start.starts_with("<svg") && end.starts_with("<svg") && start != end);
}

/// A file of several levels becomes one page, with the numbers that the levels have there.
#[test]
fn a_page_has_all_levels_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let level = folder.path().join("some.xsb");
    fs::write(
        &level,
        "  ####\n###  #\n#@$. #\n######\nSolution: R\n\n###\n# #\n###\n\n#####\n#@$.#\n#####\nTitle: Last\n",
    )
    .unwrap();
    let run = sokoban(&["draw", level.to_str().unwrap(), "--html", "-"]);
    let page = text(&run.stdout);
    let data = page.split_once("id=\"levels\">").unwrap().1.split_once("</script>").unwrap().0;
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let levels = data["levels"].as_array().unwrap();
    assert_eq!(levels.iter().map(|level| &level["number"]).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(levels[0]["rows"], serde_json::json!(["  ####", "###  #", "#@$. #", "######"]));
    assert_eq!((&levels[0]["solution"], &levels[1]["title"]), (&"R".into(), &"Last".into()));
    assert!(text(&run.stderr).contains("left out because of errors: level 2"), "{}", text(&run.stderr));
    let why = "no player (@ or +) in the level";
    assert_eq!(data["left"], serde_json::json!([{ "number": 2, "why": why }]));
    assert!(page.contains("<title>some</title>") && page.contains("id=\"cards\""));
    let run = sokoban(&["draw", level.to_str().unwrap(), "--html", "-", "--solution", "R"]);
    assert_eq!(run.status.code(), Some(2));
}

#[test]
fn a_page_is_whole_and_safe() {
    let folder = tempfile::tempdir().unwrap();
    let level = folder.path().join("odd.xsb");
    fs::write(&level, "#####\n#@$.#\n#####\nTitle: </script><b>{data} & more\nSolution: R\n").unwrap();
    let page = text(&sokoban(&["draw", level.to_str().unwrap(), "--html", "-"]).stdout);
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains("<title>&lt;/script&gt;&lt;b&gt;{data} &amp; more</title>"), "{page}");
    let data = page.split_once("id=\"levels\">").unwrap().1.split_once("</script>").unwrap().0;
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let level_data = &data["levels"][0];
    assert_eq!(level_data["rows"], serde_json::json!(["#####", "#@$.#", "#####"]));
    assert_eq!(level_data["solution"], "R");
    assert_eq!(
        (page.matches("</script>").count(), page.matches("http").count()),
        (2, 0),
        "nothing is loaded"
    );
    // Moves that do not solve the level are no solution.
    let level = level.to_str().unwrap();
    let page = text(&sokoban(&["draw", LEVEL, "--level", "1", "--html", "-", "--solution", "R"]).stdout);
    assert!(page.contains(r#""solution":null"#));
    assert_eq!(code(&sokoban(&["draw", level, "--html", level])), Some(2), "no level is overwritten");
}

/// In a small room most seeds give a level that another has given, turned or reflected: each is made once.
#[test]
fn levels_are_made_once() {
    let small = ["generate", "--boxes", "1", "--size", "7x6", "--count", "12"];
    let run = sokoban(&small);
    let reading = level::read(&SourceText::new("made", text(&run.stdout)), None);
    let mut levels: Vec<String> =
        reading.collection.levels.iter().map(|level| Normal::new(level).unwrap().rows).collect();
    let count = levels.len();
    levels.sort();
    levels.dedup();
    assert!(count > 1 && levels.len() == count, "{count} {}", levels.len());
    assert!(count == 12 || text(&run.stderr).contains("seeds in a row gave no other level"));
}

#[test]
fn levels_are_made_again_by_their_seed() {
    let many =
        text(&sokoban(&["generate", "--boxes", "2", "--size", "7x7", "--seed", "3", "--count", "3"]).stdout);
    let one = text(&sokoban(&["generate", "--boxes", "2", "--size", "7x7", "--seed", "5"]).stdout);
    assert!(many.ends_with(&one) && one.contains("Title: Seed 5\n"), "{many}\n{one}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.xsb");
    let name = path.to_str().unwrap();
    let run =
        sokoban(&["generate", "--boxes", "2", "--size", "7x7", "--seed", "3", "--count", "3", "-o", name]);
    assert_eq!(code(&run), Some(0));
    assert_eq!(fs::read_to_string(&path).unwrap(), many);
    let check = sokoban(&["check", name]);
    assert_eq!((code(&check), text(&check.stderr).as_str()), (Some(0), ""));
    let json = sokoban(&["generate", "--boxes", "2", "--size", "7x7", "--seed", "3", "--json"]);
    let object: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    let solution = object["solution"].as_str().unwrap();
    assert_eq!(code(&sokoban(&["validate", name, solution, "--level", "1"])), Some(0));
    for (arguments, wanted, words) in [
        (&["--boxes", "9", "--size", "6x6"][..], 2, "too many boxes for the size: try 3 or fewer"),
        (&["--boxes", "0"], 2, "needs a box"),
        (&["--size", "4x4"], 2, "sizes go from 6x6, 5x8 or 8x5 to 50x50"),
        (&["--boxes", "6", "--size", "5x5"], 2, "sizes go from 6x6"),
        (&["--size", "wide"], 2, "such as 9x8"),
        (&["--difficulty", "30..20"], 2, "nothing lies in the band 30..20"),
        (&["--difficulty", "a..b"], 2, "a number or a band is expected, such as 20..30"),
        (&["--difficulty", "-1"], 2, "a number or a band is expected"),
        (&["--states", "1..x"], 2, "a number or a band is expected"),
        (
            &["--size", "5x8", "--boxes", "2", "--difficulty", "500..600"],
            12,
            "no level of 500 to 600 pushes (the largest room that was tried has space for about ",
        ),
        (&["--size", "5x8", "--boxes", "2", "--difficulty", "500..600", "--json"], 12, ""),
        // A small room takes many tries.
        (&["--boxes", "1", "--size", "6x6", "--count", "20"], 0, ""),
    ] {
        let run = sokoban(&[&["generate"], arguments].concat());
        assert_eq!(code(&run), Some(wanted), "{arguments:?}");
        assert!(text(&run.stderr).contains(words), "{}", text(&run.stderr));
    }
    let hard =
        sokoban(&["generate", "--difficulty", "20..24", "--states", "1..100000", "--count", "3", "--json"]);
    for line in text(&hard.stdout).lines() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!((20..=24).contains(&object["pushes"].as_u64().unwrap()), "{object}");
        assert!(object["promise"] == "fewest pushes" && object["states"].as_u64() > Some(1), "{object}");
    }
    assert_eq!(text(&hard.stdout).lines().count(), 3);
    let never = ["generate", "--count", "2", "--time-limit", "1ms", "--size", "5x50", "--boxes", "1"];
    assert!(text(&sokoban(&never).stderr).contains("made 0 of 2 levels\n"));
    let quiet = sokoban(&[&never[..], &["-q"]].concat());
    assert_eq!((code(&quiet), text(&quiet.stderr)), (Some(23), String::new()));
}
