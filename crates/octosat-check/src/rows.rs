//! The rows of a check in the orders and numbers in which engines compute them.

use octosat::Engine;
use octosat_scenes::generate::Random;

use crate::{Asked, Case, Query, short};

/// The rows of a frame: first a list as from a broad phase, then all boxes with one shape after the other.
#[derive(Clone, Debug)]
pub(crate) struct FrameRows {
    /// All of them in their order.
    pub(crate) all: Listing,
    /// How many of them are the list.
    pub(crate) listed: usize,
    /// The shapes of queries about all boxes.
    pub(crate) alone: Vec<u32>,
}

/// Rows to ask for, made of those of a frame.
#[derive(Clone, Debug)]
pub(crate) struct Listing {
    pub(crate) rows: Vec<[u32; 2]>,
    /// For each row its index among those of the frame.
    pub(crate) places: Vec<usize>,
    /// The margin of each row, if rows have margins of their own.
    margins: Option<Vec<f32>>,
}

/// At most this number of rows of a list is computed twice.
const MOST_REPEATED: usize = 20;

impl FrameRows {
    pub(crate) fn new<Q: Query>(query: Q, case: &Case, world: &Q::World) -> Self {
        let mut rows = query.rows(case, world);
        let (listed, alone) = (rows.len(), query.alone(world));
        for &shape in &alone {
            rows.extend((0..short(case.boxes.len())).map(|index| [index, shape]));
        }
        let (places, margins) = ((0..rows.len()).collect(), case.margins(&rows));
        Self { all: Listing { rows, places, margins }, listed, alone }
    }

    /// The rows of these indices.
    pub(crate) fn listing(&self, places: Vec<usize>) -> Listing {
        let margin = |margins: &Vec<f32>| places.iter().map(|&place| margins[place]).collect();
        Listing {
            rows: places.iter().map(|&place| self.all.rows[place]).collect(),
            margins: self.all.margins.as_ref().map(margin),
            places,
        }
    }

    /// The list for one thread: in another order, and some of its rows twice. Caches find equal pairs again by their
    /// order and number, so these stay; and they find pairs faster in lists that ascend.
    pub(crate) fn shuffled(&self, case: &Case, remembers: bool) -> Listing {
        let mut places: Vec<usize> = (0..self.listed).collect();
        let mut random = Random::new(case.setting.shape_seed ^ self.listed as u64);
        if self.listed > 0 && !remembers {
            let again = random.below(MOST_REPEATED);
            places.extend((0..again).map(|_| random.below(self.listed)));
        }
        if !remembers {
            random.shuffle(&mut places);
            return self.listing(places);
        }
        let ascending = self.ascending(places);
        if random.one_in(2) {
            return ascending;
        }
        // Where the rows of the ascending list go: equal rows in their order.
        let mut order: Vec<usize> = (0..self.listed).collect();
        random.shuffle(&mut order);
        let mut rest = &mut order[..];
        for equal in ascending.rows.chunk_by(PartialEq::eq) {
            let (own, others) = rest.split_at_mut(equal.len());
            own.sort_unstable();
            rest = others;
        }
        let mut places = vec![0; self.listed];
        order.into_iter().zip(ascending.places).for_each(|(to, place)| places[to] = place);
        self.listing(places)
    }

    /// The rows of these indices in the order of their indices.
    pub(crate) fn ascending(&self, mut places: Vec<usize>) -> Listing {
        places.sort_by_key(|&place| self.all.rows[place]);
        self.listing(places)
    }

    /// The list for several threads: again and again, so that a row meets other neighbors and other lanes. Each copy
    /// is about boxes, and about shapes, of numbers higher by the shifts.
    pub(crate) fn repeated(&self, copies: usize, shifts: [usize; 2]) -> Listing {
        let mut listing = self.listing((0..copies).flat_map(|_| 0..self.listed).collect());
        for (number, row) in listing.rows.iter_mut().enumerate() {
            let copy = number / self.listed;
            *row = [0, 1].map(|side| row[side] + short(copy * shifts[side]));
        }
        listing
    }

    /// All boxes, repeated or not, against the shape of this number among those alone.
    pub(crate) fn against(&self, number: usize, copies: usize) -> Listing {
        let boxes = (self.all.rows.len() - self.listed) / self.alone.len();
        let first = self.listed + number * boxes;
        let mut listing = self.listing((0..copies).flat_map(|_| first..first + boxes).collect());
        (0..).zip(&mut listing.rows).for_each(|(index, row)| row[0] = index);
        listing
    }
}

impl Listing {
    /// A call about the rows.
    pub(crate) fn asked<'a, W>(
        &'a self,
        engine: &'a Engine,
        case: &'a Case,
        world: &'a W,
    ) -> Asked<'a, W> {
        let margin = case.margins_of(&self.margins);
        Asked { margin, ..Asked::list(engine, case, world, &self.rows) }
    }
}
