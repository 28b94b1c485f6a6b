// Writes contacts into Bullet's manifolds: points keep their impulses, and Bullet's contact callbacks are called.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "btBulletCollisionCommon.h"

namespace octosat_bullet {

// A contact point in the terms of `btManifoldPoint`.
struct NewContact {
    btVector3 local_a, local_b, on_a, on_b;
    btScalar distance;
    uint32_t feature;
    // Which of the manifold's points it continues, or `NO_PREDECESSOR`.
    int predecessor;
};

constexpr int NO_PREDECESSOR = -1;

// The contacts of a pair, at least one.
struct NewContacts {
    // Points from b to a, as Bullet has it.
    btVector3 normal_on_b;
    int count;
    // Each point continues the one at its place, and there are as many.
    bool are_same;
    // The bodies' materials are not what they were when the manifold was written.
    bool has_new_material;
    std::array<NewContact, MANIFOLD_CACHE_SIZE> contacts;
};

// Updates the points of a manifold. A manifold that is new has none.
void write_contacts(btPersistentManifold& manifold, const NewContacts& contacts);

}  // namespace octosat_bullet
