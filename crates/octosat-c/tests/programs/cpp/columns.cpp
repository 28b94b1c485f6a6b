// Spans of every kind of list, columns from member pointers, and stores of boxes and rectangles.
#include "check.hpp"

#include <deque>
#include <list>

// A math library's types.
struct Vec3 {
    float x, y, z;
};
struct DQuat {
    double w, x, y, z;
};
struct Vec4 {
    float x, y, z, unused;
};
template <> struct octosat::Format<Vec3> { static constexpr OctosatFormat value = OCTOSAT_F32X3; };
template <> struct octosat::Format<DQuat> { static constexpr OctosatFormat value = OCTOSAT_F64_WXYZ; };
template <> struct octosat::Format<Vec4> { static constexpr OctosatFormat value = OCTOSAT_F32X4; };

namespace {

using octosat::column;
using octosat::Length;
using octosat::Rows;
using octosat::Span;

struct Pose {
    DQuat rotation;
    double position[3];
};

struct Node {
    int id;
    Pose pose;
    Vec3 half_extents;
};

// A list without `resize`, as of an engine of one's own.
struct Pool {
    Node nodes[2];
    const Node *data() const { return nodes; }
    std::size_t size() const { return 2; }
};

template <typename From, typename To>
constexpr bool converts = std::is_convertible_v<From, To>;

// Which types are vectors and rotations of a call.
static_assert(converts<Vec3, octosat::Vector> && converts<Vec4, octosat::Vector> && converts<octosat::Vector, Vec4>);
static_assert(converts<DQuat, octosat::Rotation> && !converts<DQuat, octosat::Vector>);
static_assert(!converts<Vec3, octosat::Rotation> && !converts<Pose, octosat::Vector>);

// What compiles, and what does not: wrong types, numbers, temporaries, and lists that are no arrays.
using Numbers = std::vector<std::uint32_t>;
static_assert(converts<Numbers &, Span<const std::uint32_t>> && converts<const Numbers &, Span<const std::uint32_t>>);
static_assert(converts<std::uint32_t (&)[3], Span<std::uint32_t>>);
static_assert(converts<std::array<float, 3> &, Span<const float>> && converts<Span<float>, Span<const float>>);
static_assert(!converts<const Numbers &, Span<std::uint32_t>> && !converts<Numbers, Span<const std::uint32_t>>);
static_assert(!converts<std::vector<int> &, Span<const std::uint32_t>> && !converts<std::vector<double> &, Length>);
static_assert(!converts<std::deque<float> &, Span<const float>> && !converts<std::list<float> &, Span<const float>>);
static_assert(!converts<const std::uint32_t &, Span<const std::uint32_t>> && !converts<float &, Span<float>>);
static_assert(converts<Numbers &, Rows<std::uint32_t>> && !converts<std::uint32_t &, Rows<std::uint32_t>> && !converts<const Numbers &, Rows<std::uint32_t>>);
static_assert(!converts<std::vector<bool> &, Rows<std::uint8_t>>);
static_assert(converts<float, Length> && converts<const std::vector<float> &, Length>);

static_assert(octosat::Format<float[3]>::value == OCTOSAT_F32X3);
static_assert(octosat::Format<std::array<double, 4>>::value == OCTOSAT_F64X4);
static_assert(octosat::detail::HasFormat<const float[4]>::value && octosat::detail::HasFormat<Vec3>::value);
static_assert(!octosat::detail::HasFormat<int[3]>::value && !octosat::detail::HasFormat<float[5]>::value);
static_assert(!octosat::detail::HasFormat<float[16]>::value && !octosat::detail::HasFormat<Pose>::value);
static_assert(octosat::detail::fits_format<float[4], OCTOSAT_F32_WXYZ>());
static_assert(!octosat::detail::fits_format<float[3], OCTOSAT_F32_WXYZ>());
static_assert(!octosat::detail::fits_format<char[64], OCTOSAT_F32_ROWS_4X4>());
static_assert(!octosat::detail::fits_format<float[8], OCTOSAT_F64X4>() || alignof(double) == alignof(float));
static_assert(std::is_nothrow_move_constructible_v<octosat::Boxes> && !std::is_copy_constructible_v<octosat::Boxes>);
static_assert(std::is_nothrow_move_assignable_v<octosat::Engine> && !std::is_copy_assignable_v<octosat::Chain>);

void columns_have_pointer_stride_and_format() {
    const std::vector<Body> bodies = floor_and_block();
    const octosat::Column positions = column(bodies, &Body::position);
    CHECK(positions.data == bodies[0].position && positions.size == 2);
    CHECK(positions.stride == sizeof(Body) && positions.format == OCTOSAT_F32X3);
    CHECK(column(bodies, &Body::rotation).format == OCTOSAT_F32X4);
    CHECK(column<OCTOSAT_F32_WXYZ>(bodies, &Body::rotation).format == OCTOSAT_F32_WXYZ);
    const Span<const Body> second(&bodies[1], 1);
    CHECK(column(second, &Body::position).data == bodies[1].position && column(second, &Body::position).size == 1);
    const float rows[2][3] = {{1.0f, 2.0f, 3.0f}, {4.0f, 5.0f, 6.0f}};
    CHECK(column(rows).data == rows && column(rows).size == 2 && column(rows).stride == sizeof rows[0]);
    const std::array<Vec3, 2> vectors = {};
    CHECK(column(vectors).size == 2 && column(vectors).stride == sizeof(Vec3));
    const std::vector<Body> none;
    CHECK(column(none, &Body::position).size == 0);
    const float matrices[1][16] = {};
    CHECK(column<OCTOSAT_F32_COLUMNS_4X4>(matrices).stride == 64);
#if defined(__cpp_lib_span)
    CHECK(column(std::span<const Body>(bodies), &Body::position).data == bodies[0].position);
    static_assert(converts<std::span<const float>, Span<const float>> && converts<std::span<float>, Rows<float>>);
    static_assert(!converts<std::span<const float>, Span<float>>);
#endif
}

void vectors_and_rotations_are_read_and_written_in_the_format_of_their_type() {
    const octosat::Rotation rotation = DQuat{0.5, 0.25, 0.125, 2.0};
    CHECK(rotation[0] == 0.25f && rotation[1] == 0.125f && rotation[2] == 2.0f && rotation[3] == 0.5f);
    const DQuat back = rotation;
    CHECK(back.w == 0.5 && back.x == 0.25 && back.y == 0.125 && back.z == 2.0);
    const octosat::Vector vector = Vec4{1.0f, 2.0f, 3.0f, 4.0f};
    const Vec4 of_four = vector;
    CHECK(of_four.x == 1.0f && of_four.z == 3.0f && of_four.unused == 0.0f);
    const Vec3 of_three = vector;
    CHECK(of_three.y == 2.0f && of_three.z == 3.0f);
    const double doubles[] = {1e6, 0.5, -1.0};
    const octosat::DoubleVector origin = doubles;
    CHECK(origin[0] == 1e6 && octosat::Vector(doubles)[2] == -1.0f);
    const std::array<double, 3> array = origin;
    CHECK(array[1] == 0.5);

    const Vec3 one = {1.0f, 2.0f, 3.0f}, other = {4.0f, 5.0f, 6.0f};
    const octosat::Ray ray = {one, other};
    CHECK(ray.origin[2] == 3.0f && ray.direction[0] == 4.0f);
    const octosat::Capsule rod = {one, other, 0.5f};
    CHECK(rod.start[1] == 2.0f && rod.end[2] == 6.0f && rod.radius == 0.5f);
    const octosat::Box box = {one, DQuat{1.0, 0.0, 0.0, 0.0}, other};
    CHECK(box.center[0] == 1.0f && box.rotation[3] == 1.0f && box.half_extents[1] == 5.0f);
    const octosat::Solid solid = {OCTOSAT_SOLID_BOX, one, DQuat{1.0, 0.0, 0.0, 0.0}, other};
    CHECK(solid.center[2] == 3.0f && solid.rotation[3] == 1.0f && solid.sizes[0] == 4.0f);
    const octosat::HalfSpace ground = {one, 7.0f};
    const octosat::Segment segment = {one, other};
    const octosat::Aabb aabb = {one, other};
    const octosat::Sphere ball = {one, 8.0f};
    CHECK(ground.normal[1] == 2.0f && ground.offset == 7.0f && segment.end[0] == 4.0f && aabb.max[1] == 5.0f);
    CHECK(ball.center[2] == 3.0f && ball.radius == 8.0f);
    const octosat::PerspectiveView view = {one, other, one, 1.0f, 2.0f, 3.0f, 4.0f};
    CHECK(view.target[2] == 6.0f && view.up[0] == 1.0f && view.aspect == 2.0f && view.far_distance == 4.0f);
}

void boxes_are_read_from_members_of_members() {
    const Pool pool = {{{7, {{1.0, 0.0, 0.0, 0.0}, {1e6, 2.0, 3.0}}, {1.0f, 2.0f, 3.0f}},
                        {8, {{0.0, 0.0, 1.0, 0.0}, {1e6 + 0.125, 2.0, 3.0}}, {1.0f, 1.0f, 1.0f}}}};
    octosat::Poses poses = {column(pool, &Node::pose, &Pose::position), column(pool, &Node::pose, &Pose::rotation)};
    poses.origin = {1e6, 0.0, 0.0};
    octosat::Boxes boxes;
    CHECK(boxes.assign(poses, column(pool, &Node::half_extents)) && boxes.size() == 2);
    const octosat::Box second = boxes.at(1);
    CHECK(second.center[0] == 0.125f && second.center[1] == 2.0f && second.rotation[1] == 1.0f);
    CHECK(boxes.at(0).half_extents[2] == 3.0f);
}

void stores_change() {
    std::vector<Body> bodies = floor_and_block();
    octosat::Boxes boxes = boxes_of(bodies);
    bodies[1].position[0] = 3.0f;
    CHECK(boxes.set_poses(poses_of(bodies)) && boxes.at(1).center[0] == 3.0f);
    const std::vector<std::uint32_t> indices = {1};
    const Span<const Body> first(bodies.data(), 1);
    CHECK(boxes.set_poses_of(indices, {column(first, &Body::position), column(first, &Body::rotation)}));
    CHECK(boxes.at(1).center[0] == 0.0f);
    CHECK(boxes.insert({{9.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}, {1.0f, 1.0f, 1.0f}}) == 2);
    CHECK(boxes.set_half_extents(2, {2.0f, 2.0f, 2.0f}) && boxes.at(2).half_extents[0] == 2.0f);
    CHECK(boxes.swap_remove(0) && boxes.size() == 2 && boxes.at(0).center[0] == 9.0f);
    const std::vector<Body> none;
    CHECK(boxes.assign(poses_of(none), column(none, &Body::half_extents)) && boxes.size() == 0);
    CHECK(boxes.lend({column(bodies, &Body::position), column(bodies, &Body::rotation)},
                     column(bodies, &Body::half_extents)));
    CHECK(boxes.size() == 2 && boxes.at(1).center[0] == bodies[1].position[0] && boxes.at(1).rotation[3] == 1.0f);
    bodies[0].half_extents[0] = -1.0f;
    CHECK(boxes.lend_unchecked({column(bodies, &Body::position), column(bodies, &Body::rotation)},
                               column(bodies, &Body::half_extents)));

    const float centers[][2] = {{0.0f, 0.0f}, {1.0f, 0.0f}}, rotations[][2] = {{1.0f, 0.0f}, {1.0f, 0.0f}};
    octosat::Rectangles rectangles;
    CHECK(rectangles.assign({column(centers), column(rotations)}, column(centers)) && rectangles.size() == 2);
    CHECK(rectangles.set_poses({column(rotations), column(rotations)}));
}

} // namespace

int main() {
    columns_have_pointer_stride_and_format();
    vectors_and_rotations_are_read_and_written_in_the_format_of_their_type();
    boxes_are_read_from_members_of_members();
    stores_change();
}
