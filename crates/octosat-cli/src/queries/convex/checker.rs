//! All checks on the pairs of a frame, as boxes and as other solids of their sizes.

use std::collections::BTreeMap;

use octosat::{Backend, BoxStore, Penetration, Rounding};
use octosat_convex::{ContactSettings, LastAxis};
use octosat_reference::float64::ReferencePair;
use rayon::prelude::*;

use super::asked::Asked;
use super::bodies::{NoSolid, Solids};
use super::kernels;
use super::tally::{Check, Finding, Tally};
use crate::choices::Basis;
use crate::engines::{Workers, available_backends, roundings};
use crate::failure::Failure;
use crate::queries::check::Combination;
use crate::stores::oriented;

/// Differences told in words; the counts hold all.
const MOST_TOLD: usize = 10;

/// What a pair's shapes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The boxes themselves, which kernels and judge know too.
    Boxes,
    /// Other solids of their sizes.
    Solids,
}

/// What a recording's pairs are asked with.
#[derive(Clone, Copy, Debug)]
pub(in crate::queries) struct Setting {
    /// Of contacts, metres.
    pub(in crate::queries) margin: f32,
    /// Of the solids.
    pub(in crate::queries) shape_seed: u64,
}

/// The shapes of a recording's boxes, and what their pairs remember from frame to frame.
pub(in crate::queries) struct Shapes {
    boxes: OfKind,
    solids: OfKind,
    settings: ContactSettings,
}

struct OfKind {
    kind: Kind,
    solids: Solids,
    last_axes: BTreeMap<[u32; 2], LastAxis>,
}

/// Checks pairs and adds up what it finds.
pub(in crate::queries) struct ConvexChecker {
    /// The kernels that the boxes are compared with, each way on one thread.
    pub(in crate::queries) combinations: Vec<Combination>,
    ways: Vec<Way>,
    pub(in crate::queries) checks: Vec<Tally>,
    /// Pairs, as boxes and as solids.
    pub(in crate::queries) rows: usize,
    /// The first differences in words.
    pub(in crate::queries) differences: Vec<String>,
}

/// A way in which the kernels answer.
#[derive(Clone, Copy, Debug)]
struct Way {
    backend: Backend,
    arithmetic: Rounding,
}

/// What is found about a pair of one kind.
struct Findings {
    /// In the order of the kind's checks.
    checks: Vec<Finding>,
    /// For each way of the kernels; none for other solids.
    kernels: Vec<Finding>,
}

/// What the kernels say about the pairs of a frame.
struct Beside<'s> {
    boxes: &'s BoxStore,
    /// By way and pair.
    rows: Vec<Vec<Penetration>>,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Boxes => "boxes",
            Self::Solids => "solids",
        }
    }

    /// The checks that its pairs go through.
    fn checks(self) -> &'static [Check] {
        match self {
            Self::Boxes => &Check::ALL,
            Self::Solids => &Check::ALL[..Check::ALL.len() - 1],
        }
    }
}

impl Shapes {
    /// The boxes of a recording as polyhedra, and solids of their sizes. A margin is a length.
    pub(in crate::queries) fn new(
        half_extents: &[[f32; 3]],
        setting: Setting,
    ) -> Result<Self, NoSolid> {
        let of = |kind, solids| OfKind { kind, solids, last_axes: BTreeMap::new() };
        Ok(Self {
            boxes: of(Kind::Boxes, Solids::cuboids(half_extents)?),
            solids: of(Kind::Solids, Solids::others(half_extents, setting.shape_seed)?),
            // The command line takes no other margins.
            settings: ContactSettings::with_margin(setting.margin).unwrap_or_default(),
        })
    }
}

impl Shapes {
    /// The boxes as polyhedra.
    pub(super) fn boxes(&self) -> &Solids {
        &self.boxes.solids
    }

    /// The solids of their sizes.
    pub(super) fn solids(&self) -> &Solids {
        &self.solids.solids
    }
}

impl ConvexChecker {
    pub(in crate::queries) fn new() -> Self {
        let mut ways = Vec::new();
        for backend in available_backends() {
            ways.extend(roundings(backend).map(|arithmetic| Way { backend, arithmetic }));
        }
        let combination = |way: &Way| Combination::new(way.backend, Basis::Unit, way.arithmetic, 1);
        let mut checks = Vec::new();
        for kind in [Kind::Boxes, Kind::Solids] {
            checks.extend(kind.checks().iter().map(|&check| Tally::new(check, kind.name())));
        }
        let combinations = ways.iter().map(combination).collect();
        Self { combinations, ways, checks, rows: 0, differences: Vec::new() }
    }

    /// Checks the pairs of a frame, whose boxes are those of the shapes.
    pub(in crate::queries) fn check(
        &mut self,
        shapes: &mut Shapes,
        boxes: &BoxStore,
        pairs: &[[u32; 2]],
    ) -> Result<(), Failure> {
        let beside = self.beside(boxes, pairs)?;
        let Shapes { boxes: of_boxes, solids, settings } = shapes;
        for of_kind in [of_boxes, solids] {
            let kind = of_kind.kind;
            let found = of_kind.findings(pairs, *settings, &beside)?;
            for (&pair, findings) in pairs.iter().zip(found) {
                self.add(kind, pair, findings);
            }
        }
        Ok(())
    }

