/* A stack of boxes that falls on the ground and comes to rest: contacts from frame to frame, with warm starting.
 *
 * The boxes cannot turn, and there is no friction. Compiles as C11 and as C++17:
 *     cc -std=c11 stack.c -loctosat_c -lm
 */
#include <math.h>
#include <octosat.h>
#include <stdio.h>
#include <stdlib.h>

enum { BOXES = 6, POINTS = 4 * BOXES, ITERATIONS = 30, FRAMES = 300 };

static const float FRAME = 1.0f / 60.0f; /* seconds */
static const float GRAVITY = 9.81f;      /* meters per second, squared */
static const float WITHIN = 0.01f;       /* meters: about 1 % of the smallest extent */
static const float SLOP = 0.002f;        /* meters of overlap that are left alone */

/* A contact as the solver sees it. Box a is below: the ground if it is BOXES. The place is that of the contact point
 * in the frame's list, or the corner of the box on the ground. */
typedef struct Contact {
    uint32_t a, b, place;
    float normal_z, depth, impulse;
} Contact;

static float centers[BOXES][3], rotations[BOXES][4], half_extents[BOXES][3], velocity[BOXES];

static void check(OctosatStatus status, const OctosatError *error) {
    if (status != OCTOSAT_OK) {
        fprintf(stderr, "octosat: %s\n", error->text);
        exit(EXIT_FAILURE);
    }
}

static OctosatColumn column(const void *rows, OctosatFormat format) {
    OctosatColumn result;
    result.data = rows;
    result.stride = 0;
    result.format = format;
    return result;
}

/* Impulses along the normals until the approach stops; each contact keeps its sum, which is never a pull. */
static void solve(Contact *contacts, size_t count) {
    for (size_t k = 0; k < count; k++) {
        velocity[contacts[k].b] += contacts[k].normal_z * contacts[k].impulse;
        if (contacts[k].a < BOXES) velocity[contacts[k].a] -= contacts[k].normal_z * contacts[k].impulse;
    }
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
        for (size_t k = 0; k < count; k++) {
            Contact *contact = &contacts[k];
            float below = contact->a < BOXES ? velocity[contact->a] : 0.0f;
            float separation = -contact->depth;
            /* A gap may close within the frame; overlap beyond the slop is pushed out slowly. */
            float target = separation > 0.0f ? -separation / FRAME : 0.1f * fmaxf(-separation - SLOP, 0.0f) / FRAME;
            float approach = contact->normal_z * (velocity[contact->b] - below);
            float mass = contact->a < BOXES ? 0.5f : 1.0f;
            float sum = fmaxf(contact->impulse + mass * (target - approach), 0.0f);
            float change = sum - contact->impulse;
            contact->impulse = sum;
            velocity[contact->b] += contact->normal_z * change;
            if (contact->a < BOXES) velocity[contact->a] -= contact->normal_z * change;
        }
    }
}

