//! Broken recordings and targets: one line that names the file, the array and the row, and no file left behind.

use std::fs;

use octosat_scenes::{embedded_bytes, generate};

use crate::Folder;
use crate::crafted::{
    Array, HALF_EXTENTS, PAIR_OFFSETS, PAIRS, POSITION, ROTATION, archive, changed, good_arrays,
};

/// What reads a recording; `draw` reads one frame only, the one that is broken below.
const COMMANDS: [&str; 9] = [
    "run broken.npz",
    "run --json --out results.npz broken.npz",
    "run --query spheres broken.npz",
    "verify broken.npz",
    "verify --json broken.npz",
    "bench --plot plot.svg broken.npz",
    "draw --frame 0 --out picture.svg broken.npz",
    "aabbs --out bounds.npz broken.npz",
    "cull --look-from 3,3,3 --look-at 0,0,0 --out seen.npz broken.npz",
];

/// Asserts that every command rejects a file with one line that has these parts.
fn rejected(folder: &Folder, bytes: &[u8], parts: &[&str]) {
    folder.write("broken.npz", bytes);
    for command in COMMANDS {
        let done = folder.octosat(command);
        let line = done.rejection();
        for part in parts.iter().chain(&["broken.npz"]) {
            assert!(line.contains(part), "{command}: {part:?} is not in {line:?}");
        }
        assert!(line.len() < 300, "{line:?}");
    }
    assert_eq!(folder.names(), ["broken.npz"], "{parts:?}");
}

#[test]
fn arrays_that_are_missing_or_of_a_wrong_type_or_shape() {
    let folder = Folder::new("arrays");
    rejected(&folder, &archive(&[]), &["half_extents", "missing"]);
    let kinds = ["<f8 >f4", "<i4 <f2", ">f4 |O", "<i8 <u4", "<i4 <u8"];
    let names = good_arrays().into_iter().map(|array| array.name);
    for (index, (name, kinds)) in names.zip(kinds).enumerate() {
        let mut rest = good_arrays();
        rest.remove(index);
        rejected(&folder, &archive(&rest), &[&name, "missing"]);
        for kind in kinds.split(' ') {
            let arrays = changed(index, |array| array.kind = kind.to_owned());
            rejected(&folder, &archive(&arrays), &[&name]);
        }
    }
    // The last of each are counts that the data does not bear out.
    for (index, part, shapes) in [
        (HALF_EXTENTS, "half_extents: ", "(9,)|()|(4, 3)|(1000000000000, 3)|(-3, 3)"),
        (HALF_EXTENTS, "half_extents: ", "(6148914691236517205, 3)|(99999999999999999999999, 3)"),
        (HALF_EXTENTS, "half_extents: ", "(9223372036854775807, 0, 9223372036854775807, 3)"),
        (POSITION, "position: ", "(3, 2, 3)|(6, 3)"),
        (ROTATION, "rotation: ", "(2, 4, 3)"),
        (PAIR_OFFSETS, "pair_offsets: ", "(1, 3)"),
        (PAIRS, "pairs: ", "(2, 4)|(8,)"),
        (POSITION, "", "(1000000000000, 3, 3)"),
        (ROTATION, "", "(1000000000000, 3, 4)"),
        (PAIR_OFFSETS, "", "(4000000000000000000,)"),
        (PAIRS, "", "(2000000000000000000, 2)"),
    ] {
        for shape in shapes.split('|') {
            let arrays = changed(index, |array| array.shape = shape.to_owned());
            rejected(&folder, &archive(&arrays), &[part]);
        }
    }
}

