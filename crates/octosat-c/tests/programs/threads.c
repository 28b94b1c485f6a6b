/* Threads that share an engine and boxes, each with contacts and a cache of its own, get the same bits; a call leaves
 * the floating-point control register as it was. */
#include <octosat.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

enum { SIDE = 12, BOXES = SIDE * SIDE * SIDE, PAIRS = 3 * BOXES, THREADS = 4, FRAMES = 5 };

static float centers[BOXES][3], rotations[BOXES][4], half_extents[BOXES][3];
static OctosatPair pairs[PAIRS];
static size_t pair_count;
static OctosatEngine *engine;
static OctosatBoxes *boxes;

/* What a thread found: a hash of all its results. */
static uint64_t found[THREADS];

static uint64_t hash(uint64_t value, const void *bytes, size_t size) {
    for (size_t k = 0; k < size; k++) value = (value ^ ((const unsigned char *)bytes)[k]) * 0x100000001b3u;
    return value;
}

/* Adds the points of a list, or values parallel to them: other places have no meaning. */
static uint64_t hash_points(uint64_t value, const OctosatManifoldList *list, const void *points, size_t size) {
    for (size_t k = 0; k < list->touching_count; k++) {
        const OctosatManifold *manifold = &list->manifolds[list->touching_rows[k]];
        value = hash(value, (const unsigned char *)points + manifold->first * size, manifold->len * size);
    }
    return value;
}

static void *work(void *number) {
    OctosatManifoldOptions options = OCTOSAT_MANIFOLD_OPTIONS_DEFAULTS;
    options.surfaces = 1;
    OctosatManifolds *manifolds = octosat_manifolds_create(NULL, NULL);
    OctosatCache *cache = octosat_cache_create(&options, NULL);
    uint32_t *predecessors = malloc(4 * PAIRS * sizeof *predecessors);
    if (predecessors == NULL) abort();
    OctosatManifoldList list;
    OctosatError error;
    uint64_t value = 0xcbf29ce484222325u;
    for (int frame = 0; frame < FRAMES; frame++) {
        OctosatQuery query = OCTOSAT_QUERY_DEFAULTS;
        query.boxes = boxes;
        query.pairs = pairs;
        query.pair_count = pair_count;
        query.within = 0.01f;
        if (octosat_manifolds(engine, &query, manifolds, &list, &error) != OCTOSAT_OK) abort();
        value = hash_points(value, &list, list.points, sizeof *list.points);
        if (octosat_cache_next_frame(cache, &error) != OCTOSAT_OK) abort();
        if (octosat_manifolds_cached(engine, &query, cache, &list, &error) != OCTOSAT_OK) abort();
        if (octosat_cache_fill_predecessors(cache, predecessors, list.place_count, &error) != OCTOSAT_OK) abort();
        value = hash_points(value, &list, list.surfaces, sizeof *list.surfaces);
        value = hash_points(value, &list, predecessors, sizeof *predecessors);
    }
    free(predecessors);
    octosat_cache_destroy(cache);
    octosat_manifolds_destroy(manifolds);
    *(uint64_t *)number = value;
    return NULL;
}

static uint32_t index_of(int x, int y, int z) { return (uint32_t)((z * SIDE + y) * SIDE + x); }

int main(void) {
    for (int z = 0; z < SIDE; z++)
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++) {
                uint32_t k = index_of(x, y, z);
                centers[k][0] = 0.98f * (float)x, centers[k][1] = 0.99f * (float)y, centers[k][2] = 1.005f * (float)z;
                rotations[k][3] = 1.0f;
                half_extents[k][0] = half_extents[k][1] = half_extents[k][2] = 0.5f;
                const uint32_t next[] = {index_of(x + 1, y, z), index_of(x, y + 1, z), index_of(x, y, z + 1)};
                const int inside[] = {x + 1 < SIDE, y + 1 < SIDE, z + 1 < SIDE};
                for (int side = 0; side < 3; side++)
                    if (inside[side]) pairs[pair_count].a = k, pairs[pair_count++].b = next[side];
            }
    OctosatPoses poses = {{centers, 0, OCTOSAT_F32X3}, {rotations, 0, OCTOSAT_F32X4}, {0.0, 0.0, 0.0}};
    OctosatColumn extents = {half_extents, 0, OCTOSAT_F32X3};
    engine = octosat_engine_create(NULL, NULL);
    boxes = octosat_boxes_create();
    if (octosat_boxes_assign(boxes, BOXES, &poses, extents, NULL) != OCTOSAT_OK) return EXIT_FAILURE;

    uint64_t expected;
    work(&expected);
#if defined(__x86_64__)
    /* Flush-to-zero and denormals-are-zero, as audio code sets them. */
    const unsigned odd = _mm_getcsr() | 0x8040u;
    _mm_setcsr(odd);
#endif
    pthread_t threads[THREADS];
    for (int k = 0; k < THREADS; k++)
        if (pthread_create(&threads[k], NULL, work, &found[k]) != 0) return EXIT_FAILURE;
    for (int k = 0; k < THREADS; k++) pthread_join(threads[k], NULL);
    int same = 1;
    for (int k = 0; k < THREADS; k++) same = same && found[k] == expected;
#if defined(__x86_64__)
    uint64_t here;
    work(&here);
    same = same && here == expected && (_mm_getcsr() & 0x8040u) == (odd & 0x8040u);
#endif
    octosat_boxes_destroy(boxes);
    octosat_engine_destroy(engine);
    printf("%zu pairs, %d threads: %s\n", pair_count, THREADS, same ? "the same bits" : "different bits");
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
