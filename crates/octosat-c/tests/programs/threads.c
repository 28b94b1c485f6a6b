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

static void *work(void *number) {
    OctosatManifolds *manifolds = octosat_manifolds_create();
    OctosatCache *cache = octosat_cache_create(NULL, NULL);
    OctosatManifoldList list;
    OctosatError error;
    uint64_t value = 0xcbf29ce484222325u;
    for (int frame = 0; frame < FRAMES; frame++) {
        OctosatQuery query = {boxes, pairs, pair_count, NULL, NULL, 0.01f, 0, OCTOSAT_ORIGIN_WORLD, 1};
        if (octosat_manifolds(engine, &query, manifolds, &list, &error) != OCTOSAT_OK) abort();
        value = hash(value, list.points, list.point_count * sizeof *list.points);
        if (octosat_manifolds_cached(engine, &query, cache, &list, &error) != OCTOSAT_OK) abort();
        value = hash(value, list.surfaces, list.point_count * sizeof *list.surfaces);
        value = hash(value, list.previous, list.point_count * sizeof *list.previous);
    }
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
