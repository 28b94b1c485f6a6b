// Which point of the last frame each contact point continues.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>

#include "contact_writer.h"
#include "pair_list.h"

namespace octosat_bullet {

// Finds predecessors by the points' features. The manifold has `old_count` points, whose features are the state's.
void match_features(NewContacts& contacts, const PairState& state, int old_count);

// Takes the predecessors that a contact cache has found: those of the pair's points, as places of all points of the
// call before. The state is that of the call before.
void take_predecessors(NewContacts& contacts, const PairState& state, int old_count, const uint32_t* predecessors);

// Keeps the features for the next frame.
void remember_features(PairState& state, const NewContacts& contacts);

}  // namespace octosat_bullet
