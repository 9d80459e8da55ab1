//! A real client: Neovim without a screen, if it is installed.

use std::fs;
use std::process::{Command, Stdio};

use crate::cases;
use crate::places::root;

const DOMAIN: &str = "(define (domain lamps)
  (:requirements :typing) (:types lamp)
  (:predicates (lit ?l - lamp))
  (:action press
    :parameters (?l - lamp)
    :precondition ()
    :effect (and (lid ?l))))
";
const ONE: &str = "(define (problem one) (:domain lamps)
  (:objects a b - lamp)
      (:init (lit a))
  (:goal (lit b)))
";

#[test]
fn neovim_works_with_the_server() {
    let works =
        |command: &mut Command| command.stdout(Stdio::null()).status().is_ok_and(|status| status.success());
    if !works(Command::new("nvim").arg("--version")) {
        cases::tell("skipped: nvim is not installed");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("domain.pddl", DOMAIN);
    write("one.pddl", ONE);
    write("two.pddl", &ONE.replace("one", "two"));
    let script = root().join("tests/lsp/neovim.lua");
    let run = Command::new("timeout")
        .args(["60", "nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c"])
        .arg(format!("luafile {}", script.display()))
        .current_dir(folder.path())
        .env("BANTO", env!("CARGO_BIN_EXE_banto"))
        .env("XDG_CACHE_HOME", folder.path().join("cache"))
        .env("XDG_STATE_HOME", folder.path().join("state"))
        .env("XDG_DATA_HOME", folder.path().join("data"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let results = fs::read_to_string(folder.path().join("results.txt")).unwrap_or_default();
    let wanted = "diagnostics: E0202
fix: did you mean lit?
fixed: 
renamed in domain.pddl: 2
renamed in one.pddl: 2
renamed in two.pddl: 2
formatted:   (:objects a b - lamp)
completes: ?l
";
    assert_eq!(results, wanted, "{}", String::from_utf8_lossy(&run.stderr));
}
