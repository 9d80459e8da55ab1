//! What `cargo package` packs: all that the sources read when they are compiled, and no archive of anything else.

use std::collections::BTreeSet;
use std::process::Command;

use crate::places::{files_below, root};

#[test]
fn the_package_has_what_it_is_built_from() {
    let list = ["package", "--list", "--allow-dirty", "--offline"];
    let run = Command::new(env!("CARGO")).args(list).current_dir(root()).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let packed = String::from_utf8(run.stdout).unwrap();
    let packed: BTreeSet<&str> = packed.lines().collect();
    let mut read = 0;
    for path in files_below(&root().join("src"), None) {
        let inside = path.strip_prefix(root()).unwrap().to_str().unwrap();
        assert!(packed.contains(inside), "{inside}");
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for found in
            ["include_str!(\"", "include_bytes!(\""].iter().flat_map(|start| text.split(start).skip(1))
        {
            let name = found.split('"').next().unwrap();
            let target =
                path.with_file_name(name).canonicalize().unwrap_or_else(|error| panic!("{name}: {error}"));
            let target = target.strip_prefix(root().canonicalize().unwrap()).unwrap().to_owned();
            assert!(packed.contains(target.to_str().unwrap()), "{inside} reads {}", target.display());
            read += 1;
        }
    }
    assert!(read > 10 && packed.contains("grammar/pddl.pest") && packed.contains("LICENSE-MIT"));
    assert!(packed.iter().all(|path| !path.contains("target/") && !path.starts_with("benches/")));
}
