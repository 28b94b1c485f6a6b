//! Chains know their parts and hold solids as in Rust, and reject what Rust rejects.

use core::ffi::{CStr, c_char};
use std::ptr::{null, null_mut};

use bytemuck::cast_slice;
use octosat::{BoxPose, Chain, Configurations, Engine, Joint, OrientedBox, OwnPoints, Solid};
use octosat_c::*;
use octosat_rows::JointMotion;

use crate::common::{Handle, engine, no_error, text};

pub(crate) type Chains = Handle<OctosatChain>;

pub(crate) const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];
const VALUES: usize = 3;

fn solid(kind: OctosatSolidKind, center: [f32; 3], sizes: [f32; 3]) -> OctosatSolid {
    OctosatSolid { kind, center, rotation: UPRIGHT, sizes, points: null(), point_count: 0 }
}

/// The solids of a link, and the same in Rust.
pub(crate) fn solids() -> ([OctosatSolid; 3], [Solid; 3]) {
    let pose = |z| BoxPose::new([0.0, 0.0, z], UPRIGHT);
    let center = |z| [0.0, 0.0, z];
    (
        [
            solid(OCTOSAT_SOLID_BOX, center(0.1), [0.1, 0.05, 0.1]),
            solid(OCTOSAT_SOLID_CYLINDER, center(0.3), [0.05, 0.1, 0.0]),
            solid(OCTOSAT_SOLID_CAPSULE, center(0.5), [0.05, 0.1, 0.0]),
        ],
        [
            OrientedBox { pose: pose(0.1), half_extents: [0.1, 0.05, 0.1] }.into(),
            Solid::cylinder(pose(0.3), 0.05, 0.1),
            Solid::capsule(pose(0.5), 0.05, 0.1),
        ],
    )
}

/// The same chain of four joints, of which one follows another, in C and in Rust.
pub(crate) fn chains() -> (Chains, Chain) {
    let (given, own_solids) = solids();
    let mut own = Chain::new("base");
    // SAFETY: texts of our own, and no error.
    let raw = unsafe { octosat_chain_create(c"base".as_ptr(), null_mut()) };
    let chain = Handle::new(raw, octosat_chain_destroy);
    let y = [0.0, 1.0, 0.0];
    let up = [0.0, 0.0, 0.6];
    let defaults = OctosatJoint::default();
    let joints = [
        OctosatJoint { kind: OCTOSAT_JOINT_REVOLUTE, name: c"turn".as_ptr(), ..defaults },
        OctosatJoint {
            kind: OCTOSAT_JOINT_REVOLUTE,
            name: c"bend".as_ptr(),
            axis: y,
            translation: up,
            has_limits: 1,
            limits: [-2.0, 1.5],
            ..defaults
        },
        OctosatJoint {
            kind: OCTOSAT_JOINT_PRISMATIC,
            name: c"slide".as_ptr(),
            translation: up,
            rotation: [0.0, 0.96, 0.0, 0.28],
            ..defaults
        },
        OctosatJoint {
            kind: OCTOSAT_JOINT_PRISMATIC,
            name: c"other slide".as_ptr(),
            translation: up,
            mimic: c"slide".as_ptr(),
            mimic_ratio: -0.5,
            mimic_offset: 0.1,
            ..defaults
        },
    ];
    let own_joints = [
        Joint::revolute("turn", [0.0, 0.0, 1.0]),
        Joint::revolute("bend", y).at(up).limits(-2.0, 1.5),
        Joint::prismatic("slide", [0.0, 0.0, 1.0]).at(up).rotated([0.0, 0.96, 0.0, 0.28]),
        Joint::prismatic("other slide", [0.0, 0.0, 1.0]).at(up).mimic("slide", -0.5, 0.1),
    ];
    let names = [c"column", c"upper", c"fore", c"hand"];
    for (link, (joint, own_joint)) in joints.iter().zip(own_joints).enumerate() {
        let name = names[link];
        let mut error = no_error();
        // SAFETY: texts and lists of our own.
        let added = unsafe {
            octosat_chain_add_link(chain.raw, name.as_ptr(), link, joint, &raw mut error)
        };
        assert_eq!(added, OCTOSAT_OK, "{}", text(&error));
        own.add_link(name.to_str().unwrap(), link, own_joint).unwrap();
        // SAFETY: as above.
        let attached =
            unsafe { octosat_chain_attach(chain.raw, link + 1, given.as_ptr(), 3, &raw mut error) };
        assert_eq!(attached, OCTOSAT_OK, "{}", text(&error));
        for solid in &own_solids {
            own.attach(link + 1, solid.clone()).unwrap();
        }
    }
    (chain, own)
}

