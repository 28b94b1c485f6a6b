/* octosat: a SIMD-batched narrow phase for oriented boxes. The C interface.
 *
 * Lengths are meters, coordinates right-handed. Rotations are unit quaternions x, y, z, w, box to world. The normal of
 * two boxes points from box a to box b. A depth is positive for overlap.
 *
 * Functions that can fail return an OctosatStatus, OCTOSAT_OK or the reason, and fill an OctosatError if they are
 * given one. A call that fails has written nothing else, but for octosat_boxes_lend. Queries and options that are zeroed
 * have the default settings. If memory for results runs out, the process ends, as in Rust.
 *
 * "Pointers must be null or valid" means: a handle is from a function that creates it and not destroyed; an array is
 * valid for as many values as the function says, for the length of the call; what a call writes overlaps with nothing
 * else that it is given, and nothing else writes to what it reads. Handles may be used from any thread, and by several
 * at once where the parameter is a pointer to const.
 *
 * Made by cbindgen from the Rust source. Do not edit.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */

#ifndef OCTOSAT_H
#define OCTOSAT_H

#include <stddef.h>
#include <stdint.h>

// The version of this interface: `octosat_abi_version` returns it, and it changes with every change that programs
// built before would notice.
#define OCTOSAT_ABI_VERSION 1

// Stands for no place in an `OctosatError`.
#define OCTOSAT_NO_PLACE UINT64_MAX

// The size of the text of an `OctosatError`, its final zero included.
#define OCTOSAT_TEXT_SIZE 232

// What to take the low four bits of a manifold's status with.
#define OCTOSAT_KIND_MASK 15

// The boxes are farther apart than the margin: no points.
#define OCTOSAT_KIND_SEPARATED 0

// Contact along a face normal.
#define OCTOSAT_KIND_FACE 1

// Contact along the cross product of two edges.
#define OCTOSAT_KIND_EDGE 2

// Boxes apart within the margin: one contact between their closest points.
#define OCTOSAT_KIND_CLOSEST 3

// Overlapping boxes whose clipped faces left nothing: one contact at the deepest corner of b.
#define OCTOSAT_KIND_FALLBACK 4

// A box is not finite: no points.
#define OCTOSAT_KIND_NOT_FINITE 5

// With a cache: as many points as in the last frame, each the predecessor of the one at its place.
#define OCTOSAT_IS_SAME_POINTS 16

// With a cache: last frame's axis was kept although another is better, within bounds.
#define OCTOSAT_IS_AXIS_KEPT 32

// One of the two faces that were clipped has no area.
#define OCTOSAT_IS_DEGENERATE 64

// With a cache: the row was taken over from an earlier frame and moved along with the boxes.
#define OCTOSAT_IS_REUSED 128

// Stands for a contact point that was not there in the last frame: past the end of every list.
#define OCTOSAT_NEW_POINT UINT32_MAX

// The boxes of a world.
//
// Each is known by its number, from 0 on. Make it with `octosat_boxes_create`, fill it with
// `octosat_boxes_assign`, move its boxes with `octosat_boxes_set_poses`; or lend arrays with `octosat_boxes_lend`.
typedef struct OctosatBoxes OctosatBoxes;

// Keeps contacts from frame to frame, so that each point has a predecessor and boxes at rest cost little.
//
// It finds pairs by itself, in any order, and notices boxes that moved, jumped or changed their extents. Call
// `octosat_cache_forget_box` if another body takes a box's number, and `octosat_cache_renumber_boxes` if boxes change
// theirs.
typedef struct OctosatCache OctosatCache;

// Answers queries. It holds no boxes, so one engine serves any number of worlds and threads.
typedef struct OctosatEngine OctosatEngine;

// Holds the contacts of the last call that it was passed to. Keep it: later calls use its memory again.
typedef struct OctosatManifolds OctosatManifolds;

