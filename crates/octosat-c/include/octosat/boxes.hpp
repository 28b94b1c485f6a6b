// Lists of boxes and of rectangles.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef OCTOSAT_BOXES_HPP
#define OCTOSAT_BOXES_HPP

#include "handle.hpp"
#include "vector.hpp"

namespace octosat {
inline namespace OCTOSAT_MODE {

/// A box of `Boxes::insert` and `Boxes::at`.
struct Box : OctosatBox {
    Box() noexcept : OctosatBox() {}
    Box(const Vector &center_, const Rotation &rotation_, const Vector &half_extents_) noexcept
        : OctosatBox{{center_[0], center_[1], center_[2]},
                     {rotation_[0], rotation_[1], rotation_[2], rotation_[3]},
                     {half_extents_[0], half_extents_[1], half_extents_[2]}} {}
};

/// The poses of boxes: a center and a rotation each, or matrices as centers and no rotations.
struct Poses {
    Column centers;
    Column rotations = {};
    /// Is subtracted from centers before they are rounded to floats.
    DoubleVector origin = {};

    OctosatPoses in_c() const noexcept {
        return {centers.in_c(), rotations.in_c(), {origin[0], origin[1], origin[2]}};
    }

    /// Whether both columns have as many rows as another one; otherwise ends the call.
    bool have_rows(std::size_t rows, const char *other, detail::Call &call) const {
        if (centers.size != rows) return call.fail_lengths("centers", centers.size, other, rows);
        return !rotations.data || rotations.size == rows ||
               call.fail_lengths("rotations", rotations.size, other, rows);
    }
};

/// A list of boxes, numbered from 0.
class Boxes : public detail::Handle<OctosatBoxes, octosat_boxes_destroy> {
  public:
    Boxes() : Handle(octosat_boxes_create()) {}

    /// The number of boxes.
    std::size_t size() const noexcept { return octosat_boxes_count(get()); }

    /// Replaces all boxes by copies.
    bool assign(const Poses &poses, const Column &half_extents, OctosatError *error = nullptr) {
        detail::Call call(error);
        if (!poses.have_rows(half_extents.size, "half_extents", call)) return false;
        const OctosatPoses in_c = poses.in_c();
        return call.done(
            octosat_boxes_assign(get(), half_extents.size, &in_c, half_extents.in_c(), call.error()));
    }

    /// Replaces all boxes by columns of floats that queries read in place. Checks the values: call it again after they
    /// change, and after a container has grown, shrunk or moved. The origin of lent poses is zero.
    bool lend(const Poses &poses, const Column &half_extents, OctosatError *error = nullptr) {
        return lend_columns(poses, half_extents, 0, error);
    }

    /// As `lend`, but does not look at the values.
    bool lend_unchecked(const Poses &poses, const Column &half_extents, OctosatError *error = nullptr) {
        return lend_columns(poses, half_extents, 1, error);
    }

    /// Moves all boxes.
    bool set_poses(const Poses &poses, OctosatError *error = nullptr) {
        detail::Call call(error);
        if (!poses.have_rows(poses.centers.size, "centers", call)) return false;
        const OctosatPoses in_c = poses.in_c();
        return call.done(octosat_boxes_set_poses(get(), poses.centers.size, &in_c, call.error()));
    }

    /// Moves some boxes: row k of the poses is for box `indices[k]`.
    bool set_poses_of(Span<const std::uint32_t> indices, const Poses &poses, OctosatError *error = nullptr) {
        detail::Call call(error);
        if (!poses.have_rows(indices.size(), "indices", call)) return false;
        const OctosatPoses in_c = poses.in_c();
        return call.done(
            octosat_boxes_set_poses_of(get(), indices.data(), indices.size(), &in_c, call.error()));
    }

    /// Appends a box, and returns its index; `UINT32_MAX` after an error.
    std::uint32_t insert(const Box &inserted, OctosatError *error = nullptr) {
        detail::Call call(error);
        std::uint32_t index = UINT32_MAX;
        call.done(octosat_boxes_insert(get(), &inserted, &index, call.error()));
        return index;
    }

    /// Removes a box; the last one gets its index.
    bool swap_remove(std::uint32_t index, OctosatError *error = nullptr) {
        detail::Call call(error);
        return call.done(octosat_boxes_swap_remove(get(), index, call.error()));
    }

    /// Changes the half extents of a box.
    bool set_half_extents(std::uint32_t index, const Vector &half_extents, OctosatError *error = nullptr) {
        detail::Call call(error);
        return call.done(octosat_boxes_set_half_extents(get(), index, half_extents.get(), call.error()));
    }

    /// A box, as queries read it.
    Box at(std::uint32_t index, OctosatError *error = nullptr) const {
        detail::Call call(error);
        Box found = {};
        call.done(octosat_boxes_get(get(), index, &found, call.error()));
        return found;
    }

  private:
    bool lend_columns(const Poses &poses, const Column &half_extents, std::uint32_t unchecked, OctosatError *error) {
        detail::Call call(error);
        octosat_boxes_lend(get(), 0, nullptr, 0, nullptr); // nothing stays lent if this call fails
        if (poses.origin[0] != 0.0 || poses.origin[1] != 0.0 || poses.origin[2] != 0.0) {
            return call.fail(OCTOSAT_BAD_ARGUMENT, "lent boxes are read in place: their origin must be zero");
        }
        const std::size_t rows = half_extents.size;
        if (!poses.have_rows(rows, "half_extents", call)) return false;
        const OctosatBoxColumns in_c = {poses.centers.in_c(), poses.rotations.in_c(), half_extents.in_c()};
        return call.done(octosat_boxes_lend(get(), rows, &in_c, unchecked, call.error()));
    }
};

/// A list of rectangles in the plane: a center x, y, and cosine and sine of the angle.
class Rectangles : public detail::Handle<OctosatRectangles, octosat_rectangles_destroy> {
  public:
    Rectangles() : Handle(octosat_rectangles_create()) {}

    /// The number of rectangles.
    std::size_t size() const noexcept { return octosat_rectangles_count(get()); }

    /// Replaces all rectangles by copies.
    bool assign(const Poses &poses, const Column &half_extents, OctosatError *error = nullptr) {
        detail::Call call(error);
        if (!poses.have_rows(half_extents.size, "half_extents", call)) return false;
        const OctosatPoses in_c = poses.in_c();
        return call.done(
            octosat_rectangles_assign(get(), half_extents.size, &in_c, half_extents.in_c(), call.error()));
    }

    /// Moves all rectangles.
    bool set_poses(const Poses &poses, OctosatError *error = nullptr) {
        detail::Call call(error);
        if (!poses.have_rows(poses.centers.size, "centers", call)) return false;
        const OctosatPoses in_c = poses.in_c();
        return call.done(octosat_rectangles_set_poses(get(), poses.centers.size, &in_c, call.error()));
    }
};

}  // namespace OCTOSAT_MODE
}  // namespace octosat

#endif
