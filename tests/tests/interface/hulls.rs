//! Hulls of points and of meshes are those of Rust, and what is wrong with them is named.

use std::path::{Path, PathBuf};
use std::ptr::{null, null_mut};
use std::{env, ffi::CString, fs, process};

use octosat::{BoxPose, Configurations, Engine, Solid, World};
use octosat_c::*;
use octosat_urdf::{Meshes, read_with_meshes};

use crate::chains::{UPRIGHT, asked, chains, rejected};
use crate::common::{Handle, engine, no_error, text};

const POINTS: [[f32; 3]; 5] =
    [[0.0; 3], [0.3, 0.0, 0.0], [0.0, 0.2, 0.0], [0.0, 0.0, 0.4], [0.3, 0.2, 0.1]];

fn hull(points: &[[f32; 3]]) -> OctosatSolid {
    OctosatSolid {
        kind: OCTOSAT_SOLID_HULL,
        center: [0.4, -0.1, 0.7],
        rotation: UPRIGHT,
        sizes: [0.05, 0.0, 0.0],
        points: points.as_ptr().cast(),
        point_count: points.len(),
    }
}

#[test]
fn hulls_of_points_have_the_bits_of_rust() {
    let (chain, mut own) = chains();
    let given = hull(&POINTS);
    let own_hull = Solid::hull(BoxPose::new(given.center, UPRIGHT), &POINTS, 0.05);
    // SAFETY: lists and handles of our own.
    let raw = unsafe {
        let attached = octosat_chain_attach(chain.raw, 4, &raw const given, 1, null_mut());
        assert_eq!(attached, OCTOSAT_OK);
        octosat_world_create(&raw const given, 1, null_mut())
    };
    let world = Handle::new(raw, octosat_world_destroy);
    own.attach(4, own_hull.clone()).unwrap();
    let own_world = World::new([own_hull]).unwrap();
    let joints: Vec<f32> = (0..60).map(|k| (k * 5417 % 2048) as f32 / 512.0 - 2.0).collect();
    let asked = OctosatConfigurations { world: world.raw, ..asked(&chain, &joints) };
    let none = OctosatChainClearance { clearance: 9.0, solid: 9, obstacle: 9, other: 9 };
    let (mut found, mut expected) = ([none; 20], [none; 20]);
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    // SAFETY: handles, and a buffer of as many rows.
    let status = unsafe {
        let rows = found.as_mut_ptr();
        octosat_chain_least_clearances(engine.raw, &raw const asked, rows, 20, null_mut())
    };
    assert_eq!(status, OCTOSAT_OK);
    let own_asked = Configurations::new(&own, &joints).among(&own_world);
    Engine::new().least_clearances(own_asked, &mut expected).unwrap();
    assert_eq!(found, expected);
    let is_of_hull = |row: &OctosatChainClearance| row.obstacle == 0;
    assert!(found.iter().any(is_of_hull) && !found.iter().all(is_of_hull));
}

#[test]
fn wrong_hulls_are_named() {
    let (chain, _) = chains();
    let attach = |solid: OctosatSolid| {
        // SAFETY: a list and a handle of our own.
        rejected(|error| unsafe { octosat_chain_attach(chain.raw, 1, &raw const solid, 1, error) })
    };
    let many = [[0.0; 3]; 257];
    let good = hull(&POINTS);
    let wrong = [
        (OctosatSolid { points: null(), ..good }, (OCTOSAT_NULL, "solids[0].points is null")),
        (
            hull(&[]),
            (
                OCTOSAT_BAD_SHAPE,
                "link `column`: hull 0: points list has 0 entries, but must have 1 to 256",
            ),
        ),
        (
            hull(&many),
            (
                OCTOSAT_BAD_SHAPE,
                "link `column`: hull 0: points list has 257 entries, but must have 1 to 256",
            ),
        ),
        (
            hull(&[[0.0, f32::NAN, 0.0]]),
            (OCTOSAT_BAD_SHAPE, "link `column`: hull 0: points 0 is not finite, or beyond 1e12 m"),
        ),
        (
            OctosatSolid { sizes: [-1.0, 0.0, 0.0], ..good },
            (OCTOSAT_BAD_SHAPE, "link `column`: hull 0: radius is -1, below zero"),
        ),
        (
            OctosatSolid { sizes: [0.1, 0.2, 0.0], ..good },
            (
                OCTOSAT_BAD_SHAPE,
                "solids[0].sizes[1] is 0.2, but must be 0 except for others than a hull",
            ),
        ),
        (
            OctosatSolid { sizes: [0.1, 0.0, 0.3], ..good },
            (
                OCTOSAT_BAD_SHAPE,
                "solids[0].sizes[2] is 0.3, but must be 0 except for others than a hull",
            ),
        ),
    ];
    for (solid, (status, expected)) in wrong {
        assert_eq!(attach(solid), (status, 0, expected.to_owned()));
    }
    // SAFETY: a handle of our own.
    assert_eq!(unsafe { octosat_chain_counts(chain.raw) }.solids, 12);
}

