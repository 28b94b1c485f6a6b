// The algorithm object of a pair: owns the pair's place in the list, and with it the manifold.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "BulletCollision/CollisionDispatch/btCollisionCreateFunc.h"
#include "btBulletCollisionCommon.h"

namespace octosat_bullet {

class OctosatDispatcher;
class PairList;

// Which bodies an algorithm object is about, and what the second one is.
struct PairBodies {
    const btCollisionObject* box;
    // A box as well, or a plane.
    const btCollisionObject* other;
    bool other_is_plane;
};

// Bullet makes one for each pair whose bounds overlap, and destroys it when they do not anymore.
class BoxPair final : public btCollisionAlgorithm {
public:
    BoxPair(const btCollisionAlgorithmConstructionInfo& info, OctosatDispatcher& dispatcher, const PairBodies& bodies);
    ~BoxPair() override;

    // For callers that ask about this pair alone. The dispatcher itself asks about all pairs in one call.
    void processCollision(const btCollisionObjectWrapper*, const btCollisionObjectWrapper*, const btDispatcherInfo&,
                          btManifoldResult*) override;
    // No time of impact, as in Bullet's algorithm for boxes.
    btScalar calculateTimeOfImpact(btCollisionObject*, btCollisionObject*, const btDispatcherInfo&,
                                   btManifoldResult*) override {
        return 1;
    }
    void getAllContactManifolds(btManifoldArray& manifolds) override;

    const PairBodies& bodies() const { return bodies_; }

    // Where the pair is in its list; the list keeps this up to date.
    size_t place = 0;

private:
    PairList& list() const;

    OctosatDispatcher& owner_;
    PairBodies bodies_;
};

// Makes the algorithm objects of one combination of shapes.
class BoxPairCreator final : public btCollisionAlgorithmCreateFunc {
public:
    // `bullets_own` makes the objects for what is not a pair of the world: parts of compounds, and pairs of ghosts.
    BoxPairCreator(OctosatDispatcher& dispatcher, btCollisionAlgorithmCreateFunc& bullets_own)
        : dispatcher_(dispatcher), bullets_own_(bullets_own) {}

    btCollisionAlgorithm* CreateCollisionAlgorithm(btCollisionAlgorithmConstructionInfo& info,
                                                   const btCollisionObjectWrapper* first,
                                                   const btCollisionObjectWrapper* second) override;

private:
    OctosatDispatcher& dispatcher_;
    btCollisionAlgorithmCreateFunc& bullets_own_;
};

}  // namespace octosat_bullet
