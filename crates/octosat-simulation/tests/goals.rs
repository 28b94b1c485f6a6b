//! What every scene does with this project's contacts: it stands, barely sinks, and its
//! contacts have predecessors. Short runs; `.ci/nightly` asks the same of long ones.

use octosat_simulation::goals::missed;
use octosat_simulation::scenes::SceneChoice;
use octosat_simulation::trial::Trial;

/// Asks a scene for every goal.
fn assert_still(trial: &Trial) {
    assert_met(trial, 0);
}

/// Asks a scene for every goal, and for more contacts than this at the end.
fn assert_met(trial: &Trial, contacts: usize) {
    let run = trial.run(None).unwrap_or_else(|reason| panic!("{reason}"));
    assert_eq!(missed(&run), [], "{run:?}");
    assert!(run.measured.contacts > contacts, "{run:?}");
}

#[test]
fn stacks_of_boxes_stand() {
    let scenes =
        [SceneChoice::Wall, SceneChoice::Jenga, SceneChoice::Slope, SceneChoice::MassRatio];
    for choice in scenes {
        assert_still(&Trial::new(choice, 4.0));
    }
}

#[test]
fn a_pyramid_of_twenty_rows_stands() {
    assert_still(&Trial::new(SceneChoice::Pyramid, 5.0));
}

#[test]
fn a_house_of_cards_stands() {
    assert_still(&Trial::new(SceneChoice::Cards, 8.0));
}

#[test]
fn a_house_of_cards_stands_far_from_the_origin() {
    assert_still(&Trial { far: true, ..Trial::new(SceneChoice::Cards, 4.0) });
}

#[test]
fn a_pile_comes_to_rest() {
    assert_still(&Trial { boxes: 60, ..Trial::new(SceneChoice::Pile, 12.0) });
}

#[test]
fn boxes_tip_from_an_edge_without_a_turn() {
    assert_still(&Trial::new(SceneChoice::Tipping, 3.0));
}

#[test]
fn a_drum_keeps_its_boxes() {
    assert_met(&Trial::new(SceneChoice::Drum, 3.0), 1_000);
}

#[test]
fn fast_plates_stay_in_their_room() {
    assert_met(&Trial::new(SceneChoice::Plates, 12.0), 100);
}
