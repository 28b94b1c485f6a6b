//! Every question in fixed integers and in integers of any size: the same answers, and no value of more bits than
//! counted.

use std::fmt::Debug;

use proptest::prelude::*;

use super::big::{Big, counted};
use super::pairs::{self, Random};
use crate::axis::Axis;
use crate::questions::{
    Best, Compare, Contains, FirstTouch, Overlap, Penetrates, Sign, Signs, Times,
};
use crate::width::{Question, ask};

/// Compares both answers.
fn agree<Q: Question<Answer: PartialEq + Debug> + Debug>(question: &Q) {
    let (expected, most_bits) = counted(|| question.answer::<Big>());
    assert_eq!(ask(question), expected, "{question:?}");
    assert!(most_bits <= u64::from(question.bits()), "{most_bits} bits: {question:?}");
}

fn all_questions(random: &mut Random) {
    let pair = pairs::any_pair(random);
    let scaled = &pair.scaled_with(pairs::motion(random, &pair));
    agree(&Overlap(scaled));
    agree(&Contains(scaled));
    agree(&Signs(scaled));
    agree(&Times(scaled));
    agree(&Penetrates(scaled));
    for time in [0.0, 1e-45, 1e-30, 0.25, 0.7, 1.0, -1.0, 2.0] {
        agree(&FirstTouch { scaled, time });
    }
    let candidates = [(); Axis::COUNT].map(|()| random.below(4) > 0);
    agree(&Best { scaled, candidates });
    agree(&Best { scaled, candidates: Axis::ALL.map(|axis| axis.is_face()) });
    for first in Axis::ALL {
        agree(&Sign { scaled, axis: first });
        let second = Axis::ALL[random.below(Axis::COUNT)];
        agree(&Compare { scaled, first, second });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn answers_do_not_depend_on_the_integers(seed in any::<u64>()) {
        all_questions(&mut Random(seed));
    }
}
