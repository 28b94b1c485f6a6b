// SPDX-License-Identifier: MIT OR Apache-2.0
#include "box_pair.h"

#include <new>

#include "dispatcher.h"

namespace octosat_bullet {

namespace {

bool is_part_of_compound(const btCollisionObjectWrapper& wrapper) {
    return wrapper.m_parent != nullptr ||
           wrapper.getCollisionShape() != wrapper.getCollisionObject()->getCollisionShape();
}

bool is_plane(const btCollisionObjectWrapper& wrapper) {
    return wrapper.getCollisionShape()->getShapeType() == STATIC_PLANE_PROXYTYPE;
}

}  // namespace

BoxPair::BoxPair(const btCollisionAlgorithmConstructionInfo& info, OctosatDispatcher& dispatcher,
                 const PairBodies& bodies)
    : btCollisionAlgorithm(info), owner_(dispatcher), bodies_(bodies) {
    list().add(*this, owner_.bodies().numbers_of(*this));
}

BoxPair::~BoxPair() {
    if (btPersistentManifold* manifold = list().states()[place].manifold) {
        owner_.releaseManifold(manifold);
    }
    list().remove(*this);
}

PairList& BoxPair::list() const { return bodies_.other_is_plane ? owner_.plane_pairs() : owner_.box_pairs(); }

void BoxPair::processCollision(const btCollisionObjectWrapper*, const btCollisionObjectWrapper*,
                               const btDispatcherInfo&, btManifoldResult*) {
    owner_.find_contacts_of(*this);
}

void BoxPair::getAllContactManifolds(btManifoldArray& manifolds) {
    if (btPersistentManifold* manifold = list().states()[place].manifold) {
        manifolds.push_back(manifold);
    }
}

btCollisionAlgorithm* BoxPairCreator::CreateCollisionAlgorithm(btCollisionAlgorithmConstructionInfo& info,
                                                               const btCollisionObjectWrapper* first,
                                                               const btCollisionObjectWrapper* second) {
    if (!dispatcher_.takes_new_pairs() || is_part_of_compound(*first) || is_part_of_compound(*second)) {
        return bullets_own_.CreateCollisionAlgorithm(info, first, second);
    }
    PairBodies bodies{first->getCollisionObject(), second->getCollisionObject(), is_plane(*second)};
    if (is_plane(*first)) {
        bodies = {second->getCollisionObject(), first->getCollisionObject(), true};
    }
    void* memory = info.m_dispatcher1->allocateCollisionAlgorithm(sizeof(BoxPair));
    return new (memory) BoxPair(info, dispatcher_, bodies);
}

}  // namespace octosat_bullet
