// Queries: plain structures with defaults, and how they are passed to the C interface.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef OCTOSAT_QUERIES_HPP
#define OCTOSAT_QUERIES_HPP

#include "boxes.hpp"

namespace octosat {
inline namespace OCTOSAT_MODE {

using Pair = OctosatPair;
using Product = OctosatProduct;

/// One length for all rows, or one per row, in meters.
class Length {
  public:
    Length() noexcept = default;
    Length(float of_all) noexcept : of_all_(of_all) {}

    template <typename C, typename = std::enable_if_t<std::is_convertible<C &, Span<const float>>::value>>
    Length(C &per_row) : per_row_(per_row), is_per_row_(true) {}

    float of_all() const noexcept { return of_all_; }
    const float *per_row() const noexcept { return per_row_.data(); }
    bool has_rows(std::size_t rows) const noexcept { return !is_per_row_ || per_row_.size() == rows; }

  private:
    float of_all_ = 0.0f;
    Span<const float> per_row_;
    bool is_per_row_ = false;
};

/// How far boxes or shapes move during a step, in meters.
class Motions {
  public:
    /// The same for all pairs: how far every b moves as seen from a.
    static Motions uniform(const Vector &motion) { return Motions(2, {}, {}, motion); }
    /// Of each pair: how far b moves as seen from a.
    static Motions per_pair(Vectors motions) { return Motions(0, motions, {}, {}); }
    /// Of each box or shape of the only list, or of both lists.
    static Motions per_box(Vectors motions, Vectors of_b = {}) { return Motions(1, motions, of_b, {}); }

    Motions() noexcept = default;

    /// Writes them to a structure of the C interface, which refers to this object from then on.
    template <typename C>
    void write(C &in_c) const {
        in_c.per_box = kind_;
        in_c.motions = kind_ == 2 ? &uniform_.get() : motions_.data();
        in_c.motion_count = kind_ == 2 ? 1 : motions_.size();
        in_c.motions_of_b = of_b_.data();
        in_c.motion_count_of_b = of_b_.size();
    }

  private:
    Motions(std::uint32_t kind, Vectors motions, Vectors of_b, const Vector &uniform)
        : kind_(kind), motions_(motions), of_b_(of_b), uniform_(uniform) {}

    std::uint32_t kind_ = 0;
    Vectors motions_;
    Vectors of_b_;
    Vector uniform_;
};

/// When boxes that move are looked at: with times and either motions, or the boxes at the end of the step.
struct Moved {
    Span<const float> times = {};
    Motions motions = {};
    const Boxes *ends = nullptr;
    const Boxes *ends_of_b = nullptr;
};

/// A query about pairs of boxes.
struct Query {
    const Boxes *boxes = nullptr;
    Span<const Pair> pairs = {};
    /// How far apart pairs may be that are answered, too.
    Length within = {};
    /// How much larger the boxes are on every side; negative: smaller.
    Length grown = {};
    /// The boxes b, if they are of another list.
    const Boxes *others = nullptr;
    const Moved *moved = nullptr;
};

/// A query about pairs of rectangles.
struct RectangleQuery {
    const Rectangles *rectangles = nullptr;
    Span<const Pair> pairs = {};
    Length within = {};
    const Rectangles *others = nullptr;
};

/// When boxes that move along straight lines touch.
struct Casts {
    Query query = {};
    Motions motions = {};
    /// Whether poses at the times are rounded to floats.
    bool stored_poses = false;
};

/// Until when boxes that move and turn are apart.
struct Impacts {
    Query query = {};
    /// The boxes at the end of the step: of the only list, or the boxes a.
    const Boxes *ends = nullptr;
    /// The boxes b at the end of the step; null: they rest.
    const Boxes *ends_of_b = nullptr;
    /// How far apart boxes may be at a hit, as a part of the least half extent.
    float tolerance = 0.01f;
    /// The most times at which a pair is looked at.
    std::uint32_t rounds = 64;
};

/// Groups of pairs: the bounds of the query's pairs, or products of ranges of boxes, then without pairs.
struct Groups {
    Query query = {};
    Span<const std::size_t> bounds = {};
    Span<const Product> products = {};
};

namespace detail {

/// A query in the layout of the C interface. It refers to itself and to the query, so it stays where it is.
struct QueryInC {
    OctosatQuery query = OCTOSAT_QUERY_DEFAULTS;
    OctosatMoved moved = OCTOSAT_MOVED_DEFAULTS;
    /// What is wrong with the lengths of lists, or null.
    const char *problem = nullptr;

    explicit QueryInC(const Query &from) {
        query.boxes = handle_of(from.boxes);
        query.pairs = from.pairs.data();
        query.pair_count = from.pairs.size();
        query.within = from.within.of_all();
        query.within_per_pair = from.within.per_row();
        query.grown = from.grown.of_all();
        query.grown_per_pair = from.grown.per_row();
        query.others = handle_of(from.others);
        if (from.moved) {
            moved.times = from.moved->times.data();
            moved.time_count = from.moved->times.size();
            from.moved->motions.write(moved);
            moved.ends = handle_of(from.moved->ends);
            moved.ends_of_b = handle_of(from.moved->ends_of_b);
            query.moved = &moved;
        }
        const std::size_t pairs = from.pairs.size();
        if (!from.within.has_rows(pairs)) problem = "the length of query.within is not the number of pairs";
        if (!from.grown.has_rows(pairs)) problem = "the length of query.grown is not the number of pairs";
    }

    QueryInC(const QueryInC &) = delete;
    QueryInC &operator=(const QueryInC &) = delete;
};

}  // namespace detail
}  // namespace OCTOSAT_MODE
}  // namespace octosat

#endif
