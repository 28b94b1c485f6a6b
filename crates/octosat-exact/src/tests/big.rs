//! Integers of any size, from another crate, and how many bits their final values have.

use std::cell::Cell;
use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};

use crate::number::{Integer, Leading, Number};

std::thread_local! {
    /// The most bits, with sign, of all values whose signs were computed since the last reset.
    static MOST_BITS: Cell<u64> = const { Cell::new(0) };
}

/// An integer of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Big(pub(super) BigInt);

/// What `work` returns, and the most bits of all values whose signs it computed.
pub(super) fn counted<A>(work: impl FnOnce() -> A) -> (A, u64) {
    MOST_BITS.set(0);
    let answer = work();
    (answer, MOST_BITS.get())
}

impl Number for Big {
    fn plus(&self, other: &Self) -> Self {
        Self(&self.0 + &other.0)
    }

    fn minus(&self, other: &Self) -> Self {
        Self(&self.0 - &other.0)
    }

    fn times(&self, other: &Self) -> Self {
        Self(&self.0 * &other.0)
    }

    fn magnitude(&self) -> Self {
        count(self);
        Self(self.0.magnitude().clone().into())
    }
}

impl Integer for Big {
    fn shifted(value: i64, left: u32) -> Self {
        Self(BigInt::from(value) << left)
    }

    fn sign(&self) -> Ordering {
        count(self);
        match self.0.sign() {
            Sign::Minus => Ordering::Less,
            Sign::NoSign => Ordering::Equal,
            Sign::Plus => Ordering::Greater,
        }
    }

    fn leading(&self) -> Leading {
        count(self);
        let bits = self.0.bits();
        if bits == 0 {
            return Leading { bits: 0, exponent: 0, is_exact: true };
        }
        let exponent = i32::try_from(bits).expect("few bits") - 64;
        let top = if exponent < 0 { &self.0 << -exponent } else { &self.0 >> exponent };
        let is_exact = exponent <= 0 || &top << exponent == self.0;
        Leading { bits: u64::try_from(top).expect("64 bits"), exponent, is_exact }
    }
}

fn count(value: &Big) {
    MOST_BITS.set(MOST_BITS.get().max(value.0.bits() + 1));
}
