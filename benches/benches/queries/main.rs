//! How long the calls of every query take: every backend, rounding and basis, and for pairs the textbook's scalar
//! routines, on one thread, over the number of rows, in random and in spatial order.

mod rectangles;
mod resolver;

use criterion::{Criterion, criterion_group, criterion_main};
use octosat::Engine;
use octosat_benches::{
    Bench, Order, PAIRS_PER_BOX, check, cloud, engines, name, same_touching, settings, sizes,
};
use octosat_check::queries::ALL;
use octosat_check::{Basis, Call, Case, Checked, short};
use octosat_reference::note;
use octosat_reference::textbook::{MatrixBox, overlap_early_exit};

fn queries(criterion: &mut Criterion) {
    for order in Order::ALL {
        for size in sizes() {
            let frame = cloud(size, order);
            for &query in ALL {
                let facts = query.facts();
                // Calls about other shapes have a row per box, and take boxes with unit quaternions alone.
                let (frame, bases) = match facts.has_rows_of_boxes {
                    true => (&cloud(size * PAIRS_PER_BOX, order), &[Basis::Unit][..]),
                    false => (&frame, facts.bases),
                };
                for &basis in bases {
                    let case = Case::new(basis, frame).expect("generated boxes are valid");
                    measure(criterion, query, &case, order);
                }
            }
            resolver::measure(criterion, &frame, order);
            rectangles::measure(criterion, &frame, order);
        }
    }
}

/// Measures the calls of a query about a frame.
fn measure(criterion: &mut Criterion, query: &dyn Checked, case: &Case, order: Order) {
    let basis = case.boxes.basis();
    // Polyhedra have no backends.
    let engines = if query.facts().name == "convex" { vec![Engine::new()] } else { engines() };
    let matrix = |index| MatrixBox::from(&case.boxes.oriented(index));
    let matrices: Vec<MatrixBox> = (0..short(case.boxes.len())).map(matrix).collect();
    let measured = query.with_calls(case, &mut |calls| {
        for call in calls {
            let group = format!("{}/{}", call.name, order.name());
            let is_right = || check(query, std::slice::from_ref(case), &[1]);
            let mut bench = Bench::new(criterion, &group, is_right);
            for engine in &engines {
                bench.call(&name(engine, basis), call, engine);
            }
            let plain = match call.name {
                "overlap" => textbook("textbook", overlap_early_exit, |&hit| hit),
                "penetration" => textbook("fifteen-cases", note::corrected, Option::is_some),
                _ => continue,
            };
            if basis == Basis::Unit {
                let mut plain = plain(&matrices, &case.pairs);
                same_touching(&mut plain, call);
                bench.call(plain.name, &mut plain, &engines[0]);
            }
        }
        Ok(())
    });
    measured.expect("a valid frame");
}

/// A routine of the textbook about boxes and pairs of them.
type Textbook = Box<dyn for<'a> Fn(&'a [MatrixBox], &'a [[u32; 2]]) -> Call<'a>>;

fn textbook<T: Send + 'static>(
    name: &'static str,
    routine: fn(&MatrixBox, &MatrixBox) -> T,
    touches: fn(&T) -> bool,
) -> Textbook {
    Box::new(move |matrices, pairs| {
        let row = move |&[a, b]: &[u32; 2]| routine(&matrices[a as usize], &matrices[b as usize]);
        let fill = move |_: &Engine, out: &mut [T]| {
            out.iter_mut().zip(pairs).for_each(|(out, pair)| *out = row(pair));
            Ok(())
        };
        Call::new(name, pairs.iter().map(row).collect(), fill, touches)
    })
}

criterion_group! {
    name = benches;
    config = settings();
    targets = queries
}
criterion_main!(benches);
