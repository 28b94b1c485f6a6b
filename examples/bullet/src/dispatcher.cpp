// SPDX-License-Identifier: MIT OR Apache-2.0
#include "dispatcher.h"

#include <stdexcept>
#include <typeinfo>

#include "BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h"
#include "contact_writer.h"
#include "predecessors.h"

namespace octosat_bullet {

namespace {

// How many manifolds ahead memory is asked for: about what fits between asking and arriving.
constexpr size_t PREFETCH_DISTANCE = 6;

void check(OctosatStatus status, const OctosatError& error) {
    if (status != OCTOSAT_OK) {
        throw std::runtime_error(error.text);
    }
}

const btCollisionObject& object_of(const btBroadphaseProxy* proxy) {
    return *static_cast<const btCollisionObject*>(proxy->m_clientObject);
}

// Whether the pair is one that `register_creators` has taken over.
bool is_for_octosat(const btBroadphasePair& pair) {
    const int first = object_of(pair.m_pProxy0).getCollisionShape()->getShapeType();
    const int second = object_of(pair.m_pProxy1).getCollisionShape()->getShapeType();
    return (first == BOX_SHAPE_PROXYTYPE && (second == BOX_SHAPE_PROXYTYPE || second == STATIC_PLANE_PROXYTYPE)) ||
           (first == STATIC_PLANE_PROXYTYPE && second == BOX_SHAPE_PROXYTYPE);
}

bool is_octosats(const btCollisionAlgorithm* algorithm) {
    return algorithm != nullptr && typeid(*algorithm) == typeid(BoxPair);
}

// A manifold is written some pairs later, and is seldom in the nearer caches.
void prefetch(PairList& list, uint32_t place) {
    const btPersistentManifold* manifold = list.states()[place].manifold;
    if (manifold == nullptr) {
        return;
    }
    const size_t bytes = 64 + list.counts()[place] * sizeof(btManifoldPoint);
    for (size_t offset = 0; offset < bytes; offset += 64) {
        __builtin_prefetch(reinterpret_cast<const char*>(manifold) + offset, 1);
    }
    __builtin_prefetch(reinterpret_cast<const char*>(manifold + 1) - 1, 1);
}

// The points on both bodies are what Bullet keeps.
constexpr OctosatManifoldOptions MANIFOLD_OPTIONS{sizeof(OctosatManifoldOptions), 4, OCTOSAT_ORIGIN_WORLD, 1};

btVector3 vector_of(const float (&values)[3]) { return btVector3(values[0], values[1], values[2]); }

}  // namespace

OctosatDispatcher::OctosatDispatcher(btCollisionConfiguration* configuration, const Settings& settings)
    : btCollisionDispatcher(configuration), settings_(settings) {
    OctosatError error{};
    OctosatEngineOptions options = OCTOSAT_ENGINE_OPTIONS_DEFAULTS;
    options.backend = settings.backend;
    options.threads = 1;
    engine_.reset(octosat_engine_create(&options, &error));
    if (engine_ == nullptr) {
        throw std::runtime_error(error.text);
    }
    boxes_.reset(octosat_boxes_create());
    if (settings.has_cache) {
        cache_.reset(octosat_cache_create(&MANIFOLD_OPTIONS, &error));
    } else {
        manifolds_.reset(octosat_manifolds_create(&MANIFOLD_OPTIONS, &error));
    }
    if (cache_ == nullptr && manifolds_ == nullptr) {
        throw std::runtime_error(error.text);
    }
    register_creators();
}

void OctosatDispatcher::register_creators() {
    const int combinations[][2] = {{BOX_SHAPE_PROXYTYPE, BOX_SHAPE_PROXYTYPE},
                                   {BOX_SHAPE_PROXYTYPE, STATIC_PLANE_PROXYTYPE},
                                   {STATIC_PLANE_PROXYTYPE, BOX_SHAPE_PROXYTYPE}};
    for (const auto& [first, second] : combinations) {
        btCollisionAlgorithmCreateFunc* own =
            getCollisionConfiguration()->getCollisionAlgorithmCreateFunc(first, second);
        creators_.push_back(std::make_unique<BoxPairCreator>(*this, *own));
        registerCollisionCreateFunc(first, second, creators_.back().get());
    }
}

void OctosatDispatcher::dispatchAllCollisionPairs(btOverlappingPairCache* cache, const btDispatcherInfo& info,
                                                  btDispatcher* dispatcher) {
    // Ghosts have pairs of their own, which are few, and which are asked about at any time.
    const bool is_the_worlds = world_ != nullptr && cache == world_->getPairCache();
    if (!is_the_worlds || info.m_dispatchFunc != btDispatcherInfo::DISPATCH_DISCRETE) {
        btCollisionDispatcher::dispatchAllCollisionPairs(cache, info, dispatcher);
        return;
    }
    gather_bodies();
    collect_new_pairs(*cache, info);
    find_box_contacts();
    find_plane_contacts();
}

void OctosatDispatcher::gather_bodies() {
    if (bodies_.gather(world_->getCollisionObjectArray())) {
        box_pairs_.renumber(bodies_);
        plane_pairs_.renumber(bodies_);
        if (cache_ != nullptr) {
            OctosatError error{};
            const std::vector<uint32_t>& numbers = bodies_.new_numbers();
            check(octosat_cache_renumber_boxes(cache_.get(), OCTOSAT_SIDE_BOTH, numbers.data(), numbers.size(), &error),
                  error);
        }
    }
    OctosatError error{};
    const OctosatBoxColumns columns = bodies_.columns();
    // Unchecked: a body that is not finite has no contacts, and the others have theirs.
    check(octosat_boxes_lend(boxes_.get(), bodies_.size(), &columns, 1, &error), error);
}

// Makes objects for new pairs, and has Bullet look after the pairs of other shapes. The pair array is not walked if
// all pairs are known; and the objects of the pairs are only touched if there are other shapes.
void OctosatDispatcher::collect_new_pairs(btOverlappingPairCache& cache, const btDispatcherInfo& info) {
    btBroadphasePair* pairs = cache.getOverlappingPairArrayPtr();
    const size_t count = static_cast<size_t>(cache.getNumOverlappingPairs());
    if (box_pairs_.size() + plane_pairs_.size() == count) {
        return;
    }
    takes_new_pairs_ = true;
    for (size_t i = 0; i < count; i++) {
        if (pairs[i].m_algorithm == nullptr && is_for_octosat(pairs[i])) {
            create_pair(pairs[i]);
        }
    }
    takes_new_pairs_ = false;
    if (box_pairs_.size() + plane_pairs_.size() == count) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (!is_octosats(pairs[i].m_algorithm)) {
            getNearCallback()(pairs[i], *this, info);
        }
    }
}

