//! Every backend against plain scalar arithmetic, operation by operation, on values whose sums,
//! products and comparisons go wrong first.

use octosat_lanes::{
    BoundedPairs, Column, Columns, Isa, Lanes, MAX_LANES, Mask, PairSide, Portable, Row, Scalar,
    Singles,
};

const SPECIAL: [f32; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.5,
    f32::MIN_POSITIVE,
    -1e-45,
    f32::MAX,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    0.1,
    3.0,
    16_777_217.0,
    -7.25,
    1e-20,
    1e20,
];

/// One operation on up to three operands, for any backend.
trait Operation {
    fn run<F: Lanes>(&self, a: F, b: F, c: F) -> F;
}

struct Named<T>(&'static str, T);

/// Compares an operation on one backend with the scalar backend, every operand in every lane.
fn compare<I: Isa>(isa: I, operation: &Named<impl Operation>) {
    for shift in 0..SPECIAL.len() {
        for turn in 0..SPECIAL.len() {
            let a = SPECIAL;
            let mut b = SPECIAL;
            let mut c = SPECIAL;
            b.rotate_left(shift);
            c.rotate_left(turn);
            for start in (0..SPECIAL.len()).step_by(I::LANES) {
                let mut stored = [0.0; MAX_LANES];
                isa.enter(|| {
                    let [a, b, c] = [&a, &b, &c].map(|values| isa.load(&values[start..]));
                    isa.store(operation.1.run(a, b, c), &mut stored);
                });
                for lane in 0..I::LANES {
                    let at = start + lane;
                    let expected = operation.1.run(a[at], b[at], c[at]);
                    let same = expected.to_bits() == stored[lane].to_bits()
                        || expected.is_nan() && stored[lane].is_nan();
                    assert!(
                        same,
                        "{} of {}, {}, {} in lane {lane} of {isa:?}: {} in place of {expected}",
                        operation.0, a[at], b[at], c[at], stored[lane]
                    );
                }
            }
        }
    }
}

/// The rule that all backends are compared by: the second operand where neither is the lesser.
#[test]
fn of_zeros_and_nan_the_second_is_taken() {
    for [a, b, lesser, greater] in [
        [1.0, 2.0, 1.0, 2.0],
        [2.0, 1.0, 1.0, 2.0],
        [0.0, -0.0, -0.0, -0.0],
        [-0.0, 0.0, 0.0, 0.0],
        [f32::NAN, 1.0, 1.0, 1.0],
        [1.0, f32::NAN, f32::NAN, f32::NAN],
        [f32::NEG_INFINITY, 3.0, f32::NEG_INFINITY, 3.0],
    ] {
        let [found_lesser, found_greater]: [f32; 2] = [Lanes::lesser(a, b), Lanes::greater(a, b)];
        assert_eq!(found_lesser.to_bits(), lesser.to_bits(), "lesser of {a} and {b}");
        assert_eq!(found_greater.to_bits(), greater.to_bits(), "greater of {a} and {b}");
    }
}

/// Compares operations with those of the scalar backend, each under its name.
macro_rules! compare_each {
    ($isa:ident; $($name:literal: |$a:ident, $b:ident, $c:ident| $result:expr;)*) => {$({
        struct This;
        impl Operation for This {
            fn run<F: Lanes>(&self, $a: F, $b: F, $c: F) -> F {
                $result
            }
        }
        compare($isa, &Named($name, This));
    })*};
}

/// Every way to make a mask and to use one.
fn choice<F: Lanes>(a: F, b: F, c: F) -> F {
    let either = a.less(b) | b.equals(c);
    let both = a.at_most(c) & !b.less(c);
    F::select(either, a, F::select(both, b, c.keep(!either & a.less(c))))
}

fn all_operations<I: Isa>() {
    let Some(isa) = I::detect() else {
        eprintln!("skipped: this CPU lacks {}", core::any::type_name::<I>());
        return;
    };
    compare_each! { isa;
        "sum": |a, b, _c| a + b;
        "difference": |a, b, _c| a - b;
        "product": |a, b, _c| a * b;
        "quotient": |a, b, _c| a / b;
        "negation": |a, _b, _c| -a;
        "magnitude": |a, _b, _c| a.abs();
        "root": |a, _b, _c| a.sqrt();
        "lesser": |a, b, _c| a.lesser(b);
        "greater": |a, b, _c| a.greater(b);
        "choice": |a, b, c| choice(a, b, c);
    }
    rows_and_lanes(isa);
    chosen_lanes(isa);
    blocks_and_records(isa);
    unlike_columns(isa);
    triples(isa);
    sparse_rows_of::<I, 5>(isa);
    sparse_rows_of::<I, 6>(isa);
    sparse_rows_of::<I, 8>(isa);
}

/// Rows of `N` words arrive one behind the other and no farther, zeros except for the fourth word and the last, which keep
/// the bits of every NaN.
fn sparse_rows_of<I: Isa, const N: usize>(isa: I) {
    let fourths =
        SPECIAL.map(|value| if value.is_nan() { f32::from_bits(0xffa0_0001) } else { value });
    let mut lasts = [0x0102_03f0_i32; MAX_LANES];
    for lane in 1..MAX_LANES {
        lasts[lane] = lasts[lane - 1].wrapping_mul(3);
    }
    for turn in 0..MAX_LANES {
        let (mut fourths, mut lasts) = (fourths, lasts);
        fourths.rotate_left(turn);
        lasts.rotate_left(3 * turn % MAX_LANES);
        let mut stored = [[7; N]; MAX_LANES + 1];
        isa.enter(|| isa.store_sparse(isa.load(&fourths), isa.load_integers(&lasts), &mut stored));
        for (lane, row) in stored.into_iter().enumerate() {
            let mut expected = [if lane < I::LANES { 0 } else { 7 }; N];
            if lane < I::LANES {
                expected[3] = fourths[lane].to_bits();
                expected[N - 1] = u32::from_ne_bytes(lasts[lane].to_le_bytes());
            }
            assert_eq!(row, expected, "lane {lane} of {isa:?}");
        }
    }
    let mut short = vec![[0; N]; I::LANES - 1];
    let past = || {
        isa.enter(|| isa.store_sparse(isa.splat(1.0), isa.splat_integer(1), &mut short));
    };
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(past)).is_err(), "{isa:?}");
}

