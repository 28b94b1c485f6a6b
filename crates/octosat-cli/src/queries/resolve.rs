//! The positional resolver: asked, and judged.

use octosat::{Engine, Penetration, QueryError};
use octosat_reference::float64::{Push, ReferenceDisplacement, ResolveRules};
use octosat_resolve::{InverseMasses, ResolveSettings, Resolver, Sharing};

use super::answers::Rows;
use super::ask::Words;
use super::judge::{Judged, float};
use super::world::World;
use crate::failure::Failure;

/// Every so many boxes are fixed.
const BOXES_A_FIXED_ONE: usize = 10;

/// Different inverse masses, 1/kg: from 1 down in harmonic steps.
const MASSES: u16 = 7;

/// The slop of the settings that have one, metres.
const SLOP: f32 = 0.01;

/// The inverse mass of each box; a copy of a box has that of the box.
fn inverse_masses(world: &World) -> Vec<f32> {
    let originals = world.originals().max(1);
    let mass = |index: usize| {
        let index = index % originals;
        let step = u16::try_from(index % usize::from(MASSES)).unwrap_or(0);
        if index.is_multiple_of(BOXES_A_FIXED_ONE) { 0.0 } else { 1.0 / f32::from(1 + step) }
    };
    (0..world.boxes()).map(mass).collect()
}

/// As it is by default; by inverse masses, in part and with a slop; and averaged.
fn settings(masses: &[f32]) -> [ResolveSettings<'_>; 3] {
    let default = ResolveSettings::default();
    let masses = InverseMasses::PerBox(masses);
    [
        default,
        ResolveSettings { relaxation: 0.3, slop: SLOP, masses, ..default },
        ResolveSettings { relaxation: 0.9, sharing: Sharing::Average, masses, ..default },
    ]
}

/// Resolvers that are kept, so that their memory is used again.
#[derive(Debug)]
pub(super) struct Resolvers {
    /// For one thread, which no pool is called from.
    alone: Resolver,
    pooled: Resolver,
}

impl Default for Resolvers {
    fn default() -> Self {
        Self { alone: Resolver::new().threads(1), pooled: Resolver::new() }
    }
}

impl Resolvers {
    /// The resolver for the threads that this is called in, with the pairs of a world.
    pub(super) fn of_pairs(&mut self, world: &World) -> Result<&Resolver, Failure> {
        let pooled = rayon::current_thread_index().is_some();
        let resolver = if pooled { &mut self.pooled } else { &mut self.alone };
        resolver.set_pairs(world.boxes(), &world.pairs).map_err(Failure::new)?;
        Ok(resolver)
    }
}

/// The displacement of each row's box by each of the settings.
pub(super) fn displacements(rows: &Rows<'_>, world: &World) -> Result<Vec<Words>, Failure> {
    let mut penetrations = vec![Penetration::default(); world.pairs.len()];
    world.penetrations(rows.engine, &mut penetrations)?;
    let mut resolvers = Resolvers::default();
    let resolver = resolvers.of_pairs(world)?;
    let masses = inverse_masses(world);
    let mut words = vec![Words::new(); rows.pairs.len()];
    for settings in settings(&masses) {
        let mut moves = vec![[f32::NAN; 3]; world.boxes()];
        resolver.displacements(&penetrations, &settings, &mut moves).map_err(Failure::new)?;
        for (words, pair) in words.iter_mut().zip(rows.pairs) {
            words.extend(moves[pair[0] as usize].map(f32::to_bits));
        }
    }
    Ok(words)
}

/// The true displacements by each of the settings, of the penetrations that an engine finds.
pub(super) fn judged(
    world: &World,
    engine: &Engine,
) -> Result<Vec<Vec<ReferenceDisplacement>>, QueryError> {
    let mut rows = vec![Penetration::default(); world.pairs.len()];
    world.penetrations(engine, &mut rows)?;
    let push = |(&pair, row): (&[u32; 2], &Penetration)| Push {
        pair,
        normal: row.normal,
        depth: row.depth,
    };
    let pushes: Vec<Push> = world.pairs.iter().zip(&rows).map(push).collect();
    let masses = inverse_masses(world);
    let of_settings = |settings: ResolveSettings<'_>| {
        let rules = ResolveRules {
            relaxation: settings.relaxation,
            slop: settings.slop,
            average: settings.sharing == Sharing::Average,
            inverse_masses: match settings.masses {
                InverseMasses::Equal => None,
                InverseMasses::PerBox(masses) => Some(masses),
            },
        };
        ReferenceDisplacement::of_boxes(world.boxes(), &pushes, &rules)
    };
    Ok(settings(&masses).into_iter().map(of_settings).collect())
}

/// What is to be said of a box' displacements.
pub(super) fn judge(truth: &[Vec<ReferenceDisplacement>], index: usize, words: &Words) -> Judged {
    let mut worst = 0.0_f64;
    for (settings, (truth, words)) in truth.iter().zip(words.chunks_exact(3)).enumerate() {
        let claimed = [float(words[0]), float(words[1]), float(words[2])];
        let error = truth[index].error(claimed);
        if error > 1.0 {
            let truth = truth[index];
            return Judged::fault(format!(
                "box {index} moves by {claimed:?}, not {truth:?}, by the settings {settings}"
            ));
        }
        worst = worst.max(error);
    }
    Judged { fault: None, error: worst }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pair half a metre deep along a normal on which nothing comes out even.
    fn truth() -> Vec<Vec<ReferenceDisplacement>> {
        let rules =
            ResolveRules { relaxation: 1.0, slop: 0.0, average: false, inverse_masses: None };
        let push = Push { pair: [0, 1], normal: [0.36, 0.48, 0.8], depth: 0.7 };
        let found = ReferenceDisplacement::of_boxes(2, &[push], &rules);
        vec![found.clone(), found]
    }

    #[test]
    fn the_right_number_is_right_and_the_next_one_is_a_fault() {
        let truth = truth();
        #[expect(clippy::cast_possible_truncation, reason = "rounding is the purpose")]
        let right = truth[0][1].displacement.map(|part| (part as f32).to_bits());
        let mut words: Words = right.into_iter().chain(right).collect();
        let judged = judge(&truth, 1, &words);
        assert!(judged.fault.is_none() && judged.error <= 0.0);
        words[5] += 1;
        let fault = judge(&truth, 1, &words).fault.expect("a rounding too many");
        assert!(fault.starts_with("box 1 ") && fault.ends_with("the settings 1"), "{fault}");
        assert!(judge(&truth, 0, &words).fault.is_some(), "box 0 goes the other way");
    }
}