/// Configurations of a chain alone; the joint values must outlive them.
pub(crate) fn asked(chain: &Chains, joints: &[f32]) -> OctosatConfigurations {
    OctosatConfigurations {
        chain: chain.raw,
        joints: joints.as_ptr(),
        joint_count: joints.len(),
        ..OctosatConfigurations::default()
    }
}

/// A held rod that reaches down, so that some configurations of the chain alone are hits, and others are not.
#[test]
fn a_chain_that_holds_a_solid_has_the_bits_of_rust() {
    let ((chain, mut own), held) =
        (chains(), solid(OCTOSAT_SOLID_CAPSULE, [0.0, 0.2, 0.9], [0.02, 0.8, 0.0]));
    let touched = [3];
    // SAFETY: lists and handles of our own.
    let status = unsafe {
        octosat_chain_hold(chain.raw, 4, &raw const held, 1, touched.as_ptr(), 1, null_mut())
    };
    assert_eq!(status, OCTOSAT_OK);
    own.hold(4, Solid::capsule(BoxPose::new([0.0, 0.2, 0.9], UPRIGHT), 0.02, 0.8), &touched)
        .unwrap();
    // SAFETY: a handle of our own.
    assert_eq!(unsafe { octosat_chain_counts(chain.raw) }.pairs, own.pairs().len());
    let joints: Vec<f32> =
        (0..20 * VALUES).map(|k| (k * 5417 % 2048) as f32 / 512.0 - 2.0).collect();
    let (asked, engine) = (asked(&chain, &joints), engine(OCTOSAT_BACKEND_AUTO).unwrap());
    let (mut hits, mut expected) = ([9_u8; 20], [false; 20]);
    // SAFETY: handles, and a buffer of as many rows.
    let status = unsafe {
        octosat_chain_any_overlap(engine.raw, &raw const asked, hits.as_mut_ptr(), 20, null_mut())
    };
    assert_eq!(status, OCTOSAT_OK);
    Engine::new().any_overlap(Configurations::new(&own, &joints), &mut expected).unwrap();
    assert_eq!(hits, expected.map(u8::from));
    assert!(expected.contains(&true) && expected.contains(&false), "{expected:?}");
}

#[test]
fn allowances_are_taken_back_as_in_rust() {
    let (chain, own) = chains();
    // SAFETY: a handle and a list of our own.
    let pairs = || unsafe { octosat_chain_counts(chain.raw) }.pairs;
    let obstacles = [3_u32, 5];
    // SAFETY: as above.
    let statuses = unsafe {
        let raw = chain.raw;
        let allowed = octosat_chain_allow(raw, 1, 4, null_mut());
        assert!(pairs() < own.pairs().len());
        let list = obstacles.as_ptr();
        [
            allowed,
            octosat_chain_forbid(raw, 4, 1, null_mut()),
            octosat_chain_allow_obstacles(raw, 2, list, 2, null_mut()),
            octosat_chain_forbid_obstacles(raw, 2, list, 2, null_mut()),
        ]
    };
    assert_eq!((statuses, pairs()), ([OCTOSAT_OK; 4], own.pairs().len()));
    // SAFETY: as above.
    let same = rejected(|error| unsafe { octosat_chain_forbid(chain.raw, 4, 4, error) });
    assert_eq!(same.0, OCTOSAT_BAD_CHAIN);
    // SAFETY: as above.
    let none = rejected(|error| unsafe {
        octosat_chain_forbid_obstacles(chain.raw, 9, obstacles.as_ptr(), 2, error)
    });
    assert_eq!(none.0, OCTOSAT_OUT_OF_RANGE);
}