// Whether a call succeeded: `OCTOSAT_OK`, or why not.
typedef int32_t OctosatStatus;

// What a row of an `OctosatColumn` holds.
typedef uint32_t OctosatFormat;

// Where a value of each box is found: rows at equal distances.
typedef struct OctosatColumn {
    // The first row. May have any alignment, if it is not lent.
    const void *data;
    // Bytes from a row to the next; 0 stands for the size of a row.
    size_t stride;
    // What a row holds.
    OctosatFormat format;
} OctosatColumn;

// Where the boxes are: one center and one rotation per box.
typedef struct OctosatPoses {
    // Centers; or matrices, box to world, which are whole poses.
    struct OctosatColumn centers;
    // Unit quaternions x, y, z, w, box to world. With matrices, its data is null.
    struct OctosatColumn rotations;
    // What is subtracted from centers and translations, in double precision, before they are rounded to floats: a
    // point near the boxes of a large world; zeros elsewhere.
    double origin[3];
} OctosatPoses;

// Why a call failed. A call that succeeds does not write it.
typedef struct OctosatError {
    // The status that was returned.
    OctosatStatus status;
    // The value that was rejected, or NaN if it is not a single one.
    float value;
    // Which box, pair, shape or row it is about, counted within the list that was passed; or `OCTOSAT_NO_PLACE`.
    uint64_t place;
    // One sentence in English, UTF-8, that ends with a zero.
    char text[OCTOSAT_TEXT_SIZE];
} OctosatError;

// Columns that are lent.
typedef struct OctosatBoxColumns {
    // Centers, in meters.
    struct OctosatColumn centers;
    // Unit quaternions x, y, z, w, box to world.
    struct OctosatColumn rotations;
    // Half extents, in meters.
    struct OctosatColumn half_extents;
} OctosatBoxColumns;

// An oriented box.
typedef struct OctosatBox {
    // The center, in meters.
    float center[3];
    // The unit quaternion x, y, z, w, box to world.
    float rotation[4];
    // Half of each edge, in meters, along the box's axes; at least zero.
    float half_extents[3];
} OctosatBox;

// Which kernels an engine uses.
typedef uint32_t OctosatBackend;

// How products and sums are rounded.
typedef uint32_t OctosatRounding;

// What an engine is made of; zeros are the defaults.
typedef struct OctosatEngineOptions {
    // The kernels.
    OctosatBackend backend;
    // The rounding.
    OctosatRounding rounding;
    // The most threads a call may use: 0 for all of the library's pool, 1 for the calling thread only, which never
    // starts a pool.
    uint32_t threads;
} OctosatEngineOptions;

// What a contact cache does with the last frame.
typedef uint32_t OctosatCacheMode;

// What a contact cache is made of; zeros are the defaults.
typedef struct OctosatCacheOptions {
    // The mode.
    OctosatCacheMode mode;
    // For `OCTOSAT_CACHE_REUSE`: how far the points of both boxes may have moved together while a manifold is kept,
    // as a part of the smallest half extent; 0 stands for 0.01.
    float motion;
} OctosatCacheOptions;

// Two numbers: of boxes a and b, or of a box and another shape.
typedef struct OctosatPair {
    // The number of box a.
    uint32_t a;
    // The number of box b, or of the shape.
    uint32_t b;
} OctosatPair;

// What positions of contact points are relative to; their axes are the world's.
typedef uint32_t OctosatOrigin;

// Pairs of boxes, and settings. Zero what is not needed.
typedef struct OctosatQuery {
    // The boxes.
    const struct OctosatBoxes *boxes;
    // The pairs. Row p of the results is about `pairs[p]`. A pair may occur again.
    const struct OctosatPair *pairs;
    // The number of pairs.
    size_t pair_count;
    // One margin per pair instead of `margin`, or null.
    const float *margins;
    // For a contact cache: a number for each pair that stays the same as long as the pair does, or null. No two pairs
    // of a call may have the same. Each is below 67,108,864, and should be small: the cache holds four bytes for each
    // up to the largest. Without them, it looks for the pairs.
    const uint32_t *slots;
    // How far apart boxes may be and still count, in meters.
    float margin;
    // The most points of a manifold: 4 or 8; 0 stands for 4.
    uint32_t point_limit;
    // What positions of contact points are relative to.
    OctosatOrigin origin;
    // Whether each contact point is also reported on both surfaces, in the boxes' frames: 0 or 1.
    uint32_t surfaces;
} OctosatQuery;

