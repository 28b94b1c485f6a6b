//! Compares the taking apart of features with octosat's numbering, built the other way round.

use octosat::Feature;
use octosat_avian::features::FeaturePair;

#[test]
fn every_feature_is_taken_apart() {
    for offset in [0, 160] {
        for vertex in 0..8 {
            assert_eq!(FeaturePair::from(Feature(offset + vertex)), FeaturePair::VertexOfB(vertex));
            assert_eq!(
                FeaturePair::from(Feature(offset + 8 + vertex)),
                FeaturePair::VertexOfA(vertex)
            );
        }
        for (a, b) in (0..12).flat_map(|a| (0..12).map(move |b| (a, b))) {
            let feature = Feature(offset + 16 + 12 * a + b);
            assert_eq!(FeaturePair::from(feature), FeaturePair::Edges(a, b));
        }
    }
}
