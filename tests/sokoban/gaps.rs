//! Where a level is open: each gap in its walls has a place and a length.

use banto::sokoban::level::read;
use banto::source::SourceText;

/// The places of the gaps, as `LINE:COLUMN+LENGTH`.
fn gaps(drawing: &str) -> Vec<String> {
    let source = SourceText::new("a.xsb", drawing);
    let faults = read(&source, None).diagnostics;
    let shown = faults.iter().flat_map(|fault| &fault.labels).map(|label| {
        let (line, column) = source.line_column(label.span.start);
        format!("{line}:{column}+{}", label.span.end - label.span.start)
    });
    shown.collect()
}

#[test]
fn every_gap_is_named() {
    assert_eq!(gaps("#  #####\n#      #\n#  $ . #\n#     @\n########\n"), ["1:2+2", "4:8+0"]);
    assert_eq!(gaps("## ## ##\n#      #\n#  $ .  \n#     @#\n########\n"), ["1:3+1", "1:6+1", "3:8+1"]);
}

#[test]
fn a_doorway_inside_is_no_gap() {
    // One cell parts the rooms, but the gap of two is where walls are missing.
    assert_eq!(gaps("########\n#@  $  .\n########\n"), ["2:8+1"]);
    assert_eq!(gaps("#########\n#@ #    #\n#     $ #\n#  #  . #\n#####  ##\n"), ["5:6+2"]);
}

#[test]
fn a_side_that_is_open_is_one_gap() {
    let floor = format!("#{}#\n", " ".repeat(30));
    let things = format!("#{}@$.{}#\n", " ".repeat(10), " ".repeat(17));
    let drawing = format!("{}{things}{}{}", floor.repeat(4), floor.repeat(4), "#".repeat(32));
    assert_eq!(gaps(&drawing), ["1:2+30"]);
}
