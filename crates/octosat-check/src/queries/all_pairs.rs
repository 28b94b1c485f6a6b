//! All pairs of two lists of boxes, of rectangles, and of boxes and points: as pairs one by one, and suppression as a plain
//! loop.

use bytemuck::{Pod, Zeroable, cast, cast_slice};
use octosat::sealed::{AtLeast, List, Lists, verbs};
use octosat::{
    BoxView, Engine, Intersection, IouPair, Query as PairQuery, Question, RectangleIntersection,
    RectangleStore, RectangleView, Sides, Sphere, Suppression,
};
use octosat_reference::float64::ReferenceIntersection;
use octosat_scenes::generate::Random;
use proptest::prelude::BoxedStrategy;

use super::answers::{filled, overlaps, stale};
use super::intersections::{Intersections, SMALLEST};
use super::rectangles::{Rectangles, poisoned};
use crate::{
    Asked, Basis, Boxes, Call, Case, Count, Facts, Failure, Finding, Query, Round, Rows, Verb,
};
use crate::{map_rows, short};

/// All pairs of the boxes of some rows.
#[derive(Clone, Copy, Debug)]
pub struct AllPairs;

/// The answers about the pair of a row, which is one of a product.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct AllPairsRow {
    /// The IoU of the boxes and of the rectangles.
    ious: [f32; 2],
    /// Whether the boxes overlap, the rectangles, and the first box and the center of the second one.
    overlap: [u32; 3],
}

/// So many rows make two lists, of which all pairs are asked: a batch of the widest backend, and one more.
const ROWS_OF_PRODUCT: usize = 17;

/// Scores are whole numbers below this, so that many are equal; and so many classes.
const SCORES: usize = 7;
const CLASSES: usize = 3;

impl Query for AllPairs {
    type Row = AllPairsRow;
    type World = RectangleStore;
    type Memory = ();
    type History = ();

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "all-pairs",
            about: "all pairs of lists of boxes and of rectangles: IoU, which share enough, which overlap, and suppression",
            verbs: const {
                &[
                    Verb::of("iou_matrix", "boxes or rectangles"),
                    Verb::of("iou_above", "boxes or rectangles"),
                    Verb::of("overlapping_pairs", "boxes or rectangles; boxes, `Sphere`"),
                    Verb::of("suppress", "boxes or rectangles"),
                ]
            },
            // Each row is in a product of as many pairs as a list has rows.
            avx2_nanoseconds: 20 * ROWS_OF_PRODUCT,
            bases: &[Basis::Unit],
            takes_margin: false,
            smallest_length: SMALLEST,
            ..Facts::OF_PAIRS
        }
    }

    fn rounds(&self, number: u64) -> BoxedStrategy<Round> {
        Intersections.rounds(number)
    }

    fn world(&self, case: &Case) -> Result<RectangleStore, Failure> {
        Rectangles.world(case)
    }

    fn ask(
        &self,
        asked: &Asked<'_, RectangleStore>,
        _memory: &mut (),
    ) -> Result<Vec<AllPairsRow>, Failure> {
        let mut answers = Vec::new();
        for rows in asked.rows.chunks(ROWS_OF_PRODUCT) {
            answers.extend(of_product(&Asked { rows, ..*asked })?);
        }
        Ok(answers)
    }

    /// The calls agree with those about pairs, or asking fails; these agree with the references.
    fn check(
        &self,
        asked: &Asked<'_, RectangleStore>,
        answers: &[AllPairsRow],
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        let Asked { case, rows, .. } = *asked;
        let expected = one_by_one(asked)?;
        Ok(map_rows(rows.len(), |row| {
            let [a, b] = rows[row].map(|index| case.boxes.oriented(index));
            let reference = ReferenceIntersection::of_boxes(&a, &b);
            let (answer, expected) = (&answers[row], &expected[row]);
            let off = f64::from(answer.ious[0]) - reference.iou();
            let mut finding = Finding::default();
            finding.within(off, reference.iou_bound(), "the IoU is off");
            let is_equal = bytemuck::bytes_of(answer) == bytemuck::bytes_of(expected);
            finding.holds(is_equal, "other answers than those about the pair alone");
            finding.about(|| format!(" ({answer:?} and {expected:?} of {a:?} and {b:?})"))
        }))
    }

    fn calls<'a>(&self, case: &'a Case, _world: &'a RectangleStore) -> Vec<Call<'a>> {
        let view = case.boxes.unit();
        let (rows, scores) = (view.len(), scores(view.len(), case.setting.shape_seed).0);
        let (mut above, mut overlapping, mut kept) = (Vec::new(), Vec::new(), Vec::new());
        let iou_above = move |engine: &Engine, _count: Count| {
            engine.iou_above(&view, 0.5, &mut above)?;
            Ok(None)
        };
        let overlapping_pairs = move |engine: &Engine, count: Count| {
            engine.overlapping_pairs(&view, &mut overlapping)?;
            Ok((count == Count::Touching).then_some(overlapping.len()))
        };
        let suppress = move |engine: &Engine, _count: Count| {
            engine.suppress(Suppression::new(view, &scores, 0.5), &mut kept)?;
            Ok(None)
        };
        vec![
            Call { name: "product-overlapping-pairs", rows, run: Box::new(overlapping_pairs) },
            Call { name: "product-iou-above", rows, run: Box::new(iou_above) },
            Call { name: "product-suppress", rows, run: Box::new(suppress) },
        ]
    }
}

