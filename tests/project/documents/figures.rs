//! Figures that differ from run to run: times, speeds, ratios of times, the process's memory.
//!
//! In: a line of output. Out: the same line with a mark in place of each such figure, to compare; or a pattern for
//! trycmd.

/// A line with a mark for each figure that differs from run to run; runs of spaces count as one, since figures widen
/// columns.
pub fn masked(line: &str) -> String {
    if line.trim_start().starts_with('{') {
        return masked_json(line);
    }
    let words: Vec<&str> = until_ratio(line).split_whitespace().collect();
    let marks = (0..words.len()).map(|at| if differs(&words, at) { "#" } else { words[at] });
    marks.collect::<Vec<_>>().join(" ")
}

/// A line until the ratio of two times, which is one only if they are long enough.
fn until_ratio(line: &str) -> &str {
    let is_ratio = |rest: &str| rest.starts_with('x') || rest.starts_with("too short");
    line.split_once(", time ").filter(|(_, rest)| is_ratio(rest)).map_or(line, |(before, _)| before)
}

/// The line as a pattern for trycmd.
pub fn pattern(line: &str) -> String {
    if until_ratio(line) != line {
        return format!("{}, time [..]", until_ratio(line));
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    if !(0..words.len()).any(|at| differs(&words, at)) && !words.contains(&"time") && !words.contains(&"CPU")
    {
        return line.to_owned();
    }
    let mut out = String::new();
    let mut rest = line;
    for (at, word) in words.iter().enumerate() {
        let start = rest.find(word).unwrap_or(0);
        let (space, behind) = rest.split_at(start);
        rest = &behind[word.len()..];
        let column = ["time", "CPU"].contains(word) && space.len() > 1;
        if differs(&words, at) || column {
            out.push_str("[..]");
            if column {
                out.push_str(word);
                out.push_str("[..]");
            }
            // The space before the next word may be wider in another run.
            rest = rest.trim_start();
        } else {
            out.push_str(space);
            out.push_str(word);
        }
    }
    out.push_str(rest);
    out
}

/// Whether the word is such a figure.
fn differs(words: &[&str], at: usize) -> bool {
    let word = words[at].trim_end_matches([',', ';', ')']);
    let number = |text: &str| text.contains('.') && text.parse::<f64>().is_ok();
    let time = |word: &str| word.strip_suffix("ms").or(word.strip_suffix('s')).is_some_and(number);
    let seconds = time(word);
    let speed = word.strip_suffix(['k', 'M']).is_some_and(|text| text.parse::<f64>().is_ok());
    let before = at.checked_sub(1).map(|at| words[at]);
    let ratio = before == Some("time") && word.strip_prefix('x').is_some();
    let memory = words.get(at + 1) == Some(&"KB") && before == Some("memory:");
    // Beside the time of a stage stands the memory of the process.
    let beside = before.is_some_and(time);
    let peak = beside && words.get(at + 1).is_some_and(|unit| unit.ends_with("iB"));
    // In a table of solvers, the speed stands before the memory of the states.
    let sized = words.get(at + 2).is_some_and(|unit| unit.ends_with("iB"));
    let slow = sized && words[at + 1].parse::<f64>().is_ok();
    // Games are measured in positions a second.
    let nodes = words.get(at + 1) == Some(&"nodes/s") || before == Some("ratio") && number(word);
    // How often each of two solvers took less time.
    let faster = words[..at].windows(2).any(|pair| pair == ["less", "time:"]) && word.parse::<u32>().is_ok();
    seconds || speed || ratio || memory || peak || slow || nodes || faster
}

/// The same for a JSON object: every number with a point, the process's memory, and what tells of the machine.
fn masked_json(line: &str) -> String {
    let mut out = String::new();
    let machine = line.split_once("\"program\":{").and_then(|(_, rest)| rest.split_once('}'));
    let line = machine.map_or(line.to_owned(), |(machine, _)| line.replacen(machine, "", 1));
    let mut rest = &*line;
    while let Some(start) = rest.find(|one: char| one.is_ascii_digit()) {
        let end = rest[start..].find(|one: char| !one.is_ascii_digit() && !".eE-".contains(one));
        let end = end.map_or(rest.len(), |end| start + end);
        let number = &rest[start..end];
        let memory = rest[..start].ends_with("\"peak_memory_bytes\":");
        out.push_str(&rest[..start]);
        out.push_str(if memory || number.contains(['.', 'e']) { "#" } else { number });
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

#[test]
fn figures_are_found() {
    let same = |one: &str, other: &str| assert_eq!(masked(one), masked(other));
    same("a against b: moves 0, time x2.5, bytes x3", "a against b: moves 0, time too short to compare");
    same("  direct  solved  14  0.048s  64k", "  direct  solved  14   10.1s  7k");
    same("direct  14  0.30ms  10.4 MiB", "direct  14  1.234s  9.1 MiB");
    same("  price: time x3.68, expanded x4.23", "  price: time x12, expanded x4.23");
    same("Peak memory: 6456 KB", "Peak memory: 12 KB");
    same("pack   0.001s   5.7 MiB", "pack   0.1s   13.1 MiB");
    same("340  201k  22.0 KiB", "340  293  22.0 KiB");
    assert_ne!(masked("340  201k  22.0 KiB"), masked("340  201k  22.1 KiB"));
    same("{\"program\":{\"cores\":2},\"cost\":5}", "{\"program\":{\"cores\":64},\"cost\":5}");
    same("{\"total\":0.5,\"exit\":0}", "{\"total\":5.1e-5,\"exit\":0}");
    same("direct alone 0; less time: pushes 1, direct 0", "direct alone 0; less time: pushes 0, direct 1");
    assert_ne!(masked("direct alone 0; less time:"), masked("direct alone 1; less time:"));
    assert_ne!(masked("expanded x4.2"), masked("expanded x4.3"));
    assert_ne!(masked("Expanded 25 state(s)."), masked("Expanded 24 state(s)."));
    assert_eq!(pattern("  direct  solved   0.048s   3026"), "  direct  solved[..]3026");
}
