// SPDX-License-Identifier: MIT OR Apache-2.0
#include "predecessors.h"

#include <algorithm>

namespace octosat_bullet {

void match_features(NewContacts& contacts, const PairState& state, int old_count) {
    contacts.are_same = contacts.count == old_count;
    for (int i = 0; i < contacts.count; i++) {
        NewContact& contact = contacts.contacts[static_cast<size_t>(i)];
        const auto end = state.features.begin() + old_count;
        const auto found = std::find(state.features.begin(), end, contact.feature);
        contact.predecessor = found == end ? NO_PREDECESSOR : static_cast<int>(found - state.features.begin());
        contacts.are_same &= contact.predecessor == i;
    }
}

void take_predecessors(NewContacts& contacts, const PairState& state, int old_count, const uint32_t* predecessors) {
    contacts.are_same = contacts.count == old_count;
    for (int i = 0; i < contacts.count; i++) {
        // A point without predecessor is past the end of every list.
        const uint32_t place = predecessors[i] - state.first;
        const int predecessor = place < static_cast<uint32_t>(old_count) ? static_cast<int>(place) : NO_PREDECESSOR;
        contacts.contacts[static_cast<size_t>(i)].predecessor = predecessor;
        contacts.are_same &= predecessor == i;
    }
}

void remember_features(PairState& state, const NewContacts& contacts) {
    for (int i = 0; i < contacts.count; i++) {
        state.features[static_cast<size_t>(i)] = contacts.contacts[static_cast<size_t>(i)].feature;
    }
}

}  // namespace octosat_bullet
