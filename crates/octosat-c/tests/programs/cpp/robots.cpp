// Robots: chains made link by link and read from descriptions, and all questions about them.
#include "check.hpp"

#include <cmath>
#include <cstring>

namespace {

const octosat::Engine engine;
const octosat::Solid POST[] = {{OCTOSAT_SOLID_CYLINDER, {0, 0.8f, 0}, {0, 0, 0, 1}, {0.1f, 1, 0}}};
const octosat::Solid ARM[] = {{OCTOSAT_SOLID_BOX, {0.5f, 0, 0}, {0, 0, 0, 1}, {0.5f, 0.1f, 0.1f}}};

octosat::Chain arm() {
    octosat::Chain chain("base");
    octosat::Joint shoulder;
    shoulder.name = "shoulder";
    shoulder.kind = OCTOSAT_JOINT_REVOLUTE;
    shoulder.limits = {{-3.0, 3.0}};
    CHECK(chain.add_link("upper arm", 0, shoulder) == 1 && chain.attach(1, ARM) == 0);
    return chain;
}

void chains_are_built() {
    octosat::Chain chain = arm();
    CHECK(chain.values() == 1 && chain.links() == 2 && chain.solids() == 1 && chain.pairs() == 0);
    CHECK(std::strcmp(chain.joint_name(0), "shoulder") == 0 && std::strcmp(chain.link_name(1), "upper arm") == 0);
    CHECK(chain.joint_name(1) == nullptr);
    std::vector<std::array<double, 2>> limits;
    CHECK(chain.joint_limits(limits) && limits.size() == 1 && limits[0][0] == -3.0 && limits[0][1] == 3.0);

    octosat::Joint follower;
    follower.name = "elbow";
    follower.kind = OCTOSAT_JOINT_REVOLUTE;
    follower.mimic = "shoulder";
    follower.mimic_ratio = -1.0;
    follower.translation = {1.0, 0.0, 0.0};
    CHECK(chain.add_link("lower arm", 1, follower) == 2 && chain.values() == 1);
    octosat::Joint wrist;
    wrist.name = "wrist";
    wrist.kind = OCTOSAT_JOINT_PRISMATIC;
    wrist.axis = {1.0, 0.0, 0.0};
    CHECK(chain.add_link("hand", 2, wrist) == 3 && chain.attach(3, ARM) == 1);
    CHECK(chain.values() == 2 && chain.pairs() == 1 && chain.allow(1, 3) && chain.pairs() == 0);
    CHECK(chain.forbid(3, 1) && chain.pairs() == 1);
    const float joints[] = {0.0f, 0.0f, 3.0f, 0.0f};
    octosat::Configurations configurations;
    configurations.chain = &chain;
    configurations.joints = joints;
    std::vector<octosat::LinkPair> pairs;
    CHECK(engine.link_pairs(configurations, pairs) && pairs.size() == 1 && pairs[0].samples == 2);
    CHECK(pairs[0].links[0] == 1 && pairs[0].links[1] == 3 && pairs[0].hits <= 2);
    CHECK(chain.allow(1, 3) && engine.link_pairs(configurations, pairs) && pairs.empty());
    CHECK(chain.truncate(1) && chain.solids() == 1);
    const std::size_t touching[] = {1};
    CHECK(chain.hold(2, ARM) == 1 && chain.pairs() == 1 && chain.hold(2, ARM, touching) == 2 && chain.pairs() == 1);
    CHECK(chain.truncate(1) && chain.pairs() == 0);
    CHECK(chain.joint_limits(limits) && std::isinf(limits[1][1]));

    OctosatError error;
    CHECK(!chain.allow_from_srdf("<robot", &error) && error.status == OCTOSAT_BAD_CHAIN && error.place == 1);
    wrist.name = "turn";
    CHECK(chain.add_link(std::string("a\0b", 3), 2, wrist, &error) == SIZE_MAX && error.status == OCTOSAT_BAD_ARGUMENT);
    CHECK(chain.links() == 4);
    CHECK(chain.allow_from_srdf("<robot name='arm'><disable_collisions link1='thumb' link2='hand'/></robot>"));
    CHECK(std::strcmp(chain.unknown_name(0), "thumb") == 0 && chain.unknown_name(1) == nullptr);
    CHECK(chain.allow_from_srdf("<robot name='arm'><disable_collisions link1='base' link2='hand'/></robot>"));
    CHECK(chain.unknown_name(0) == nullptr);
}

void motions_are_free_or_hit(const octosat::Chain &chain, const octosat::World &world) {
    const std::vector<float> from = {0.0f, 0.0f}, to = {0.5f, 3.0f};
    octosat::Configurations starts;
    starts.chain = &chain;
    starts.world = &world;
    starts.joints = from;
    std::vector<std::uint8_t> touching;
    CHECK(engine.any_overlap(starts, touching) && touching == std::vector<std::uint8_t>({0, 0}));
    std::vector<octosat::ChainClearance> clearances;
    CHECK(engine.least_clearances(starts, clearances) && clearances[1].clearance > 0.3f && clearances[1].obstacle == 0);
    octosat::JointMotions motions;
    motions.starts = starts;
    motions.ends = to;
    std::vector<octosat::JointMotion> found;
    CHECK(engine.joint_motions(motions, found) && found[0].state == OCTOSAT_JOINT_MOTION_FREE);
    CHECK(found[1].state == OCTOSAT_JOINT_MOTION_HIT && found[1].free_until > 0.4f);
    CHECK(found[1].obstacle == 0 && found[1].touches_at > found[1].free_until);
    const float until = found[1].free_until;
    motions.hit_tolerance = 1e-3f;
    CHECK(engine.joint_motions(motions, found) && found[1].touches_at < found[1].free_until + 1e-3f);
    motions.starts.within = 0.1f;
    motions.starts.between_links = 0.0f;
    CHECK(engine.joint_motions(motions, found) && found[1].free_until < until);
    motions.starts = starts;
    motions.ends = octosat::Span<const float>(to.data(), 1);
    OctosatError error;
    CHECK(!engine.joint_motions(motions, found, &error) && error.status == OCTOSAT_BAD_LENGTH);
    octosat::OwnPoints asked;
    asked.configuration = starts;
    asked.configuration.joints = octosat::Span<const float>(from.data(), 1);
    const std::vector<std::array<float, 3>> points = {{0.5f, 0.11f, 0}, {0.5f, 0.13f, 0}, {-0.5f, 0, 0}};
    asked.points = points;
    asked.configuration.within = 0.02f;
    CHECK(engine.overlaps(asked, touching) && touching == std::vector<std::uint8_t>({1, 0, 0}));
    const float lengths[] = {9, 0.05f};
    asked.configuration.within_per_link = lengths;
    CHECK(engine.overlaps(asked, touching) && touching == std::vector<std::uint8_t>({1, 1, 0}));
    asked.configuration = starts;
    CHECK(!engine.overlaps(asked, touching, &error) && error.status == OCTOSAT_BAD_LENGTH);
    octosat::Boxes boxes;
    CHECK(engine.poses(starts, boxes) && boxes.size() == 2 && boxes.at(0).center[0] == 0.5f);
}

void clouds_are_replaced(const octosat::Chain &chain) {
    octosat::World world{octosat::Span<const octosat::Solid>()};
    const std::vector<std::array<double, 3>> seen = {{0.5, 0.13, 0.0}, {0.5, 0.9, 0.0}};
    const float joints[] = {0.0f};
    octosat::Configurations configurations;
    configurations.chain = &chain;
    configurations.world = &world;
    configurations.joints = joints;
    std::vector<octosat::ChainClearance> least;
    CHECK(world.set_points(octosat::column(seen), 0.01f) && world.size() == 2);
    CHECK(engine.least_clearances(configurations, least) && least[0].obstacle == 0);
    CHECK(least[0].clearance > 0.0199f && least[0].clearance <= 0.02f);
    configurations.tolerance = 0.001f;
    CHECK(engine.least_clearances(configurations, least) && least[0].clearance > 0.0189f);
    CHECK(world.set_voxels(octosat::column(seen), {0.05f, 0.05f, 0.05f}) && world.size() == 2);
    std::vector<std::uint8_t> touching;
    CHECK(engine.any_overlap(configurations, touching) && touching[0] == 1);
    OctosatError error;
    CHECK(!world.set_points(octosat::column(seen), -1.0f, &error) && error.status == OCTOSAT_BAD_SHAPE);
    CHECK(world.set_points(octosat::Column(), 0.0f) && world.size() == 0);
    configurations.tolerance = -1.0f;
    CHECK(!engine.least_clearances(configurations, least, &error) && error.status == OCTOSAT_BAD_SETTING);
}

void boxes_ask_a_world(const octosat::World &world) {
    const octosat::Boxes boxes = boxes_of(floor_and_block());
    octosat::BoxesAmong asked(boxes, world);
    std::vector<std::uint8_t> touching;
    CHECK(engine.any_overlap(asked, touching) && touching == std::vector<std::uint8_t>({1, 0}));
    asked.within = 0.5f;
    std::vector<octosat::Pair> pairs;
    CHECK(engine.near_pairs(asked, pairs) && pairs.size() == 2 && pairs[1].a == 1 && pairs[1].b == 0);
    asked.per_group = 2;
    std::vector<octosat::ChainClearance> least;
    CHECK(engine.least_clearances(asked, least) && least.size() == 1 && least[0].obstacle == 0);
    asked.within = -1.0f;
    OctosatError error;
    CHECK(!engine.near_pairs(asked, pairs, &error) && error.status == OCTOSAT_BAD_SETTING && pairs.size() == 2);
}

void meshes_are_read_from_a_folder() {
    const char *text = "<robot name='cart'><link name='cart'><collision><geometry><mesh filename='package://cart/no.stl'/>"
                       "</geometry></collision></link></robot>";
    octosat::Meshes meshes("/no such folder");
    meshes.parts = 4;
    OctosatError error;
    CHECK(!octosat::Chain::from_urdf(text, meshes, {}, &error) && error.status == OCTOSAT_BAD_CHAIN && error.place == 1);
    CHECK(std::strstr(error.text, "no.stl") != nullptr && std::strstr(error.text, "/no such folder") != nullptr);
    CHECK(!octosat::Chain::from_urdf(text, {}, &error) && error.status == OCTOSAT_BAD_CHAIN);
    octosat::LinkSolids given[1];
    given[0].link = "cart";
    given[0].solids = ARM;
    CHECK(octosat::Chain::from_urdf(text, meshes, given).solids() == 1);
    meshes.folder = std::string("a\0b", 3);
    CHECK(!octosat::Chain::from_urdf(text, meshes, {}, &error) && error.status == OCTOSAT_BAD_ARGUMENT);
}

void hulls_are_solids() {
    const std::vector<std::array<float, 3>> points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const octosat::Solid hulls[] = {octosat::Solid::hull({2, 0, 0}, {0, 0, 0, 1}, points, 0.25f)};
    octosat::Chain chain = arm();
    CHECK(chain.attach(1, hulls) == 1);
    const octosat::World world(hulls);
    const float joints[] = {0.0f};
    octosat::Configurations configurations;
    configurations.chain = &chain;
    configurations.world = &world;
    configurations.joints = joints;
    std::vector<std::uint8_t> touching;
    CHECK(engine.any_overlap(configurations, touching) && touching[0] == 1);
    chain.truncate(1);
    std::vector<octosat::ChainClearance> least;
    CHECK(engine.least_clearances(configurations, least) && std::abs(least[0].clearance - 0.75f) < 1e-4f);
    OctosatError error;
    const octosat::Solid none[] = {octosat::Solid::hull({0, 0, 0}, {0, 0, 0, 1}, octosat::Vectors())};
    CHECK(chain.attach(1, none, &error) == SIZE_MAX && error.status == OCTOSAT_BAD_SHAPE);
}

} // namespace

