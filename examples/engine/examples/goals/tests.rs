//! What every scene must do: it stands, barely sinks, and its contacts go on from frame to frame. Short runs at one place;
//! `.ci/nightly` makes long ones at nine.

use glam::{Quat, Vec3};
use octosat_scenes::{ReadOptions, Recording};

use crate::Outcome;
use crate::floors::{FAMILIES, Family, Slid, Wanted, is_as_wanted};
use crate::measure::{Measured, frames_in};
use crate::record::record;
use crate::scenes::{Scene, pile};

/// Asks a scene for every goal.
fn assert_met(scene: &Scene, seconds: f32) -> Outcome<Measured> {
    let measured = Measured::of(scene, 0, seconds)?;
    assert_eq!(measured.missed(scene), Vec::<&str>::new(), "{}: {measured:?}", scene.name);
    Ok(measured)
}

#[test]
fn stacks_of_boxes_stand() -> Outcome {
    for name in ["wall", "jenga", "slope", "mass-ratio"] {
        assert_met(&Scene::named(name)?, 4.0)?;
    }
    Ok(())
}

#[test]
fn a_pyramid_of_twenty_rows_stands() -> Outcome {
    assert_met(&Scene::named("pyramid")?, 5.0).map(|_| ())
}

#[test]
fn houses_of_cards_stand() -> Outcome {
    assert_met(&Scene::named("cards")?, 8.0)?;
    assert_met(&Scene::named("cards-plain")?, 4.0).map(|_| ())
}

#[test]
fn a_pile_comes_to_rest() -> Outcome {
    assert_met(&pile(60), 12.0).map(|_| ())
}

#[test]
fn boxes_tip_from_an_edge_without_a_turn() -> Outcome {
    assert_met(&Scene::named("tipping")?, 3.0).map(|_| ())
}

#[test]
fn a_drum_keeps_its_boxes() -> Outcome {
    let contacts = assert_met(&Scene::named("drum")?, 3.0)?.contacts;
    assert!(contacts > 1_000, "{contacts}");
    Ok(())
}

#[test]
fn fast_plates_stay_in_their_room() -> Outcome {
    let contacts = assert_met(&Scene::named("plates")?, 12.0)?.contacts;
    assert!(contacts > 100, "{contacts}");
    Ok(())
}

/// Goals that every run meets would be none.
#[test]
fn each_goal_can_be_missed() -> Outcome {
    // With one substep contacts are so soft that the light cube gives way.
    let soft = Scene { substeps: 1, ..Scene::named("mass-ratio")? };
    let missed = Measured::of(&soft, 0, 3.0)?.missed(&soft);
    assert!(missed.contains(&"depth"), "{missed:?}");
    // Without friction boxes slide down.
    let slippery = Scene { friction: 0.0, ..Scene::named("slope")? };
    assert_eq!(Measured::of(&slippery, 0, 3.0)?.missed(&slippery), ["drift", "rest"]);
    let standing = Scene::named("slope")?;
    let measured = Measured { kept: 0.98, ..Measured::default() };
    assert_eq!(measured.missed(&standing), ["kept"]);
    let drum = Scene::named("drum")?;
    let measured = Measured { moved: 3.8, ..Measured::default() };
    assert_eq!(measured.missed(&drum), ["reach", "motion"]);
    let tipping = Scene::named("tipping")?;
    let measured = Measured { aside: Vec3::new(0.0, 0.013, 0.0), ..Measured::default() };
    assert_eq!(measured.missed(&tipping), ["tipping"]);
    Ok(())
}

/// g·(sin 20° − 0.1·cos 20°) over two seconds is 4.9 m. Friction is limited along two directions, and so may be larger
/// between them by up to the root of two.
#[test]
fn boxes_slide_down_a_slope_of_less_friction() -> Outcome {
    let slippery = Scene { friction: 0.1, ..Scene::named("slope")? };
    let moved = Measured::of(&slippery, 0, 2.0)?.moved;
    assert!((4.0..5.0).contains(&moved), "{moved}");
    Ok(())
}

#[test]
fn a_run_can_be_repeated_bit_for_bit() -> Outcome {
    let scene = pile(40);
    let run = |frames: u8| -> Outcome<Vec<(Vec3, Quat)>> {
        let mut world = scene.world(0)?;
        for _ in 0..frames {
            world.step()?;
        }
        Ok(world.bodies().iter().map(|body| (body.center, body.rotation)).collect())
    };
    assert_eq!(run(120)?, run(120)?);
    assert_ne!(run(120)?, run(119)?, "nothing moved");
    Ok(())
}

#[test]
fn a_tower_on_tiles_drifts_no_more_than_on_one_floor() -> Outcome {
    let one = assert_met(&Scene::named("tower")?, 10.0)?;
    let tiles = assert_met(&Scene::named("tower-on-tiles")?, 10.0)?;
    assert!(tiles.drift <= one.drift && tiles.moved <= 1.01 * one.moved, "{one:?} {tiles:?}");
    Ok(())
}

/// A family's slides from two places, at its first speed.
fn slides(family: &Family, change: fn(&mut crate::floors::Slide)) -> Outcome<Vec<Slid>> {
    let slide = |&place: &u8| {
        let mut slide = family.slide(family.speeds[0], place);
        change(&mut slide);
        slide.run()
    };
    [2, 17].iter().map(slide).collect()
}

#[test]
fn boxes_slide_where_they_should_and_stop_where_they_must() -> Outcome {
    for family in FAMILIES.iter().filter(|family| family.wanted != Wanted::Trip) {
        for slid in slides(family, |_| ())? {
            assert!(is_as_wanted(family.wanted, &slid), "{}: {slid:?}", family.name);
        }
    }
    Ok(())
}

/// Tiles that move, however slowly, have no covered faces.
#[test]
fn boxes_trip_over_flush_tiles_without_covered_faces() -> Outcome {
    let moves = |slide: &mut crate::floors::Slide| {
        slide.fixed.iter_mut().for_each(|tile| tile.velocity = f32::MIN_POSITIVE * Vec3::Y);
    };
    for slid in slides(&FAMILIES[0], moves)? {
        assert!(slid.kept < 0.9, "{slid:?}");
    }
    Ok(())
}

#[test]
fn a_recording_has_the_frames_of_the_scene() -> Outcome {
    let scene = Scene::named("slope")?;
    let path = std::env::temp_dir().join(format!("octosat-goals-{}.npz", std::process::id()));
    record(&scene, 0.2, &path)?;
    let recording = Recording::read_path(&path, ReadOptions::default())?;
    std::fs::remove_file(&path)?;
    assert_eq!(recording.frames(), usize::from(frames_in(0.2)));
    for number in 0..recording.frames() {
        let frame = recording.frame(number);
        assert!(frame.pairs == [[0, 1], [0, 2], [0, 3], [0, 4], [0, 5]], "{:?}", frame.pairs);
    }
    let [first, last] = [0, recording.frames() - 1].map(|number| recording.frame(number).positions);
    assert!(first[1][1] > last[1][1], "the box sinks in");
    Ok(())
}
