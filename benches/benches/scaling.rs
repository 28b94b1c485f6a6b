//! What threads bring: the calls about pairs on the fastest backend, from one thread, which never touches a pool, to
//! all.

use criterion::{Criterion, criterion_group, criterion_main};
use octosat::{Backend, Rounding};
use octosat_benches::{Bench, Order, check, cloud, name, run, settings, sizes};
use octosat_check::queries::pairs::Pairs;
use octosat_check::{Basis, Case, Checked, Workers, cores, usual_thread_counts};

/// Up to this many threads each number is measured, beyond it only doublings and all.
const EACH_UP_TO: usize = 4;

fn scaling(criterion: &mut Criterion) {
    let all = cores();
    let is_measured =
        |count: &usize| *count <= EACH_UP_TO || count.is_power_of_two() || *count == all;
    let counts: Vec<usize> = (1..=all).filter(is_measured).collect();
    let workers = Workers::all(&counts).expect("threads can be started");
    let frame = cloud(sizes().pop().expect("there are sizes"), Order::Spatial);
    for basis in Basis::ALL {
        let case = Case::new(basis, &frame).expect("generated boxes are valid");
        let measured = Pairs.with_calls(&case, &mut |calls| {
            for call in calls {
                let (rows, group) = (call.rows, format!("scaling/{}/{}", call.name, call.rows));
                let check = || check(&Pairs, std::slice::from_ref(&case), &usual_thread_counts());
                let mut bench = Bench::new(criterion, &group, check);
                for workers in &workers {
                    let engine = workers.engine(Backend::fastest(), Rounding::Exact)?;
                    let threads = workers.count.to_string();
                    bench.work(&name(&engine, basis), &threads, rows, || {
                        workers.run(|| run(call, &engine));
                    });
                }
            }
            Ok(())
        });
        measured.expect("a valid frame");
    }
}

criterion_group! {
    name = benches;
    config = settings();
    targets = scaling
}
criterion_main!(benches);
