// The engine: all queries.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef OCTOSAT_ENGINE_HPP
#define OCTOSAT_ENGINE_HPP

#include "calls.hpp"
#include "chains.hpp"

namespace octosat {
inline namespace OCTOSAT_MODE {

/// The options of an engine.
struct EngineOptions {
    OctosatBackend backend = OCTOSAT_BACKEND_AUTO;
    /// The most threads of a call; 0: all of the library's pool.
    std::uint32_t threads = 0;
};

/// Runs queries. Worlds and threads can share an engine. Functions fill `out` with one row per row of the query; the
/// comments of `octosat.h` say what the rows mean.
class Engine : public detail::Caller {
  public:
    explicit Engine(const EngineOptions &options = {}, OctosatError *error = nullptr)
        : Engine(options, detail::Call(error)) {}

    /// An engine whose calls use at most this many threads; 1: the calling thread alone.
    static Engine with_threads(std::uint32_t threads, OctosatError *error = nullptr) {
        EngineOptions options;
        options.threads = threads;
        return Engine(options, error);
    }

    /// The backend that it uses.
    OctosatBackend backend() const noexcept { return octosat_engine_backend(get()); }

    // Pairs of boxes.

    bool overlaps(const Query &query, Rows<std::uint8_t> out, OctosatError *error = nullptr) const {
        return pairs(octosat_overlaps, query, out, error);
    }

    bool penetrations(const Query &query, Rows<Penetration> out, OctosatError *error = nullptr) const {
        return pairs(octosat_penetrations, query, out, error);
    }

    bool distances(const Query &query, Rows<Distance> out, OctosatError *error = nullptr) const {
        return pairs(octosat_distances, query, out, error);
    }

    bool intersections(const Query &query, Rows<Intersection> out, OctosatError *error = nullptr) const {
        return pairs(octosat_intersections, query, out, error);
    }

    bool verdicts(const Query &query, Rows<Verdict> out, OctosatError *error = nullptr) const {
        return pairs(octosat_verdicts, query, out, error);
    }

    bool overlaps_exact(const Query &query, Rows<std::uint8_t> out, OctosatError *error = nullptr) const {
        return pairs(octosat_overlaps_exact, query, out, error);
    }

    bool clearances(const Query &query, Rows<float> out, OctosatError *error = nullptr) const {
        return pairs(octosat_clearances, query, out, error);
    }

    bool casts(const Casts &casts, Rows<Cast> out, OctosatError *error = nullptr) const {
        const detail::QueryInC query(casts.query);
        OctosatCasts in_c = OCTOSAT_CASTS_DEFAULTS;
        in_c.query = &query.query;
        casts.motions.write(in_c);
        in_c.stored_poses = casts.stored_poses ? 1 : 0;
        return fill(octosat_casts, out, query.query.pair_count, query.problem, error, &in_c);
    }

    bool impacts(const Impacts &impacts, Rows<Impact> out, OctosatError *error = nullptr) const {
        const detail::QueryInC query(impacts.query);
        OctosatImpacts in_c = OCTOSAT_IMPACTS_DEFAULTS;
        in_c.query = &query.query;
        in_c.ends = detail::handle_of(impacts.ends);
        in_c.ends_of_b = detail::handle_of(impacts.ends_of_b);
        in_c.tolerance = impacts.tolerance;
        in_c.rounds = impacts.rounds;
        return fill(octosat_impacts, out, query.query.pair_count, query.problem, error, &in_c);
    }

    // Contacts of boxes. The lists are valid until the next change of `manifolds` or the cache.

    ManifoldList manifolds(const Contacts &contacts, Manifolds &manifolds, OctosatError *error = nullptr) const {
        return contact_list(octosat_manifolds, contacts, manifolds.get(), error);
    }

    ManifoldList manifolds_cached(const Contacts &contacts, ContactCache &cache, OctosatError *error = nullptr) const {
        return contact_list(octosat_manifolds_cached, contacts, cache.get(), error);
    }

    // Groups of pairs.

    bool any_overlap(const Groups &groups, Rows<std::uint8_t> out, OctosatError *error = nullptr) const {
        return grouped(octosat_any_overlap, groups, out, error);
    }

    bool least_clearances(const Groups &groups, Rows<LeastClearance> out, OctosatError *error = nullptr) const {
        return grouped(octosat_least_clearances, groups, out, error);
    }

    bool least_distances(const Groups &groups, Rows<LeastDistance> out, OctosatError *error = nullptr) const {
        return grouped(octosat_least_distances, groups, out, error);
    }

    // Boxes and other shapes.

    bool overlaps(const ShapeQuery<HalfSpace> &query, Rows<std::uint8_t> out, OctosatError *error = nullptr) const {
        return of_shapes(octosat_half_space_overlaps, query, out, error);
    }

    bool overlaps(const ShapeQuery<Sphere> &query, Rows<std::uint8_t> out, OctosatError *error = nullptr) const {
        return of_shapes(octosat_sphere_overlaps, query, out, error);
    }

    bool overlaps(const ShapeQuery<Capsule> &query, Rows<std::uint8_t> out, OctosatError *error = nullptr) const {
        return of_shapes(octosat_capsule_overlaps, query, out, error);
    }

    bool overlaps(const ShapeQuery<Aabb> &query, Rows<std::uint8_t> out, OctosatError *error = nullptr) const {
        return of_shapes(octosat_aabb_overlaps, query, out, error);
    }

    bool penetrations(const ShapeQuery<HalfSpace> &query, Rows<float> out, OctosatError *error = nullptr) const {
        return of_shapes(octosat_half_space_penetrations, query, out, error);
    }

    bool manifolds(const ShapeQuery<HalfSpace> &query, Rows<HalfSpaceManifold> out,
                   OctosatError *error = nullptr) const {
        return of_shapes(octosat_half_space_manifolds, query, out, error);
    }

    bool manifolds(const ShapeQuery<Sphere> &query, Rows<SphereContact> out, OctosatError *error = nullptr) const {
        return of_shapes(octosat_sphere_manifolds, query, out, error);
    }

    bool manifolds(const ShapeQuery<Capsule> &query, Rows<CapsuleManifold> out,
                   OctosatError *error = nullptr) const {
        return of_shapes(octosat_capsule_manifolds, query, out, error);
    }

    bool hits(const ShapeQuery<Ray> &query, Rows<RayHit> out, OctosatError *error = nullptr) const {
        return of_shapes(octosat_hits, query, out, error);
    }

    bool hits(const ShapeQuery<Segment> &query, Rows<RayHit> out, OctosatError *error = nullptr) const {
        return of_shapes(octosat_segment_hits, query, out, error);
    }

    bool casts(const ShapeCasts<Sphere> &casts, Rows<ShapeCast> out, OctosatError *error = nullptr) const {
        return shape_casts(octosat_sphere_casts, casts, out, error);
    }

    bool casts(const ShapeCasts<Capsule> &casts, Rows<ShapeCast> out, OctosatError *error = nullptr) const {
        return shape_casts(octosat_capsule_casts, casts, out, error);
    }

    /// Row p is about segment `pairs[p].a` of `a` and segment `pairs[p].b` of `b`.
    bool closest_points(Span<const Segment> a, Span<const Segment> b, Span<const Pair> pairs,
                        Rows<ClosestPoints> out, OctosatError *error = nullptr) const {
        return fill(octosat_closest_points, out, pairs.size(), nullptr, error, detail::in_c(a), detail::in_c(b),
                    pairs.data(), pairs.size());
    }

    bool aabbs(const Boxes &boxes, Rows<Aabb> out, OctosatError *error = nullptr) const {
        return fill(octosat_aabbs, out, boxes.size(), nullptr, error, boxes.get());
    }

    /// Row `f * boxes.size() + i` is for frustum f and box i.
    bool cull(const Boxes &boxes, const Frusta &frusta, Rows<std::uint8_t> out, OctosatError *error = nullptr) const {
        return fill(octosat_cull, out, boxes.size() * frusta.size(), nullptr, error, boxes.get(), frusta.get());
    }

    /// As `cull`, over all axes that an exact result needs.
    bool classify(const Boxes &boxes, const Frusta &frusta, Rows<std::uint8_t> out,
                  OctosatError *error = nullptr) const {
        return fill(octosat_classify, out, boxes.size() * frusta.size(), nullptr, error, boxes.get(), frusta.get());
    }

    // Rectangles in the plane.

    bool overlaps(const RectangleQuery &query, Rows<std::uint8_t> out, OctosatError *error = nullptr) const {
        return of_rectangles(octosat_rectangle_overlaps, query, out, error);
    }

    bool penetrations(const RectangleQuery &query, Rows<RectanglePenetration> out,
                      OctosatError *error = nullptr) const {
        return of_rectangles(octosat_rectangle_penetrations, query, out, error);
    }

    bool manifolds(const RectangleQuery &query, Rows<RectangleManifold> out, OctosatError *error = nullptr) const {
        return of_rectangles(octosat_rectangle_manifolds, query, out, error);
    }

    bool intersections(const RectangleQuery &query, Rows<RectangleIntersection> out,
                       OctosatError *error = nullptr) const {
        return of_rectangles(octosat_rectangle_intersections, query, out, error);
    }

    // All pairs of boxes or rectangles, and suppression. Lists are replaced by sorted pairs, or by the indices of what is kept.
    // If there are more than a list has room for, the engine is asked twice.

    /// Value `i * n + j` is for box i of a and box j of the n boxes b.
    bool iou_matrix(const AllPairs &asked, Rows<float> out, OctosatError *error = nullptr) const {
        const OctosatAllPairs in_c = detail::in_c(asked);
        return fill(octosat_iou_matrix, out, detail::matrix_size(asked.boxes, asked.others), nullptr, error, &in_c);
    }

    bool iou_above(const AllPairs &asked, std::vector<IouPair> &out, OctosatError *error = nullptr) const {
        const OctosatAllPairs in_c = detail::in_c(asked);
        return listed(octosat_iou_above, out.capacity(), out, error, &in_c);
    }

    bool overlapping_pairs(const AllPairs &asked, std::vector<Pair> &out, OctosatError *error = nullptr) const {
        const OctosatAllPairs in_c = detail::in_c(asked);
        return listed(octosat_overlapping_pairs, out.capacity(), out, error, &in_c);
    }

    /// Pairs of a box and a sphere; spheres with a radius of 0 are points.
    bool overlapping_pairs(const Boxes &boxes, Span<const Sphere> spheres, std::vector<Pair> &out,
                           OctosatError *error = nullptr) const {
        return listed(octosat_sphere_overlapping_pairs, out.capacity(), out, error, boxes.get(), detail::in_c(spheres));
    }

    bool suppress(const Suppression &asked, std::vector<std::uint32_t> &out, OctosatError *error = nullptr) const {
        return kept(octosat_suppress, asked, out, error);
    }

    bool iou_matrix(const RectangleAllPairs &asked, Rows<float> out, OctosatError *error = nullptr) const {
        const OctosatRectangleAllPairs in_c = detail::in_c(asked);
        const std::size_t size = detail::matrix_size(asked.rectangles, asked.others);
        return fill(octosat_rectangle_iou_matrix, out, size, nullptr, error, &in_c);
    }

    bool iou_above(const RectangleAllPairs &asked, std::vector<IouPair> &out, OctosatError *error = nullptr) const {
        const OctosatRectangleAllPairs in_c = detail::in_c(asked);
        return listed(octosat_rectangle_iou_above, out.capacity(), out, error, &in_c);
    }

    bool overlapping_pairs(const RectangleAllPairs &asked, std::vector<Pair> &out,
                           OctosatError *error = nullptr) const {
        const OctosatRectangleAllPairs in_c = detail::in_c(asked);
        return listed(octosat_rectangle_overlapping_pairs, out.capacity(), out, error, &in_c);
    }

    bool suppress(const RectangleSuppression &asked, std::vector<std::uint32_t> &out,
                  OctosatError *error = nullptr) const {
        return kept(octosat_rectangle_suppress, asked, out, error);
    }

    // Robots.

    bool any_overlap(const Configurations &configurations, Rows<std::uint8_t> out,
                     OctosatError *error = nullptr) const {
        const OctosatConfigurations in_c = detail::in_c(configurations);
        return fill(octosat_chain_any_overlap, out, configurations.size(), nullptr, error, &in_c);
    }

    bool least_clearances(const Configurations &configurations, Rows<ChainClearance> out,
                          OctosatError *error = nullptr) const {
        const OctosatConfigurations in_c = detail::in_c(configurations);
        return fill(octosat_chain_least_clearances, out, configurations.size(), nullptr, error, &in_c);
    }

    /// Replaces a list by the pairs of links: in how many of the configurations they touch, and how near they come.
    bool link_pairs(const Configurations &configurations, std::vector<LinkPair> &out,
                    OctosatError *error = nullptr) const {
        const OctosatConfigurations in_c = detail::in_c(configurations);
        const std::size_t room = configurations.chain ? configurations.chain->pairs() : 0;
        return listed(octosat_chain_link_pairs, room, out, error, &in_c);
    }

    // Boxes among a world.

    bool any_overlap(const BoxesAmong &asked, Rows<std::uint8_t> out, OctosatError *error = nullptr) const {
        const OctosatBoxesAmong in_c = detail::in_c(asked);
        return fill(octosat_world_any_overlap, out, asked.size(), nullptr, error, &in_c);
    }

    bool least_clearances(const BoxesAmong &asked, Rows<ChainClearance> out, OctosatError *error = nullptr) const {
        const OctosatBoxesAmong in_c = detail::in_c(asked);
        return fill(octosat_world_least_clearances, out, asked.size(), nullptr, error, &in_c);
    }

    /// Replaces a list by the pairs of boxes and obstacles that may be near, in ascending order. If there are more than the list
    /// has room for, the world is asked twice.
    bool near_pairs(const BoxesAmong &asked, std::vector<OctosatPair> &out, OctosatError *error = nullptr) const {
        const OctosatBoxesAmong in_c = detail::in_c(asked);
        return listed(octosat_world_near_pairs, out.capacity(), out, error, &in_c);
    }

    bool joint_motions(const JointMotions &motions, Rows<JointMotion> out, OctosatError *error = nullptr) const {
        const OctosatConfigurations starts = detail::in_c(motions.starts);
        OctosatJointMotions in_c = OCTOSAT_JOINT_MOTIONS_DEFAULTS;
        in_c.starts = &starts;
        in_c.ends = motions.ends.data();
        in_c.tolerance = motions.tolerance;
        in_c.hit_tolerance = motions.hit_tolerance;
        const bool fits = motions.ends.size() == motions.starts.joints.size();
        const char *problem = fits ? nullptr : "the starts and the ends of motions have different lengths";
        return fill(octosat_chain_joint_motions, out, motions.starts.size(), problem, error, &in_c);
    }

    bool overlaps(const OwnPoints &asked, Rows<std::uint8_t> out, OctosatError *error = nullptr) const {
        const OctosatConfigurations configuration = detail::in_c(asked.configuration);
        OctosatOwnPoints in_c = OCTOSAT_OWN_POINTS_DEFAULTS;
        in_c.configuration = &configuration;
        in_c.points = reinterpret_cast<const float *>(asked.points.data());
        in_c.point_count = asked.points.size();
        return fill(octosat_chain_own_points, out, asked.points.size(), nullptr, error, &in_c);
    }

    /// Replaces all boxes by those of configurations, for every other query.
    bool poses(const Configurations &configurations, Boxes &out, OctosatError *error = nullptr) const {
        detail::Call call(error);
        const OctosatConfigurations in_c = detail::in_c(configurations);
        return call.done(octosat_chain_poses(get(), &in_c, out.get(), call.error()));
    }

  private:
    Engine(const EngineOptions &options, detail::Call &&call) : Caller(create(options, call)) {}

    static OctosatEngine *create(const EngineOptions &options, detail::Call &call) {
        OctosatEngineOptions in_c = OCTOSAT_ENGINE_OPTIONS_DEFAULTS;
        in_c.backend = options.backend;
        in_c.threads = options.threads;
        return call.made(octosat_engine_create(&in_c, call.error()));
    }
};

/// The unit direction of an axis in the world, on the side of `toward`; zeros if it has none.
inline Vector axis_normal(OctosatAxis axis, const Rotation &rotation_a, const Rotation &rotation_b,
                          const Vector &toward, OctosatError *error = nullptr) {
    detail::Call call(error);
    float normal[3] = {};
    call.done(octosat_axis_normal(axis, &rotation_a.get(), &rotation_b.get(), &toward.get(), &normal, call.error()));
    return normal;
}

/// The version of octosat, such as "0.1.0".
inline const char *version() noexcept { return octosat_version(); }

/// Whether the loaded library has the interface of this header.
inline bool is_compatible() noexcept { return octosat_abi_version() == OCTOSAT_ABI_VERSION; }

}  // namespace OCTOSAT_MODE
}  // namespace octosat

#endif
