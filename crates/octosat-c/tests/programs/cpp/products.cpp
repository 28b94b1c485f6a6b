// All pairs of boxes, of rectangles, and of boxes and spheres, and suppression.
#include "check.hpp"

namespace {

const octosat::Engine engine;

// Whether a list of pairs is one pair.
template <typename P>
bool is_one(const std::vector<P> &pairs, std::uint32_t a, std::uint32_t b) {
    return pairs.size() == 1 && pairs[0].a == a && pairs[0].b == b;
}

void all_pairs_of_boxes() {
    const octosat::Boxes boxes = boxes_of(floor_and_block());
    octosat::AllPairs asked;
    asked.boxes = &boxes;
    std::vector<float> ious;
    CHECK(engine.iou_matrix(asked, ious) && ious.size() == 4);
    CHECK(ious[0] == 1.0f && ious[3] == 1.0f && ious[1] > 0.0f && ious[1] < 0.5f && ious[1] == ious[2]);
    std::vector<octosat::Pair> pairs;
    CHECK(engine.overlapping_pairs(asked, pairs) && is_one(pairs, 0, 1));
    std::vector<octosat::IouPair> above;
    CHECK(engine.iou_above(asked, above) && is_one(above, 0, 1) && above[0].iou == ious[1]);
    asked.least = 0.5f;
    CHECK(engine.iou_above(asked, above) && above.empty());
    // Of two lists, all pairs.
    asked.others = &boxes;
    CHECK(engine.iou_above(asked, above) && above.size() == 2 && above[1].a == 1 && above[1].iou == 1.0f);
    OctosatError error;
    CHECK(!engine.iou_matrix(asked, ious, &error) && error.status == OCTOSAT_BAD_ARGUMENT && ious.size() == 4);
    asked.least = 2.0f;
    CHECK(!engine.iou_above(asked, above, &error) && error.status == OCTOSAT_BAD_SETTING && above.size() == 2);
    asked.boxes = nullptr;
    CHECK(!engine.iou_matrix(asked, ious, &error) && error.status == OCTOSAT_NULL && ious.size() == 4);

    const std::vector<octosat::Sphere> points = {{{1.0f, 1.5f, 0.0f}, 0.0f}, {{9.0f, 0.0f, 0.0f}, 0.0f}};
    CHECK(engine.overlapping_pairs(boxes, points, pairs) && is_one(pairs, 1, 0));
}

void boxes_are_suppressed() {
    std::vector<Body> bodies = floor_and_block();
    bodies.push_back(bodies[1]);
    const octosat::Boxes boxes = boxes_of(bodies);
    const std::vector<float> scores = {0.5f, 0.25f, 0.75f};
    const std::vector<std::uint32_t> classes = {0, 1, 2};
    octosat::Suppression asked;
    asked.boxes = &boxes;
    asked.scores = scores;
    asked.most = 0.5f;
    std::vector<std::uint32_t> kept;
    CHECK(engine.suppress(asked, kept) && kept == std::vector<std::uint32_t>({2, 0}));
    asked.classes = classes;
    CHECK(engine.suppress(asked, kept) && kept == std::vector<std::uint32_t>({2, 0, 1}));
    OctosatError error;
    asked.classes = octosat::Span<const std::uint32_t>(classes.data(), 2);
    CHECK(!engine.suppress(asked, kept, &error) && error.status == OCTOSAT_BAD_LENGTH && kept.size() == 3);
    asked.classes = {};
    asked.scores = octosat::Span<const float>(scores.data(), 2);
    CHECK(!engine.suppress(asked, kept, &error) && error.status == OCTOSAT_BAD_LENGTH && kept.size() == 3);
}

void rectangles_are_answered() {
    const float centers[][2] = {{0.0f, 0.0f}, {1.0f, 0.0f}}, rotations[][2] = {{1.0f, 0.0f}, {1.0f, 0.0f}};
    const float sizes[][2] = {{1.0f, 1.0f}, {1.0f, 1.0f}}, scores[] = {1.0f, 2.0f};
    octosat::Rectangles rectangles;
    rectangles.assign({octosat::column(centers), octosat::column(rotations)}, octosat::column(sizes));
    octosat::RectangleAllPairs asked;
    asked.rectangles = &rectangles;
    std::vector<float> ious(4);
    CHECK(engine.iou_matrix(asked, ious) && ious[0] == 1.0f && ious[1] > 0.33f && ious[1] < 0.34f);
    std::vector<octosat::Pair> pairs;
    CHECK(engine.overlapping_pairs(asked, pairs) && is_one(pairs, 0, 1));
    asked.least = 0.25f;
    std::vector<octosat::IouPair> above;
    CHECK(engine.iou_above(asked, above) && is_one(above, 0, 1) && above[0].iou == ious[1]);
    octosat::RectangleSuppression suppression;
    suppression.rectangles = &rectangles;
    suppression.scores = scores;
    suppression.most = 0.25f;
    std::vector<std::uint32_t> kept;
    CHECK(engine.suppress(suppression, kept) && kept == std::vector<std::uint32_t>({1}));
    suppression.most = 1.0f;
    CHECK(engine.suppress(suppression, kept) && kept == std::vector<std::uint32_t>({1, 0}));
}

} // namespace

int main() {
    all_pairs_of_boxes();
    boxes_are_suppressed();
    rectangles_are_answered();
}