/// Boxes and rectangles of one side of some rows, or of both.
struct Gathered {
    boxes: Boxes,
    poses: Rows,
    half_extents: Vec<[f32; 2]>,
}

impl Gathered {
    fn new(asked: &Asked<'_, RectangleStore>, indices: impl Iterator<Item = u32>) -> Self {
        let Asked { case, world, .. } = *asked;
        let indices: Vec<_> = indices.map(|index| index as usize).collect();
        let of = |rows: &[[f32; 4]]| indices.iter().map(|&index| rows[index]).collect::<Rows>();
        let Boxes { centers, rotations, half_extents, .. } = &case.boxes;
        let [centers, rotations, extents] = [&centers[..], rotations, half_extents].map(of);
        let boxes = Boxes { centers, rotations, half_extents: extents, axes: None };
        let (poses, half_extents) = poisoned(world, &case.boxes).unwrap_or_else(|| {
            let two = |&[h, k, ..]: &[f32; 4]| [h, k];
            (world.poses().to_vec(), world.half_extents().iter().map(two).collect())
        });
        let half_extents = indices.iter().map(|&index| half_extents[index]).collect();
        Self { boxes, poses: of(&poses), half_extents }
    }

    fn rectangles(&self) -> RectangleView<'_> {
        RectangleView::unchecked(&self.poses, &self.half_extents).expect("columns of one length")
    }

    /// The centers.
    fn points(&self) -> Vec<Sphere> {
        self.boxes.centers.iter().map(|&[x, y, z, _]| cast([x, y, z, 0.0_f32])).collect()
    }
}

/// What calls about pairs find in all pairs of two lists.
struct Expected {
    pairs: Vec<[u32; 2]>,
    ious: Vec<f32>,
    overlap: Vec<bool>,
}

/// All pairs of two lists of these lengths, in order.
fn all([a, b]: [usize; 2]) -> Vec<[u32; 2]> {
    (0..short(a)).flat_map(|i| (0..short(b)).map(move |j| [i, j])).collect()
}