    /// Asks the kernels in every way; the bits must be those of one lane.
    fn beside<'s>(
        &mut self,
        boxes: &'s BoxStore,
        pairs: &[[u32; 2]],
    ) -> Result<Beside<'s>, Failure> {
        let workers = Workers::new(1)?;
        let ask = |backend, arithmetic| -> Result<Vec<Penetration>, Failure> {
            Ok(kernels::rows(&workers.engine(backend, arithmetic)?, boxes, pairs)?)
        };
        let mut rows = Vec::new();
        for (way, combination) in self.ways.iter().zip(&mut self.combinations) {
            let mirror = ask(Backend::Scalar, way.arithmetic)?;
            let found = ask(way.backend, way.arithmetic)?;
            let both = found.iter().zip(&mirror);
            combination.bit_mismatches +=
                both.filter(|(row, mirror)| kernels::bits(row) != kernels::bits(mirror)).count();
            rows.push(found);
        }
        Ok(Beside { boxes, rows })
    }

    fn add(&mut self, kind: Kind, [a, b]: [u32; 2], findings: Findings) {
        self.rows += 1;
        let first = if kind == Kind::Boxes { 0 } else { Kind::Boxes.checks().len() };
        let shapes = kind.name();
        for (tally, finding) in self.checks[first..].iter_mut().zip(&findings.checks) {
            tally.add(finding);
            let check = tally.check();
            let what = finding.fault.as_ref();
            tell(&mut self.differences, what, || format!("{check}: {shapes} {a} and {b}"));
        }
        for (combination, finding) in self.combinations.iter_mut().zip(&findings.kernels) {
            combination.add_row(finding.fault.is_some(), finding.error);
        }
        for (way, finding) in self.ways.iter().zip(&findings.kernels) {
            let Way { backend, arithmetic } = way;
            let what = finding.fault.as_ref();
            tell(&mut self.differences, what, || {
                format!("{backend}, {arithmetic}: {shapes} {a} and {b}")
            });
        }
    }

    /// The rows of other bits than one lane's, over all ways of the kernels.
    pub(in crate::queries) fn bit_mismatches(&self) -> usize {
        self.combinations.iter().map(|one| one.bit_mismatches).sum()
    }

    /// The pairs outside what is allowed, over all checks and kernels.
    pub(in crate::queries) fn outside_tolerance(&self) -> usize {
        let of_kernels: usize = self.combinations.iter().map(|one| one.outside_tolerance).sum();
        of_kernels + self.checks.iter().map(|one| one.outside_tolerance).sum::<usize>()
    }

    /// The largest error of all, in parts of what is allowed.
    pub(in crate::queries) fn worst_error(&self) -> f64 {
        let of_kernels = self.combinations.iter().map(|one| one.worst_error);
        of_kernels.chain(self.checks.iter().map(|one| one.worst_error)).fold(0.0, f64::max)
    }
}

/// Keeps the first differences, each with what it is about.
fn tell(told: &mut Vec<String>, what: Option<&String>, about: impl FnOnce() -> String) {
    if let Some(what) = what
        && told.len() < MOST_TOLD
    {
        told.push(format!("{}: {what}", about()));
    }
}

impl OfKind {
    /// What is found about each pair; what it remembers goes on to the next frame.
    fn findings(
        &mut self,
        pairs: &[[u32; 2]],
        settings: ContactSettings,
        beside: &Beside<'_>,
    ) -> Result<Vec<Findings>, Failure> {
        let bodies = self.solids.bodies(beside.boxes)?;
        let recalled = |pair| self.last_axes.get(pair).copied().unwrap_or_default();
        let mut last_axes: Vec<LastAxis> = pairs.iter().map(recalled).collect();
        let of_row = |(row, last): (usize, &mut LastAxis)| {
            let [a, b] = pairs[row].map(|index| &bodies[index as usize]);
            let asked = Asked::new(a, b, settings);
            let mut checks = Vec::new();
            let mut kernels = Vec::new();
            for &check in self.kind.checks() {
                if check == Check::Judge {
                    let judge = beside.judge(pairs[row]);
                    checks.push(kernels::judged(&asked, &judge));
                    let compared =
                        |rows: &Vec<Penetration>| kernels::compared(&asked, &judge, &rows[row]);
                    kernels = beside.rows.iter().map(compared).collect();
                } else {
                    checks.push(asked.finding(check, last));
                }
            }
            Findings { checks, kernels }
        };
        let found = last_axes.par_iter_mut().enumerate().map(of_row).collect();
        self.last_axes.extend(pairs.iter().copied().zip(last_axes));
        Ok(found)
    }
}

impl Beside<'_> {
    fn judge(&self, pair: [u32; 2]) -> ReferencePair {
        let [a, b] = pair.map(|index| oriented(self.boxes, index as usize));
        ReferencePair::oriented(&a, &b)
    }
}
