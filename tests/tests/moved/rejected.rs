//! Moved queries that are rejected, with the words of the error.

use octosat::{
    BoxStore, Cast, Casts, Distance, Engine, Error, Groups, Impact, Impacts, Manifolds, Motions,
    Query,
};
use octosat_tests::{store_of, upright};

/// Three boxes, of which two pairs are asked.
fn boxes() -> BoxStore {
    store_of([0.0, 3.0, 6.0].map(|x| upright([x, 0.0, 0.0], [1.0; 3])))
}

const PAIRS: [[u32; 2]; 2] = [[0, 1], [1, 2]];
const MOTIONS: [[f32; 3]; 2] = [[-1.0, 0.0, 0.0], [-2.0, 0.0, 0.0]];

/// The error of every kind of call.
fn error(query: Query<'_>) -> Error {
    let engine = Engine::new();
    let error = engine.overlaps(query, &mut [true; 2]).unwrap_err();
    let others = [
        engine.distances(query, &mut [Distance::default(); 2]),
        engine.manifolds(query, &mut Manifolds::new()),
        engine.any_overlap(Groups::new(query, &[2]), &mut [true]),
    ];
    for other in others {
        // As text, because an error that holds NaN equals nothing.
        assert_eq!(format!("{:?}", other.unwrap_err()), format!("{error:?}"));
    }
    error
}

#[test]
fn casts_and_impacts_reject_moved_boxes_by_name() {
    let boxes = boxes();
    let motions = Motions::per_pair(&MOTIONS);
    let query = Query::new(&boxes, &PAIRS).moved(motions, &[0.5; 2]);
    let engine = Engine::new();
    let casts = engine.casts(Casts::new(query, motions), &mut [Cast::default(); 2]).unwrap_err();
    assert_eq!(casts.to_string(), "casts takes no `moved`; it takes `grown`");
    let impacts = Impacts::new(query, &boxes);
    let impacts = engine.impacts(impacts, &mut [Impact::default(); 2]).unwrap_err();
    assert_eq!(impacts.to_string(), "impacts takes no `moved`; it takes `grown`");
}

#[test]
fn times_must_be_one_per_pair_from_zero_to_one() {
    let boxes = boxes();
    let query = Query::new(&boxes, &PAIRS);
    let motions = Motions::per_pair(&MOTIONS);
    for times in [&[0.5_f32][..], &[], &[0.5; 3]] {
        let found = times.len();
        let expected = format!("the number of times is {found}, but the number of pairs is 2");
        assert_eq!(error(query.moved(motions, times)).to_string(), expected);
        assert_eq!(error(query.moved_to(&boxes, times)).to_string(), expected);
    }
    for time in [-1e-30, 1.0_f32.next_up(), 2.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
        let times = [1.0, time];
        for query in [query.moved(motions, &times), query.moved_to(&boxes, &times)] {
            let text = format!("times[1] is {time}, but must be from 0 to 1");
            assert_eq!(error(query).to_string(), text);
        }
    }
    // A negative zero is zero.
    Engine::new().overlaps(query.moved(motions, &[-0.0; 2]), &mut [true; 2]).unwrap();
}

#[test]
fn motions_and_ends_are_checked_as_for_casts_and_impacts() {
    let boxes = boxes();
    let query = Query::new(&boxes, &PAIRS);
    let at = |motions| error(query.moved(motions, &[0.5; 2])).to_string();
    let text = "the number of displacements is 1, but the number of pairs is 2";
    assert_eq!(at(Motions::per_pair(&MOTIONS[..1])), text);
    let text = "the number of displacements is 2, but the number of boxes is 3";
    assert_eq!(at(Motions::per_box(&MOTIONS)), text);
    let text =
        "the displacement of pairs[1] is [0.0, inf, 0.0], but must be finite and at most 1e12 m";
    assert_eq!(at(Motions::per_pair(&[[0.0; 3], [0.0, f32::INFINITY, 0.0]])), text);
    let text = "the displacements are for two lists, but the query has one";
    assert_eq!(at(Motions::per_box([&MOTIONS, &MOTIONS])), text);
    let two = Query::new([&boxes, &boxes], &PAIRS).moved(Motions::per_box(&MOTIONS), &[0.5; 2]);
    let text = "the displacements are for one list, but the query has two";
    assert_eq!(error(two).to_string(), text);

    let to = |ends: &BoxStore| error(query.moved_to(ends, &[0.5; 2])).to_string();
    let text = "the number of boxes at the end of the step is 2, but must be 3 as at its start";
    let fewer = store_of([0.0, 3.0].map(|x| upright([x, 0.0, 0.0], [1.0; 3])));
    assert_eq!(to(&fewer), text);
    let other = store_of([1.0, 2.0, 1.0].map(|half| upright([0.0; 3], [half; 3])));
    let text = "the half extents of boxes[1] at the end of the step are [2.0, 2.0, 2.0], but must be \
                [1.0, 1.0, 1.0] as at its start";
    assert_eq!(to(&other), text);
    let sides = query.moved_to([&boxes, &boxes], &[0.5; 2]);
    let text = "the ends are for two lists, but the query has one";
    assert_eq!(error(sides).to_string(), text);
}
