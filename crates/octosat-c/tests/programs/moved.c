/* The first hit of a step: its normal and its points, without a second set of boxes. Compiles as C11 and as C++17. */
#include <octosat.h>
#include <math.h>
#include <stdio.h>

#define CHECK(condition)                                                                       \
    if (!(condition)) {                                                                        \
        printf("failed: %s\n", #condition);                                                    \
        return 1;                                                                              \
    }

static OctosatColumn column(const void *rows, OctosatFormat format) {
    OctosatColumn result;
    result.data = rows;
    result.stride = 0;
    result.format = format;
    return result;
}

int main(void) {
    static const float centers[2][3] = {{0, -0.5f, 0}, {0, 3, 0}};
    static const float rotations[2][4] = {{0, 0, 0, 1}, {0, 0, 0, 1}};
    static const float half_extents[2][3] = {{5, 0.5f, 5}, {0.5f, 0.5f, 0.5f}};
    static const float motions[1][3] = {{1, -4, 0}};
    static const OctosatPair pairs[1] = {{0, 1}};
    OctosatError error;
    OctosatEngine *engine = octosat_engine_create(NULL, &error);
    OctosatBoxes *boxes = octosat_boxes_create();
    OctosatPoses poses;
    poses.centers = column(centers, OCTOSAT_F32X3);
    poses.rotations = column(rotations, OCTOSAT_F32X4);
    poses.origin[0] = poses.origin[1] = poses.origin[2] = 0;
    OctosatColumn sizes = column(half_extents, OCTOSAT_F32X3);
    CHECK(octosat_boxes_assign(boxes, 2, &poses, sizes, &error) == OCTOSAT_OK);

    OctosatQuery query = OCTOSAT_QUERY_DEFAULTS;
    query.boxes = boxes;
    query.pairs = pairs;
    query.pair_count = 1;
    OctosatCasts casts = OCTOSAT_CASTS_DEFAULTS;
    casts.query = &query;
    casts.motions = motions;
    casts.motion_count = 1;
    OctosatCast cast;
    CHECK(octosat_casts(engine, &casts, &cast, 1, &error) == OCTOSAT_OK);
    CHECK(cast.state == OCTOSAT_CAST_HIT);

    static const float up[3] = {-1, 4, 0};
    float normal[3];
    CHECK(octosat_axis_normal(cast.axis, &rotations[0], &rotations[1], &up, &normal, &error) == OCTOSAT_OK);
    CHECK(normal[0] == 0 && normal[1] == 1 && normal[2] == 0);

    OctosatMoved moved = OCTOSAT_MOVED_DEFAULTS;
    moved.times = &cast.time;
    moved.time_count = 1;
    moved.motions = motions;
    moved.motion_count = 1;
    query.moved = &moved;
    query.within = 1e-4f;
    OctosatContacts contacts = OCTOSAT_CONTACTS_DEFAULTS;
    contacts.query = &query;
    OctosatManifolds *manifolds = octosat_manifolds_create(&error);
    OctosatManifoldList list;
    CHECK(octosat_manifolds(engine, &contacts, manifolds, &list, &error) == OCTOSAT_OK);
    CHECK(list.manifolds[0].len == 4 && list.manifolds[0].normal[1] == 1);
    CHECK(fabsf(list.points[0].position[1]) < 1e-4f);
    CHECK(octosat_casts(engine, &casts, &cast, 1, &error) == OCTOSAT_BAD_ARGUMENT);

    octosat_manifolds_destroy(manifolds);
    octosat_boxes_destroy(boxes);
    octosat_engine_destroy(engine);
    printf("a hit with 4 points\n");
    return 0;
}