// How two boxes touch: the row of a pair.
typedef struct OctosatManifold {
    // Unit direction from a to b, world coordinates; zero for a pair without contact.
    float normal[3];
    // Penetration depth along the normal, in meters; negative: a separation; NaN: a box is not finite.
    float depth;
    // Where the pair's points begin in the list of points.
    uint32_t first;
    // How many points the pair has.
    uint8_t len;
    // The axis that decided, numbered as in `OctosatPenetration`.
    uint8_t axis;
    // One of `OCTOSAT_KIND_...` in the low four bits, and `OCTOSAT_IS_...` above.
    uint8_t status;
    // Zero.
    uint8_t reserved;
} OctosatManifold;

// A contact point.
typedef struct OctosatPoint {
    // Half-way between the two surfaces, in meters: half the depth along the normal from it lies on each of them.
    float position[3];
    // Penetration along the manifold's normal, in meters; negative: a gap of at most the margin.
    float depth;
    // Which features of the boxes make the point: unique within the pair, the same while they last.
    uint32_t feature;
} OctosatPoint;

// A contact on the surface of each box, relative to its center, along its axes, in meters.
typedef struct OctosatSurfacePoints {
    // The point on the surface of a, in a's frame.
    float on_a[3];
    // The point on the surface of b, in b's frame.
    float on_b[3];
} OctosatSurfacePoints;

// The contacts of a list of pairs, lent by the handle that holds them: valid until that handle is destroyed or passed
// to a function that may change it, one that takes it without const.
typedef struct OctosatManifoldList {
    // One row per pair, in the pairs' order.
    const struct OctosatManifold *manifolds;
    // The number of pairs.
    size_t pair_count;
    // The points of all pairs, those of a pair one behind the other: see `OctosatManifold::first`. Without a cache,
    // in the pairs' order.
    const struct OctosatPoint *points;
    // The number of points.
    size_t point_count;
    // The same points on the boxes; null if the query did not ask for them, or if there are no points.
    const struct OctosatSurfacePoints *surfaces;
    // With a cache, for each point its place in last frame's list of points, or `OCTOSAT_NEW_POINT`; null without a
    // cache, or if there are no points.
    const uint32_t *previous;
} OctosatManifoldList;

// A pair whose contacts began or ended.
typedef struct OctosatEvent {
    // The numbers of the boxes.
    struct OctosatPair pair;
    // The pair's row: of the newest list if its contacts began, of the one before if they ended.
    uint32_t row;
} OctosatEvent;

// How two boxes penetrate, or how far an axis shows them to be apart.
typedef struct OctosatPenetration {
    // Unit direction from a to b, world coordinates; zero for a pair that a face separates by more than the margin.
    float normal[3];
    // In meters. Positive: moving b by `depth * normal` separates the boxes. Zero: they touch. Negative: they are
    // apart by at least `-depth`. NaN: a box is not finite.
    float depth;
    // The axis: 0 to 2 faces of a, 3 to 5 faces of b, 6 + 3 * i + j edge i of a and edge j of b; 255: not finite.
    uint8_t axis;
    // Zero.
    uint8_t reserved[3];
} OctosatPenetration;

// An axis-aligned box, in world coordinates, meters.
typedef struct OctosatAabb {
    // The least coordinates.
    float min[3];
    // The greatest coordinates.
    float max[3];
} OctosatAabb;