/// Rows that follow each other arrive in order, apart or interleaved, and go back as records.
fn blocks_and_records<I: Isa>(isa: I) {
    records_of::<I, 1>(isa);
    records_of::<I, 2>(isa);
    records_of::<I, 3>(isa);
    records_of::<I, 4>(isa);
}

/// Three components a lane, one behind the other and no farther.
fn triples<I: Isa>(isa: I) {
    let columns: [[f32; MAX_LANES]; 3] =
        std::array::from_fn(|component| std::array::from_fn(|lane| (3 * lane + component) as f32));
    let mut stored = [[-1.0; 3]; MAX_LANES + 1];
    isa.enter(|| {
        let components = [isa.load(&columns[0]), isa.load(&columns[1]), isa.load(&columns[2])];
        isa.store_triples(components, &mut stored);
        let mut short = vec![[0.0; 3]; I::LANES];
        let integers = isa.load_integers(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
        let [x, y, _] = components;
        isa.store_triples([x, y, Singles::from_bits(integers)], &mut short);
        for (lane, [.., number]) in (0_u32..).zip(short) {
            assert_eq!(number.to_bits(), lane, "{isa:?}");
        }
    });
    for (lane, triple) in stored.into_iter().enumerate() {
        let expected: [f32; 3] = std::array::from_fn(|component| (3 * lane + component) as f32);
        let expected = if lane < I::LANES { expected } else { [-1.0; 3] };
        assert_eq!(triple.map(f32::to_bits), expected.map(f32::to_bits), "{isa:?} {lane}");
    }
    let triples: Vec<[f32; 3]> = stored[..I::LANES].to_vec();
    let mut loaded = [[-1.0; MAX_LANES]; 3];
    isa.enter(|| {
        for (component, loaded) in isa.load_triples(&triples).into_iter().zip(&mut loaded) {
            isa.store(component, loaded);
        }
    });
    for (loaded, column) in loaded.iter().zip(&columns) {
        assert_eq!(loaded[..I::LANES], column[..I::LANES], "{isa:?}");
    }
    let few = || isa.enter(|| _ = isa.load_triples(&triples[1..]));
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(few)).is_err(), "{isa:?}");
    let mut short = vec![[0.0; 3]; I::LANES - 1];
    let nothing = || isa.enter(|| isa.store_triples([isa.splat(0.0); 3], &mut short));
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(nothing)).is_err(), "{isa:?}");
}

