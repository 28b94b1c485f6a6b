// All pairs of two lists, without a list of pairs, and suppression.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef OCTOSAT_PRODUCTS_HPP
#define OCTOSAT_PRODUCTS_HPP

#include "shapes.hpp"

namespace octosat {
inline namespace OCTOSAT_MODE {

/// All pairs of a box of one list and a box of another.
struct AllPairs {
    const Boxes *boxes = nullptr;
    /// The boxes b. Null: each pair of `boxes` is listed once.
    const Boxes *others = nullptr;
    /// The least IoU of the pairs that `iou_above` lists; else zero.
    float least = 0.0f;
};

/// All pairs of a rectangle of one list and a rectangle of another.
struct RectangleAllPairs {
    const Rectangles *rectangles = nullptr;
    /// The rectangles b. Null: each pair of `rectangles` is listed once.
    const Rectangles *others = nullptr;
    /// The least IoU of the pairs that `iou_above` lists; else zero.
    float least = 0.0f;
};

/// Boxes with scores, of which the best are kept.
struct Suppression {
    const Boxes *boxes = nullptr;
    Span<const float> scores = {};
    /// The most that the IoU of two kept boxes may be.
    float most = 0.0f;
    /// Only boxes of one class suppress each other; empty: all are of one.
    Span<const std::uint32_t> classes = {};
};

/// Rectangles with scores, of which the best are kept.
struct RectangleSuppression {
    const Rectangles *rectangles = nullptr;
    Span<const float> scores = {};
    /// The most that the IoU of two kept rectangles may be.
    float most = 0.0f;
    /// Only rectangles of one class suppress each other; empty: all are of one.
    Span<const std::uint32_t> classes = {};
};

namespace detail {

/// The number of boxes or rectangles; 0 for null.
template <typename L>
std::size_t size_of(const L *list) noexcept {
    return list ? list->size() : 0;
}

/// The number of values of a matrix.
template <typename L>
std::size_t matrix_size(const L *list, const L *others) noexcept {
    return size_of(list) * size_of(others ? others : list);
}

inline OctosatAllPairs in_c(const AllPairs &from) noexcept {
    OctosatAllPairs in_c = OCTOSAT_ALL_PAIRS_DEFAULTS;
    in_c.least = from.least;
    in_c.boxes = handle_of(from.boxes);
    in_c.others = handle_of(from.others);
    return in_c;
}

inline OctosatRectangleAllPairs in_c(const RectangleAllPairs &from) noexcept {
    OctosatRectangleAllPairs in_c = OCTOSAT_RECTANGLE_ALL_PAIRS_DEFAULTS;
    in_c.least = from.least;
    in_c.rectangles = handle_of(from.rectangles);
    in_c.others = handle_of(from.others);
    return in_c;
}

/// Writes what suppressions of boxes and of rectangles share.
template <typename S, typename C>
C with_scores(const S &from, C in_c) noexcept {
    in_c.most = from.most;
    in_c.scores = from.scores.data();
    in_c.classes = from.classes.empty() ? nullptr : from.classes.data();
    in_c.count = from.scores.size();
    return in_c;
}

inline OctosatSuppression in_c(const Suppression &from) noexcept {
    OctosatSuppression in_c = OCTOSAT_SUPPRESSION_DEFAULTS;
    in_c.boxes = handle_of(from.boxes);
    return with_scores(from, in_c);
}

inline OctosatRectangleSuppression in_c(const RectangleSuppression &from) noexcept {
    OctosatRectangleSuppression in_c = OCTOSAT_RECTANGLE_SUPPRESSION_DEFAULTS;
    in_c.rectangles = handle_of(from.rectangles);
    return with_scores(from, in_c);
}

}  // namespace detail
}  // namespace OCTOSAT_MODE
}  // namespace octosat

#endif
