//! The integers of every backend against plain scalar ones, operation by operation.

use core::num::Wrapping;

use octosat_lanes::{IntegerLanes, Isa, Lanes, MAX_LANES, Mask, Portable, Row, Scalar, Singles};

/// Small numbers, the ends of the range, and the bits of floats that comparing or computing would change.
const SPECIAL: [i32; 16] = [
    0,
    1,
    -1,
    2,
    5,
    6,
    7,
    8,
    255,
    -256,
    i32::MAX,
    i32::MIN,
    0x7fc0_0000,
    0x7f80_0001,
    0x007f_ffff,
    0x4b00_0000,
];

/// One operation on up to three operands, for any backend.
trait Operation {
    fn run<N: IntegerLanes>(&self, a: N, b: N, c: N) -> N;
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
                let mut stored = [0; MAX_LANES];
                isa.enter(|| {
                    let [a, b, c] = [&a, &b, &c].map(|values| isa.load_integers(&values[start..]));
                    isa.store_integers(operation.1.run(a, b, c), &mut stored);
                });
                for lane in 0..I::LANES {
                    let [a, b, c] = [&a, &b, &c].map(|values| Wrapping(values[start + lane]));
                    let expected = operation.1.run(a, b, c).0;
                    assert_eq!(
                        stored[lane], expected,
                        "{} of {a}, {b}, {c} in lane {lane} of {isa:?}",
                        operation.0
                    );
                }
            }
        }
    }
}

/// Compares operations with those of the scalar backend, each under its name.
macro_rules! compare_each {
    ($isa:ident; $($name:literal: |$a:ident, $b:ident, $c:ident| $result:expr;)*) => {$({
        struct This;
        impl Operation for This {
            fn run<N: IntegerLanes>(&self, $a: N, $b: N, $c: N) -> N {
                $result
            }
        }
        compare($isa, &Named($name, This));
    })*};
}

/// Every way to make a mask and to use one.
fn choice<N: IntegerLanes>(a: N, b: N, c: N) -> N {
    let either = a.less(b) | b.equals(c);
    let both = c.less(a) & !b.less(c);
    N::select(either, a, N::select(both, b, c.keep(!either & a.less(c))))
}

/// A shift by so many bits, to the left or to the right.
struct Shift(u32, bool);
impl Operation for Shift {
    fn run<N: IntegerLanes>(&self, a: N, _b: N, _c: N) -> N {
        if self.1 { a.shift_left(self.0) } else { a.shift_right(self.0) }
    }
}

/// Integers keep their bits as floats, and each kind selects by the masks of the other.
fn bits_and_masks<I: Isa>(isa: I) {
    let floats: [f32; 16] = core::array::from_fn(|lane| [-0.5, 0.0, f32::NAN, 2.0][lane % 4]);
    for start in (0..SPECIAL.len()).step_by(I::LANES) {
        let mut chosen = [0; MAX_LANES];
        let mut kept = [0.0; MAX_LANES];
        let mut rows = [Row([0.0; 4]); MAX_LANES];
        let mut packed = [0.0; MAX_LANES];
        let bits = isa.enter(|| {
            let [integers, others] =
                [isa.load_integers(&SPECIAL[start..]), isa.splat_integer(1 << 20)];
            let reals = isa.load(&floats[start..]);
            let positive = isa.splat(0.0).less(reals);
            isa.store_integers(IntegerLanes::select(positive, integers, others), &mut chosen);
            let negative = integers.less(isa.splat_integer(0));
            isa.store(reals.keep(negative), &mut kept);
            let as_reals = Singles::from_bits(integers);
            isa.store_rows([reals, as_reals, reals, as_reals], &mut rows);
            isa.store_chosen(negative, as_reals, &mut packed);
            negative.bits()
        });
        let mut next = 0;
        for lane in 0..I::LANES {
            let (integer, real) = (SPECIAL[start + lane], floats[start + lane]);
            assert_eq!(chosen[lane], if real > 0.0 { integer } else { 1 << 20 }, "{isa:?} {lane}");
            let expected = if integer < 0 { real } else { 0.0 };
            assert_eq!(kept[lane].to_bits(), expected.to_bits(), "{isa:?} {lane}");
            let row = rows[lane].0.map(|number| number.to_bits().cast_signed());
            let real = real.to_bits().cast_signed();
            assert_eq!(row, [real, integer, real, integer], "{isa:?} {lane}");
            assert_eq!(bits >> lane & 1 == 1, integer < 0, "{isa:?} {lane}");
            if integer < 0 {
                assert_eq!(packed[next].to_bits().cast_signed(), integer, "{isa:?} {lane}");
                next += 1;
            }
        }
    }
}

/// What floats hold comes back as integers.
fn bits_of_floats<I: Isa>(isa: I) {
    let floats: [f32; MAX_LANES] = SPECIAL.map(|bits| f32::from_bits(bits.cast_unsigned()));
    let mut stored = [0; MAX_LANES];
    isa.enter(|| isa.store_integers(isa.load(&floats).to_bits(), &mut stored));
    assert_eq!(stored[..I::LANES], SPECIAL[..I::LANES], "{isa:?}");
}

/// Slices that are too short are neither read nor written.
fn short_slices<I: Isa>(isa: I) {
    let mut short = vec![0; I::LANES - 1];
    let load = || isa.enter(|| std::hint::black_box(isa.load_integers(&short)));
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(load)).is_err(), "{isa:?}");
    let store = || isa.enter(|| isa.store_integers(isa.splat_integer(1), &mut short));
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(store)).is_err(), "{isa:?}");
}

fn all_operations<I: Isa>() {
    let Some(isa) = I::detect() else {
        eprintln!("skipped: this CPU lacks {}", core::any::type_name::<I>());
        return;
    };
    compare_each! { isa;
        "sum": |a, b, _c| a + b;
        "difference": |a, b, _c| a - b;
        "and": |a, b, _c| a & b;
        "or": |a, b, _c| a | b;
        "choice": |a, b, c| choice(a, b, c);
        "table": |a, _b, _c| a.look_up(&[3, -1, 4, 1, i32::MIN, 9, 2, 6]);
    }
    for bits in [0, 1, 2, 8, 16, 31, 32, 33] {
        compare(isa, &Named("shift left", Shift(bits, true)));
        compare(isa, &Named("shift right", Shift(bits, false)));
    }
    bits_and_masks(isa);
    bits_of_floats(isa);
    short_slices(isa);
}

/// What all backends are compared with.
#[test]
fn scalar_operations_do_as_documented() {
    let number = Wrapping::<i32>;
    assert_eq!(number(i32::MAX) + number(1), number(i32::MIN));
    assert_eq!(number(i32::MIN) - number(1), number(i32::MAX));
    assert_eq!(number(0b0110).shift_left(31), number(0));
    assert_eq!(number(0b0011).shift_left(31), number(i32::MIN));
    assert_eq!(number(-1).shift_right(28), number(0b1111));
    assert_eq!(number(-1).shift_right(33), number(i32::MAX));
    assert!(number(-1).less(number(0)) && !number(3).less(number(3)));
    assert!(number(3).equals(number(3)) && !number(3).equals(number(4)));
    assert_eq!([number(7).keep(true), number(7).keep(false)], [number(7), number(0)]);
    assert_eq!(number(-1).look_up(&[0, 1, 2, 3, 4, 5, 6, 70]), number(70));
    assert_eq!(number(9).look_up(&[0, 10, 2, 3, 4, 5, 6, 7]), number(10));
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