#[test]
fn a_chain_knows_its_names_and_limits() {
    let (chain, own) = chains();
    // SAFETY: handles and buffers of our own; names are valid until the chain changes.
    unsafe {
        let counts = octosat_chain_counts(chain.raw);
        assert_eq!((counts.values, counts.links, counts.solids), (VALUES, 5, 12));
        assert_eq!(counts.pairs, own.pairs().len());
        assert_eq!(octosat_chain_counts(null()).links, 0);
        let name = |name: *const c_char| CStr::from_ptr(name).to_str().unwrap();
        assert_eq!(name(octosat_chain_joint_name(chain.raw, 2)), "slide");
        assert!(octosat_chain_joint_name(chain.raw, 3).is_null());
        assert_eq!(name(octosat_chain_link_name(chain.raw, 4)), "hand");
        assert!(octosat_chain_link_name(chain.raw, 5).is_null());
        let mut limits = [[0.0; 2]; VALUES];
        let read = octosat_chain_limits(chain.raw, limits.as_mut_ptr(), VALUES, null_mut());
        assert_eq!(read, OCTOSAT_OK);
        let own: Vec<[f64; 2]> = own.joint_limits().collect();
        assert_eq!(cast_slice::<_, u8>(&limits), cast_slice::<_, u8>(&own));
        assert!(limits[0][1].is_infinite() && limits[1][1] < 2.0);
        assert_eq!(octosat_chain_truncate(chain.raw, 2, null_mut()), OCTOSAT_OK);
        assert_eq!(octosat_chain_counts(chain.raw).solids, 2);
    }
}

const URDF: &CStr = c"<robot name='lift'>
    <link name='mast'/>
    <joint name='slide' type='prismatic'>
        <parent link='mast'/> <child link='fork'/> <axis xyz='0 0 1'/> <limit lower='0' upper='1.5'/>
    </joint>
    <link name='fork'><collision><geometry><mesh filename='fork.stl'/></geometry></collision></link>
</robot>";

#[test]
fn robot_descriptions_are_read_with_solids_for_meshes() {
    let (fork, _) = solids();
    let given = OctosatLinkSolids { link: c"fork".as_ptr(), solids: fork.as_ptr(), solid_count: 3 };
    let mut error = no_error();
    // SAFETY: texts and lists of our own.
    unsafe {
        let raw = octosat_chain_from_urdf(URDF.as_ptr(), &raw const given, 1, &raw mut error);
        let chain = Handle::new(raw, octosat_chain_destroy);
        assert_eq!(octosat_chain_counts(chain.raw).solids, 3);
        assert_eq!(CStr::from_ptr(octosat_chain_joint_name(chain.raw, 0)), c"slide");

        let none = octosat_chain_from_urdf(URDF.as_ptr(), null(), 0, &raw mut error);
        assert!(none.is_null());
        assert_eq!((error.status, error.place), (OCTOSAT_BAD_CHAIN, 6), "{}", text(&error));
        let srdf = c"<robot><disable_collisions link1='fork' link2='spoon'/></robot>";
        let allowed = octosat_chain_allow_from_srdf(chain.raw, srdf.as_ptr(), &raw mut error);
        assert_eq!(allowed, OCTOSAT_OK);
        assert_eq!(CStr::from_ptr(octosat_chain_unknown_name(chain.raw, 0)), c"spoon");
        assert!(octosat_chain_unknown_name(chain.raw, 1).is_null());
        assert!(octosat_chain_unknown_name(null(), 0).is_null());
        let twice = c"<robot><disable_collisions link1='fork' link2='fork'/></robot>";
        let allowed = octosat_chain_allow_from_srdf(chain.raw, twice.as_ptr(), &raw mut error);
        assert_eq!((allowed, error.place), (OCTOSAT_BAD_CHAIN, 1));
    }
}

/// The status, the place and the text of a call that is rejected.
pub(crate) fn rejected(
    call: impl FnOnce(*mut OctosatError) -> OctosatStatus,
) -> (OctosatStatus, u64, String) {
    let mut error = no_error();
    let status = call(&raw mut error);
    assert_eq!(status, error.status);
    (status, error.place, text(&error))
}