// Which boxes are asked against which shapes.
typedef struct OctosatShapeQuery {
    // The boxes.
    const struct OctosatBoxes *boxes;
    // The pairs, of a box and a shape: row p of the results is about `pairs[p]`.
    const struct OctosatPair *pairs;
    // The number of pairs.
    size_t pair_count;
    // One margin per row instead of `margin`, or null.
    const float *margins;
    // How far apart a box and a shape may be and still count, in meters. Rays have none.
    float margin;
    // 1: every box against one shape; there are no pairs, and row i is about box i. 0: the pairs.
    uint32_t each;
} OctosatShapeQuery;

// The solid below a plane: the points p with `dot(normal, p) <= offset`.
typedef struct OctosatHalfSpace {
    // Unit, pointing out of the solid.
    float normal[3];
    // The plane's distance from the origin along the normal, in meters.
    float offset;
} OctosatHalfSpace;

// A list of half-spaces.
typedef struct OctosatHalfSpaces {
    // The first one.
    const struct OctosatHalfSpace *data;
    // How many there are.
    size_t count;
} OctosatHalfSpaces;

// The contacts of a box with a half-space: up to four corners below the plane, or above it by at most the margin.
//
// All have the half-space's normal, which points from the half-space to the box: from shape b to box a, unlike that of
// two boxes.
typedef struct OctosatHalfSpaceManifold {
    // The contacts, of which the first `len` are there. A position is half-way between corner and plane; a feature
    // is the number of the corner: bit k is set on the positive side of axis k.
    struct OctosatPoint points[4];
    // How many there are.
    uint32_t len;
} OctosatHalfSpaceManifold;

// The points `origin + t * direction` with t at least 0.
typedef struct OctosatRay {
    // In meters, world coordinates.
    float origin[3];
    // Of any length that is not next to nothing.
    float direction[3];
} OctosatRay;

// A list of rays.
typedef struct OctosatRays {
    // The first one.
    const struct OctosatRay *data;
    // How many there are.
    size_t count;
} OctosatRays;

// The part of a ray within a box; a miss has an infinite entry.
typedef struct OctosatRayHit {
    // How many times the direction from the origin the ray enters the box; 0 if it starts inside.
    float entry;
    // How many times the direction from the origin it leaves.
    float exit;
    // The face that it enters through: 2 * k on the negative side of axis k, 2 * k + 1 on the positive side; 6: it
    // starts inside; 255: it misses.
    uint32_t face;
} OctosatRayHit;

// The call succeeded.
#define OCTOSAT_OK 0

// A pointer is null that must not be.
#define OCTOSAT_NULL 1

// A format, stride, alignment or setting that does not exist or does not fit.
#define OCTOSAT_BAD_ARGUMENT 2

// A list has the wrong length, or is longer than memory allows.
#define OCTOSAT_BAD_LENGTH 3

// An index names no box, shape or row.
#define OCTOSAT_OUT_OF_RANGE 4

// A center, rotation or half extent is not finite, negative, too large or not a rotation.
#define OCTOSAT_BAD_BOX 5

// A half-space or ray has such a value.
#define OCTOSAT_BAD_SHAPE 6

// A margin, slot or motion is not usable.
#define OCTOSAT_BAD_SETTING 7

// This processor or build does not have the backend or rounding.
#define OCTOSAT_UNAVAILABLE 8

// Bytes are not those of a saved contact cache.
#define OCTOSAT_BAD_CACHE 9

// A bug in octosat: the handles that were passed may only be destroyed.
#define OCTOSAT_PANIC 10

// Three floats.
#define OCTOSAT_F32X3 0

// Four floats: a quaternion x, y, z, w; or a vector whose fourth is not used.
#define OCTOSAT_F32X4 1

// Three doubles.
#define OCTOSAT_F64X3 2

// Four doubles, as `OCTOSAT_F32X4`.
#define OCTOSAT_F64X4 3

