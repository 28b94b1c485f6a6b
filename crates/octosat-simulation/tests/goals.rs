//! What every scene is asked for, with this project's contacts: it stands, hardly sinks, and its
//! contacts keep their names.

use octosat_simulation::measure::{Measured, Observer, frames_in};
use octosat_simulation::narrow_phase::{Choice, CoherenceChoice};
use octosat_simulation::scenes::SceneChoice;
use octosat_simulation::world::World;

/// Greatest drift of a scene that stands, in metres.
const DRIFT: f32 = 1e-3;

/// Greatest depth, relative to the smallest extent.
const DEPTH: f32 = 0.02;

/// Least share of contacts that were there a frame before.
const PERSISTENCE: f32 = 0.99;

/// Least share of touching manifolds that are recycled at rest, if they may be.
const RECYCLED: f32 = 0.9;

/// What is seen of a scene in so many seconds.
fn observe(
    choice: SceneChoice,
    coherence: CoherenceChoice,
    boxes: usize,
    seconds: f32,
) -> Measured {
    let scene = choice.build(boxes);
    let settings = scene.settings();
    let frames = frames_in(seconds);
    let mut observer = Observer::new(scene.stands, frames);
    let narrow_phase =
        Choice::Octosat.build(1, coherence).unwrap_or_else(|message| panic!("{message}"));
    let mut world = World::new(scene.bodies, settings, narrow_phase);
    for frame in 0..=frames {
        assert_eq!(world.find_contacts(), Ok(()));
        observer.see(&world);
        if frame < frames {
            world.advance();
        }
    }
    observer.finish(&world)
}

/// Each frame alone, and with an eye on the last one.
fn assert_still(choice: SceneChoice, boxes: usize, seconds: f32) {
    for coherence in [CoherenceChoice::Off, CoherenceChoice::Recycle] {
        assert_still_with(choice, coherence, boxes, seconds);
    }
}

fn assert_still_with(choice: SceneChoice, coherence: CoherenceChoice, boxes: usize, seconds: f32) {
    let seen = observe(choice, coherence, boxes, seconds);
    let told = format!("{} {}: {seen:?}", choice.name(), coherence.name());
    let recycles = coherence == CoherenceChoice::Recycle;
    assert_eq!(seen.recycled > RECYCLED, recycles, "{told}");
    assert!(seen.contacts > 0, "{told}");
    assert!(seen.drift < DRIFT, "{told}");
    assert!(seen.deepest_penetration < DEPTH, "{told}");
    assert!(seen.persistence >= PERSISTENCE, "{told}");
    assert!(seen.kinetic_energy_per_mass < 1e-6, "{told}");
}

#[test]
fn stacks_of_boxes_stand() {
    let scenes =
        [SceneChoice::Wall, SceneChoice::Jenga, SceneChoice::Slope, SceneChoice::MassRatio];
    for choice in scenes {
        assert_still(choice, 0, 6.0);
    }
}

#[test]
fn a_pyramid_of_twenty_rows_stands() {
    assert_still(SceneChoice::Pyramid, 0, 5.0);
}

#[test]
fn a_house_of_cards_stands() {
    assert_still(SceneChoice::Cards, 0, 20.0);
}

#[test]
fn a_pile_comes_to_rest() {
    assert_still(SceneChoice::Pile, 60, 12.0);
}
