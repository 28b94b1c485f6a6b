// Bullet's own narrow phase on the frames of a recording, without a world.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>

#include "frames.h"
#include "world.h"

namespace octosat_bullet {

// Shows the frames to Bullet. The pairs are in Bullet's own cache of pairs, as its broad phase would leave them: a pair
// that is in two frames in a row keeps its algorithm and its manifold.
class Replay {
public:
    explicit Replay(const Recording& recording);
    ~Replay() { clear(); }
    Replay(const Replay&) = delete;
    Replay& operator=(const Replay&) = delete;

    // Forgets all pairs.
    void clear();
    // Moves the boxes, adds and removes pairs, then has Bullet's dispatcher process all pairs. Returns the seconds that
    // the dispatcher took.
    double show(size_t number);
    // The points of a pair of the frame shown last: those at which the boxes overlap, and those at which they are
    // apart.
    struct Points {
        int overlapping = 0, apart = 0;
    };
    Points points(const OctosatPair& pair);

private:
    void change_pairs(const std::vector<OctosatPair>& pairs);

    const Recording& recording_;
    std::vector<std::unique_ptr<btBoxShape>> shapes_;
    std::vector<std::unique_ptr<btCollisionObject>> objects_;
    std::vector<btBroadphaseProxy> proxies_;
    std::vector<OctosatPair> sorted_;
    std::unique_ptr<btDefaultCollisionConfiguration> configuration_;
    btCollisionDispatcher dispatcher_;
    btHashedOverlappingPairCache pairs_;
    btDispatcherInfo info_;
};

// What was measured on a recording. The first frame is not timed: no pair of it continues another.
struct Replayed {
    size_t pairs = 0;
    // Pairs with contact points; and those about which Bullet and octosat differ.
    size_t touching = 0, differing = 0;
    // Nanoseconds per pair: the least of all rounds, and the median.
    double least = 0, median = 0;
};

// Throws `std::runtime_error` if Bullet and octosat differ on too many pairs.
Replayed replay(const Recording& recording, int rounds);

}  // namespace octosat_bullet
