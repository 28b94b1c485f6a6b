//! A fact of a query stands on its page, and at most on one more, such as that of its proof: who changes it, finds it.

use crate::common::root;
use crate::documents::{code, pages};
use crate::heads::by_hand;

/// What is said, and words that every page has that says so.
struct Fact {
    what: &'static str,
    words: &'static [&'static str],
}

const fn fact(what: &'static str, words: &'static [&'static str]) -> Fact {
    Fact { what, words }
}

const FACTS: [Fact; 10] = [
    fact("how far off distances are", &["16 u · size", "16u · size", "16u·size"]),
    fact("the part of the distance that a clearance has", &["0.57 of", "0.57 times"]),
    fact("how far off contact points are", &["64 u · (reach", "64u·(reach"]),
    fact("how far off overlaps are", &["(50 u + 4 d)", "(50u + 4d)"]),
    fact("the largest length", &["10¹² m"]),
    fact("the smallest length of casts", &["10⁻¹² m on", "casts | 10⁻¹² m"]),
    fact("how deep boxes are that a cast leaves free", &["2.9 cast bounds", "2.9 bounds", "2.9E"]),
    fact(
        "how deep boxes are that an impact leaves free",
        &["10.5 bounds", "10.5E", "10.5 [impact"],
    ),
    fact("by how much faces are preferred", &["5 % more", "up to 5 %", "5 % above"]),
    fact("from when on calls are split", &["300 µs"]),
];

#[test]
fn a_fact_of_a_query_stands_on_at_most_two_pages() {
    let folder = root().join("docs/src");
    let texts: Vec<_> = pages(&folder)
        .into_iter()
        .map(|page| {
            // Lines may break anywhere.
            let text = by_hand(&code(&page)).split_whitespace().collect::<Vec<_>>().join(" ");
            (page, text)
        })
        .collect();
    let mut faults = Vec::new();
    for Fact { what, words } in FACTS {
        let says = |text: &String| words.iter().any(|word| text.contains(word));
        let found: Vec<_> = texts.iter().filter(|(_, text)| says(text)).collect();
        let names: Vec<_> =
            found.iter().map(|(page, _)| page.strip_prefix(&folder).unwrap()).collect();
        assert!(!found.is_empty(), "no page says {what}");
        if found.len() > 2 {
            faults.push(format!("{what}: {names:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
