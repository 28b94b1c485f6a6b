//! What the float64 reference says of a pair with covered faces that is reported without contact.

use crate::common::{UPRIGHT, oriented};
use octosat_reference::float64::{
    CoveredAnswer, CoveredBox, CoveredFault, CoveredPair, CoveredPart, ManifoldAnswer,
    ReferencePair,
};

/// Two cubes whose edges are nearest: each is a decimeter beyond the other along x and along y.
fn cubes() -> ReferencePair {
    let [a, b] = [[0.0; 3], [1.1, 1.1, 0.0]].map(|center| oriented(center, UPRIGHT, [0.5; 3]));
    ReferencePair::oriented(&a, &b)
}

/// The faults of no contact within a margin, if faces of a are covered.
fn faults(within: f32, mask: u8, parts: &[CoveredPart]) -> Vec<CoveredFault> {
    let manifold = ManifoldAnswer {
        normal: [0.0; 3],
        depth: -0.1,
        axis: 0,
        points: &[],
        within,
        limit: 8,
        fallback: false,
        closest: false,
        surfaces: None,
    };
    let covered = CoveredBox { mask, parts };
    let open = CoveredBox { mask: 0, parts: &[] };
    let answer = CoveredAnswer { manifold, is_covered: false };
    CoveredPair::new(&cubes(), [covered, open]).faults(&answer)
}

#[test]
fn closest_points_whose_direction_leaves_no_covered_face_are_a_contact() {
    let missing = [CoveredFault::ClosestMissing];
    assert_eq!(faults(0.2, 0, &[]), missing);
    assert_eq!(faults(0.2, 0b00_01_01, &[]), missing);
    // The faces of a that the direction leaves are those along +x and +y.
    assert_eq!(faults(0.2, 0b00_00_10, &[]), []);
    assert_eq!(faults(0.2, 0b00_10_00, &[]), []);
    // Their edges are √2 dm apart.
    assert_eq!(faults(0.1414, 0, &[]), []);
    assert_eq!(faults(0.1415, 0, &[]), missing);
    // Where the points are on a covered part, or may be, is not asked.
    let part =
        CoveredPart { face: 1, center: [0.0; 2], direction: [1.0, 0.0], half_extents: [0.5; 2] };
    assert_eq!(faults(0.2, 0, &[part]), []);
    assert_eq!(faults(0.2, 0, &[CoveredPart { face: 0, ..part }]), missing);
}