void OctosatDispatcher::create_pair(btBroadphasePair& pair) {
    const btCollisionObject& first = object_of(pair.m_pProxy0);
    const btCollisionObject& second = object_of(pair.m_pProxy1);
    const btCollisionObjectWrapper first_wrapper(nullptr, first.getCollisionShape(), &first, first.getWorldTransform(),
                                                 -1, -1);
    const btCollisionObjectWrapper second_wrapper(nullptr, second.getCollisionShape(), &second,
                                                  second.getWorldTransform(), -1, -1);
    pair.m_algorithm = findAlgorithm(&first_wrapper, &second_wrapper, nullptr, BT_CONTACT_POINT_ALGORITHMS);
}

// What Bullet's near callback asks, answered from the columns where they suffice.
bool OctosatDispatcher::is_asked(PairList& list, uint32_t place, uint8_t flags_of_both) {
    if ((flags_of_both & BodyColumns::HAS_IGNORED_BODIES) == 0) {
        return (flags_of_both & BodyColumns::IS_ACTIVE) != 0;
    }
    const PairBodies& bodies = list.states()[place].owner->bodies();
    return needsCollision(bodies.box, bodies.other);
}

void OctosatDispatcher::find_box_contacts() {
    const OctosatPair* pairs = box_pairs_.pairs();
    places_.clear();
    for (uint32_t place = 0; place < box_pairs_.size(); place++) {
        if (is_asked(box_pairs_, place, bodies_.flags(pairs[place].a) | bodies_.flags(pairs[place].b))) {
            places_.push_back(place);
        }
    }
    if (places_.empty()) {
        return;
    }
    const bool asks_all = places_.size() == box_pairs_.size();
    const OctosatManifoldList found = ask_about_boxes(asks_all);
    touched_.clear();
    for (uint32_t i = 0; i < places_.size(); i++) {
        const uint32_t row = asks_all ? places_[i] : i;
        if (found.manifolds[row].len != 0 || box_pairs_.counts()[places_[i]] != 0) {
            touched_.push_back({places_[i], row});
        }
    }
    for (size_t i = 0; i < touched_.size(); i++) {
        if (i + PREFETCH_DISTANCE < touched_.size()) {
            prefetch(box_pairs_, touched_[i + PREFETCH_DISTANCE].place);
        }
        const OctosatPair& pair = pairs[touched_[i].place];
        const uint8_t flags = bodies_.flags(pair.a) | bodies_.flags(pair.b);
        write_box_pair(touched_[i].place, found.manifolds[touched_[i].row], found,
                       cache_ != nullptr ? predecessors_.data() : nullptr,
                       (flags & BodyColumns::HAS_NEW_MATERIAL) != 0);
    }
}