#[test]
fn values_that_no_box_and_no_pair_has() {
    let folder = Folder::new("values");
    for (index, element, value, place) in [
        (HALF_EXTENTS, 4, -0.5, "half_extents: box 1"),
        (HALF_EXTENTS, 8, f32::NAN, "half_extents: box 2"),
        (HALF_EXTENTS, 0, f32::INFINITY, "half_extents: box 0"),
        (POSITION, 9, f32::NAN, "position: frame 1, box 0"),
        (POSITION, 8, f32::NEG_INFINITY, "position: frame 0, box 2"),
        (ROTATION, 3, 1.01, "rotation: frame 0, box 0"),
        (ROTATION, 7, 0.0, "rotation: frame 0, box 1"),
        (ROTATION, 12, f32::NAN, "rotation: frame 1, box 0"),
        (ROTATION, 23, f32::INFINITY, "rotation: frame 1, box 2"),
        // Finite, and beyond the engine's limits.
        (POSITION, 0, f32::MAX, "position: frame 0, box 0"),
        (HALF_EXTENTS, 0, f32::MAX, "half_extents: box 0"),
    ] {
        let arrays = changed(index, |array| array.put(element, value));
        rejected(&folder, &archive(&arrays), &[place]);
    }
    for (row, pair) in [(0, [0, 3]), (3, [1, u32::MAX]), (1, [1, 1]), (2, [2, 1])] {
        let arrays = changed(PAIRS, |array| {
            array.data[8 * row..8 * row + 8].copy_from_slice(bytemuck::bytes_of(&pair));
        });
        rejected(&folder, &archive(&arrays), &["pairs", &format!("row {row}")]);
    }
    for offsets in [[1, 2, 4], [0, 5, 4], [0, 2, 3], [0, 2, u64::MAX]] {
        let arrays = changed(PAIR_OFFSETS, |array| {
            array.data = bytemuck::cast_slice(&offsets).to_vec();
        });
        rejected(&folder, &archive(&arrays), &["pair_offsets", "row"]);
    }
}

#[test]
fn files_that_are_not_archives_or_end_early() {
    let folder = Folder::new("archives");
    let mut random = generate::Random::new(3);
    let noise: Vec<u8> = (0..5_000).map(|_| random.next_u64().to_le_bytes()[0]).collect();
    for bytes in [
        &b""[..],
        b"P",
        b"half_extents\nposition\n",
        b"PK\x03\x04",
        b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
        &noise,
    ] {
        rejected(&folder, bytes, &[]);
    }
    let (large, small) = (embedded_bytes(), archive(&good_arrays()));
    let length = large.len();
    for kept in [1, 30, 100, length / 4, length / 2, length - 1_000, length - 22, length - 1] {
        rejected(&folder, &large[..kept], &[]);
    }
    for kept in (0..small.len()).step_by(97) {
        rejected(&folder, &small[..kept], &[]);
    }
    // Two members of one name: the names differ until the archive is written.
    let mut arrays = good_arrays();
    arrays.push(Array { name: "positiom".to_owned(), ..arrays[POSITION].clone() });
    let mut twice = archive(&arrays);
    folder.write("broken.npz", &twice);
    folder.json("run broken.npz");
    while let Some(at) = twice.windows(8).position(|window| window == b"positiom") {
        twice[at + 7] = b'n';
    }
    rejected(&folder, &twice, &["two members position.npy"]);
}

#[test]
fn paths_that_are_not_files() {
    let folder = Folder::with_small("no-file");
    for command in COMMANDS {
        for name in ["absent.npz", "absent/absent.npz", "."] {
            folder.rejects(&command.replace("broken.npz", name), &[name]);
        }
    }
    // A good recording before a bad one is not reported.
    for command in ["run", "run --json", "verify", "bench --json --part threads --rounds 1"] {
        folder.rejects(&format!("{command} small.npz absent.npz"), &["absent.npz"]);
    }
    let done = folder.started(&["run", "two\nlines\r.npz"]);
    assert!(done.rejection().contains("two lines .npz"), "{done:?}");
    assert_eq!(folder.names(), ["small.npz"]);
}

/// Damage that the reader may find or that may not matter: the results are right or not there.
#[test]
fn flipped_bytes() {
    let folder = Folder::new("flipped");
    let small = archive(&good_arrays());
    for (sound, step) in [(&small[..], 7), (embedded_bytes(), embedded_bytes().len() / 16)] {
        folder.write("damaged.npz", sound);
        let right = folder.results("damaged.npz").bytes;
        for place in (0..sound.len()).step_by(step) {
            let _ = fs::remove_file(folder.path("results.npz"));
            let mut damaged = sound.to_vec();
            damaged[place] ^= if step == 7 { 0xFF } else { 0x10 };
            folder.write("damaged.npz", &damaged);
            let done = folder.octosat("run --json --out results.npz damaged.npz");
            if done.status == Some(0) {
                assert_eq!(folder.names(), ["damaged.npz", "results.npz"], "byte {place}");
                assert!(folder.read("results.npz") == right, "byte {place} of {}", sound.len());
            } else {
                assert!(done.rejection().contains("damaged.npz"), "byte {place}: {done:?}");
                assert_eq!(folder.names(), ["damaged.npz"], "byte {place} of {}", sound.len());
            }
        }
    }
}

