//! Boxes slide over floors of flush boxes with covered faces, trip without them, and are stopped by what is there.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]

use octosat_simulation::floors::{FAMILIES, Family, Phase, Slid, Stack, Wanted};

/// Of 24 places, those that a short test takes.
const PLACES: [u16; 2] = [2, 17];

/// A family's slides from some places, at its first margin and speed.
fn slides(family: &Family, phase: Phase) -> Vec<Slid> {
    let [margin, speed, yaw] = [family.margins, family.speeds, family.yaws].map(|all| all[0]);
    let slide = |&place: &u16| family.slide(margin, speed, yaw, place).run(phase).unwrap();
    PLACES.iter().map(slide).collect()
}

#[test]
fn boxes_slide_where_they_should_and_stop_where_they_must() {
    for family in FAMILIES {
        for slid in slides(family, Phase::Covered) {
            let is_right = match family.wanted {
                Wanted::Slide => (0.999..1.01).contains(&slid.kept) && slid.sideways < 1e-3,
                Wanted::Stop => slid.kept < 0.9,
                Wanted::Trip | Wanted::Anything => slid.kept.is_finite(),
            };
            assert!(is_right && slid.gain < 5e-3, "{}: {slid:?}", family.name);
        }
    }
}

#[test]
fn boxes_trip_over_flush_tiles_without_covered_faces() {
    let flush = &FAMILIES[0];
    assert!(slides(flush, Phase::Octosat).iter().all(|slid| slid.kept < 0.9));
    // The control trips, too, so that the floor is the reason and not these contacts.
    assert!(slides(flush, Phase::Parry).iter().all(|slid| slid.kept < 0.9));
}

#[test]
fn a_tower_on_tiles_drifts_no_more_than_on_one_floor() {
    let stacks = Stack::all();
    let [one, tiles] = [0, 1].map(|number| stacks[number].run(Phase::Covered).unwrap());
    assert!(tiles.drift <= one.drift && tiles.sag <= 1.01 * one.sag, "{one:?} {tiles:?}");
}
