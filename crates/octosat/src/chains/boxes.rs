//! The poses of configurations become the boxes of a store, for every other query.

use core::array;

use octosat_lanes::{Arithmetic, Isa, MAX_LANES, Row};

use super::poses::{JointLanes, Pose, Poses};
use super::questions::Configurations;
use crate::boxes::store::BoxStore;
use crate::boxes::store::columns::row_of;
use crate::boxes::store::rotation::flush;
use crate::call::dispatch::Job;

/// The job of writing the bounding boxes of all solids of all configurations.
pub(super) struct ConfigurationBoxes<'j, 'a> {
    pub(super) question: &'a Configurations<'a>,
    pub(super) out: &'j mut BoxStore,
}

impl Job for ConfigurationBoxes<'_, '_> {
    type Output = ();

    fn run<I: Isa, A: Arithmetic>(self, isa: I) {
        let Self { question, out } = self;
        let chain = question.chain;
        let (configurations, solids) = (question.len(), chain.solids.len());
        for column in &mut out.columns {
            column.clear();
            column.resize(configurations * solids, Row::default());
        }
        let [centers, rotations, half_extents] = &mut out.columns;
        for (number, row) in half_extents.iter_mut().enumerate() {
            *row = row_of(chain.solids[number % solids].solid.half_extents());
        }
        isa.enter(
            #[inline(always)]
            || {
                let mut values = JointLanes::new(isa, chain);
                let mut poses = Poses::new(isa, chain);
                for first in (0..configurations).step_by(I::LANES) {
                    values.pose(isa, question, first, &mut poses);
                    let lanes = I::LANES.min(configurations - first);
                    for (number, pose) in poses.solids.iter().enumerate() {
                        let rows = first * solids + number;
                        write(
                            isa,
                            pose,
                            lanes,
                            (&mut centers[rows..], &mut rotations[rows..], solids),
                        );
                    }
                }
            },
        );
    }
}

/// Writes the poses of the first lanes to rows that are `step` from each other, as a store keeps them.
#[inline(always)]
fn write<I: Isa>(
    isa: I,
    pose: &Pose<I>,
    lanes: usize,
    (centers, rotations, step): (&mut [Row], &mut [Row], usize),
) {
    let mut numbers = [[0.0; MAX_LANES]; 7];
    for (to, &component) in numbers.iter_mut().zip(pose.center.iter().chain(&pose.rotation)) {
        isa.store(component, to);
    }
    for lane in 0..lanes {
        centers[lane * step] = row_of(array::from_fn(|k| numbers[k][lane]));
        rotations[lane * step] = Row(array::from_fn(|k| flush(numbers[3 + k][lane], 1.0)));
    }
}