OctosatManifoldList OctosatDispatcher::ask_about_boxes(bool asks_all) {
    OctosatQuery query = OCTOSAT_QUERY_DEFAULTS;
    query.boxes = boxes_.get();
    query.pairs = box_pairs_.pairs();
    query.pair_count = places_.size();
    query.within = settings_.margin;
    if (!asks_all) {
        asked_.clear();
        for (uint32_t place : places_) {
            asked_.push_back(box_pairs_.pairs()[place]);
        }
        query.pairs = asked_.data();
    }
    OctosatManifoldList found{};
    OctosatError error{};
    if (cache_ != nullptr) {
        check(octosat_cache_next_frame(cache_.get(), &error), error);
        check(octosat_manifolds_cached(engine_.get(), &query, cache_.get(), &found, &error), error);
        predecessors_.resize(found.place_count);
        check(octosat_cache_fill_predecessors(cache_.get(), predecessors_.data(), predecessors_.size(), &error), error);
        calls_++;
    } else {
        check(octosat_manifolds(engine_.get(), &query, manifolds_.get(), &found, &error), error);
    }
    return found;
}

void OctosatDispatcher::write_box_pair(uint32_t place, const OctosatManifold& row, const OctosatManifoldList& found,
                                       const uint32_t* predecessors, bool has_new_material) {
    if (row.len == 0) {
        end_contact(box_pairs_, place);
        return;
    }
    PairState& state = box_pairs_.states()[place];
    // The manifold's own number: a program may have cleared it.
    const int old_count = state.manifold != nullptr ? state.manifold->getNumContacts() : 0;
    NewContacts contacts;
    const btVector3 normal = vector_of(row.normal);
    contacts.normal_on_b = -normal;
    contacts.count = row.len;
    contacts.has_new_material = has_new_material;
    for (uint32_t i = 0; i < row.len; i++) {
        const OctosatPoint& point = found.points[row.first + i];
        const OctosatSurfacePoints& surface = found.surfaces[row.first + i];
        const btVector3 position = vector_of(point.position);
        const btVector3 half_way = normal * (btScalar(0.5) * point.depth);
        contacts.contacts[i] = {
            vector_of(surface.on_a), vector_of(surface.on_b), position + half_way, position - half_way, -point.depth,
            point.feature,           NO_PREDECESSOR};
    }
    // The cache knows the pairs of the call before; one that slept then, or is new, goes by its features.
    if (predecessors != nullptr && state.call + 1 == calls_) {
        take_predecessors(contacts, state, old_count, predecessors + row.first);
    } else {
        match_features(contacts, state, old_count);
    }
    remember_features(state, contacts);
    state.first = row.first;
    state.call = predecessors != nullptr ? calls_ : 0;
    box_pairs_.counts()[place] = row.len;
    write_contacts(manifold_of(state), contacts);
}

void OctosatDispatcher::find_plane_contacts() {
    const OctosatPair* pairs = plane_pairs_.pairs();
    places_.clear();
    asked_.clear();
    for (uint32_t place = 0; place < plane_pairs_.size(); place++) {
        const OctosatPair& pair = pairs[place];
        if (is_asked(plane_pairs_, place, bodies_.flags(pair.a) | bodies_.flags(bodies_.row_of_plane(pair.b)))) {
            places_.push_back(place);
            asked_.push_back(pair);
        }
    }
    if (places_.empty()) {
        return;
    }
    OctosatShapeQuery query = OCTOSAT_SHAPE_QUERY_DEFAULTS;
    query.boxes = boxes_.get();
    query.pairs = asked_.data();
    query.pair_count = asked_.size();
    query.within = settings_.margin;
    plane_rows_.resize(asked_.size());
    const OctosatHalfSpaces planes{bodies_.planes().data(), bodies_.planes().size()};
    OctosatError error{};
    check(octosat_half_space_manifolds(engine_.get(), &query, planes, plane_rows_.data(), plane_rows_.size(), &error),
          error);
    for (size_t i = 0; i < places_.size(); i++) {
        if (plane_rows_[i].len != 0 || plane_pairs_.counts()[places_[i]] != 0) {
            const uint8_t flags = bodies_.flags(asked_[i].a) | bodies_.flags(bodies_.row_of_plane(asked_[i].b));
            write_plane_pair(places_[i], plane_rows_[i], bodies_.half_extents(asked_[i].a),
                             (flags & BodyColumns::HAS_NEW_MATERIAL) != 0);
        }
    }
}