int main() {
    chains_are_built();
    const octosat::World world(POST);
    CHECK(world.size() == 1);
    boxes_ask_a_world(world);
    octosat::Chain chain = arm();
    motions_are_free_or_hit(chain, world);
    clouds_are_replaced(chain);
    hulls_are_solids();
    meshes_are_read_from_a_folder();
    const char *text = "<robot name='arm'><link name='base'/>"
                       "<joint name='shoulder' type='continuous'><parent link='base'/><child link='arm'/>"
                       "<axis xyz='0 0 1'/></joint>"
                       "<link name='arm'/></robot>";
    octosat::LinkSolids given[1];
    given[0].link = "arm";
    given[0].solids = ARM;
    motions_are_free_or_hit(octosat::Chain::from_urdf(text, given), world);

    const std::vector<std::uint32_t> obstacles = {0};
    CHECK(chain.allow_obstacles(1, obstacles));
    const float hit[] = {1.5f};
    octosat::Configurations configurations;
    configurations.chain = &chain;
    configurations.world = &world;
    configurations.joints = hit;
    std::vector<std::uint8_t> touching;
    CHECK(engine.any_overlap(configurations, touching) && touching[0] == 0);
    CHECK(chain.forbid_obstacles(1, obstacles));
    CHECK(engine.any_overlap(configurations, touching) && touching[0] == 1);
}