// Four floats: a quaternion w, x, y, z. Some engines put w first; look twice, since no check can notice it.
#define OCTOSAT_F32_WXYZ 4

// Four doubles: a quaternion w, x, y, z.
#define OCTOSAT_F64_WXYZ 5

// A matrix of 12 floats, three rows of four: a rotation, and a translation in the fourth column.
#define OCTOSAT_F32_ROWS_3X4 6

// A matrix of 16 floats, four rows of four; the last is 0, 0, 0, 1.
#define OCTOSAT_F32_ROWS_4X4 7

// A matrix of 12 floats, four columns of three: a rotation, then a translation.
#define OCTOSAT_F32_COLUMNS_4X3 8

// A matrix of 16 floats, four columns of four, as OpenGL has it; the last row is 0, 0, 0, 1.
#define OCTOSAT_F32_COLUMNS_4X4 9

// A rotation as three rows of three floats, then a translation: 12 floats, as Godot's `Transform3D`.
#define OCTOSAT_F32_BASIS_3X3 10

// A rotation as three rows of four floats, then a translation of four, of which the last are not used: 16 floats, as
// Bullet's `btTransform`.
#define OCTOSAT_F32_BASIS_3X4 11

// The fastest that the processor has.
#define OCTOSAT_BACKEND_AUTO 0

// One pair at a time, for checking; only in builds with the feature `scalar`.
#define OCTOSAT_BACKEND_SCALAR 1

// Eight pairs at a time in whatever registers the build target has.
#define OCTOSAT_BACKEND_PORTABLE 2

// Eight pairs at a time; x86-64 with AVX2 and FMA.
#define OCTOSAT_BACKEND_AVX2 3

// Sixteen pairs at a time; x86-64 with AVX-512F.
#define OCTOSAT_BACKEND_AVX512 4

// Each once: the same bits on every backend and every machine.
#define OCTOSAT_ROUNDING_EXACT 0

// Some together: other bits; only in builds with the feature `fused`.
#define OCTOSAT_ROUNDING_FUSED 1

// Manifolds of boxes that barely moved are kept and moved along; for the others as `OCTOSAT_CACHE_STEADY`.
#define OCTOSAT_CACHE_REUSE 0

// Every manifold of boxes that moved is computed; last frame's axis, faces and points are preferred in ties.
#define OCTOSAT_CACHE_STEADY 1

// The world's origin.
#define OCTOSAT_ORIGIN_WORLD 0

// The center of box a: as precise far from the world's origin as near it.
#define OCTOSAT_ORIGIN_CENTER_OF_A 1

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Reports the version of the interface that the library has; compare it with `OCTOSAT_ABI_VERSION`.
uint32_t octosat_abi_version(void);

// Reports the version of octosat, as a text that is never freed: "0.1.0".
const char *octosat_version(void);

// Makes an empty list of boxes; destroy it with `octosat_boxes_destroy`.
struct OctosatBoxes *octosat_boxes_create(void);

// Destroys a list of boxes. Null is nothing to destroy.
//
// # Safety
// The handle must not be used again.
void octosat_boxes_destroy(struct OctosatBoxes *boxes);

// Reports the number of boxes; 0 for null.
//
// # Safety
// `boxes` must be null or a handle.
size_t octosat_boxes_count(const struct OctosatBoxes *boxes);

// Replaces all boxes by copies of the caller's, and normalizes their rotations.
//
// Each column has `count` rows. Fails at the first box that is not acceptable: a value that is not finite or
// beyond 1e12 m, a negative half extent, a rotation whose squared length is off 1 by more than 1e-3. Then the boxes
// are what they were.
//
// # Safety
// Pointers must be null or valid, columns for `count` rows.
OctosatStatus octosat_boxes_assign(struct OctosatBoxes *boxes,
                                   size_t count,
                                   const struct OctosatPoses *poses,
                                   struct OctosatColumn half_extents,
                                   struct OctosatError *error);

