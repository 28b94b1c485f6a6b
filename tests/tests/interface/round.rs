//! A few round shapes as C programs give them, to queries that are wrong in something else.

use octosat_c::*;

/// As many shapes of each kind.
pub(crate) struct Lists {
    spheres: Vec<OctosatSphere>,
    capsules: Vec<OctosatCapsule>,
    half_spaces: Vec<OctosatHalfSpace>,
}

impl Lists {
    pub(crate) fn new(count: usize) -> Self {
        Self {
            spheres: vec![OctosatSphere { center: [0.0; 3], radius: 1.0 }; count],
            capsules: vec![OctosatCapsule { start: [0.0; 3], end: [1.0; 3], radius: 0.5 }; count],
            half_spaces: vec![OctosatHalfSpace { normal: [0.0, 0.0, 1.0], offset: 0.0 }; count],
        }
    }

    pub(crate) fn given_spheres(&self) -> OctosatSpheres {
        OctosatSpheres { data: self.spheres.as_ptr(), count: self.spheres.len() }
    }

    pub(crate) fn given_capsules(&self) -> OctosatCapsules {
        OctosatCapsules { data: self.capsules.as_ptr(), count: self.capsules.len() }
    }

    pub(crate) fn given_half_spaces(&self) -> OctosatHalfSpaces {
        OctosatHalfSpaces { data: self.half_spaces.as_ptr(), count: self.half_spaces.len() }
    }
}
