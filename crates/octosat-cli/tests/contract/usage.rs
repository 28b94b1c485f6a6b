//! Help, and arguments that are rejected.

use crate::{Folder, items};

const COMMANDS: [&str; 7] = ["run", "verify", "bench", "fuzz", "draw", "aabbs", "cull"];

const CAMERA: &str = "--look-from 3,-6,4 --look-at 0,0,0.5";

const MATRIX: &str = "--view-projection 0.2,0,0,0,0,0.2,0,0,0,0,0.1,0,0,0,0,1";

#[test]
fn help_shows_an_example_of_every_command() {
    let folder = Folder::new("help");
    let all = folder.words("--help");
    assert!(all.contains("Exit status"), "{all}");
    for command in COMMANDS {
        let help = folder.words(&format!("{command} --help"));
        let (_, example) = help.split_once("Example").expect("an example");
        assert!(example.contains(&format!("octosat {command}")), "{help}");
        assert!(all.contains(&format!("  octosat {command}")), "{all}");
    }
    assert_eq!(folder.words("--version"), format!("octosat {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn wrong_arguments_are_told_with_the_usage() {
    let folder = Folder::new("usage");
    let zeros = ["0"; 16].join(",");
    for (command, endings) in [
        ("", "dance|--loud"),
        (
            "run",
            "--backend mmx|--emit everything|--emit overlap,everything|--basis skewed|--emit ,",
        ),
        ("run", "--margin nan|--margin inf|--margin=-0.5|--threads=-1"),
        ("run", "--threads 1000000000|--frames 2|--frames 3..1|--out|--max-contacts 5"),
        (
            "run",
            "--cache sometimes|--shape-seed 7|--query moons|--query spheres --out a.npz|--out -",
        ),
        ("run --query pairs", "--emit overlap|--cache on|--max-contacts 8|--out a.npz"),
        ("verify", "--basis skewed|--margin nan|--shape-seed 7|--query pairs --cache off"),
        ("bench", "--plot -|--scene moon|--scene cloud --pairs 0|--rounds 0|--alone"),
        ("bench", "--part everything|--pairs 5|--scene cloud small.npz"),
        ("fuzz", "--seed=-1|--cases few|--query moons|small.npz"),
        ("draw", "|--out|--out -"),
        ("draw --out a.svg", "--frame=-1|--margin nan|--view up|--view 0,91|--view nan,0|--up w"),
        ("draw --out a.svg", "--zoom 1,2,3|--zoom 1,2,3,0|--zoom 1,2,3,-1|--zoom 1,2,inf,1"),
        ("draw --out a.svg", "--zoom 1,2,3,1 --around 1|one.npz two.npz"),
        (
            "draw --out a.svg",
            "--distance|--distance 1|--distance 1,1|--distance 1,2,3|--distance=-1,2",
        ),
        ("aabbs", "--out|--out -|--backend mmx --out a.npz"),
        ("cull --out a.npz", "--look-from 1,2,3|--look-at 1,2,3|--view-projection 1,2,3"),
        ("cull --look-at 1,2,3 --out a.npz", "--look-from 1,2|--look-from inf,0,0"),
        (&format!("cull {CAMERA}"), &format!("--out -|--depth 0..2|--depth zero-to-one|{MATRIX}")),
        (&format!("cull {MATRIX}"), "--fov 60|--aspect 1|--near 0.1|--far 9|--up z"),
    ] {
        for ending in endings.split('|') {
            let done = folder.octosat(&format!("{command} {ending}"));
            assert_eq!((done.status, &*done.stdout), (Some(2), ""), "{command} {ending}: {done:?}");
            assert!(done.stderr.starts_with("error: "), "{command} {ending}: {done:?}");
            let mut options = ending.split([' ', '=']).filter(|word| word.starts_with("--"));
            let is_named = !ending.contains("--") || options.any(|name| done.stderr.contains(name));
            assert!(is_named, "{command} {ending}: {done:?}");
        }
    }
    for arguments in [["run", "--backend", "AVX2 "], ["run", "--emit", ""]] {
        let done = folder.started(&arguments);
        assert!(done.status == Some(2) && done.stderr.starts_with("error: "), "{done:?}");
    }
    let done = folder.octosat("run --backend mmx");
    for backend in ["auto", "reference", "scalar", "portable", "avx2", "avx512"] {
        assert!(done.stderr.contains(backend), "{done:?}");
    }
    folder.rejects(&format!("cull --view-projection {zeros}"), &["plane"]);
    assert!(folder.names().is_empty());
}

#[test]
fn what_cannot_be_done_is_told_in_one_line() {
    let folder = Folder::with_small("one-line");
    let camera = format!("cull small.npz --out seen.npz {CAMERA}");
    for (part, all) in [
        ("--emit contacts: the reference", "run --backend reference --emit overlap,contacts"),
        ("--cache on", "run --cache on --emit overlap|run --cache on --backend reference"),
        (
            "--backend reference",
            "run --query spheres --backend reference|aabbs --backend reference",
        ),
        ("frames 0..99 do not exist", "run --frames 0..99|aabbs small.npz --frames 0..99"),
        ("frames 99.. do not exist", "run --frames 99..|run --frames 99.. --query spheres"),
        ("nothing to measure", "bench small.npz --part growth|bench --part small --query spheres"),
        (
            "frame 2 does not exist, the number of frames is 2",
            "draw small.npz --out a.svg --frame 2",
        ),
        ("the number of frames is 2", "draw small.npz --out a.svg --frame 18446744073709551615"),
        ("box 3 does not exist, the number of boxes is 3", "draw small.npz --out a.svg --around 3"),
        ("box 7 does not exist", "draw small.npz --out a.svg --distance 0,7"),
        ("no box to draw", "draw small.npz --out a.svg --zoom 90,90,90,1"),
        // Options of a camera are no view, and a recording is not looked for in vain.
        ("--look-from and --look-at, or --view-projection", "cull|cull --fov 40|cull absent.npz"),
        ("near", &format!("{camera} --near 0")),
        ("angle", &format!("{camera} --fov 180")),
        ("target", "cull small.npz --look-from 1,1,1 --look-at 1,1,1"),
        ("--up", "cull small.npz --look-from 0,0,5 --look-at 0,0,0 --up z"),
    ] {
        all.split('|').for_each(|words| folder.rejects(words, &[part]));
    }
    let same = folder.octosat("cull small.npz --look-from 1,1,1 --look-at 1,1,1");
    assert!(!same.rejection().contains("--up"), "{same:?}");
    assert_eq!(folder.names(), ["small.npz"]);
}

#[test]
fn backends_that_the_cpu_lacks() {
    let folder = Folder::with_small("lacks");
    for skipped in items(&folder.json("verify small.npz --query frustum")["skipped"]) {
        let name = skipped.as_str().expect("a name");
        folder.rejects(&format!("run --json --backend {name}"), &[name, "scalar"]);
    }
}
