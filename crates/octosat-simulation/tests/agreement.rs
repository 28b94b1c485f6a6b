//! The contacts of the embedded recording against those of the engine that made it.

use octosat_scenes::{ReadOptions, embedded};
use octosat_simulation::agreement::{Agreement, Cause, Difference};

/// Least share of pairs that both say touch whose normals agree.
///
/// 0.04 % of the whole recording are near ties between axes, where engines prefer faces by rules of
/// their own.
const SAME_NORMALS: f64 = 0.999;

#[test]
fn where_contacts_differ_it_is_a_tie_or_the_other_engine() {
    let recording = embedded(ReadOptions::ALL).unwrap();
    let agreement = Agreement::of(&recording).unwrap();
    assert!(agreement.both > 5_000, "{agreement:?}");
    assert!(agreement.same_normals() > SAME_NORMALS, "{agreement:?}");
    for kind in Difference::ALL {
        for cause in [Cause::OurBoolean, Cause::OurDepth] {
            assert_eq!(agreement.count(kind, cause), 0, "{kind:?} {cause:?} {agreement:?}");
        }
    }
    // Bullet's edge contacts are too deep by a constant, which shows on shallow ones.
    assert!(agreement.count(Difference::Depth, Cause::TheirDepth) > 0, "{agreement:?}");
}

#[test]
fn a_recording_without_contacts_is_rejected() {
    let recording = embedded(ReadOptions::default()).unwrap();
    assert!(Agreement::of(&recording).is_err());
}