#[test]
fn what_is_rejected_is_named_and_changes_nothing() {
    let (chain, _) = chains();
    let joint = OctosatJoint {
        kind: OCTOSAT_JOINT_REVOLUTE,
        name: c"twist".as_ptr(),
        axis: [0.0, 0.0, 2.0],
        ..OctosatJoint::default()
    };
    let add = |parent: usize, joint: OctosatJoint| {
        // SAFETY: texts and handles of our own.
        rejected(|error| unsafe {
            octosat_chain_add_link(chain.raw, c"tip".as_ptr(), parent, &raw const joint, error)
        })
    };
    let long = "the axis of joint `twist` has length 2.0, but must have length 1".to_owned();
    assert_eq!(add(4, joint), (OCTOSAT_BAD_CHAIN, OCTOSAT_NO_PLACE, long));
    assert_eq!(add(5, joint).0, OCTOSAT_OUT_OF_RANGE);
    assert_eq!(
        add(4, OctosatJoint { kind: 3, ..joint }).2,
        "joint.kind is 3, which is not the kind of a joint"
    );
    assert_eq!(add(4, OctosatJoint { name: null(), ..joint }).2, "joint.name is null");
    let not_utf8 = OctosatJoint { name: c"\xff".as_ptr(), ..joint };
    assert_eq!(add(4, not_utf8).2, "joint.name is not UTF-8");

    // SAFETY: handles of our own, and no solids.
    let no_solids =
        rejected(|error| unsafe { octosat_chain_attach(chain.raw, 9, null(), 0, error) });
    assert_eq!((no_solids.0, no_solids.1), (OCTOSAT_OUT_OF_RANGE, OCTOSAT_NO_PLACE));
    assert_eq!(no_solids.2, "link 9 is out of range: the number of links is 5");

    let (mut given, _) = solids();
    given[2].sizes[0] = -1.0;
    let attach = |given: &[OctosatSolid]| {
        // SAFETY: a list and a handle of our own.
        rejected(|error| unsafe {
            octosat_chain_attach(chain.raw, 1, given.as_ptr(), given.len(), error)
        })
    };
    let (status, place, found) = attach(&given);
    assert_eq!((status, place), (OCTOSAT_BAD_SHAPE, 2), "{found}");
    assert_eq!(found, "link `column`: capsule 2: radius is -1, below zero");
    let mut error = no_error();
    // SAFETY: a list and an error of our own.
    assert!(unsafe { octosat_world_create(given.as_ptr(), 3, &raw mut error) }.is_null());
    assert_eq!((error.status, error.place), (OCTOSAT_BAD_SHAPE, 2), "{}", text(&error));
    // A link that is not there is the one that is named, with solids and without.
    for count in [0, 2] {
        let touching = [1, 99];
        // SAFETY: lists and a handle of our own.
        let (status, place, found) = rejected(|error| unsafe {
            let (solids, links) = (given.as_ptr(), touching.as_ptr());
            octosat_chain_hold(chain.raw, 1, solids, count, links, 2, error)
        });
        assert_eq!((status, place), (OCTOSAT_OUT_OF_RANGE, 1), "{found}");
        assert_eq!(found, "touching: link 99 is out of range: the number of links is 5");
    }
    given[1].sizes[2] = 0.5;
    let (status, place, found) = attach(&given);
    assert_eq!((status, place), (OCTOSAT_BAD_SHAPE, 1), "{found}");
    assert_eq!(found, "solids[1].sizes[2] is 0.5, but must be 0 except for a box");
    given[0].kind = 7;
    assert_eq!(attach(&given).2, "solids[0].kind is 7, which is not the kind of a solid");
    // SAFETY: a handle of our own.
    assert_eq!(unsafe { octosat_chain_counts(chain.raw) }.solids, 12);
}

#[test]
fn configurations_that_are_rejected_are_named_and_nothing_is_written() {
    let (chain, _) = chains();
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let values = [0.0, f32::NAN, 0.0];
    let overlaps = |asked: OctosatConfigurations| {
        let mut out = [9_u8];
        let found = rejected(|error| {
            // SAFETY: handles and buffers of our own.
            unsafe {
                octosat_chain_any_overlap(engine.raw, &raw const asked, out.as_mut_ptr(), 1, error)
            }
        });
        assert_eq!(out, [9]);
        found
    };
    let asked = asked(&chain, &values);
    assert_eq!(overlaps(asked).0, OCTOSAT_BAD_SETTING);
    assert_eq!(overlaps(asked).1, 0);
    assert_eq!(overlaps(OctosatConfigurations { joint_count: 2, ..asked }).0, OCTOSAT_BAD_LENGTH);
    assert_eq!(
        overlaps(OctosatConfigurations { chain: null(), ..asked }).2,
        "configurations.chain is null"
    );
    assert_eq!(
        overlaps(OctosatConfigurations { links: 2, ..asked }).2,
        "configurations.links is 2, which is not 0 or 1"
    );
    let between = overlaps(OctosatConfigurations { has_between_links: 2, ..asked });
    assert_eq!(between.2, "configurations.has_between_links is 2, which is not 0 or 1");
    // Neither a length that is forgotten to be told nor one that is no number is left out without a word.
    for between_links in [0.5, f32::NAN] {
        let (status, _, text) = overlaps(OctosatConfigurations { between_links, ..asked });
        assert_eq!(status, OCTOSAT_BAD_ARGUMENT);
        assert!(text.ends_with("set has_between_links to 1"), "{text}");
    }
    for tolerance in [-1.0, f32::INFINITY, f32::NAN] {
        let (status, _, text) = overlaps(OctosatConfigurations { tolerance, ..asked });
        assert_eq!(status, OCTOSAT_BAD_SETTING);
        assert!(text.ends_with("must be finite and at least zero"), "{text}");
    }
    // A program of an older header has no tolerance, and any bits behind its structure.
    let size = std::mem::offset_of!(OctosatConfigurations, tolerance).try_into().unwrap();
    let older = OctosatConfigurations { size, tolerance: f32::NAN, within: 7.0, ..asked };
    assert_eq!(overlaps(older), overlaps(asked));
}

