// The box pairs of a world, dense in memory, in the form that octosat reads.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <octosat.h>

#include <array>
#include <cstdint>
#include <vector>

#include "btBulletCollisionCommon.h"

namespace octosat_bullet {

class BoxPair;
class BodyColumns;

// What is kept of a pair from frame to frame.
struct PairState {
    // Bullet's manifold, which exists only while the pair has contact points.
    btPersistentManifold* manifold = nullptr;
    BoxPair* owner = nullptr;
    // The features of the manifold's points.
    std::array<uint32_t, MANIFOLD_CACHE_SIZE> features{};
    // Where the points began in the list of the call that wrote the manifold, and the number of that call.
    uint32_t first = 0;
    uint64_t call = 0;
};

// Pairs without gaps: the last one takes the place of one that is removed.
class PairList {
public:
    void add(BoxPair& pair, OctosatPair numbers);
    void remove(BoxPair& pair);

    // Reads the numbers of all bodies again, after bodies were removed from the world.
    void renumber(const BodyColumns& bodies);

    size_t size() const { return states_.size(); }
    const OctosatPair* pairs() const { return pairs_.data(); }
    // The number of contact points of each pair: what there is to read of pairs without any.
    std::vector<uint8_t>& counts() { return counts_; }
    std::vector<PairState>& states() { return states_; }

private:
    std::vector<OctosatPair> pairs_;
    std::vector<uint8_t> counts_;
    std::vector<PairState> states_;
};

}  // namespace octosat_bullet
