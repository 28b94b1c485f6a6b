//! Broken files of the formats STL and OBJ, and any bytes at all.

use super::{Folder, box_triangles, stl, text_stl, why};

/// Why a file is rejected, without its name.
fn reason(name: &str, bytes: &[u8]) -> String {
    let begin = format!("mesh `{name}`: file `FOLDER/{name}`: ");
    why(name, bytes).trim_start_matches(&begin).to_owned()
}

#[test]
fn broken_binary_files_are_rejected() {
    let good = stl(&box_triangles([0.0; 3], [1.0; 3]));
    let mut named = good.clone();
    named[..5].copy_from_slice(b"Solid");
    assert_eq!(reason("a.stl", &named[..683]), "it has 683 bytes, but its 12 triangles need 684");
    assert_eq!(
        reason("a.stl", &[named.clone(), vec![1]].concat()),
        "it has 685 bytes, but its 12 triangles need 684"
    );
    assert_eq!(reason("a.stl", &named[..70]), "it has 70 bytes, but a binary STL has at least 84");
    assert_eq!(reason("a.stl", b""), "it has 0 bytes, but a binary STL has at least 84");
    named[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(
        reason("a.stl", &named),
        "it has 684 bytes, but its 4294967295 triangles need 214748364834"
    );
    // What begins with `solid` is read as text then.
    assert!(reason("a.stl", &good[..683]).ends_with("ends before `endsolid`"));
    let nan = stl(&[[[0.0; 3], [1.0; 3], [f32::NAN, 0.0, 0.0]]]);
    assert_eq!(
        why("a.stl", &nan),
        "mesh `a.stl`: a vertex is [NaN, 0.0, 0.0], but coordinates must be finite and below 1e18"
    );
    let infinite = stl(&[[[0.0; 3], [1.0; 3], [f32::INFINITY, 0.0, 0.0]]]);
    assert!(why("a.stl", &infinite).contains("coordinates must be finite"));
    assert_eq!(why("a.stl", &stl(&[])), "mesh `a.stl`: there are no triangles");
}

#[test]
fn broken_texts_are_rejected() {
    let good = text_stl(&box_triangles([0.0; 3], [1.0; 3]));
    for (from, to, expected) in [
        ("      vertex 0 0 0e0\n", "", "line 7: a facet must have 3 lines `vertex`"),
        ("vertex 0 0 0e0\n", "vertex 0 0\n", "line 4: `vertex` must have 3 finite numbers"),
        ("vertex 0 0 0e0\n", "vertex 0 0 0 0\n", "line 4: `vertex` must have 3 finite numbers"),
        ("vertex 0 0 0e0\n", "vertex 0 nan 0\n", "line 4: `vertex` must have 3 finite numbers"),
        ("endsolid box\n", "", "it ends before `endsolid`"),
        ("  endfacet\n", "", "line 8: `facet` is unexpected"),
        ("outer loop", "hello", "line 3: `hello` is unexpected"),
    ] {
        let broken = good.replacen(from, to, 1);
        assert_ne!(broken, good, "{from}");
        assert_eq!(reason("a.stl", broken.as_bytes()), expected, "{from}");
    }
    assert!(why("a.stl", b"solid nothing\nendsolid\n").ends_with("there are no triangles"));
}

#[test]
fn broken_objects_are_rejected() {
    let begin = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    for (text, expected) in [
        ("f 1 2 4", "line 4: a face has vertex `4`, but there are 3 so far"),
        ("f 1 2 0", "line 4: a face has vertex `0`, but there are 3 so far"),
        ("f 1 2 -4", "line 4: a face has vertex `-4`, but there are 3 so far"),
        (
            "f 1 2 -9223372036854775808",
            "line 4: a face has vertex `-9223372036854775808`, but there are 3 so far",
        ),
        ("f 1 2 x/1", "line 4: a face has vertex `x/1`, but there are 3 so far"),
        ("f 1 2", "line 4: a face must have at least 3 vertices"),
        ("f 1 \\\n2 \\\n3\nv 1 2", "line 7: `v` must have 3 finite numbers"),
        ("v 1 inf 2", "line 4: `v` must have 3 finite numbers"),
        ("surf 0 1 0 1 1 2 3", "line 4: the surface `surf` is not read, only faces are"),
    ] {
        assert_eq!(reason("a.obj", (begin.to_owned() + text).as_bytes()), expected);
    }
    assert!(why("a.obj", begin.as_bytes()).ends_with("there are no triangles"));
}

#[test]
fn no_bytes_make_a_reader_panic() {
    let triangles = box_triangles([0.0; 3], [1.0; 3]);
    let dae = include_bytes!("broken.dae");
    let good: [(&str, Vec<u8>); 4] = [
        ("a.stl", stl(&triangles)),
        ("b.stl", text_stl(&triangles).into_bytes()),
        ("c.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/1 2//2 -1\n".to_vec()),
        ("d.dae", dae.to_vec()),
    ];
    let mut random = 1_u64;
    for (name, bytes) in good {
        let folder = Folder::with(&[(name, &bytes)]);
        assert!(folder.meshes().hulls(name, [1.0; 3]).is_ok(), "{name}");
        for _ in 0..300 {
            let mut broken = bytes.clone();
            for _ in 0..3 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let at = (random >> 33) as usize % broken.len();
                match random >> 61 {
                    0 => broken.truncate(at.max(1)),
                    1 => _ = broken.remove(at.min(broken.len() - 1)),
                    2 | 3 => broken.insert(at, b'9'),
                    4 => broken[at] = b'-',
                    _ => broken[at] = random.to_le_bytes()[5],
                }
                if broken.is_empty() {
                    broken.push(b'x');
                }
            }
            std::fs::write(folder.path.join(name), &broken).expect("a file");
            // Whatever it says.
            let _ = folder.meshes().hulls(name, [1.0; 3]);
        }
    }
}
