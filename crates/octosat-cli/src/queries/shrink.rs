//! A scene as small as it can be.

use octosat_scenes::generate::Scene;

use crate::failure::Failure;

/// Checks that shrinking takes at most; each is one of a whole round's, or less.
const MOST_CHECKS: usize = 400;

/// Takes boxes away for as long as the scene still fails: halves, quarters, and so on down to one.
///
/// A shape depends on the boxes that it is made around alone, so that the failing one stays while those
/// do. What is left fails, and is as small as these cuts and checks make it.
pub(super) fn smallest(
    scene: &Scene,
    mut fails: impl FnMut(&Scene) -> Result<bool, Failure>,
) -> Result<Scene, Failure> {
    let mut left: Vec<usize> = (0..scene.position.len()).collect();
    let mut checks = 0;
    let mut part = left.len() / 2;
    while part > 0 {
        let mut start = 0;
        while start < left.len() && left.len() > 1 && checks < MOST_CHECKS {
            let end = left.len().min(start + part);
            let fewer: Vec<usize> = left[..start].iter().chain(&left[end..]).copied().collect();
            checks += 1;
            if !fewer.is_empty() && fails(&of_boxes(scene, &fewer))? {
                left = fewer;
            } else {
                start = end;
            }
        }
        part /= 2;
    }
    Ok(of_boxes(scene, &left))
}

/// Some of a scene's boxes in their order, and the pairs of them.
fn of_boxes(scene: &Scene, boxes: &[usize]) -> Scene {
    let place = |index: u32| {
        let found = boxes.binary_search(&(index as usize)).ok()?;
        u32::try_from(found).ok()
    };
    let pair = |&[a, b]: &[u32; 2]| Some([place(a)?, place(b)?]);
    Scene {
        name: scene.name.clone(),
        half_extents: boxes.iter().map(|&index| scene.half_extents[index]).collect(),
        position: boxes.iter().map(|&index| scene.position[index]).collect(),
        rotation: boxes.iter().map(|&index| scene.rotation[index]).collect(),
        pairs: scene.pairs.iter().filter_map(pair).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use octosat_scenes::generate;

    #[test]
    fn what_fails_by_two_boxes_is_left_with_two() {
        let scene = generate::cloud(150, 300, 1);
        let wanted = [scene.position[17], scene.position[101]];
        let mut checks = 0;
        let small = smallest(&scene, |scene| {
            checks += 1;
            Ok(wanted.iter().all(|center| scene.position.contains(center)))
        });
        assert_eq!(small.unwrap().position, wanted);
        assert!(checks < 100, "{checks}");
    }

    #[test]
    fn a_pair_keeps_its_boxes() {
        let scene = generate::cloud(150, 300, 1);
        let center = |scene: &Scene, index: u32| scene.position[index as usize].map(f32::to_bits);
        let wanted = scene.pairs[40].map(|index| center(&scene, index));
        let small = smallest(&scene, |scene| {
            let is_it = |pair: &[u32; 2]| pair.map(|index| center(scene, index)) == wanted;
            Ok(scene.pairs.iter().any(is_it))
        });
        let small = small.unwrap();
        assert_eq!((small.position.len(), small.pairs), (2, vec![[0, 1]]));
    }

    #[test]
    fn what_needs_all_boxes_keeps_them() {
        let scene = generate::cloud(20, 40, 1);
        let whole = smallest(&scene, |other| Ok(other.position.len() == 20)).unwrap();
        assert_eq!(whole, scene);
    }
}