#[test]
fn targets_that_cannot_be_written() {
    let folder = Folder::with_small("targets");
    folder.write("older.npz", b"older");
    folder.write("own.svg", &folder.read("small.npz"));
    fs::create_dir(folder.path("folder.svg")).expect("the build folder can be written to");
    let before = folder.names();
    for (part, all) in [
        ("absent/a", "run small.npz --json --out absent/a.npz|bench small.npz --plot absent/a.svg"),
        ("absent/a", "draw small.npz --out absent/a.svg|aabbs small.npz --out absent/a.npz"),
        ("absent/a", "cull small.npz --look-from 3,3,3 --look-at 0,0,0 --out absent/a.npz"),
        ("folder.svg", "run small.npz --out folder.svg|aabbs small.npz --out folder.svg"),
        ("no file can be", "bench small.npz --plot folder.svg|draw small.npz --out folder.svg"),
        ("recording itself", "run small.npz --out small.npz|aabbs small.npz --out small.npz"),
        ("recording itself", "draw own.svg --out own.svg"),
        ("results.npz: --out holds", "run small.npz small.npz --out results.npz"),
        ("absent.npz", "run absent.npz --out older.npz|aabbs absent.npz --out older.npz"),
        ("must end in .svg", "draw small.npz --out picture.png|bench small.npz --plot plot.png"),
        ("must end in .svg", "bench small.npz --plot plot"),
    ] {
        all.split('|').for_each(|words| folder.rejects(words, &[part]));
    }
    assert_eq!(folder.names(), before);
    assert_eq!(folder.read("older.npz"), b"older", "it stays when the new one fails");
    assert_eq!(folder.read("small.npz"), folder.read("own.svg"), "recordings are as they were");
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_though_its_target_does_not_exist() {
    let folder = Folder::with_small("dangling");
    let right = folder.results("small.npz").bytes;
    let link = folder.path("link.npz");
    std::os::unix::fs::symlink("target.npz", &link).expect("the build folder can be written to");
    for _ in 0..2 {
        folder.json("run --out link.npz small.npz");
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
        assert!(folder.read("target.npz") == right);
    }
    assert_eq!(folder.names(), ["link.npz", "results.npz", "small.npz", "target.npz"]);
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_nothing_behind() {
    use std::process::{Command, Stdio};
    /// Runs that are ended by each signal, spread over the time of a whole one.
    const MOMENTS: u32 = 12;
    let folder = Folder::new("signals");
    let long = generate::cloud(20_000, 100_000, 1).into_recording().expect("it is sound");
    long.write_path(&folder.path("long.npz")).expect("the build folder can be written to");
    let start = std::time::Instant::now();
    let right = folder.results("--threads 1 long.npz").bytes;
    let whole = start.elapsed();
    for moment in 0..2 * MOMENTS {
        let _ = fs::remove_file(folder.path("results.npz"));
        let signal = if moment < MOMENTS { "-INT" } else { "-TERM" };
        let words = ["run", "--json", "--threads", "1", "--out", "results.npz", "long.npz"];
        let child = folder.command(&words).stdout(Stdio::null()).spawn();
        let mut child = child.expect("the binary can be started");
        std::thread::sleep(whole * (moment % MOMENTS) / MOMENTS);
        let kill = Command::new("kill").arg(signal).arg(child.id().to_string()).status();
        assert!(kill.is_ok_and(|status| status.success()), "a child not waited for is there");
        child.wait().expect("it was started");
        // It may have been done by then.
        if folder.names() != ["long.npz"] {
            assert_eq!(folder.names(), ["long.npz", "results.npz"], "{signal}, moment {moment}");
            assert!(folder.read("results.npz") == right, "{signal}, moment {moment}: cut short");
        }
    }
}
