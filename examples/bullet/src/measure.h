// What is measured of a world: times, contacts, depth, energy, creep, and a number for all of its bits.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "scenes.h"

namespace octosat_bullet {

// The state of a world after a step.
struct State {
    // Pairs whose bounds overlap; those with contact points; the points.
    int pairs = 0;
    int touching = 0;
    int points = 0;
    // The depth of the deepest contact point, in meters; 0 if none overlaps.
    double deepest = 0;
    // The energy of all motion, in joules.
    double kinetic_energy = 0;
    // The median speed of the dynamic bodies, and the speed that one of a hundred exceeds, in meters per second.
    double median_speed = 0;
    double high_speed = 0;
    // Of all poses and velocities, bit by bit.
    uint64_t hash = 0;
};

// The median times of the measured steps, in milliseconds.
struct Times {
    double narrow = 0;
    double step = 0;
};

// Numbers of one contender.
struct Measured {
    State state;
    Times times;
    // The mean and largest distance of bodies from where they were at the first measured step, in meters.
    double mean_creep = 0;
    double largest_creep = 0;
};

State state_of(World& world);

// A contender at work: steps its world and measures the steps after the first `warm_up`.
class Run {
public:
    Run(const Scene& scene, const std::optional<Settings>& settings, bool can_sleep, int warm_up);

    void advance(int steps);
    Measured measured();
    World& world() { return world_; }

private:
    World world_;
    int warm_up_;
    int done_ = 0;
    std::vector<double> narrow_times_, step_times_;
    std::vector<btVector3> places_;
};

}  // namespace octosat_bullet