#[test]
fn a_tolerance_of_motions_is_rejected_as_a_setting_with_its_value() {
    let (chain, _) = chains();
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let joints = [0.0; 3];
    let (starts, ends) = (asked(&chain, &joints), joints.as_ptr());
    let starts = &raw const starts;
    let motions =
        OctosatJointMotions { starts, ends, tolerance: -1.0, ..OctosatJointMotions::default() };
    let (mut out, mut error) = ([JointMotion::default()], no_error());
    // SAFETY: handles and buffers of our own.
    let status = unsafe {
        octosat_chain_joint_motions(
            engine.raw,
            &raw const motions,
            out.as_mut_ptr(),
            1,
            &raw mut error,
        )
    };
    assert_eq!((status, error.value, error.place), (OCTOSAT_BAD_SETTING, -1.0, OCTOSAT_NO_PLACE));
    assert_eq!(out, [JointMotion::default()]);
}

#[test]
fn own_points_are_those_of_rust_at_any_stride_and_rejected_by_name() {
    let ((chain, own_chain), engine) = (chains(), engine(OCTOSAT_BACKEND_AUTO).unwrap());
    let joints = [0.1, -0.2, 0.3];
    // Rows of four, of which the first three are read.
    let mut points: Vec<[f32; 4]> =
        (0..40).map(|k| [0.05 * k as f32 - 1.0, 0.01, 0.04 * k as f32, f32::NAN]).collect();
    let configuration = OctosatConfigurations { within: 0.05, ..asked(&chain, &joints) };
    let given = OctosatOwnPoints {
        configuration: &raw const configuration,
        points: points.as_ptr().cast(),
        stride: 16,
        point_count: 40,
        ..OctosatOwnPoints::default()
    };
    let call = |given: OctosatOwnPoints, out: &mut [u8], error: *mut OctosatError| {
        let (out, count) = (out.as_mut_ptr(), out.len());
        // SAFETY: handles and buffers of our own.
        unsafe { octosat_chain_own_points(engine.raw, &raw const given, out, count, error) }
    };
    let ask = |given, out: &mut [u8]| rejected(|error| call(given, out, error));
    let (mut own, mut expected) = ([9; 40], [false; 40]);
    assert_eq!(call(given, &mut own, null_mut()), OCTOSAT_OK);
    let question = OwnPoints::new(Configurations::new(&own_chain, &joints).within(0.05), &points);
    Engine::new().overlaps(question, &mut expected).unwrap();
    assert_eq!(own, expected.map(u8::from));
    assert!(expected.contains(&true) && expected.contains(&false), "{expected:?}");

    let mut untouched = [9; 40];
    let odd = ask(OctosatOwnPoints { stride: 14, ..given }, &mut untouched);
    assert_eq!(odd.2, "asked.points must be floats, at a stride of a multiple of 4 bytes");
    let paddings = [0.1; 4];
    let few = OctosatConfigurations {
        within_per_link: paddings.as_ptr(),
        within_count: paddings.len(),
        ..configuration
    };
    let few = OctosatOwnPoints { configuration: &raw const few, ..given };
    assert_eq!(ask(few, &mut untouched).0, OCTOSAT_BAD_LENGTH);
    points[17][2] = f32::INFINITY;
    let bad = ask(OctosatOwnPoints { points: points.as_ptr().cast(), ..given }, &mut untouched);
    assert_eq!((bad.0, bad.1), (OCTOSAT_BAD_SHAPE, 17));
    assert_eq!(bad.2, "point 17: center component 2 is inf, which is not finite");
    assert_eq!(untouched, [9; 40]);
}