impl Expected {
    fn of_boxes(engine: &Engine, [a, b]: [&BoxView<'_>; 2]) -> Result<Self, Failure> {
        let pairs = all([a.len(), b.len()]);
        let query = PairQuery::new([a, b], &pairs);
        let rows = filled(pairs.len(), |out| engine.intersections(query, out))?;
        let ious = rows.iter().map(|row: &Intersection| row.iou).collect();
        let overlap = overlaps(engine, query, pairs.len())?;
        Ok(Self { pairs, ious, overlap })
    }

    fn of_rectangles(engine: &Engine, [a, b]: [&RectangleView<'_>; 2]) -> Result<Self, Failure> {
        let pairs = all([a.len(), b.len()]);
        let query = PairQuery::new([a, b], &pairs);
        let rows = filled(pairs.len(), |out| engine.intersections(query, out))?;
        let ious = rows.iter().map(|row: &RectangleIntersection| row.iou).collect();
        let overlap = overlaps(engine, query, pairs.len())?;
        Ok(Self { pairs, ious, overlap })
    }

    /// Compares all answers about a product with those about its pairs. Of one list, pairs come once in lists of pairs.
    fn compare<'a, L>(
        &self,
        engine: &Engine,
        lists: L,
        is_one: bool,
        least: f32,
    ) -> Result<(), Failure>
    where
        L: Lists<'a> + Copy,
        L::Kept: for<'o> Question<verbs::IouMatrix, Out<'o> = &'o mut [f32]>
            + for<'o> Question<verbs::OverlappingPairs, Out<'o> = &'o mut Vec<[u32; 2]>>,
        AtLeast<L::Kept>: for<'o> Question<verbs::IouAbove, Out<'o> = &'o mut Vec<IouPair>>,
    {
        let matrix: Vec<f32> = filled(self.ious.len(), |out| engine.iou_matrix(lists, out))?;
        same("an IoU of a matrix", &matrix, &self.ious)?;
        let listed = |[a, b]: [u32; 2]| !is_one || a < b;
        let rows = self.pairs.iter().zip(&self.ious);
        let pairs = rows.filter(|&(&pair, &iou)| listed(pair) && iou > 0.0 && iou >= least);
        let expected: Vec<_> = pairs.map(|(&[a, b], &iou)| IouPair { a, b, iou }).collect();
        let mut above = stale(3);
        engine.iou_above(lists, least, &mut above)?;
        same("a pair that shares enough", &above, &expected)?;
        let mut overlapping = stale(3);
        engine.overlapping_pairs(lists, &mut overlapping)?;
        same("a pair that overlaps", &overlapping, &self.overlapping(listed))
    }

    fn overlapping(&self, listed: impl Fn([u32; 2]) -> bool) -> Vec<[u32; 2]> {
        let rows = self.pairs.iter().zip(&self.overlap);
        rows.filter(|&(&pair, &overlap)| overlap && listed(pair)).map(|(pair, _)| *pair).collect()
    }

    /// The kept ones of a list whose pairs with itself these are.
    fn kept(&self, scores: &[f32], classes: Option<&[u32]>, most: f32) -> Vec<u32> {
        let mut order: Vec<_> = (0..scores.len()).collect();
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
        let mut kept: Vec<usize> = Vec::new();
        for next in order {
            let is_of_class = |by: usize| classes.is_none_or(|of| of[by] == of[next]);
            let iou = |by: usize| self.ious[by * scores.len() + next];
            if !kept.iter().any(|&by| is_of_class(by) && iou(by) > most) {
                kept.push(next);
            }
        }
        kept.into_iter().map(short).collect()
    }
}

/// Compares all answers about one list with those about its pairs, suppression among them.
fn compare_one<'a, V>(
    engine: &Engine,
    list: &'a V,
    expected: &Expected,
    (len, seed): (usize, u64),
) -> Result<(), Failure>
where
    &'a V: Lists<'a, Kept = Sides<V>> + List<'a, Kept = V>,
    Sides<V>: for<'o> Question<verbs::IouMatrix, Out<'o> = &'o mut [f32]>
        + for<'o> Question<verbs::OverlappingPairs, Out<'o> = &'o mut Vec<[u32; 2]>>,
    AtLeast<Sides<V>>: for<'o> Question<verbs::IouAbove, Out<'o> = &'o mut Vec<IouPair>>,
    for<'s, 'o> Suppression<'s, V>: Question<verbs::Suppress, Out<'o> = &'o mut Vec<u32>>,
{
    let (scores, classes) = scores(len, seed);
    let most = share(seed);
    expected.compare(engine, list, true, most)?;
    let mut kept = stale(3);
    engine.suppress(Suppression::new(list, &scores, most), &mut kept)?;
    same("a kept one", &kept, &expected.kept(&scores, None, most))?;
    engine.suppress(Suppression::new(list, &scores, most).classes(&classes), &mut kept)?;
    same("a kept one of a class", &kept, &expected.kept(&scores, Some(&classes), most))
}