// Replaces all boxes by the caller's arrays, which are read in place and never copied.
//
// Rows are three or four floats for centers and half extents and four for rotations, aligned to 4 bytes, at a
// stride of a multiple of 4 bytes. The arrays must stay where they are, for as long as the boxes are used. After
// values have changed, lend them again: that checks them. If it fails, there are no boxes: the arrays that were lent
// before may be gone. With `unchecked` other than 0 nothing is checked but the columns, and a box that is not
// acceptable spoils the results of its own pairs only. Values are used as they are, so a rotation's squared length may
// be off 1 by 2e-6 only.
//
// # Safety
// Pointers must be null or valid; arrays must stay valid until the handle is given other boxes or destroyed, and
// must not be written during a call that reads them.
OctosatStatus octosat_boxes_lend(struct OctosatBoxes *boxes,
                                 size_t count,
                                 const struct OctosatBoxColumns *columns,
                                 uint32_t unchecked,
                                 struct OctosatError *error);

// Moves all boxes. `count` must be their number. Fails as `octosat_boxes_assign`, and then no box has moved.
//
// # Safety
// Pointers must be null or valid, columns for `count` rows.
OctosatStatus octosat_boxes_set_poses(struct OctosatBoxes *boxes,
                                      size_t count,
                                      const struct OctosatPoses *poses,
                                      struct OctosatError *error);

// Moves some boxes, such as those awake: row k of the poses is that of box `indices[k]`; of an index that occurs
// twice the last row counts. Fails as `octosat_boxes_assign`, and then no box has moved.
//
// # Safety
// Pointers must be null or valid, columns and indices for `count` rows.
OctosatStatus octosat_boxes_set_poses_of(struct OctosatBoxes *boxes,
                                         const uint32_t *indices,
                                         size_t count,
                                         const struct OctosatPoses *poses,
                                         struct OctosatError *error);

// Appends a box, and reports its number in `index`, if that is not null.
//
// # Safety
// Pointers must be null or valid.
OctosatStatus octosat_boxes_insert(struct OctosatBoxes *boxes,
                                   const struct OctosatBox *inserted,
                                   uint32_t *index,
                                   struct OctosatError *error);

// Removes a box; the last box gets its number.
//
// If there is a contact cache, call `octosat_cache_renumber_boxes` with the new number of each box, and `UINT32_MAX`
// for the one that is gone.
//
// # Safety
// Pointers must be null or valid.
OctosatStatus octosat_boxes_swap_remove(struct OctosatBoxes *boxes,
                                        uint32_t index,
                                        struct OctosatError *error);

// Changes the half extents of a box: three floats, in meters. A contact cache sees that by itself.
//
// # Safety
// Pointers must be null or valid.
OctosatStatus octosat_boxes_set_half_extents(struct OctosatBoxes *boxes,
                                             uint32_t index,
                                             const float *half_extents,
                                             struct OctosatError *error);

// Reads a box that is not lent, with its rotation normalized.
//
// # Safety
// Pointers must be null or valid.
OctosatStatus octosat_boxes_get(const struct OctosatBoxes *boxes,
                                uint32_t index,
                                struct OctosatBox *out,
                                struct OctosatError *error);

// Makes an engine, or returns null: `OCTOSAT_UNAVAILABLE` if the processor or the build lacks the backend or the
// rounding. `options` may be null for the defaults. Destroy it with `octosat_engine_destroy`.
//
// # Safety
// Pointers must be null or valid.
struct OctosatEngine *octosat_engine_create(const struct OctosatEngineOptions *options,
                                            struct OctosatError *error);

// Destroys an engine. Null is nothing to destroy.
//
// # Safety
// The handle must not be used again.
void octosat_engine_destroy(struct OctosatEngine *engine);

// Reports the backend that an engine uses, never `OCTOSAT_BACKEND_AUTO`; for null, the fastest of the processor.
//
// # Safety
// `engine` must be null or a handle.
OctosatBackend octosat_engine_backend(const struct OctosatEngine *engine);

