// Contacts of boxes: lists of manifolds, the contact cache, and covered faces.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef OCTOSAT_CONTACTS_HPP
#define OCTOSAT_CONTACTS_HPP

#include "queries.hpp"

#include <vector>

namespace octosat {
inline namespace OCTOSAT_MODE {

using Manifold = OctosatManifold;
using ContactPoint = OctosatPoint;
using SurfacePoints = OctosatSurfacePoints;
using Event = OctosatEvent;
using CoveredRectangle = OctosatCoveredRectangle;

/// The faces of boxes that neighbors cover, so that no contact normal leaves them.
class CoveredFaces : public detail::Handle<OctosatCovered, octosat_covered_destroy> {
  public:
    /// No covered faces of no boxes.
    CoveredFaces() : Handle(octosat_covered_create()) {}

    /// Finds the faces that other boxes of the list cover, to within `tolerance` meters.
    bool find(const Boxes &boxes, float tolerance, OctosatError *error = nullptr) {
        detail::Call call(error);
        return call.done(octosat_covered_find(get(), boxes.get(), tolerance, call.error()));
    }

    /// Sets a mask per box, and the rectangles of faces that are covered in part.
    bool set_parts(Span<const std::uint8_t> masks, Span<const CoveredRectangle> rectangles,
                   OctosatError *error = nullptr) {
        detail::Call call(error);
        const OctosatCoveredList parts = {masks.data(), masks.size(), rectangles.data(), rectangles.size()};
        return call.done(octosat_covered_of_parts(get(), &parts, call.error()));
    }

    /// A mask of faces per box.
    Span<const std::uint8_t> masks() const {
        const OctosatCoveredList found = list();
        return {found.masks, found.count};
    }

    /// The rectangles of faces that are covered in part.
    Span<const CoveredRectangle> rectangles() const {
        const OctosatCoveredList found = list();
        return {found.rectangles, found.rectangle_count};
    }

  private:
    OctosatCoveredList list() const {
        detail::Call call(nullptr);
        OctosatCoveredList found = {};
        call.done(octosat_covered_list(get(), &found, call.error()));
        return found;
    }
};

/// Where boxes touch.
struct Contacts {
    Query query = {};
    /// The largest number of points of a manifold: 4 or 8.
    std::uint32_t limit = 4;
    OctosatOrigin origin = OCTOSAT_ORIGIN_WORLD;
    /// Whether points on the surfaces of both boxes are reported, too.
    bool surfaces = false;
    const CoveredFaces *covered = nullptr;
    const CoveredFaces *covered_of_b = nullptr;
};

/// The contacts of a list of pairs: spans of arrays of a `Manifolds` or a `ContactCache`, until its next change.
struct ManifoldList {
    Span<const Pair> pairs = {};
    /// One per pair.
    Span<const Manifold> manifolds = {};
    /// The rows that have points.
    Span<const std::uint32_t> touching_rows = {};
    /// Places for points; see `points_of`.
    Span<const ContactPoint> points = {};
    /// At the same places, if they are required.
    Span<const SurfacePoints> surfaces = {};

    ManifoldList() noexcept = default;
    explicit ManifoldList(const OctosatManifoldList &list) noexcept
        : pairs(list.pairs, list.pair_count),
          manifolds(list.manifolds, list.pair_count),
          touching_rows(list.touching_rows, list.touching_count),
          points(list.points, list.place_count),
          surfaces(list.surfaces, list.surfaces ? list.place_count : 0) {}

    /// The points of a row.
    Span<const ContactPoint> points_of(std::size_t row) const {
        return {points.data() + manifolds[row].first, manifolds[row].len};
    }
};

/// Memory for the contacts of `Engine::manifolds`, used again by later calls.
class Manifolds : public detail::Handle<OctosatManifolds, octosat_manifolds_destroy> {
  public:
    explicit Manifolds(OctosatError *error = nullptr) : Manifolds(detail::Call(error)) {}

  private:
    explicit Manifolds(detail::Call &&call) : Handle(call.made(octosat_manifolds_create(call.error()))) {}
};

/// The contacts of this frame and of the last one, and which continues which.
class ContactCache : public detail::Handle<OctosatCache, octosat_cache_destroy> {
  public:
    explicit ContactCache(OctosatError *error = nullptr) : ContactCache(detail::Call(error)) {}

    /// A cache whose frame has these contacts; see `octosat_cache_from_parts`.
    static ContactCache from_parts(const ManifoldList &parts, OctosatError *error = nullptr) {
        detail::Call call(error);
        const std::size_t places = parts.points.size();
        if (parts.manifolds.size() != parts.pairs.size() ||
            (!parts.surfaces.empty() && parts.surfaces.size() != places)) {
            call.fail(OCTOSAT_BAD_LENGTH, "the lists of contacts have different lengths");
            return ContactCache(static_cast<OctosatCache *>(nullptr));
        }
        OctosatManifoldList in_c = {};
        in_c.pairs = parts.pairs.data();
        in_c.manifolds = parts.manifolds.data();
        in_c.pair_count = parts.pairs.size();
        in_c.points = parts.points.data();
        in_c.place_count = places;
        in_c.surfaces = parts.surfaces.empty() ? nullptr : parts.surfaces.data();
        return ContactCache(call.made(octosat_cache_from_parts(&in_c, call.error())));
    }

    /// A copy that goes on like this cache, for rollback.
    ContactCache copy(OctosatError *error = nullptr) const {
        detail::Call call(error);
        return ContactCache(call.made(octosat_cache_copy(get(), call.error())));
    }

    /// Makes the next call of `Engine::manifolds_cached` begin a new frame.
    bool next_frame(OctosatError *error = nullptr) {
        detail::Call call(error);
        return call.done(octosat_cache_next_frame(get(), call.error()));
    }

    /// The contacts of this frame.
    ManifoldList manifolds(OctosatError *error = nullptr) const { return list(octosat_cache_manifolds, error); }

    /// The contacts of the last frame.
    ManifoldList last_manifolds(OctosatError *error = nullptr) const {
        return list(octosat_cache_last_manifolds, error);
    }

    /// For each place of a point: that of its predecessor, or `OCTOSAT_NEW_POINT`.
    bool fill_predecessors(Rows<std::uint32_t> out, OctosatError *error = nullptr) {
        detail::Call call(error);
        return call.done(out.fill(get() ? manifolds().points.size() : 0, [&](Span<std::uint32_t> rows) {
            return octosat_cache_fill_predecessors(get(), rows.data(), rows.size(), call.error());
        }));
    }

    /// For each of this frame's `touching_rows`: the row of the last frame that it continues, or `OCTOSAT_NO_ROW`.
    bool fill_last_rows(Rows<std::uint32_t> out, OctosatError *error = nullptr) {
        detail::Call call(error);
        return call.done(out.fill(get() ? manifolds().touching_rows.size() : 0, [&](Span<std::uint32_t> rows) {
            return octosat_cache_fill_last_rows(get(), rows.data(), rows.size(), call.error());
        }));
    }

    /// The pairs whose contacts began in this frame.
    std::vector<Event> began(OctosatError *error = nullptr) { return events(octosat_cache_began, error); }

    /// The pairs whose contacts ended in this frame.
    std::vector<Event> ended(OctosatError *error = nullptr) { return events(octosat_cache_ended, error); }

    /// Makes all pairs of a box new in the next frame.
    bool forget_box(OctosatSide side, std::uint32_t index, OctosatError *error = nullptr) {
        detail::Call call(error);
        return call.done(octosat_cache_forget_box(get(), side, index, call.error()));
    }

    /// Makes a pair new in the next frame.
    bool forget_pair(Pair pair, OctosatError *error = nullptr) {
        detail::Call call(error);
        return call.done(octosat_cache_forget_pair(get(), pair.a, pair.b, call.error()));
    }

    /// Notes that a box was removed, and that the last one got its index.
    bool swap_remove(OctosatSide side, std::uint32_t index, std::uint32_t last, OctosatError *error = nullptr) {
        detail::Call call(error);
        return call.done(octosat_cache_swap_remove(get(), side, index, last, call.error()));
    }

    /// Gives box k the index `new_numbers[k]`, or removes it if that is `UINT32_MAX`.
    bool renumber_boxes(OctosatSide side, Span<const std::uint32_t> new_numbers, OctosatError *error = nullptr) {
        detail::Call call(error);
        return call.done(
            octosat_cache_renumber_boxes(get(), side, new_numbers.data(), new_numbers.size(), call.error()));
    }

    /// Removes all contacts.
    bool clear(OctosatError *error = nullptr) {
        detail::Call call(error);
        return call.done(octosat_cache_clear(get(), call.error()));
    }

  private:
    explicit ContactCache(OctosatCache *cache) noexcept : Handle(cache) {}
    explicit ContactCache(detail::Call &&call) : Handle(call.made(octosat_cache_create(call.error()))) {}

    template <typename Function>
    ManifoldList list(Function function, OctosatError *error) const {
        detail::Call call(error);
        OctosatManifoldList found = {};
        call.done(function(get(), &found, call.error()));
        return ManifoldList(found);
    }

    template <typename Function>
    std::vector<Event> events(Function function, OctosatError *error) {
        detail::Call call(error);
        std::size_t count = 0;
        if (!call.done(function(get(), nullptr, 0, &count, call.error()))) return {};
        std::vector<Event> found(count);
        call.done(function(get(), found.data(), count, &count, call.error()));
        return found;
    }
};

namespace detail {

/// A question about contacts in the layout of the C interface.
struct ContactsInC {
    QueryInC query;
    OctosatContacts contacts = OCTOSAT_CONTACTS_DEFAULTS;

    explicit ContactsInC(const Contacts &from) : query(from.query) {
        contacts.query = &query.query;
        contacts.limit = from.limit;
        contacts.origin = from.origin;
        contacts.surfaces = from.surfaces ? 1 : 0;
        contacts.covered = handle_of(from.covered);
        contacts.covered_of_b = handle_of(from.covered_of_b);
    }
};

}  // namespace detail
}  // namespace OCTOSAT_MODE
}  // namespace octosat

#endif
