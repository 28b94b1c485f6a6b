//! Position correction, by hand and until a stack is at rest.

use octosat_reference::float64::separations;
use octosat_reference::note;
use octosat_reference::response::{Push, ResponseRules, displacements};
use octosat_reference::textbook::MatrixBox;

use crate::common::{UPRIGHT, oriented};

/// By hand: 0.5 deep, a slop of 0.1 and a relaxation of 0.5 leave 0.2, in parts of 1 to 3.
#[test]
fn a_pair_is_separated_by_its_inverse_masses() {
    let push = Push { pair: [0, 1], normal: [0.0, 0.0, 1.0], depth: 0.5 };
    let moves = |rules| displacements(2, [push], &rules);
    assert_eq!(moves(ResponseRules::default()), [[0.0, 0.0, -0.25], [0.0, 0.0, 0.25]]);
    let rules = |masses| ResponseRules { relaxation: 0.5, slop: 0.1, inverse_masses: Some(masses) };
    assert_eq!(moves(rules(&[0.5, 1.5])), [[0.0, 0.0, -0.05], [0.0, 0.0, 0.15]]);
    assert_eq!(moves(rules(&[0.0, 0.25])), [[0.0; 3], [0.0, 0.0, 0.2]], "a fixed box stays");
    assert_eq!(moves(rules(&[0.0, 0.0])), [[0.0; 3]; 2], "both fixed");
    let left = ResponseRules { slop: 0.5, ..ResponseRules::default() };
    assert_eq!(moves(left), [[0.0; 3]; 2], "as deep as the slop");
}

/// Six crates pressed 20 % into each other on a fixed ground, pushed apart by the note's corrected routine.
#[test]
fn a_stack_comes_to_rest_without_overlap() {
    let crate_at = |level: u8| {
        let height = 0.8 * (f64::from(level) + 0.5);
        oriented([0.01 * f64::from(level), height, 0.0], UPRIGHT, [0.5; 3])
    };
    let mut boxes = vec![oriented([0.0, -1.0, 0.0], UPRIGHT, [10.0, 1.0, 10.0])];
    boxes.extend((0..6).map(crate_at));
    let masses = [0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];
    let rules = ResponseRules { relaxation: 0.6, slop: 1e-3, inverse_masses: Some(&masses) };
    let mut moves = Vec::new();
    for _ in 0..400 {
        let pushes = (0..6).filter_map(|lower: u32| {
            let [a, b] = [lower, lower + 1].map(|index| MatrixBox::from(&boxes[index as usize]));
            let found = note::corrected(&a, &b)?;
            Some(Push { pair: [lower, lower + 1], normal: found.response, depth: found.depth })
        });
        moves = displacements(boxes.len(), pushes, &rules);
        for (moved, way) in boxes.iter_mut().zip(&moves) {
            for (coordinate, part) in moved.center.iter_mut().zip(way) {
                *coordinate += part;
            }
        }
    }
    for pair in boxes.windows(2) {
        let separation = separations(&pair[0], &pair[1]).separation;
        assert!((-1.1e-3..0.05).contains(&separation), "{separation}");
    }
    assert!(moves.as_flattened().iter().all(|part| part.abs() < 1e-4), "{moves:?}");
    assert_eq!(moves[0].map(f32::abs).map(f32::to_bits), [0; 3], "the ground is fixed");
}
