// Shapes other than boxes: queries about them, and frusta.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef OCTOSAT_SHAPES_HPP
#define OCTOSAT_SHAPES_HPP

#include "queries.hpp"

#include <optional>

namespace octosat {
inline namespace OCTOSAT_MODE {

/// A ball.
struct Sphere : OctosatSphere {
    Sphere() noexcept : OctosatSphere() {}
    Sphere(const Vector &center_, float radius_) noexcept
        : OctosatSphere{{center_[0], center_[1], center_[2]}, radius_} {}
};

/// All points at most `radius` from a segment.
struct Capsule : OctosatCapsule {
    Capsule() noexcept : OctosatCapsule() {}
    Capsule(const Vector &start_, const Vector &end_, float radius_) noexcept
        : OctosatCapsule{{start_[0], start_[1], start_[2]}, {end_[0], end_[1], end_[2]}, radius_} {}
};

/// All points on one side of a plane: the normal points out.
struct HalfSpace : OctosatHalfSpace {
    HalfSpace() noexcept : OctosatHalfSpace() {}
    HalfSpace(const Vector &normal_, float offset_) noexcept
        : OctosatHalfSpace{{normal_[0], normal_[1], normal_[2]}, offset_} {}
};

/// A half-line.
struct Ray : OctosatRay {
    Ray() noexcept : OctosatRay() {}
    Ray(const Vector &origin_, const Vector &direction_) noexcept
        : OctosatRay{{origin_[0], origin_[1], origin_[2]}, {direction_[0], direction_[1], direction_[2]}} {}
};

/// A line between two points.
struct Segment : OctosatSegment {
    Segment() noexcept : OctosatSegment() {}
    Segment(const Vector &start_, const Vector &end_) noexcept
        : OctosatSegment{{start_[0], start_[1], start_[2]}, {end_[0], end_[1], end_[2]}} {}
};

/// A box whose edges are parallel to the axes of the world.
struct Aabb : OctosatAabb {
    Aabb() noexcept : OctosatAabb() {}
    Aabb(const Vector &min_, const Vector &max_) noexcept
        : OctosatAabb{{min_[0], min_[1], min_[2]}, {max_[0], max_[1], max_[2]}} {}
};

/// What a camera shows.
struct PerspectiveView : OctosatPerspectiveView {
    PerspectiveView() noexcept : OctosatPerspectiveView() {}
    PerspectiveView(const Vector &eye_, const Vector &target_, const Vector &up_, float vertical_angle_, float aspect_,
                    float near_distance_, float far_distance_) noexcept
        : OctosatPerspectiveView{{eye_[0], eye_[1], eye_[2]},
                                 {target_[0], target_[1], target_[2]},
                                 {up_[0], up_[1], up_[2]},
                                 vertical_angle_, aspect_, near_distance_, far_distance_} {}
};

namespace detail {

inline OctosatAabbs in_c(Span<const Aabb> list) noexcept { return {list.data(), list.size()}; }
inline OctosatCapsules in_c(Span<const Capsule> list) noexcept { return {list.data(), list.size()}; }
inline OctosatHalfSpaces in_c(Span<const HalfSpace> list) noexcept { return {list.data(), list.size()}; }
inline OctosatRays in_c(Span<const Ray> list) noexcept { return {list.data(), list.size()}; }
inline OctosatSegments in_c(Span<const Segment> list) noexcept { return {list.data(), list.size()}; }
inline OctosatSpheres in_c(Span<const Sphere> list) noexcept { return {list.data(), list.size()}; }

/// The type of a list of shapes of the C interface.
template <typename S>
using ListInC = decltype(in_c(std::declval<Span<const S>>()));

}  // namespace detail

/// What the first number of each pair is for: boxes, or spheres, capsules or half-spaces instead.
class First {
  public:
    First() noexcept = default;
    First(const Boxes *boxes) noexcept : boxes_(boxes), is_boxes_(true) {}

    template <typename C, typename = std::enable_if_t<std::is_class<detail::Element<C>>::value>>
    First(C &shapes) {
        set(Span<const std::remove_cv_t<detail::Element<C>>>(shapes));
    }

    /// How many there are.
    std::size_t size() const noexcept { return is_boxes_ ? (boxes_ ? boxes_->size() : 0) : count_; }

    /// Writes them to a query of the C interface, which refers to this object from then on.
    void write(OctosatShapeQuery &query) const noexcept {
        query.boxes = detail::handle_of(boxes_);
        query.spheres = is_spheres_ ? &spheres_ : nullptr;
        query.capsules = is_capsules_ ? &capsules_ : nullptr;
        query.half_spaces = is_half_spaces_ ? &half_spaces_ : nullptr;
    }

  private:
    void set(Span<const Sphere> list) {
        spheres_ = detail::in_c(list);
        count_ = list.size();
        is_spheres_ = true;
    }
    void set(Span<const Capsule> list) {
        capsules_ = detail::in_c(list);
        count_ = list.size();
        is_capsules_ = true;
    }
    void set(Span<const HalfSpace> list) {
        half_spaces_ = detail::in_c(list);
        count_ = list.size();
        is_half_spaces_ = true;
    }

    const Boxes *boxes_ = nullptr;
    OctosatSpheres spheres_ = {};
    OctosatCapsules capsules_ = {};
    OctosatHalfSpaces half_spaces_ = {};
    std::size_t count_ = 0;
    bool is_boxes_ = false, is_spheres_ = false, is_capsules_ = false, is_half_spaces_ = false;
};

/// A query about boxes or shapes, and shapes of the type `S`.
template <typename S>
struct ShapeQuery {
    /// `&boxes`, or a list of shapes.
    First first = {};
    Span<const S> shapes = {};
    /// Of one of the first and a shape.
    std::optional<Span<const Pair>> pairs = {};
    Length within = {};
    /// Instead of pairs: each of the first with the only shape.
    bool each = false;
};

/// When spheres or capsules that move touch boxes or shapes.
template <typename S>
struct ShapeCasts {
    ShapeQuery<S> query = {};
    Motions motions = {};
    bool stored_poses = false;
};

/// A list of frusta: volumes between six planes, such as the views of cameras.
class Frusta : public detail::Handle<OctosatFrusta, octosat_frusta_destroy> {
  public:
    Frusta() : Handle(octosat_frusta_create()) {}

    /// The number of frusta.
    std::size_t size() const noexcept { return octosat_frusta_count(get()); }

    /// Replaces all by volumes between six planes each: a normal that points out of the volume, and an offset.
    bool assign_planes(Span<const std::array<float, 24>> planes, OctosatError *error = nullptr) {
        detail::Call call(error);
        return call.done(octosat_frusta_assign_planes(get(), numbers(planes), planes.size(), call.error()));
    }

    /// Replaces all by what view-projection matrices show: the columns of each, one after the other.
    bool assign_matrices(Span<const std::array<float, 16>> matrices, OctosatDepthRange depth,
                         OctosatError *error = nullptr) {
        detail::Call call(error);
        return call.done(
            octosat_frusta_assign_matrices(get(), numbers(matrices), matrices.size(), depth, call.error()));
    }

    /// Replaces all by the views of cameras.
    bool assign_views(Span<const PerspectiveView> views, OctosatError *error = nullptr) {
        detail::Call call(error);
        return call.done(octosat_frusta_assign_views(get(), views.data(), views.size(), call.error()));
    }

    /// The eight corners of each, x, y, z.
    bool corners(Rows<std::array<float, 24>> out, OctosatError *error = nullptr) const {
        detail::Call call(error);
        return call.done(out.fill(size(), [&](Span<std::array<float, 24>> rows) {
            float *first = rows.empty() ? nullptr : rows.data()->data();
            return octosat_frusta_corners(get(), first, rows.size(), call.error());
        }));
    }

  private:
    template <std::size_t N>
    static const float *numbers(Span<const std::array<float, N>> rows) noexcept {
        return rows.empty() ? nullptr : rows.data()->data();
    }
};

namespace detail {

/// A query about shapes in the layout of the C interface.
template <typename S>
struct ShapeQueryInC {
    OctosatShapeQuery query = OCTOSAT_SHAPE_QUERY_DEFAULTS;
    ListInC<S> shapes;
    std::size_t rows;
    const char *problem = nullptr;

    explicit ShapeQueryInC(const ShapeQuery<S> &from)
        : shapes(in_c(from.shapes)), rows(from.each ? from.first.size() : from.pairs ? from.pairs->size() : 0) {
        from.first.write(query);
        query.each = from.each ? 1 : 0;
        const Span<const Pair> pairs = from.pairs.value_or(Span<const Pair>());
        query.pairs = pairs.data();
        query.pair_count = pairs.size();
        query.within = from.within.of_all();
        query.within_per_row = from.within.per_row();
        if (!from.within.has_rows(rows)) problem = "the length of query.within is not the number of rows";
        if (!from.each && !from.pairs) problem = "a query about shapes needs pairs, or each = true";
    }

    ShapeQueryInC(const ShapeQueryInC &) = delete;
    ShapeQueryInC &operator=(const ShapeQueryInC &) = delete;
};

}  // namespace detail
}  // namespace OCTOSAT_MODE
}  // namespace octosat

#endif
