//! What every scene is asked for, with this project's contacts: it stands, hardly sinks, and its
//! contacts keep their names. Short runs; `simulate --all --seconds 20 --check` asks the same of long
//! ones.

use octosat_simulation::goals::missed;
use octosat_simulation::narrow_phase::CoherenceChoice;
use octosat_simulation::scenes::SceneChoice;
use octosat_simulation::trial::Trial;

/// Least share of touching manifolds that are recycled at rest, if they may be.
const RECYCLED: f32 = 0.9;

/// Asks a scene for every goal: with each frame alone, and with an eye on the last one.
fn assert_still(trial: &Trial) {
    for coherence in [CoherenceChoice::Off, CoherenceChoice::Recycle] {
        let run = Trial { coherence, ..*trial }.run(None).unwrap_or_else(|told| panic!("{told}"));
        let seen = &run.measured;
        let recycles = coherence == CoherenceChoice::Recycle;
        assert_eq!(missed(&run), [], "{run:?}");
        assert_eq!(seen.recycled > RECYCLED, recycles, "{run:?}");
        assert!(seen.contacts > 0, "{run:?}");
    }
}

#[test]
fn stacks_of_boxes_stand() {
    let scenes =
        [SceneChoice::Wall, SceneChoice::Jenga, SceneChoice::Slope, SceneChoice::MassRatio];
    for choice in scenes {
        assert_still(&Trial::new(choice, 6.0));
    }
}

#[test]
fn a_pyramid_of_twenty_rows_stands() {
    assert_still(&Trial::new(SceneChoice::Pyramid, 5.0));
}

#[test]
fn a_house_of_cards_stands() {
    assert_still(&Trial::new(SceneChoice::Cards, 20.0));
}

#[test]
fn a_house_of_cards_stands_far_from_the_origin() {
    assert_still(&Trial { far: true, ..Trial::new(SceneChoice::Cards, 4.0) });
}

#[test]
fn a_pile_comes_to_rest() {
    assert_still(&Trial { boxes: 60, ..Trial::new(SceneChoice::Pile, 12.0) });
}