int main(void) {
    OctosatError error;
    OctosatPair pairs[BOXES - 1];
    for (uint32_t k = 0; k < BOXES; k++) {
        centers[k][2] = 0.6f + 1.05f * (float)k;
        rotations[k][3] = 1.0f;
        half_extents[k][0] = half_extents[k][1] = half_extents[k][2] = 0.5f;
        if (k > 0) {
            pairs[k - 1].a = k - 1;
            pairs[k - 1].b = k;
        }
    }
    OctosatPoses poses;
    poses.centers = column(centers, OCTOSAT_F32X3);
    poses.rotations = column(rotations, OCTOSAT_F32X4);
    poses.origin[0] = poses.origin[1] = poses.origin[2] = 0.0;

    OctosatEngine *engine = octosat_engine_create(NULL, &error);
    OctosatBoxes *boxes = octosat_boxes_create();
    OctosatCache *cache = octosat_cache_create(&error);
    check(octosat_boxes_assign(boxes, BOXES, &poses, column(half_extents, OCTOSAT_F32X3), &error), &error);
    if (!engine || !cache) check(error.status, &error);

    OctosatHalfSpace ground = {{0.0f, 0.0f, 1.0f}, 0.0f};
    OctosatHalfSpaces grounds = {&ground, 1};
    OctosatHalfSpaceManifold on_ground[BOXES];
    OctosatQuery query = OCTOSAT_QUERY_DEFAULTS;
    query.boxes = boxes;
    query.pairs = pairs;
    query.pair_count = BOXES - 1;
    query.within = WITHIN;
    OctosatContacts of_boxes = OCTOSAT_CONTACTS_DEFAULTS;
    of_boxes.query = &query;
    OctosatShapeQuery ground_query = OCTOSAT_SHAPE_QUERY_DEFAULTS;
    ground_query.boxes = boxes;
    ground_query.each = 1;
    ground_query.within = WITHIN;

    /* Impulses at the places of the points of the last frame, and of the corners of each box on the ground. */
    float impulses[POINTS] = {0.0f}, on_ground_impulses[BOXES][8] = {{0.0f}};
    uint32_t predecessors[POINTS];
    size_t continued = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
        Contact contacts[POINTS + POINTS];
        size_t count = 0;
        OctosatManifoldList list;
        check(octosat_boxes_set_poses(boxes, BOXES, &poses, &error), &error);
        check(octosat_cache_next_frame(cache, &error), &error);
        check(octosat_manifolds_cached(engine, &of_boxes, cache, &list, &error), &error);
        check(octosat_cache_fill_predecessors(cache, predecessors, list.place_count, &error), &error);
        check(octosat_half_space_manifolds(engine, &ground_query, grounds, on_ground, BOXES, &error), &error);

        /* Warm starting between boxes: a point starts with the impulse of its predecessor. */
        for (size_t k = 0; k < list.touching_count; k++) {
            uint32_t row = list.touching_rows[k];
            const OctosatManifold *manifold = &list.manifolds[row];
            for (uint32_t place = manifold->first; place < manifold->first + manifold->len; place++) {
                uint32_t before = predecessors[place];
                float depth = list.points[place].depth;
                Contact contact = {pairs[row].a, pairs[row].b, place, manifold->normal[2], depth, 0.0f};
                if (before != OCTOSAT_NEW_POINT) contact.impulse = impulses[before], continued++;
                contacts[count++] = contact;
            }
        }
        /* On the ground: by the number of the corner. */
        size_t between_boxes = count;
        for (uint32_t k = 0; k < BOXES; k++) {
            for (uint32_t point = 0; point < on_ground[k].len; point++) {
                const OctosatPoint *found = &on_ground[k].points[point];
                float impulse = on_ground_impulses[k][found->feature];
                Contact contact = {BOXES, k, found->feature, 1.0f, found->depth, impulse};
                contacts[count++] = contact;
            }
        }

        for (uint32_t k = 0; k < BOXES; k++) velocity[k] -= GRAVITY * FRAME;
        solve(contacts, count);
        for (uint32_t k = 0; k < BOXES; k++) centers[k][2] += velocity[k] * FRAME;

        for (uint32_t k = 0; k < BOXES; k++)
            for (int corner = 0; corner < 8; corner++) on_ground_impulses[k][corner] = 0.0f;
        for (size_t k = 0; k < count; k++) {
            const Contact *contact = &contacts[k];
            float *impulse = k < between_boxes ? impulses : on_ground_impulses[contact->b];
            impulse[contact->place] = contact->impulse;
        }
    }

    float fastest = 0.0f;
    for (uint32_t k = 0; k < BOXES; k++) fastest = fmaxf(fastest, fabsf(velocity[k]));
    printf("octosat %s: %d boxes, the top at %.3f m, the fastest at %.4f m/s, %zu points continued: %s\n",
           octosat_version(), BOXES, (double)centers[BOXES - 1][2], (double)fastest, continued,
           fastest < 0.001f ? "at rest" : "still moving");
    octosat_cache_destroy(cache);
    octosat_boxes_destroy(boxes);
    octosat_engine_destroy(engine);
    return fastest < 0.001f && fabsf(centers[BOXES - 1][2] - 5.5f) < 0.05f ? EXIT_SUCCESS : EXIT_FAILURE;
}