/// The same in records of `N` rows.
fn records_of<I: Isa, const N: usize>(isa: I) {
    let record = |number: u16| -> [Row; N] {
        std::array::from_fn(|place| {
            let add = 100.0 * place as f32 + f32::from(number);
            Row([0.0, 0.25, 0.5, 0.75].map(|part| part + add))
        })
    };
    let records: Vec<[Row; N]> = (0..40).map(record).collect();
    let apart: [Vec<Row>; N] =
        std::array::from_fn(|place| records.iter().map(|r| r[place]).collect());
    let apart = Columns::new(apart.each_ref().map(Column::<4>::from)).expect("equal lengths");
    for columns in [apart, Columns::records(&records)] {
        for first in [0, 3, 40 - I::LANES] {
            let mut stored = [[Row([0.0; 4]); N]; MAX_LANES + 1];
            isa.enter(|| isa.store_records(isa.load_block(&columns, first), &mut stored));
            assert_eq!(stored[..I::LANES], records[first..first + I::LANES], "{isa:?}");
            assert_eq!(
                stored[I::LANES..],
                vec![[Row([0.0; 4]); N]; MAX_LANES + 1 - I::LANES],
                "{isa:?}"
            );
        }
        let past = || isa.enter(|| std::hint::black_box(isa.load_block(&columns, 41 - I::LANES)));
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(past)).is_err(), "{isa:?}");
        let mut short = vec![[Row([0.0; 4]); N]; I::LANES - 1];
        let block = || isa.enter(|| isa.store_records(isa.load_block(&columns, 0), &mut short));
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(block)).is_err(), "{isa:?}");
    }
}

/// Rows arrive in the lane of their pair, apart or interleaved, and go back to their positions.
fn rows_and_lanes<I: Isa>(isa: I) {
    let rows: Vec<Row> = (0..40_u16)
        .map(|row| Row([0.0, 0.25, 0.5, 0.75].map(|part| f32::from(row) + part)))
        .collect();
    let pairs: Vec<[u32; 2]> = (0..16).map(|lane| [(lane * 7) % 20, (lane * 3 + 1) % 20]).collect();
    let pairs = BoundedPairs::check(&pairs, 20).expect("indices are below 20");
    let apart =
        Columns::new([&rows[..20], &rows[20..]].map(Column::<4>::from)).expect("equal lengths");
    let records: Vec<[Row; 2]> = (0..20).map(|row| [rows[row + 20], rows[row]]).collect();
    let interleaved = Columns::interleaved(&records, [1, 0]).expect("places below 2");
    for columns in [apart, interleaved] {
        for side in [PairSide::A, PairSide::B] {
            let nothing = Row([0.0; 4]);
            let mut stored = [[nothing; MAX_LANES + 1]; 2];
            isa.enter(|| {
                isa.prefetch_rows(&columns, &pairs, side);
                let loaded = isa.load_rows(&columns, &pairs, side);
                for (components, to) in loaded.into_iter().zip(&mut stored) {
                    isa.store_rows(components, to);
                }
            });
            for lane in 0..I::LANES {
                let row = pairs.pairs()[lane][side.place()] as usize;
                assert_eq!(stored[0][lane], rows[row], "lane {lane} of {isa:?}");
                assert_eq!(stored[1][lane], rows[row + 20], "lane {lane} of {isa:?}");
            }
            for stored in stored {
                assert_eq!(stored[I::LANES..], vec![nothing; MAX_LANES + 1 - I::LANES], "{isa:?}");
            }
        }
    }
    let mut short = vec![Row([0.0; 4]); I::LANES - 1];
    let past = || isa.enter(|| isa.store_rows([isa.splat(1.0); 4], &mut short));
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(past)).is_err(), "{isa:?}");
}

