// Robots: chains, worlds of obstacles, and the questions about them.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef OCTOSAT_CHAINS_HPP
#define OCTOSAT_CHAINS_HPP

#include "boxes.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace octosat {
inline namespace OCTOSAT_MODE {

namespace detail {

/// Whether C gets all of a text: it ends at the first zero. If not, ends the call.
inline bool is_whole(const std::string &text, Call &call) {
    return text.find('\0') == std::string::npos ||
           call.fail(OCTOSAT_BAD_ARGUMENT, "a text has a zero, at which it would end");
}

}  // namespace detail

/// A part of a link, or an obstacle.
struct Solid : OctosatSolid {
    Solid() noexcept : OctosatSolid() {}
    Solid(OctosatSolidKind kind_, const Vector &center_, const Rotation &rotation_, const Vector &sizes_) noexcept
        : OctosatSolid{kind_,
                       {center_[0], center_[1], center_[2]},
                       {rotation_[0], rotation_[1], rotation_[2], rotation_[3]},
                       {sizes_[0], sizes_[1], sizes_[2]},
                       nullptr,
                       0} {}

    /// The convex hull of points as seen from a pose, with all within a radius of it. The points are copied when a chain or a
    /// world takes the solid.
    static Solid hull(const Vector &center, const Rotation &rotation, const Vectors &points,
                      float radius = 0.0F) noexcept {
        Solid solid(OCTOSAT_SOLID_HULL, center, rotation, {radius, 0.0F, 0.0F});
        solid.points = points.data() == nullptr ? nullptr : points.data()[0];
        solid.point_count = points.size();
        return solid;
    }
};

/// Obstacles for chains: solids that are prepared once, and the points or voxels of a camera. A world of no solids is
/// `World({})`.
class World : public detail::Handle<OctosatWorld, octosat_world_destroy> {
  public:
    explicit World(Span<const Solid> obstacles, OctosatError *error = nullptr)
        : World(obstacles, detail::Call(error)) {}

    /// The number of obstacles: solids, points and voxels.
    std::size_t size() const noexcept { return octosat_world_count(get()); }

    /// Replaces the points or voxels by points of a radius, in meters; the solids stay as they are prepared.
    bool set_points(const Column &points, float radius, OctosatError *error = nullptr) {
        detail::Call call(error);
        return call.done(octosat_world_set_points(get(), points.size, points.in_c(), radius, call.error()));
    }

    /// Replaces the points or voxels by voxels: boxes of one size along the world's axes, by their centers.
    bool set_voxels(const Column &centers, const Vector &half_extents, OctosatError *error = nullptr) {
        detail::Call call(error);
        return call.done(
            octosat_world_set_voxels(get(), centers.size, centers.in_c(), half_extents.get(), call.error()));
    }

  private:
    World(Span<const Solid> obstacles, detail::Call &&call)
        : Handle(call.made(octosat_world_create(obstacles.data(), obstacles.size(), call.error()))) {}
};

/// How a link is moved as seen from the link before.
struct Joint {
    std::string name = {};
    OctosatJointKind kind = OCTOSAT_JOINT_FIXED;
    DoubleVector axis = {0.0, 0.0, 1.0};
    /// Where the joint is as seen from the link before.
    DoubleVector translation = {0.0, 0.0, 0.0};
    DoubleRotation rotation = {0.0, 0.0, 0.0, 1.0};
    /// The least and the greatest value, in radians or meters.
    std::optional<std::array<double, 2>> limits = {};
    /// The name of the joint that this one follows; empty: none.
    std::string mimic = {};
    double mimic_ratio = 1.0;
    double mimic_offset = 0.0;
};

/// The solids of a link, instead of those of its robot description.
struct LinkSolids {
    std::string link = {};
    Span<const Solid> solids = {};
};

/// How collision meshes are read.
struct Meshes {
    /// The folder below which the files are: `package://` is this folder.
    std::string folder;
    /// How far a hull may reach beyond the convex hull of its mesh, in meters.
    double tolerance = 0.0005;
    /// Into how many parts a mesh is cut at most; each part becomes a hull.
    std::size_t parts = 1;

    explicit Meshes(std::string folder_) : folder(std::move(folder_)) {}
};

/// A robot: links that joints connect, and the solids of each link.
class Chain : public detail::Handle<OctosatChain, octosat_chain_destroy> {
  public:
    /// A chain of one link, the base.
    explicit Chain(const std::string &base, OctosatError *error = nullptr) : Chain(base, detail::Call(error)) {}

    /// Reads the text of a robot description; `given` has the solids of links with a mesh.
    static Chain from_urdf(const std::string &urdf, Span<const LinkSolids> given = {},
                           OctosatError *error = nullptr) {
        detail::Call call(error);
        std::vector<OctosatLinkSolids> in_c;
        if (!are_whole(urdf, given, in_c, call)) return Chain(static_cast<OctosatChain *>(nullptr));
        return Chain(call.made(octosat_chain_from_urdf(urdf.c_str(), in_c.data(), in_c.size(), call.error())));
    }

    /// Reads the text of a robot description, with the meshes of links without given solids as hulls.
    static Chain from_urdf(const std::string &urdf, const Meshes &meshes, Span<const LinkSolids> given = {},
                           OctosatError *error = nullptr) {
        detail::Call call(error);
        std::vector<OctosatLinkSolids> in_c;
        if (!are_whole(urdf, given, in_c, call) || !detail::is_whole(meshes.folder, call))
            return Chain(static_cast<OctosatChain *>(nullptr));
        OctosatMeshes read = OCTOSAT_MESHES_DEFAULTS;
        read.folder = meshes.folder.c_str();
        read.tolerance = meshes.tolerance;
        read.parts = meshes.parts;
        return Chain(call.made(octosat_chain_from_urdf_with_meshes(urdf.c_str(), in_c.data(), in_c.size(), &read,
                                                                   call.error())));
    }

    /// Adds a link, which a joint moves as seen from the link `parent`, and returns its index; `SIZE_MAX`
    /// after an error.
    std::size_t add_link(const std::string &name, std::size_t parent, const Joint &joint,
                         OctosatError *error = nullptr) {
        detail::Call call(error);
        for (const std::string *text : {&name, &joint.name, &joint.mimic})
            if (!detail::is_whole(*text, call)) return SIZE_MAX;
        OctosatJoint in_c = OCTOSAT_JOINT_DEFAULTS;
        in_c.kind = joint.kind;
        in_c.has_limits = joint.limits ? 1 : 0;
        in_c.name = joint.name.c_str();
        in_c.mimic = joint.mimic.empty() ? nullptr : joint.mimic.c_str();
        for (std::size_t k = 0; k < 3; ++k) in_c.axis[k] = joint.axis[k];
        for (std::size_t k = 0; k < 3; ++k) in_c.translation[k] = joint.translation[k];
        for (std::size_t k = 0; k < 4; ++k) in_c.rotation[k] = joint.rotation[k];
        for (std::size_t k = 0; k < 2 && joint.limits; ++k) in_c.limits[k] = (*joint.limits)[k];
        in_c.mimic_ratio = joint.mimic_ratio;
        in_c.mimic_offset = joint.mimic_offset;
        const std::size_t index = links();
        const bool is_done = call.done(octosat_chain_add_link(get(), name.c_str(), parent, &in_c, call.error()));
        return is_done ? index : SIZE_MAX;
    }

    /// Attaches solids to a link as parts of it, and returns the index of the first one; `SIZE_MAX` after an error.
    std::size_t attach(std::size_t link, Span<const Solid> attached, OctosatError *error = nullptr) {
        detail::Call call(error);
        const std::size_t index = solids();
        const bool is_done =
            call.done(octosat_chain_attach(get(), link, attached.data(), attached.size(), call.error()));
        return is_done ? index : SIZE_MAX;
    }

    /// Attaches solids that a link holds, which have pairs with all other links but those in `touching`, and returns
    /// the index of the first one; `SIZE_MAX` after an error.
    std::size_t hold(std::size_t link, Span<const Solid> held, Span<const std::size_t> touching = {},
                     OctosatError *error = nullptr) {
        detail::Call call(error);
        const std::size_t index = solids();
        const bool is_done = call.done(octosat_chain_hold(get(), link, held.data(), held.size(), touching.data(),
                                                          touching.size(), call.error()));
        return is_done ? index : SIZE_MAX;
    }

    /// Keeps the first solids, and removes those that were attached after them.
    bool truncate(std::size_t kept, OctosatError *error = nullptr) {
        detail::Call call(error);
        return call.done(octosat_chain_truncate(get(), kept, call.error()));
    }

    /// Two links may touch.
    bool allow(std::size_t link, std::size_t other, OctosatError *error = nullptr) {
        detail::Call call(error);
        return call.done(octosat_chain_allow(get(), link, other, call.error()));
    }

    /// A link may touch these obstacles of a world.
    bool allow_obstacles(std::size_t link, Span<const std::uint32_t> obstacles, OctosatError *error = nullptr) {
        detail::Call call(error);
        return call.done(
            octosat_chain_allow_obstacles(get(), link, obstacles.data(), obstacles.size(), call.error()));
    }

    /// Takes back that two links may touch.
    bool forbid(std::size_t link, std::size_t other, OctosatError *error = nullptr) {
        detail::Call call(error);
        return call.done(octosat_chain_forbid(get(), link, other, call.error()));
    }

    /// Takes back that a link may touch these obstacles.
    bool forbid_obstacles(std::size_t link, Span<const std::uint32_t> obstacles, OctosatError *error = nullptr) {
        detail::Call call(error);
        return call.done(
            octosat_chain_forbid_obstacles(get(), link, obstacles.data(), obstacles.size(), call.error()));
    }

    /// Links may touch each other as a semantic description lists them. Pairs with a name that is no link are skipped: see
    /// `unknown_name`.
    bool allow_from_srdf(const std::string &srdf, OctosatError *error = nullptr) {
        detail::Call call(error);
        return detail::is_whole(srdf, call) &&
               call.done(octosat_chain_allow_from_srdf(get(), srdf.c_str(), call.error()));
    }

    /// One of the names of the last semantic description that are no links, or null if there are no more.
    const char *unknown_name(std::size_t number) const noexcept { return octosat_chain_unknown_name(get(), number); }

    /// The number of joint values of a configuration.
    std::size_t values() const noexcept { return octosat_chain_counts(get()).values; }
    /// The number of links.
    std::size_t links() const noexcept { return octosat_chain_counts(get()).links; }
    /// The number of solids.
    std::size_t solids() const noexcept { return octosat_chain_counts(get()).solids; }
    /// The number of pairs of solids of two links.
    std::size_t pairs() const noexcept { return octosat_chain_counts(get()).pairs; }

    /// The name of the joint of a value, or null; it is valid until the chain changes.
    const char *joint_name(std::size_t value) const noexcept { return octosat_chain_joint_name(get(), value); }
    /// The name of a link, or null.
    const char *link_name(std::size_t link) const noexcept { return octosat_chain_link_name(get(), link); }

    /// The least and the greatest value of each joint value; infinite without limits.
    bool joint_limits(Rows<std::array<double, 2>> out, OctosatError *error = nullptr) const {
        detail::Call call(error);
        return call.done(out.fill(values(), [&](Span<std::array<double, 2>> rows) {
            auto *first = reinterpret_cast<double(*)[2]>(rows.data());
            return octosat_chain_limits(get(), first, rows.size(), call.error());
        }));
    }

  private:
    explicit Chain(OctosatChain *chain) noexcept : Handle(chain) {}

    /// Whether C gets all texts of a description. Adds the solids as C takes them.
    static bool are_whole(const std::string &urdf, Span<const LinkSolids> given,
                          std::vector<OctosatLinkSolids> &in_c, detail::Call &call) {
        bool is_whole = detail::is_whole(urdf, call);
        for (const LinkSolids &of : given) {
            is_whole = is_whole && detail::is_whole(of.link, call);
            in_c.push_back({of.link.c_str(), of.solids.data(), of.solids.size()});
        }
        return is_whole;
    }

    Chain(const std::string &base, detail::Call &&call)
        : Handle(detail::is_whole(base, call) ? call.made(octosat_chain_create(base.c_str(), call.error()))
                                              : nullptr) {}
};

/// Configurations of a chain, in a world or alone.
struct Configurations {
    const Chain *chain = nullptr;
    /// The joint values, configuration after configuration.
    Span<const float> joints = {};
    const World *world = nullptr;
    /// Whether pairs of links count.
    bool links = true;
    /// By how much least clearances may be less than the least ones, in meters.
    float tolerance = 0.0f;
    /// How near obstacles and links may come to links, in meters.
    float within = 0.0f;
    /// The same for each link instead, if it is not empty. A pair of links keeps the larger one of both.
    Span<const float> within_per_link = {};
    /// How near links may come to each other instead, in meters.
    std::optional<float> between_links = {};

    /// How many there are.
    std::size_t size() const noexcept {
        const std::size_t values = chain ? chain->values() : 0;
        if (!values) return chain ? 1 : 0; // of zero values
        return joints.size() / values;
    }
};

/// Straight motions from configurations to others.
struct JointMotions {
    Configurations starts = {};
    Span<const float> ends = {};
    /// Parts that move no point by more than this, in meters, are undecided if they are not proven free.
    float tolerance = 1e-4f;
    /// How closely the first time is looked for at which a pair touches, in meters; zero: it is not.
    float hit_tolerance = 0.0f;
};

/// Points of a camera, and one configuration of a chain: which of them are on the chain itself, or within its padding?
struct OwnPoints {
    Configurations configuration = {};
    Vectors points = {};
};

/// Boxes among the obstacles of a world, without a list of pairs.
struct BoxesAmong {
    const Boxes *boxes = nullptr;
    const World *world = nullptr;
    /// The number of boxes of a group, such as those of a configuration.
    std::uint32_t per_group = 1;
    /// How far boxes and obstacles may be apart in meters and still count, except for least clearances.
    float within = 0.0f;
    /// By how much least clearances may be less than the least ones, in meters.
    float tolerance = 0.0f;

    BoxesAmong(const Boxes &of, const World &among) noexcept : boxes(&of), world(&among) {}

    /// The number of groups.
    std::size_t size() const noexcept { return per_group == 0 ? 0 : boxes->size() / per_group; }
};

namespace detail {

inline OctosatBoxesAmong in_c(const BoxesAmong &from) noexcept {
    OctosatBoxesAmong in_c = OCTOSAT_BOXES_AMONG_DEFAULTS;
    in_c.per_group = from.per_group;
    in_c.within = from.within;
    in_c.tolerance = from.tolerance;
    in_c.boxes = from.boxes->get();
    in_c.world = from.world->get();
    return in_c;
}

inline OctosatConfigurations in_c(const Configurations &from) noexcept {
    OctosatConfigurations made = OCTOSAT_CONFIGURATIONS_DEFAULTS;
    made.chain = handle_of(from.chain);
    made.world = handle_of(from.world);
    made.links = from.links ? 1 : 0;
    made.joints = from.joints.data();
    made.joint_count = from.joints.size();
    made.tolerance = from.tolerance;
    made.within = from.within;
    made.within_count = from.within_per_link.size();
    made.within_per_link = made.within_count ? from.within_per_link.data() : nullptr;
    made.has_between_links = from.between_links.has_value();
    made.between_links = from.between_links.value_or(0.0f);
    return made;
}

}  // namespace detail
}  // namespace OCTOSAT_MODE
}  // namespace octosat

#endif