/// Scores, of which many are equal, and classes.
fn scores(len: usize, seed: u64) -> (Vec<f32>, Vec<u32>) {
    let random = &mut Random::new(seed);
    let score = |_| f32::from(u8::try_from(random.below(SCORES)).expect("a small number")) - 2.0;
    let scores = (0..len).map(score).collect();
    (scores, (0..len).map(|_| short(random.below(CLASSES))).collect())
}

/// An IoU that decides: nothing, a half, or all.
fn share(seed: u64) -> f32 {
    [0.0, 0.5, 0.1, 1.0][usize::try_from(seed % 4).unwrap_or_default()]
}

/// Fails unless both lists are the same bits.
fn same<T: Pod + std::fmt::Debug>(what: &str, found: &[T], expected: &[T]) -> Result<(), Failure> {
    if cast_slice::<T, u8>(found) == cast_slice::<T, u8>(expected) {
        return Ok(());
    }
    Err(Failure::new(format!("{what}: {found:?} of a product, {expected:?} of its pairs")))
}

/// All answers about the lists that some rows make.
fn of_product(asked: &Asked<'_, RectangleStore>) -> Result<Vec<AllPairsRow>, Failure> {
    let Asked { engine, case, rows, .. } = *asked;
    let side = |side: usize| rows.iter().map(move |row| row[side]);
    let sides = [Gathered::new(asked, side(0)), Gathered::new(asked, side(1))];
    let both = Gathered::new(asked, rows.iter().flatten().copied().take(ROWS_OF_PRODUCT));
    let seed = case.setting.shape_seed;
    let [a, b] = sides.each_ref().map(|list| list.boxes.unit());
    let boxes = Expected::of_boxes(engine, [&a, &b])?;
    boxes.compare(engine, [&a, &b], false, share(seed))?;
    let all = both.boxes.unit();
    let expected = Expected::of_boxes(engine, [&all; 2])?;
    compare_one(engine, &all, &expected, (all.len(), seed))?;
    let [p, q] = sides.each_ref().map(Gathered::rectangles);
    let rectangles = Expected::of_rectangles(engine, [&p, &q])?;
    rectangles.compare(engine, [&p, &q], false, share(seed))?;
    let all = both.rectangles();
    let expected = Expected::of_rectangles(engine, [&all; 2])?;
    compare_one(engine, &all, &expected, (all.len(), seed))?;
    let points = sides[1].points();
    let query = PairQuery::new((&a, &points), &boxes.pairs);
    let inside = overlaps(engine, query, boxes.pairs.len())?;
    let inside = Expected { pairs: boxes.pairs.clone(), ious: Vec::new(), overlap: inside };
    let mut found = stale(3);
    engine.overlapping_pairs((&a, &points), &mut found)?;
    same("a point that is inside", &found, &inside.overlapping(|_| true))?;
    let row = |row: usize| {
        let place = row * (rows.len() + 1);
        AllPairsRow {
            ious: [boxes.ious[place], rectangles.ious[place]],
            overlap: [&boxes, &rectangles, &inside].map(|of| of.overlap[place].into()),
        }
    };
    Ok((0..rows.len()).map(row).collect())
}

/// The answers of calls about the pair of each row.
fn one_by_one(asked: &Asked<'_, RectangleStore>) -> Result<Vec<AllPairsRow>, Failure> {
    let Asked { engine, case, rows, world, .. } = *asked;
    let view = case.boxes.unit();
    let query = PairQuery::new(view, rows);
    let boxes: Vec<Intersection> = filled(rows.len(), |out| engine.intersections(query, out))?;
    let of_boxes = overlaps(engine, query, rows.len())?;
    let query = PairQuery::new(world, rows);
    let rectangles: Vec<RectangleIntersection> =
        filled(rows.len(), |out| engine.intersections(query, out))?;
    let of_rectangles = overlaps(engine, query, rows.len())?;
    let points = Gathered::new(asked, 0..short(view.len())).points();
    let of_points = overlaps(engine, PairQuery::new((view, &points), rows), rows.len())?;
    let row = |row: usize| AllPairsRow {
        ious: [boxes[row].iou, rectangles[row].iou],
        overlap: [of_boxes[row], of_rectangles[row], of_points[row]].map(u32::from),
    };
    Ok((0..rows.len()).map(row).collect())
}