/// Columns of different strides and widths give the rows that they hold, and nothing behind the last is read.
fn unlike_columns<I: Isa>(isa: I) {
    // Boxed slices end where their last row does, for tools that watch over memory.
    let numbers = |count: u16| (0..count).map(f32::from).collect::<Box<[f32]>>();
    let [packed, far, near] = [numbers(3 * 40), numbers(9 * 39 + 2), numbers(4 * 40)];
    let packed = Column::<3>::strided(&packed, 3).expect("columns that fit");
    let far = Column::<2>::strided(&far, 9).expect("columns that fit");
    let near = Column::<4>::strided(&near, 4).expect("columns that fit");
    let all = Columns::new([packed.into(), far, near.into()]).expect("equal lengths");
    any_columns(isa, &all);
    any_columns(isa, &all.flushed(1, 0, 90.0));
    any_columns(isa, &Columns::new([far]).expect("columns that fit"));
    let alike = Columns::new([near, near]).expect("columns that fit");
    any_columns(isa, &alike);
    any_columns(isa, &alike.flushed(1, 1, 90.0));
    any_columns(isa, &Columns::new([near; 3]).expect("columns that fit").flushed(1, 0, 90.0));
    let overlapping = Column::<2>::strided(&[0.5; 41], 1);
    assert!(overlapping.is_none() && Columns::new([near, Column::from(&[[0.0; 4]; 39])]).is_none());
    // Rows of padding, and an item that is larger than its floats.
    let bodies: Vec<_> = (0..40_u8).map(|n| (n, [f32::from(n); 3], [f32::from(n); 4])).collect();
    let threes = Column::field(&bodies, |body| &body.1).expect("columns that fit");
    let fours = Column::field(&bodies, |body| &body.2).expect("columns that fit");
    any_columns(isa, &Columns::new([threes, fours.into()]).expect("columns that fit"));
}

/// Pairs, one side of them, and blocks of 40 rows.
fn any_columns<I: Isa, const N: usize>(isa: I, columns: &Columns<'_, N>) {
    assert_eq!(columns.rows(), 40);
    let pairs: Vec<[u32; 2]> = (0..16).map(|lane| [39 - lane * 2, lane * 2 + 9]).collect();
    let pairs = BoundedPairs::check(&pairs, 40).expect("indices are below 40");
    let stored = |loaded: [[I::Real; 4]; N]| {
        let mut stored = [[Row([0.0; 4]); N]; MAX_LANES];
        isa.store_records(loaded, &mut stored);
        stored
    };
    let expected = |row: usize| {
        std::array::from_fn(|column| columns.row(column, row).expect("columns that fit"))
    };
    let [both, sides] = isa.enter(|| {
        isa.prefetch_rows(columns, &pairs, PairSide::A);
        let [a, b] = isa.load_pairs([columns, columns], &pairs);
        let sides = [PairSide::A, PairSide::B].map(|side| isa.load_rows(columns, &pairs, side));
        [[stored(a), stored(b)], sides.map(stored)]
    });
    let block = isa.enter(|| stored(isa.load_block(columns, 40 - I::LANES)));
    for lane in 0..I::LANES {
        for (side, index) in pairs.pairs()[lane].into_iter().enumerate() {
            assert_eq!(both[side][lane], expected(index as usize), "lane {lane} of {isa:?}");
            assert_eq!(sides[side][lane], expected(index as usize), "lane {lane} of {isa:?}");
        }
        assert_eq!(block[lane], expected(40 - I::LANES + lane), "lane {lane} of {isa:?}");
    }
}