const URDF: &str = "<robot name='lift'>
    <link name='mast'/>
    <joint name='slide' type='prismatic'>
        <parent link='mast'/> <child link='fork'/> <axis xyz='0 0 1'/> <limit lower='0' upper='1.5'/>
    </joint>
    <link name='fork'><collision><geometry><mesh filename='package://lift/fork.obj'/></geometry></collision></link>
</robot>";

/// A folder of our own, which is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn with_mesh() -> Self {
        let folder = Self(env::temp_dir().join(format!("octosat-interface-{}", process::id())));
        fs::create_dir_all(folder.0.join("lift")).unwrap();
        let mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n";
        fs::write(folder.0.join("lift/fork.obj"), mesh).unwrap();
        folder
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

fn c_path(path: &Path) -> CString {
    CString::new(path.to_str().unwrap()).unwrap()
}

#[test]
fn meshes_of_robot_descriptions_become_hulls() {
    let folder = Folder::with_mesh();
    let path = c_path(&folder.0);
    let good = OctosatMeshes { folder: path.as_ptr(), ..OctosatMeshes::default() };
    let urdf = CString::new(URDF).unwrap();
    // SAFETY: texts of our own, and no solids.
    let raw = unsafe {
        let meshes = &raw const good;
        octosat_chain_from_urdf_with_meshes(urdf.as_ptr(), null(), 0, meshes, null_mut())
    };
    let chain = Handle::new(raw, octosat_chain_destroy);
    let own = read_with_meshes(URDF, &[], &Meshes::new(&folder.0)).unwrap();
    // SAFETY: a handle of our own.
    let counts = unsafe { octosat_chain_counts(chain.raw) };
    assert_eq!((counts.solids, counts.values), (1, 1));
    assert_eq!(own.solids().len(), 1);

    let missing = c_path(&folder.0.join("none"));
    let wrong = [
        (
            OctosatMeshes { folder: missing.as_ptr(), ..good },
            (OCTOSAT_BAD_CHAIN, 6),
            "mesh `package://lift/fork.obj`: there is no `lift/fork.obj` in the folder",
        ),
        (
            OctosatMeshes { tolerance: -1.0, ..good },
            (OCTOSAT_BAD_CHAIN, 6),
            "the tolerance is -1, but must be finite and not negative",
        ),
        (
            OctosatMeshes { parts: 0, ..good },
            (OCTOSAT_BAD_CHAIN, 6),
            "the number of parts is 0, but must be at least 1",
        ),
        (
            OctosatMeshes { folder: null(), ..good },
            (OCTOSAT_NULL, OCTOSAT_NO_PLACE),
            "meshes.folder is null",
        ),
        (
            OctosatMeshes { reserved: 1, ..good },
            (OCTOSAT_BAD_ARGUMENT, OCTOSAT_NO_PLACE),
            "meshes.reserved is 1, which is not 0",
        ),
        (
            OctosatMeshes { size: 8, ..good },
            (OCTOSAT_BAD_ARGUMENT, OCTOSAT_NO_PLACE),
            "meshes.size is 8, not sizeof(OctosatMeshes): begin with OCTOSAT_MESHES_DEFAULTS",
        ),
    ];
    for (meshes, status, expected) in wrong {
        let mut error = no_error();
        // SAFETY: texts and an error of our own, and no solids.
        let none = unsafe {
            let (meshes, error) = (&raw const meshes, &raw mut error);
            octosat_chain_from_urdf_with_meshes(urdf.as_ptr(), null(), 0, meshes, error)
        };
        assert!(none.is_null());
        assert_eq!((error.status, error.place), status, "{}", text(&error));
        assert!(text(&error).contains(expected), "{}", text(&error));
    }
}
