// SPDX-License-Identifier: MIT OR Apache-2.0
#include "pair_list.h"

#include "body_columns.h"
#include "box_pair.h"

namespace octosat_bullet {

void PairList::add(BoxPair& pair, OctosatPair numbers) {
    pair.place = size();
    pairs_.push_back(numbers);
    counts_.push_back(0);
    states_.emplace_back();
    states_.back().owner = &pair;
}

void PairList::remove(BoxPair& pair) {
    const size_t place = pair.place;
    pairs_[place] = pairs_.back();
    counts_[place] = counts_.back();
    states_[place] = states_.back();
    states_[place].owner->place = place;
    pairs_.pop_back();
    counts_.pop_back();
    states_.pop_back();
}

void PairList::renumber(const BodyColumns& bodies) {
    for (size_t place = 0; place < size(); place++) {
        pairs_[place] = bodies.numbers_of(*states_[place].owner);
    }
}

}  // namespace octosat_bullet
