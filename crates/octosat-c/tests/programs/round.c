/* A ball that falls on boxes, and shapes that touch without a box. Compiles as C11 and as C++17. */
#include <octosat.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

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
    static const float centers[2][3] = {{0, 0, -0.5f}, {9, 0, 0}};
    static const float rotations[2][4] = {{0, 0, 0, 1}, {0, 0, 0, 1}};
    static const float half_extents[2][3] = {{5, 5, 0.5f}, {0.5f, 0.5f, 0.5f}};
    static const float motion[1][3] = {{0, 0, -4}};
    OctosatError error;
    OctosatEngine *engine = octosat_engine_create(NULL, &error);
    OctosatBoxes *boxes = octosat_boxes_create();
    OctosatPoses poses;
    poses.centers = column(centers, OCTOSAT_F32X3);
    poses.rotations = column(rotations, OCTOSAT_F32X4);
    poses.origin[0] = poses.origin[1] = poses.origin[2] = 0;
    OctosatColumn sizes = column(half_extents, OCTOSAT_F32X3);
    CHECK(octosat_boxes_assign(boxes, 2, &poses, sizes, &error) == OCTOSAT_OK);

    /* Every box and one ball, by one displacement of all pairs. */
    OctosatSphere ball = {{0, 0, 2.5f}, 0.5f};
    OctosatSpheres balls = {&ball, 1};
    OctosatShapeQuery query = OCTOSAT_SHAPE_QUERY_DEFAULTS;
    query.boxes = boxes;
    query.each = 1;
    OctosatCasts casts = OCTOSAT_CASTS_DEFAULTS;
    casts.shape_query = &query;
    casts.per_box = 2;
    casts.motions = motion;
    casts.motion_count = 1;
    OctosatShapeCast hits[2];
    CHECK(octosat_sphere_casts(engine, &casts, balls, hits, 2, &error) == OCTOSAT_OK);
    CHECK(hits[0].state == OCTOSAT_CAST_HIT && hits[1].state == OCTOSAT_CAST_FREE);
    CHECK(hits[0].time <= 0.5f && hits[0].time > 0.4999f);
    CHECK(hits[0].normal[2] == 1 && fabsf(hits[0].point[2]) < 1e-4f);

    /* The same against a half-space, without boxes. */
    OctosatHalfSpace ground = {{0, 0, 1}, 0};
    OctosatHalfSpaces grounds = {&ground, 1};
    query.boxes = NULL;
    query.half_spaces = &grounds;
    OctosatShapeCast landing;
    CHECK(octosat_sphere_casts(engine, &casts, balls, &landing, 1, &error) == OCTOSAT_OK);
    CHECK(landing.state == OCTOSAT_CAST_HIT && landing.normal[2] == 1);

    /* A capsule that lies on the ground has two contacts, and a ray enters it through a round surface. */
    OctosatCapsule log = {{-1, 0, 0.5f}, {1, 0, 0.5f}, 0.5f};
    OctosatCapsules logs = {&log, 1};
    OctosatCapsuleManifold resting;
    query.within = 0.01f;
    CHECK(octosat_capsule_manifolds(engine, &query, logs, &resting, 1, &error) == OCTOSAT_OK);
    CHECK(resting.len == 2 && resting.depth == 0 && resting.face == OCTOSAT_FACE_MISS);
    OctosatRay ray = {{0, 0, 5}, {0, 0, -1}};
    OctosatRays rays = {&ray, 1};
    OctosatRayHit hit;
    query.within = 0;
    query.half_spaces = NULL;
    query.capsules = &logs;
    CHECK(octosat_hits(engine, &query, rays, &hit, 1, &error) == OCTOSAT_OK);
    CHECK(hit.face == OCTOSAT_FACE_ROUND && fabsf(hit.entry - 4) < 1e-4f && fabsf(hit.exit - 5) < 1e-4f);

    /* A query has one first list. */
    query.spheres = &balls;
    CHECK(octosat_hits(engine, &query, rays, &hit, 1, &error) == OCTOSAT_BAD_ARGUMENT);
    CHECK(strstr(error.text, "must have one of them") != NULL);

    octosat_boxes_destroy(boxes);
    octosat_engine_destroy(engine);
    printf("a landing, 2 contacts and a hit\n");
    return 0;
}
