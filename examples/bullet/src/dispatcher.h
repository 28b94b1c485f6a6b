// Bullet's dispatcher with octosat for boxes: all pairs of boxes, and of boxes and planes, in one call per frame.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <octosat.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "body_columns.h"
#include "box_pair.h"
#include "btBulletCollisionCommon.h"
#include "pair_list.h"

namespace octosat_bullet {

struct Settings {
    // Boxes that are farther apart have no contact points, in meters. About a hundredth of the smallest extent.
    float margin = 0.005f;
    // Whether a contact cache names the predecessor of each point. Otherwise features do.
    bool has_cache = false;
    OctosatBackend backend = OCTOSAT_BACKEND_AUTO;
};

class OctosatDispatcher final : public btCollisionDispatcher {
public:
    // Throws `std::runtime_error` if the processor does not have the backend.
    OctosatDispatcher(btCollisionConfiguration* configuration, const Settings& settings);

    // Names the world whose pairs are collected; until then Bullet's own algorithms are used.
    void attach(btCollisionWorld& world) { world_ = &world; }

    void dispatchAllCollisionPairs(btOverlappingPairCache* cache, const btDispatcherInfo& info,
                                   btDispatcher* dispatcher) override;

    // For `BoxPair` and its creator.
    bool takes_new_pairs() const { return takes_new_pairs_; }
    const BodyColumns& bodies() const { return bodies_; }
    PairList& box_pairs() { return box_pairs_; }
    PairList& plane_pairs() { return plane_pairs_; }
    void find_contacts_of(BoxPair& pair);

private:
    template <class Handle, void (*destroy)(Handle*)>
    struct Destroy {
        void operator()(Handle* handle) const { destroy(handle); }
    };
    template <class Handle, void (*destroy)(Handle*)>
    using Owned = std::unique_ptr<Handle, Destroy<Handle, destroy>>;

    // A pair that has contact points or had some: its place in its pair list, and its row in the results.
    struct Touched {
        uint32_t place;
        uint32_t row;
    };

    void register_creators();
    void gather_bodies();
    void collect_new_pairs(btOverlappingPairCache& cache, const btDispatcherInfo& info);
    void create_pair(btBroadphasePair& pair);
    bool is_asked(PairList& list, uint32_t place, uint8_t flags_of_both);

    void find_box_contacts();
    OctosatManifoldList ask_about_boxes(bool asks_all);
    // Without predecessors, points are matched by their features.
    void write_box_pair(uint32_t place, const OctosatManifold& row, const OctosatManifoldList& found,
                        const uint32_t* predecessors, bool has_new_material);
    void find_plane_contacts();
    void write_plane_pair(uint32_t place, const OctosatHalfSpaceManifold& found, const btVector3& half_extents,
                          bool has_new_material);

    btPersistentManifold& manifold_of(PairState& state);
    void end_contact(PairList& list, uint32_t place);

    btCollisionWorld* world_ = nullptr;
    Settings settings_;
    bool takes_new_pairs_ = false;
    Owned<OctosatEngine, octosat_engine_destroy> engine_;
    Owned<OctosatBoxes, octosat_boxes_destroy> boxes_;
    Owned<OctosatManifolds, octosat_manifolds_destroy> manifolds_;
    Owned<OctosatCache, octosat_cache_destroy> cache_;
    std::vector<std::unique_ptr<BoxPairCreator>> creators_;

    BodyColumns bodies_;
    PairList box_pairs_, plane_pairs_;
    // The number of the last call about box pairs; zero stands for none.
    uint64_t calls_ = 1;
    // Buffers of a frame, kept for their memory: places of the pairs of awake bodies, those pairs, results.
    std::vector<uint32_t> places_;
    std::vector<OctosatPair> asked_;
    std::vector<uint32_t> predecessors_;
    std::vector<OctosatHalfSpaceManifold> plane_rows_;
    std::vector<Touched> touched_;
};

}  // namespace octosat_bullet
