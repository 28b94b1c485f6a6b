//! Answers are compared before they are timed.

use octosat::{Backend, Manifolds, Penetration};
use octosat_reference::float64::{Agreement, PenetrationAnswer};
use rayon::prelude::*;

use super::contender::{Asked, Buffers, CONTACTS, Code, Contender, Runner};
use super::dataset::{BenchFrame, Dataset};
use crate::choices::Basis;
use crate::engines::{Workers, mirrored_roundings};
use crate::failure::Failure;
use crate::manifolds::PairManifold;

/// Part of the pairs on which the textbook may differ: it adds a constant to every entry of the
/// rotation, so pairs that are just apart overlap for it, more of them in a wall of aligned bricks.
const TEXTBOOK_DISAGREEMENT: f64 = 0.01;

/// Pairs of a frame that the float64 judge sees, evenly spread over it.
const MOST_JUDGED: usize = 20_000;

/// Compares the answers of every runner with the scalar mirror's bits, and those with the judge;
/// returns what differs, in words.
pub(crate) fn differences(
    dataset: &Dataset,
    runners: &[Runner<'_>],
    buffers: &mut Buffers,
) -> Result<Vec<String>, Failure> {
    let single = Workers::new(1)?;
    let mut found = Vec::new();
    let mut mirror = Buffers::new(dataset);
    for frame in &dataset.frames {
        for mirrored in mirrors() {
            let theirs: Vec<_> =
                runners.iter().filter(|r| mirror_of(&r.contender) == mirrored).collect();
            if theirs.is_empty() {
                continue;
            }
            Runner::new(mirrored, &single)?.lap_once(frame, &mut mirror)?;
            found.extend(judge(frame, &mirrored, &mirror));
            // The mirror among them has been judged, and would be compared with itself.
            for runner in theirs.into_iter().filter(|r| r.contender != mirrored) {
                runner.lap_once(frame, buffers)?;
                found.extend(compare(frame, &runner.contender, buffers, &mirror));
            }
        }
    }
    Ok(found)
}

/// The mirror of every query, basis and arithmetic.
fn mirrors() -> Vec<Contender> {
    let mut all = Vec::new();
    for asked in Asked::ALL {
        for basis in Basis::ALL {
            for arithmetic in mirrored_roundings() {
                let code = Code::Engine { backend: Backend::Scalar, basis, arithmetic };
                all.push(Contender { asked, code, threads: 1 });
            }
        }
    }
    all
}

/// Whom a contender has to agree with.
fn mirror_of(contender: &Contender) -> Contender {
    let usual = Contender::engine(contender.asked, Backend::Scalar, Basis::Unit);
    contender.mirror().unwrap_or(usual)
}

fn compare(
    frame: &BenchFrame,
    contender: &Contender,
    own: &Buffers,
    mirror: &Buffers,
) -> Option<String> {
    let count = frame.pairs.len();
    let different = different(contender.asked, count, [own, mirror]);
    let allowed = match contender.code {
        Code::Textbook => TEXTBOOK_DISAGREEMENT * count as f64,
        Code::Engine { .. } => 0.0,
    };
    (different as f64 > allowed).then(|| {
        let (asked, backend) = (contender.asked.name(), contender.backend_name());
        let (basis, arithmetic) = (contender.basis_name(), contender.arithmetic_name());
        format!("{backend}, {basis}, {arithmetic}: {asked} differs on {different} of {count} pairs")
    })
}

/// The number of pairs, of this many, whose answers differ.
pub(crate) fn different(asked: Asked, count: usize, [own, mirror]: [&Buffers; 2]) -> usize {
    match asked {
        Asked::Overlap => {
            own.overlaps[..count].iter().zip(&mirror.overlaps).filter(|(a, b)| a != b).count()
        }
        Asked::Penetration => {
            own.rows[..count].iter().zip(&mirror.rows).filter(|(a, b)| bits(a) != bits(b)).count()
        }
        Asked::Contacts => different_manifolds(count, [&own.contacts, &mirror.contacts]),
    }
}

/// The number of pairs whose manifolds differ; all of them where there are fewer manifolds, or rows without their
/// points.
pub(crate) fn different_manifolds(count: usize, [own, mirror]: [&Manifolds; 2]) -> usize {
    let points = own.points().len();
    let mut rows = own.manifolds().iter();
    let has_points = rows.all(|row| row.first as usize + usize::from(row.len) <= points);
    if own.manifolds().len() != count || !has_points || own.previous() != mirror.previous() {
        return count;
    }
    let of = |contacts, pair| PairManifold::of(contacts, pair);
    (0..count).filter(|&pair| of(own, pair).difference(&of(mirror, pair)).is_some()).count()
}

fn bits(row: &Penetration) -> [u32; 5] {
    let [x, y, z] = row.normal.map(f32::to_bits);
    [x, y, z, row.depth.to_bits(), u32::from(row.axis.code())]
}

fn judge(frame: &BenchFrame, contender: &Contender, answers: &Buffers) -> Option<String> {
    let Code::Engine { basis, .. } = contender.code else { return None };
    let store = frame.store(basis)?;
    let step = frame.pairs.len().div_ceil(MOST_JUDGED).max(1);
    let wrong = |&pair: &usize| {
        let boxes = frame.pairs[pair];
        match contender.asked {
            Asked::Overlap => {
                store.judged(boxes).agreement(answers.overlaps[pair], 0.0) == Agreement::Contradicts
            }
            Asked::Penetration => {
                let Penetration { normal, depth, axis, .. } = answers.rows[pair];
                let claim = PenetrationAnswer { normal, depth, axis: axis.code() };
                !store.judged(boxes).faults(&claim, 0.0).is_empty()
            }
            Asked::Contacts => {
                let manifold = PairManifold::of(&answers.contacts, pair);
                let judged = store.judged_contacts(boxes);
                !manifold.report(&judged, CONTACTS).faults.is_empty()
            }
        }
    };
    let judged: Vec<usize> = (0..frame.pairs.len()).step_by(step).collect();
    let wrong = judged.par_iter().filter(|pair| wrong(pair)).count();
    (wrong > 0).then(|| {
        let (asked, basis) = (contender.asked.name(), contender.basis_name());
        let arithmetic = contender.arithmetic_name();
        format!("{basis}, {arithmetic}: {asked} is outside tolerance on {wrong} pairs")
    })
}
