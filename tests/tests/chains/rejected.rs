//! What chains, worlds and their queries reject, with which message.

use octosat::{
    BoxPose, Chain, ChainClearance, Configurations, Engine, Error, ErrorKind, Joint, JointMotion,
    JointMotions, OrientedBox, Solid, World,
};
use octosat_check::stale;
use octosat_tests::{UPRIGHT, named, sentence, store_of, upright, wrong_length};

const Z: [f64; 3] = [0.0, 0.0, 1.0];

/// An arm of two joints, with a box on each link.
fn arm() -> Chain {
    let mut arm = Chain::new("base");
    let upper = arm.add_link("upper arm", 0, Joint::revolute("shoulder", Z)).unwrap();
    let elbow = Joint::revolute("elbow", Z).at([1.0, 0.0, 0.0]);
    let fore = arm.add_link("forearm", upper, elbow).unwrap();
    for link in [upper, fore] {
        arm.attach(link, upright([0.5, 0.0, 0.0], [0.4, 0.1, 0.1])).unwrap();
    }
    arm
}

/// The errors of all queries about configurations, which write nothing.
fn errors(asked: Configurations<'_>, len: usize) -> Vec<Error> {
    let engine = Engine::new();
    let mut hits = vec![true; len];
    let mut words = stale::<u64>(len.div_ceil(64));
    let mut clearances = stale::<ChainClearance>(len);
    let mut store = store_of([upright([1.0; 3], [2.0; 3])]);
    let errors = vec![
        engine.any_overlap(asked, &mut hits).unwrap_err(),
        engine.any_overlap(asked, &mut words).unwrap_err(),
        engine.least_clearances(asked, &mut clearances).unwrap_err(),
        engine.poses(asked, &mut store).unwrap_err(),
    ];
    assert_eq!(hits, vec![true; len]);
    assert_eq!(words, stale::<u64>(len.div_ceil(64)));
    let bytes = bytemuck::cast_slice::<_, u8>;
    assert_eq!(bytes(&clearances), bytemuck::cast_slice::<_, u8>(&stale::<ChainClearance>(len)));
    assert_eq!(store.len(), 1);
    errors
}

/// The error of motions, which write nothing.
fn motion_error(asked: JointMotions<'_>, len: usize) -> Error {
    let mut rows = stale::<JointMotion>(len);
    let error = Engine::new().joint_motions(asked, &mut rows).unwrap_err();
    let bytes = |rows: &[JointMotion]| bytemuck::cast_slice::<_, u8>(rows).to_vec();
    assert_eq!(bytes(&rows), bytes(&stale(len)));
    error
}

#[test]
fn joint_values_that_are_not_usable_are_named() {
    let arm = arm();
    for error in errors(Configurations::new(&arm, &[0.0; 5]), 2) {
        assert_eq!(
            error.to_string(),
            "the number of joint values is 5, but must be a multiple of 2"
        );
    }
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1_024.1, -1_025.0] {
        let joints = [0.0, 1024.0, -1024.0, bad];
        for error in errors(Configurations::new(&arm, &joints), 2) {
            let expected =
                format!("value 1 of configuration 1 is {bad}, but must be finite and at most 1024");
            assert_eq!(error.to_string(), expected);
        }
        let starts = Configurations::new(&arm, &[0.0; 4]);
        let of_joints = Configurations::new(&arm, &joints);
        for motions in [JointMotions::new(starts, &joints), JointMotions::new(of_joints, &[0.0; 4])]
        {
            let error = motion_error(motions, 2);
            assert_eq!(named(&error), ("configurations", 1, "joint value"));
            assert_eq!((error.kind(), error.joint()), (ErrorKind::Setting, Some("elbow")));
        }
    }
}

#[test]
fn outputs_of_another_length_are_rejected() {
    let arm = arm();
    let asked = Configurations::new(&arm, &[0.0; 4]);
    let expected = wrong_length(2, 3);
    let engine = Engine::new();
    assert_eq!(sentence(engine.any_overlap(asked, &mut [false; 3])), expected);
    let mut rows = stale::<ChainClearance>(3);
    assert_eq!(sentence(engine.least_clearances(asked, &mut rows)), expected);
    assert_eq!(rows[0].solid, 0xA5A5_A5A5);
    assert_eq!(motion_error(JointMotions::new(asked, &[0.0; 4]), 3).to_string(), expected);
}

#[test]
fn motions_need_as_many_ends_and_a_tolerance() {
    let arm = arm();
    let starts = Configurations::new(&arm, &[0.0; 4]);
    let error = motion_error(JointMotions::new(starts, &[0.0; 2]), 2);
    assert_eq!(
        error.to_string(),
        "the number of joint values at the ends is 2, but must be 4 as at the starts"
    );
    for tolerance in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let error = motion_error(JointMotions::new(starts, &[0.0; 4]).tolerance(tolerance), 2);
        assert!(
            error.to_string().starts_with(&format!("the tolerance is {tolerance}, but must be"))
        );
        assert!(!error.to_string().contains("at least zero"), "{error}");
    }
}

