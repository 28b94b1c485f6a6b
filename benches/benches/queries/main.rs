//! How long the calls of every query take: every backend and basis, and for pairs of boxes and of rectangles
//! the textbook's scalar routines, on one thread, in random and in spatial order.
#![forbid(unsafe_code)]

mod bench;
mod views;

use criterion::{Criterion, criterion_group, criterion_main};
use octosat::Engine;
use octosat_check::queries::ALL;
use octosat_check::queries::rectangles::Rectangles;
use octosat_check::{Basis, Call, Case, Checked, Query as _, engines, short};
use octosat_reference::slides::{PlaneBox, collide};
use octosat_reference::textbook::{MatrixBox, overlap_early_exit};
use octosat_reference::{Rectangle, note};

use bench::{Bench, Order, PAIRS_PER_BOX, check, cloud, name, rows, same_touching, settings};

fn queries(criterion: &mut Criterion) {
    for order in Order::ALL {
        let frame = cloud(rows(), order);
        for &query in ALL {
            let facts = query.facts();
            // Calls about other shapes have a row per box, and take boxes with unit quaternions alone.
            let (frame, bases) = match facts.has_rows_of_boxes {
                true => (&cloud(rows() * PAIRS_PER_BOX, order), &[Basis::Unit][..]),
                false => (&frame, facts.bases),
            };
            for &basis in bases {
                let case = Case::new(basis, frame).expect("generated boxes are valid");
                measure(criterion, query, &case, order);
            }
        }
        views::measure(criterion, &frame, order);
    }
}

/// Measures the calls of a query about a frame.
fn measure(criterion: &mut Criterion, query: &dyn Checked, case: &Case, order: Order) {
    let basis = case.boxes.basis();
    let matrix = |index| MatrixBox::from(&case.boxes.oriented(index));
    let matrices: Vec<MatrixBox> = (0..short(case.boxes.len())).map(matrix).collect();
    let outlines = outlines(case);
    let measured = query.with_calls(case, &mut |calls| {
        for call in calls {
            let group = format!("{}/{}", call.name, order.name());
            let is_right = || check(query, case);
            let mut bench = Bench::new(criterion, &group, is_right);
            let engines = engines();
            for engine in &engines {
                bench.call(&name(engine, basis), call, engine);
            }
            let pairs = &case.pairs[..];
            let mut plain = match call.name {
                "overlap" => textbook("textbook", &matrices, pairs, overlap_early_exit, |&hit| hit),
                "penetration" => {
                    textbook("fifteen-cases", &matrices, pairs, note::corrected, Option::is_some)
                }
                name if name.starts_with("rectangle-") => {
                    textbook("slides", &outlines, pairs, collide, Option::is_some)
                }
                _ => continue,
            };
            if basis == Basis::Unit {
                same_touching(&mut plain, call);
                bench.call(plain.name, &mut plain, &engines[0]);
            }
        }
        Ok(())
    });
    measured.expect("a valid frame");
}

/// The boxes of a case seen from above.
fn outlines(case: &Case) -> Vec<PlaneBox> {
    let store = Rectangles.world(case).expect("generated boxes are valid");
    let outline = |octosat::Rectangle { pose, half_extents }| {
        let (center, rotation) = (pose.center, pose.rotation);
        PlaneBox::from(&Rectangle { center, rotation, half_extents })
    };
    store.iter().map(outline).collect()
}

/// A scalar routine about pairs of boxes.
fn textbook<'a, B: Sync, T: Send + 'a>(
    name: &'static str,
    boxes: &'a [B],
    pairs: &'a [[u32; 2]],
    routine: fn(&B, &B) -> T,
    touches: fn(&T) -> bool,
) -> Call<'a> {
    let row = move |&[a, b]: &[u32; 2]| routine(&boxes[a as usize], &boxes[b as usize]);
    let fill = move |_: &Engine, out: &mut [T]| {
        out.iter_mut().zip(pairs).for_each(|(out, pair)| *out = row(pair));
        Ok(())
    };
    Call::new(name, pairs.iter().map(row).collect(), fill, touches)
}

criterion_group! {
    name = benches;
    config = settings();
    targets = queries
}
criterion_main!(benches);