void OctosatDispatcher::write_plane_pair(uint32_t place, const OctosatHalfSpaceManifold& found,
                                         const btVector3& half_extents, bool has_new_material) {
    if (found.len == 0) {
        end_contact(plane_pairs_, place);
        return;
    }
    PairState& state = plane_pairs_.states()[place];
    const btCollisionObject& body = *state.owner->bodies().other;
    const auto& plane = static_cast<const btStaticPlaneShape&>(*body.getCollisionShape());
    NewContacts contacts;
    contacts.normal_on_b = body.getWorldTransform().getBasis() * plane.getPlaneNormal();
    contacts.count = static_cast<int>(found.len);
    contacts.has_new_material = has_new_material;
    for (uint32_t i = 0; i < found.len; i++) {
        const OctosatPoint& point = found.points[i];
        const btVector3 position = vector_of(point.position);
        const btVector3 half_way = contacts.normal_on_b * (btScalar(0.5) * point.depth);
        // The feature is the number of the corner.
        const btVector3 corner((point.feature & 1) != 0 ? half_extents.x() : -half_extents.x(),
                               (point.feature & 2) != 0 ? half_extents.y() : -half_extents.y(),
                               (point.feature & 4) != 0 ? half_extents.z() : -half_extents.z());
        const btVector3 on_plane = position + half_way;
        contacts.contacts[i] = {corner,
                                body.getWorldTransform().invXform(on_plane),
                                position - half_way,
                                on_plane,
                                -point.depth,
                                point.feature,
                                NO_PREDECESSOR};
    }
    match_features(contacts, state, state.manifold != nullptr ? state.manifold->getNumContacts() : 0);
    remember_features(state, contacts);
    plane_pairs_.counts()[place] = static_cast<uint8_t>(found.len);
    write_contacts(manifold_of(state), contacts);
}

btPersistentManifold& OctosatDispatcher::manifold_of(PairState& state) {
    if (state.manifold == nullptr) {
        state.manifold = getNewManifold(state.owner->bodies().box, state.owner->bodies().other);
    }
    return *state.manifold;
}

// Bullet walks, sorts and solves all manifolds there are, so one without points is given back.
void OctosatDispatcher::end_contact(PairList& list, uint32_t place) {
    PairState& state = list.states()[place];
    if (state.manifold != nullptr) {
        releaseManifold(state.manifold);
        state.manifold = nullptr;
    }
    list.counts()[place] = 0;
}

void OctosatDispatcher::find_contacts_of(BoxPair& pair) {
    btCollisionObjectArray objects;
    objects.push_back(const_cast<btCollisionObject*>(pair.bodies().box));
    objects.push_back(const_cast<btCollisionObject*>(pair.bodies().other));
    BodyColumns two;
    two.gather(objects);
    OctosatError error{};
    const OctosatBoxColumns columns = two.columns();
    const Owned<OctosatBoxes, octosat_boxes_destroy> boxes(octosat_boxes_create());
    check(octosat_boxes_lend(boxes.get(), two.size(), &columns, 1, &error), error);
    const uint32_t place = static_cast<uint32_t>(pair.place);
    if (pair.bodies().other_is_plane) {
        const OctosatPair numbers{0, 0};
        OctosatShapeQuery query = OCTOSAT_SHAPE_QUERY_DEFAULTS;
        query.boxes = boxes.get();
        query.pairs = &numbers;
        query.pair_count = 1;
        query.within = settings_.margin;
        OctosatHalfSpaceManifold found{};
        check(octosat_half_space_manifolds(engine_.get(), &query, {two.planes().data(), 1}, &found, 1, &error), error);
        write_plane_pair(place, found, two.half_extents(0), true);
    } else {
        const OctosatPair numbers{0, 1};
        const Owned<OctosatManifolds, octosat_manifolds_destroy> manifolds(
            octosat_manifolds_create(&MANIFOLD_OPTIONS, &error));
        OctosatQuery query = OCTOSAT_QUERY_DEFAULTS;
        query.boxes = boxes.get();
        query.pairs = &numbers;
        query.pair_count = 1;
        query.within = settings_.margin;
        OctosatManifoldList found{};
        check(octosat_manifolds(engine_.get(), &query, manifolds.get(), &found, &error), error);
        write_box_pair(place, found.manifolds[0], found, nullptr, true);
    }
}

}  // namespace octosat_bullet
