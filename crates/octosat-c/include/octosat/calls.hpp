// How the engine calls functions of the C interface.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef OCTOSAT_CALLS_HPP
#define OCTOSAT_CALLS_HPP

#include "contacts.hpp"
#include "products.hpp"
#include "rows.hpp"

#include <vector>

namespace octosat {
inline namespace OCTOSAT_MODE {
namespace detail {

/// Owns an engine, and calls functions that take it.
class Caller : public Handle<OctosatEngine, octosat_engine_destroy> {
  protected:
    explicit Caller(OctosatEngine *engine) noexcept : Handle(engine) {}

    /// Calls a function of the C interface, with this number of rows, unless there is a problem.
    template <typename Function, typename R, typename... Arguments>
    bool fill(Function function, const Rows<R> &out, std::size_t rows, const char *problem, OctosatError *error,
              Arguments... arguments) const {
        Call call(error);
        if (problem) return call.fail(OCTOSAT_BAD_LENGTH, problem);
        return call.done(out.fill(rows, [&](Span<R> room) {
            return function(get(), arguments..., room.data(), room.size(), call.error());
        }));
    }

    /// Replaces a list by what a function lists, which is called again if there are more rows than room.
    template <typename Function, typename R, typename... Arguments>
    bool listed(Function function, std::size_t room, std::vector<R> &out, OctosatError *error,
                Arguments... arguments) const {
        std::vector<R> rows(room);
        for (;;) {
            std::size_t found = 0;
            Call call(error);
            if (!call.done(function(get(), arguments..., rows.data(), rows.size(), &found, call.error()))) return false;
            const bool has_room = found <= rows.size();
            rows.resize(found);
            if (has_room) {
                out = std::move(rows);
                return true;
            }
        }
    }

    /// What a suppression keeps, for which room for all is enough.
    template <typename Function, typename S>
    bool kept(Function function, const S &asked, std::vector<std::uint32_t> &out, OctosatError *error) const {
        if (!asked.classes.empty() && asked.classes.size() != asked.scores.size()) {
            return Call(error).fail_lengths("classes", asked.classes.size(), "scores", asked.scores.size());
        }
        const auto in_c = detail::in_c(asked);
        return listed(function, asked.scores.size(), out, error, &in_c);
    }

    template <typename Function, typename R>
    bool pairs(Function function, const Query &query, const Rows<R> &out, OctosatError *error) const {
        const QueryInC in_c(query);
        return fill(function, out, query.pairs.size(), in_c.problem, error, &in_c.query);
    }

    template <typename Function, typename Holder>
    ManifoldList contact_list(Function function, const Contacts &contacts, Holder *holder,
                              OctosatError *error) const {
        Call call(error);
        const ContactsInC in_c(contacts);
        OctosatManifoldList found = {};
        if (in_c.query.problem) {
            call.fail(OCTOSAT_BAD_LENGTH, in_c.query.problem);
        } else {
            call.done(function(get(), &in_c.contacts, holder, &found, call.error()));
        }
        return ManifoldList(found);
    }

    template <typename Function, typename R>
    bool grouped(Function function, const Groups &groups, const Rows<R> &out, OctosatError *error) const {
        const QueryInC query(groups.query);
        const bool is_products = !groups.products.empty();
        const std::size_t count = is_products ? groups.products.size() : groups.bounds.size();
        const OctosatGroups in_c = {groups.bounds.data(), groups.products.data(), count};
        return fill(function, out, count, query.problem, error, &query.query, &in_c);
    }

    template <typename Function, typename S, typename R>
    bool of_shapes(Function function, const ShapeQuery<S> &query, const Rows<R> &out, OctosatError *error) const {
        const ShapeQueryInC<S> in_c(query);
        return fill(function, out, in_c.rows, in_c.problem, error, &in_c.query, in_c.shapes);
    }

    template <typename Function, typename S>
    bool shape_casts(Function function, const ShapeCasts<S> &casts, const Rows<ShapeCast> &out,
                     OctosatError *error) const {
        const ShapeQueryInC<S> query(casts.query);
        OctosatCasts in_c = OCTOSAT_CASTS_DEFAULTS;
        in_c.shape_query = &query.query;
        casts.motions.write(in_c);
        in_c.stored_poses = casts.stored_poses ? 1 : 0;
        return fill(function, out, query.rows, query.problem, error, &in_c, query.shapes);
    }

    template <typename Function, typename R>
    bool of_rectangles(Function function, const RectangleQuery &query, const Rows<R> &out,
                       OctosatError *error) const {
        OctosatRectangleQuery in_c = OCTOSAT_RECTANGLE_QUERY_DEFAULTS;
        in_c.rectangles = handle_of(query.rectangles);
        in_c.pairs = query.pairs.data();
        in_c.pair_count = query.pairs.size();
        in_c.within = query.within.of_all();
        in_c.within_per_pair = query.within.per_row();
        in_c.others = handle_of(query.others);
        const bool fits = query.within.has_rows(query.pairs.size());
        const char *problem = fits ? nullptr : "the length of query.within is not the number of pairs";
        return fill(function, out, query.pairs.size(), problem, error, &in_c);
    }
};

}  // namespace detail
}  // namespace OCTOSAT_MODE
}  // namespace octosat

#endif
