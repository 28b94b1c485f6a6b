//! The doubles of every backend against those of the standard library, operation by operation.

use octosat_lanes::{DOUBLES, Isa, Lanes, MAX_LANES, Mask, Portable, Scalar};

/// Numbers of both signs and all sizes, and those that are not finite.
const SPECIAL: [f32; 8] =
    [0.0, -0.0, 1.5, -3.25, 1e-45, f32::MAX, f32::INFINITY, f32::NEG_INFINITY];

/// Whether two numbers are the same, or both are NaN.
fn is_same<I: Isa>(isa: I, found: I::Double, expected: [f64; DOUBLES]) -> bool {
    (0..DOUBLES).all(|lane| {
        let wanted = isa.splat_double(expected[lane]);
        let (same, itself) = (found.equals(wanted).bits(), found.equals(found).bits());
        let is_nan = itself >> lane & 1 == 0;
        if expected[lane].is_nan() { is_nan } else { same >> lane & 1 == 1 }
    })
}

fn lanes_of(bits: u32) -> [bool; DOUBLES] {
    [0, 1, 2, 3].map(|lane| bits >> lane & 1 == 1)
}

fn compare<I: Isa>(isa: I) {
    for shift in 0..SPECIAL.len() {
        for turn in 0..SPECIAL.len() {
            let mut values = [[0.0_f32; MAX_LANES]; 3];
            for (lane, at) in (0..MAX_LANES).zip(0_usize..) {
                values[0][lane] = SPECIAL[at % 8];
                values[1][lane] = SPECIAL[(at + shift) % 8];
                values[2][lane] = SPECIAL[(at + turn) % 8];
            }
            for first in [0, 4] {
                isa.enter(|| {
                    let [a, b, c] = values.each_ref().map(|values| isa.widen(&values[first..]));
                    let scalar =
                        |k: usize, lane: usize| f64::from(values[k][first..first + DOUBLES][lane]);
                    let each = |of: &dyn Fn(f64, f64, f64) -> f64| {
                        [0, 1, 2, 3]
                            .map(|lane| of(scalar(0, lane), scalar(1, lane), scalar(2, lane)))
                    };
                    let holds =
                        |name: &str, found: I::Double, of: &dyn Fn(f64, f64, f64) -> f64| {
                            assert!(
                                is_same(isa, found, each(of)),
                                "{name}, {shift}, {turn}, {isa:?}"
                            );
                        };
                    holds("sum", a + b, &|a, b, _| a + b);
                    holds("difference", a - b, &|a, b, _| a - b);
                    holds("product", a * b, &|a, b, _| a * b);
                    holds("quotient", a / b, &|a, b, _| a / b);
                    holds("negation", -a, &|a, _, _| -a);
                    holds("magnitude", a.abs(), &|a, _, _| a.abs());
                    holds("root", a.sqrt(), &|a, _, _| a.sqrt());
                    holds("lesser", a.lesser(b), &|a, b, _| if a < b { a } else { b });
                    holds("greater", a.greater(b), &|a, b, _| if b < a { a } else { b });
                    holds("kept", c.keep(a.less(b)), &|a, b, c| if a < b { c } else { 0.0 });
                    let chosen = Lanes::select(a.at_most(b), b, c);
                    holds("chosen", chosen, &|a, b, c| if a <= b { b } else { c });
                    let rounded = isa.narrow(a / c);
                    for lane in 0..DOUBLES {
                        #[expect(clippy::cast_possible_truncation, reason = "rounding is tested")]
                        let expected = (scalar(0, lane) / scalar(2, lane)) as f32;
                        let same = rounded[lane].to_bits() == expected.to_bits();
                        assert!(same || rounded[lane].is_nan() && expected.is_nan(), "{isa:?}");
                    }
                    let mask = |found: u32, of: &dyn Fn(f64, f64) -> bool| {
                        let expected =
                            [0, 1, 2, 3].map(|lane| of(scalar(0, lane), scalar(1, lane)));
                        assert_eq!(lanes_of(found), expected, "{shift}, {isa:?}");
                        assert_eq!(found >> DOUBLES, 0);
                    };
                    let is_less = |a: f64, b: f64| a < b;
                    mask((!a.less(b)).bits(), &|a, b| !is_less(a, b));
                    mask((a.less(b) | b.less(a)).bits(), &|a, b| a < b || b < a);
                    mask((a.at_most(b) & b.at_most(a)).bits(), &|a, b| a <= b && b <= a);
                });
            }
        }
    }
}

#[test]
fn doubles_are_those_of_the_standard_library_on_every_backend() {
    compare(Scalar::detect().expect("the scalar backend is always there"));
    compare(Portable::detect().expect("the portable backend is always there"));
    #[cfg(target_arch = "x86_64")]
    {
        octosat_lanes::Avx2::detect().into_iter().for_each(compare);
        octosat_lanes::Avx512::detect().into_iter().for_each(compare);
    }
}