#[test]
fn tolerances_of_clearances_are_finite_and_not_negative() {
    let arm = arm();
    for tolerance in [-1e-9, f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let asked = Configurations::new(&arm, &[0.0; 4]).tolerance(tolerance);
        for error in errors(asked, 2) {
            assert_eq!(
                error.to_string(),
                format!("the tolerance is {tolerance}, but must be finite and at least zero")
            );
            assert_eq!((error.kind(), error.field()), (ErrorKind::Setting, Some("tolerance")));
        }
    }
}

#[test]
fn links_that_are_rejected_are_named_and_not_added() {
    let mut arm = arm();
    let quarter = [0.0, 0.0, 0.6, 0.6];
    let free = || Joint::revolute("wrist", Z);
    let texts = [
        (arm.add_link("hand", 3, free()), "link 3 is out of range: the number of links is 3"),
        (arm.add_link("forearm", 2, free()), "there are two links of the name `forearm`"),
        (
            arm.add_link("hand", 2, Joint::revolute("elbow", Z)),
            "there are two joints of the name `elbow`",
        ),
        (
            arm.add_link("hand", 2, free().at([0.0, f64::NAN, 0.0])),
            "the translation of joint `wrist` has a component NaN, but must be finite and at most 1e12",
        ),
        (
            arm.add_link("hand", 2, free().rotated([0.0, 0.0, 0.0, f64::INFINITY])),
            "the rotation of joint `wrist` has a component inf, but must be finite and at most 1e12",
        ),
        (
            arm.add_link("hand", 2, free().rotated(quarter)),
            "the rotation of joint `wrist` has length 0.848528137423857, but must have length 1",
        ),
        (
            arm.add_link("hand", 2, Joint::prismatic("wrist", [0.0; 3])),
            "the axis of joint `wrist` has length 0.0, but must have length 1",
        ),
        (
            arm.add_link("hand", 2, free().limits(1.0, -1.0)),
            "the limits of joint `wrist` are 1.0 and -1.0, but must ascend",
        ),
        (
            arm.add_link("hand", 2, free().limits(f64::NAN, 1.0)),
            "the limits of joint `wrist` has a component NaN, but must be finite and at most 1e12",
        ),
        (
            arm.add_link("hand", 2, free().mimic("knee", 1.0, 0.0)),
            "joint `wrist` follows joint `knee`, which is not a joint with a value that was added before",
        ),
        (
            arm.add_link("hand", 2, free().mimic("elbow", 1.0, f64::INFINITY)),
            "the mimic of joint `wrist` has a component inf, but must be finite and at most 1e12, \
             or 1024 for the offset",
        ),
    ];
    for (added, text) in texts {
        assert_eq!(added.unwrap_err().to_string(), text);
    }
    assert_eq!((arm.link_names().len(), arm.values()), (3, 2));
    assert_eq!(arm.joint_names().collect::<Vec<_>>(), ["shoulder", "elbow"]);
    assert_eq!(arm.add_link("hand", 2, free()), Ok(3));
}

#[test]
fn solids_that_are_rejected_are_named_and_not_attached() {
    let mut arm = arm();
    let cube = upright([0.0; 3], [1.0; 3]);
    let no_link = |link| format!("link {link} is out of range: the number of links is 3");
    assert_eq!(sentence(arm.attach(3, cube)), no_link(3));
    let pose = BoxPose::new([0.0; 3], UPRIGHT);
    let far = BoxPose::new([1e12, 0.0, 0.0], UPRIGHT);
    let skew = BoxPose::new([0.0; 3], [0.5, 0.0, 0.0, 0.5]);
    let nowhere = BoxPose::new([f32::NAN; 3], UPRIGHT);
    let solids: [(Solid, &str); 9] = [
        (Solid::cylinder(pose, -1.0, 1.0), "cylinder #: radius is -1, below zero"),
        (Solid::cylinder(pose, 1.0, f32::NAN), "cylinder #: half length is NaN, which is"),
        (Solid::capsule(pose, f32::INFINITY, 1.0), "capsule #: radius is inf, which is not"),
        (Solid::capsule(pose, 1.0, -1.0), "capsule #: half length is -1, below zero"),
        (Solid::capsule(pose, 0.0, -1.0), "capsule #: half length is -1, below zero"),
        (Solid::capsule(pose, 8e11, 8e11), "capsule #: half extents component 2 is 1.6e12"),
        (Solid::cylinder(skew, 1.0, 1.0), "cylinder #: rotation squared length is 0.5, not"),
        (
            OrientedBox { pose, half_extents: [1.0, -1.0, 1.0] }.into(),
            "box #: half extents component 1 is -1, below zero",
        ),
        (Solid::capsule(nowhere, 1.0, 1.0), "capsule #: center component 0 is NaN, which is"),
    ];
    for (solid, text) in solids {
        let kind = if text.starts_with("box") { ErrorKind::Box } else { ErrorKind::Shape };
        let error = arm.attach(2, solid.clone()).unwrap_err();
        assert_eq!((error.kind(), error.link()), (kind, Some("forearm")), "{error}");
        let text_of = |index| text.replace('#', index);
        let starts = format!("link `forearm`: {}", text_of("2"));
        assert!(error.to_string().starts_with(&starts), "{error}");
        let error = World::new([cube.into(), solid]).unwrap_err();
        assert!(error.to_string().starts_with(&text_of("1")), "{error}");
        assert_eq!((error.kind(), error.index()), (kind, Some(1)));
    }
    let error = arm.attach(2, Solid::capsule(far, 1.0, 1.0)).unwrap_err();
    assert_eq!((error.kind(), error.link()), (ErrorKind::Chain, Some("forearm")));
    assert!(error.to_string().starts_with("link `forearm`: a solid can be 99999999"), "{error}");
    assert_eq!(arm.solids().len(), 2);
    assert_eq!(sentence(arm.allow(0, 3)), no_link(3));
    let error = arm.allow(2, 2).unwrap_err();
    assert_eq!((error.kind(), error.link()), (ErrorKind::Chain, Some("forearm")));
    let text = "link `forearm` is both links: solids of one link have no pairs with each other";
    assert_eq!(error.to_string(), text);
    assert_eq!(sentence(arm.allow_obstacles(7, &[1])), no_link(7));
}