// Makes an empty contact cache, or returns null. `options` may be null for the defaults. Destroy it with
// `octosat_cache_destroy`.
//
// # Safety
// Pointers must be null or valid.
struct OctosatCache *octosat_cache_create(const struct OctosatCacheOptions *options,
                                          struct OctosatError *error);

// Destroys a contact cache. Null is nothing to destroy.
//
// # Safety
// The handle must not be used again, nor the lists that it lent.
void octosat_cache_destroy(struct OctosatCache *cache);

// Finds the contacts of each pair, given the frames before. The cache holds them, and `out` gets their list. A call that
// fails leaves the cache as it was.
//
// # Safety
// Pointers must be null or valid.
OctosatStatus octosat_manifolds_cached(const struct OctosatEngine *engine,
                                       const struct OctosatQuery *asked,
                                       struct OctosatCache *cache,
                                       struct OctosatManifoldList *out,
                                       struct OctosatError *error);

// Lends the contacts of the call before the newest one, which `previous` numbers.
//
// # Safety
// Pointers must be null or valid.
OctosatStatus octosat_cache_last_manifolds(const struct OctosatCache *cache,
                                           struct OctosatManifoldList *out,
                                           struct OctosatError *error);

// Lists the pairs that have contacts in the newest call and had none in the one before, by row. A contact may be a gap
// within the margin: look at its depth.
//
// Writes at most `capacity` of them, and `count` gets how many there are. With `events` null, they are only counted.
//
// # Safety
// Pointers must be null or valid.
OctosatStatus octosat_cache_began(const struct OctosatCache *cache,
                                  struct OctosatEvent *events,
                                  size_t capacity,
                                  size_t *count,
                                  struct OctosatError *error);

// Lists the pairs that had contacts in the call before and have none in the newest one, by row. Otherwise as
// `octosat_cache_began`.
//
// # Safety
// Pointers must be null or valid.
OctosatStatus octosat_cache_ended(const struct OctosatCache *cache,
                                  struct OctosatEvent *events,
                                  size_t capacity,
                                  size_t *count,
                                  struct OctosatError *error);

// Forgets a box that was replaced by another: its pairs are new ones in the next call.
//
// # Safety
// `cache` must be null or a handle.
OctosatStatus octosat_cache_forget_box(struct OctosatCache *cache,
                                       uint32_t index,
                                       struct OctosatError *error);

// Forgets a pair: it is a new one in the next call. The order of a and b is that of the list.
//
// # Safety
// Pointers must be null or valid.
OctosatStatus octosat_cache_forget_pair(struct OctosatCache *cache,
                                        uint32_t a,
                                        uint32_t b,
                                        struct OctosatError *error);

// Forgets everything but the mode; keeps its memory.
//
// # Safety
// Pointers must be null or valid.
OctosatStatus octosat_cache_clear(struct OctosatCache *cache, struct OctosatError *error);

// Renumbers boxes: box k has the number `new_numbers[k]` from now on, or is gone if that is `UINT32_MAX`. A box
// beyond the list is gone. Fails if two boxes get the same number, or one of 67,108,864 or more, and changes nothing
// then. Memory goes with the largest number.
//
// # Safety
// Pointers must be null or valid.
OctosatStatus octosat_cache_renumber_boxes(struct OctosatCache *cache,
                                           const uint32_t *new_numbers,
                                           size_t count,
                                           struct OctosatError *error);

// Saves the cache as bytes, so that a saved world goes on with the same bits: see `octosat_cache_restore`.
//
// `size` gets the number of bytes. With `bytes` null, that is all; else `capacity` must be at least so many.
//
// # Safety
// Pointers must be null or valid.
OctosatStatus octosat_cache_save(const struct OctosatCache *cache,
                                 uint8_t *bytes,
                                 size_t capacity,
                                 size_t *size,
                                 struct OctosatError *error);

