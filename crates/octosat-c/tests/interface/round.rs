//! Lists of spheres, capsules and half-spaces, as the engine and as the interface take them.

use octosat::{Capsule, HalfSpace, Sphere};
use octosat_c::*;
use octosat_scenes::generate::{Scene, cloud};

/// Lists of shapes around the origin: near each other, through each other, and some of them degenerate.
pub(crate) struct Lists {
    pub(crate) spheres: Vec<Sphere>,
    pub(crate) capsules: Vec<Capsule>,
    pub(crate) half_spaces: Vec<HalfSpace>,
    given_spheres: Vec<OctosatSphere>,
    given_capsules: Vec<OctosatCapsule>,
    given_half_spaces: Vec<OctosatHalfSpace>,
}

impl Lists {
    /// As many spheres, more capsules, and fewer half-spaces.
    pub(crate) fn new(count: usize, seed: u64) -> Self {
        let scene = crowd(count + 7, seed);
        let rows = || scene.position.iter().zip(&scene.half_extents).enumerate();
        let given_spheres: Vec<_> = rows()
            .map(|(row, (&center, half))| OctosatSphere {
                center,
                radius: if row % 9 == 0 { 0.0 } else { half[0] },
            })
            .take(count)
            .collect();
        let given_capsules: Vec<_> = rows()
            .map(|(row, (&start, half))| {
                // Points, two directions that many cores share, and some others.
                let along = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.5], *half][row % 4];
                let end = core::array::from_fn(|k| start[k] + along[k]);
                OctosatCapsule { start, end, radius: 0.5 * half[1] }
            })
            .collect();
        let given_half_spaces: Vec<_> = [[0.0, 0.0, 1.0], [0.6, -0.8, 0.0], [-1.0, 0.0, 0.0]]
            .iter()
            .zip([-0.5, 0.25, 1.0])
            .map(|(&normal, offset)| OctosatHalfSpace { normal, offset })
            .collect();
        let sphere = |one: &OctosatSphere| Sphere::new(one.center, one.radius).unwrap();
        let capsule = |one: &OctosatCapsule| Capsule::new(one.start, one.end, one.radius).unwrap();
        let half_space = |one: &OctosatHalfSpace| HalfSpace::new(one.normal, one.offset).unwrap();
        Self {
            spheres: given_spheres.iter().map(sphere).collect(),
            capsules: given_capsules.iter().map(capsule).collect(),
            half_spaces: given_half_spaces.iter().map(half_space).collect(),
            given_spheres,
            given_capsules,
            given_half_spaces,
        }
    }

    pub(crate) fn given_spheres(&self) -> OctosatSpheres {
        OctosatSpheres { data: self.given_spheres.as_ptr(), count: self.given_spheres.len() }
    }

    pub(crate) fn given_capsules(&self) -> OctosatCapsules {
        OctosatCapsules { data: self.given_capsules.as_ptr(), count: self.given_capsules.len() }
    }

    pub(crate) fn given_half_spaces(&self) -> OctosatHalfSpaces {
        let (data, count) = (self.given_half_spaces.as_ptr(), self.given_half_spaces.len());
        OctosatHalfSpaces { data, count }
    }
}

/// Boxes whose centers are within two meters of the origin along each axis.
pub(crate) fn crowd(count: usize, seed: u64) -> Scene {
    let mut scene = cloud(count, 0, seed);
    for coordinate in scene.position.as_flattened_mut() {
        *coordinate -= 4.0 * (*coordinate / 4.0).round();
    }
    scene
}

/// Pairs of lists of these lengths, in no order.
pub(crate) fn mixed(count: usize, [a, b]: [usize; 2]) -> Vec<[u32; 2]> {
    (0..count).map(|k| [((k * 13 + 5) % a) as u32, ((k * 7 + k / b) % b) as u32]).collect()
}