#[test]
fn a_solid_that_rounding_may_move_by_a_part_of_its_size_is_found() {
    let on_map = Joint::fixed("place").at([691_000.25, 5_411_932.7, 12.0]);
    let mut chain = Chain::new("map");
    chain.add_link("pillar", 0, on_map).unwrap();
    assert_eq!(chain.check_rounding(), Ok(()));
    chain.attach(1, upright([0.0; 3], [0.1; 3])).unwrap();
    let error = chain.check_rounding().unwrap_err();
    assert_eq!((error.kind(), error.link()), (ErrorKind::Chain, Some("pillar")));
    assert!(error.to_string().starts_with("link `pillar`: a solid can be 5455868 m"), "{error}");
    chain.truncate(0);
    assert_eq!(chain.check_rounding(), Ok(()));

    // A hundredth of the thinnest half extent is a shift of 1 mm, and 2⁻²⁴ of 16,760 m.
    for (reach, is_fine) in [(16_700.0_f32, true), (16_800.0, false)] {
        let mut chain = Chain::new("base");
        let half = 0.5 * reach;
        let turns = Joint::revolute("turn", [0.0, 0.0, 1.0]).at([f64::from(-half), 0.0, 0.0]);
        chain.add_link("arm", 0, turns).unwrap();
        chain.attach(1, upright([half, 0.0, 0.0], [0.1, 0.2, 0.3])).unwrap();
        assert_eq!(chain.check_rounding().is_ok(), is_fine, "{reach}");
    }

    // A plate counts as at least a hundredth of its width thick, and a point has no size.
    for (half_extents, is_fine) in
        [([10.0, 10.0, 0.0], true), ([9.0, 9.0, 0.0], false), ([0.0; 3], true)]
    {
        let mut chain = Chain::new("base");
        chain.attach(0, upright([16_700.0, 0.0, 0.0], half_extents)).unwrap();
        assert_eq!(chain.check_rounding().is_ok(), is_fine, "{half_extents:?}");
    }
}

#[test]
fn more_boxes_than_a_store_holds_leave_it_as_it_was() {
    let mut fixture = Chain::new("fixture");
    for _ in 0..2 {
        fixture.attach(0, upright([0.0; 3], [1.0; 3])).unwrap();
    }
    let mut store = store_of([upright([1.0; 3], [2.0; 3])]);
    let (asked, limit) = (Configurations::new(&fixture, &[]), u32::MAX as usize);
    for (count, boxes) in [(1 << 33, 1 << 34), (usize::MAX, usize::MAX)] {
        let text = format!(
            "the configurations have {boxes} solids, but a store holds at most {limit} boxes"
        );
        assert_eq!(sentence(Engine::new().poses(asked.repeated(count), &mut store)), text);
        assert_eq!(store.len(), 1);
    }
    Engine::new().poses(asked.repeated(0), &mut store).unwrap();
    assert_eq!(store.len(), 0);
}

#[test]
fn values_that_others_follow_many_times_are_smaller() {
    let mut arm = arm();
    let gear = Joint::revolute("gear", Z).mimic("elbow", -4.0, 1024.0);
    arm.add_link("gear", 2, gear).unwrap();
    arm.add_link("slow gear", 2, Joint::revolute("slow", Z).mimic("elbow", 0.5, 0.0)).unwrap();
    let too_far = Joint::revolute("other", Z).mimic("gear", 1.0, 0.5);
    let error = arm.add_link("other", 2, too_far).unwrap_err();
    assert!(error.to_string().starts_with("the mimic of joint `other` has a component 1024.5"));
    let joints = [1024.0, 256.0, 1024.0, -256.1];
    for error in errors(Configurations::new(&arm, &joints), 2) {
        let expected = "value 1 of configuration 1 is -256.1, but must be finite and at most 256";
        assert_eq!(error.to_string(), expected);
    }
    let mut hits = [false];
    Engine::new().any_overlap(Configurations::new(&arm, &joints[..2]), &mut hits).unwrap();
}