// Puts a cache in the state that was saved, its mode included: the next call has the results that it would have had.
//
// Bytes that are not exactly those of a saved cache of this version are rejected as `OCTOSAT_BAD_CACHE`, and leave
// the cache as it was.
//
// # Safety
// Pointers must be null or valid.
OctosatStatus octosat_cache_restore(struct OctosatCache *cache,
                                    const uint8_t *bytes,
                                    size_t count,
                                    struct OctosatError *error);

// Makes a place for contacts; destroy it with `octosat_manifolds_destroy`.
struct OctosatManifolds *octosat_manifolds_create(void);

// Destroys contacts. Null is nothing to destroy.
//
// # Safety
// The handle must not be used again, nor the lists that it lent.
void octosat_manifolds_destroy(struct OctosatManifolds *manifolds);

// Finds the contacts of each pair. `manifolds` holds them, and `out` gets their list.
//
// # Safety
// Pointers must be null or valid.
OctosatStatus octosat_manifolds(const struct OctosatEngine *engine,
                                const struct OctosatQuery *asked,
                                struct OctosatManifolds *manifolds,
                                struct OctosatManifoldList *out,
                                struct OctosatError *error);

// Reports whether the boxes of each pair share a point, or come within the margin: 1 or 0 per pair, one byte each.
// `count` must be the number of pairs.
//
// Touching counts. With a margin m, a pair up to 1.74 * m apart may count, too; none within m is missed.
//
// # Safety
// Pointers must be null or valid.
OctosatStatus octosat_overlaps(const struct OctosatEngine *engine,
                               const struct OctosatQuery *asked,
                               uint8_t *out,
                               size_t count,
                               struct OctosatError *error);

// Reports depth, normal and axis of the least overlap of each pair. `count` must be the number of pairs.
//
// # Safety
// Pointers must be null or valid.
OctosatStatus octosat_penetrations(const struct OctosatEngine *engine,
                                   const struct OctosatQuery *asked,
                                   struct OctosatPenetration *out,
                                   size_t count,
                                   struct OctosatError *error);

// Reports the axis-aligned bounds of each box, which no point of the box is outside of. `count` must be the number
// of boxes. A lent, unchecked box that is not finite has bounds of NaN.
//
// # Safety
// Pointers must be null or valid.
OctosatStatus octosat_aabbs(const struct OctosatEngine *engine,
                            const struct OctosatBoxes *boxes,
                            struct OctosatAabb *out,
                            size_t count,
                            struct OctosatError *error);

// Reports whether each box and half-space share a point, or come within the margin: 1 or 0 per row, one byte each.
// `count` must be the number of rows.
//
// # Safety
// Pointers must be null or valid.
OctosatStatus octosat_half_space_overlaps(const struct OctosatEngine *engine,
                                          const struct OctosatShapeQuery *asked,
                                          struct OctosatHalfSpaces half_spaces,
                                          uint8_t *out,
                                          size_t count,
                                          struct OctosatError *error);

// Finds the contacts of boxes with half-spaces. `count` must be the number of rows.
//
// # Safety
// Pointers must be null or valid.
OctosatStatus octosat_half_space_manifolds(const struct OctosatEngine *engine,
                                           const struct OctosatShapeQuery *asked,
                                           struct OctosatHalfSpaces half_spaces,
                                           struct OctosatHalfSpaceManifold *out,
                                           size_t count,
                                           struct OctosatError *error);

// Reports where rays enter and leave boxes. `count` must be the number of rows.
//
// # Safety
// Pointers must be null or valid.
OctosatStatus octosat_hits(const struct OctosatEngine *engine,
                           const struct OctosatShapeQuery *asked,
                           struct OctosatRays rays,
                           struct OctosatRayHit *out,
                           size_t count,
                           struct OctosatError *error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* OCTOSAT_H */