/// Chosen lanes are packed to the front in order, for every mask of the lowest eight lanes.
fn chosen_lanes<I: Isa>(isa: I) {
    for pattern in 1..256_u32 {
        let numbers: [f32; MAX_LANES] = core::array::from_fn(|lane| [0.5, 1.5][lane % 2]);
        let wanted: [f32; MAX_LANES] =
            core::array::from_fn(|lane| if pattern >> (lane % 8) & 1 == 1 { 1.0 } else { 0.0 });
        let mut packed = [0.0; MAX_LANES];
        let mut positions = [0; MAX_LANES];
        let mut squares = [0; MAX_LANES];
        for (lane, square) in (0..).zip(&mut squares) {
            *square = lane * lane;
        }
        let mut picked = [0; MAX_LANES];
        let bits = isa.enter(|| {
            let chosen = isa.splat(0.0).less(isa.load(&wanted));
            isa.store_chosen(chosen, isa.load(&numbers), &mut packed);
            isa.store_positions(chosen, 100, &mut positions);
            isa.store_picked(chosen, &squares, &mut picked);
            chosen.bits()
        });
        let lanes: Vec<u32> = (0..32).filter(|lane| bits >> lane & 1 == 1).collect();
        let expected = (0..I::LANES).filter(|lane| pattern >> (lane % 8) & 1 == 1).count();
        assert_eq!(lanes.len(), expected, "pattern {pattern:b} of {isa:?}");
        for (place, lane) in lanes.into_iter().enumerate() {
            assert_eq!(positions[place], 100 + lane, "pattern {pattern:b} of {isa:?}");
            assert_eq!(picked[place], lane * lane, "pattern {pattern:b} of {isa:?}");
            assert_eq!(packed[place].to_bits(), numbers[lane as usize].to_bits());
        }
    }
}

#[test]
fn scalar_is_itself() {
    all_operations::<Scalar>();
}

#[test]
fn portable_agrees_with_scalar() {
    all_operations::<Portable>();
}

#[cfg(target_arch = "x86_64")]
#[test]
fn avx2_agrees_with_scalar() {
    all_operations::<octosat_lanes::Avx2>();
}

#[cfg(target_arch = "x86_64")]
#[test]
fn avx512_agrees_with_scalar() {
    all_operations::<octosat_lanes::Avx512>();
}

#[test]
#[should_panic(expected = "more rows")]
fn pairs_of_a_larger_store_are_rejected() {
    let rows = [Row([0.0; 4]); 4];
    let pairs = [[3, 3]; MAX_LANES];
    let proven = BoundedPairs::check(&pairs, 4).unwrap();
    let fewer = Columns::new([Column::<4>::from(&rows[..3])]).unwrap();
    let _ = Portable.load_rows(&fewer, &proven, PairSide::A);
}

#[cfg(target_arch = "x86_64")]
#[test]
fn pairs_of_a_larger_store_are_rejected_by_raw_loads() {
    let Some(isa) = octosat_lanes::Avx2::detect() else { return };
    let rows = [Row([0.0; 4]); 4];
    let pairs = [[3, 3]; MAX_LANES];
    let proven = BoundedPairs::check(&pairs, 4).unwrap();
    let fewer = Columns::new([Column::<4>::from(&rows[..3])]).unwrap();
    let load = || {
        let _ = std::hint::black_box(isa.load_rows(&fewer, &proven, PairSide::A));
    };
    assert!(std::panic::catch_unwind(load).is_err());
}
