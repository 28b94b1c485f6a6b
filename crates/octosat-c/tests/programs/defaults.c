/* The macros with the defaults of queries and options: the size, then zeros except for some. Compiles as C11 and as C++17. */
#include <octosat.h>
#include <stdio.h>
#include <string.h>

/* Returns 1, and says so, unless a structure is its size and zeros. */
static int is_wrong(const char *name, const void *given, size_t size) {
    unsigned char expected[256] = {0};
    uint32_t number = (uint32_t)size;
    memcpy(expected, &number, sizeof number);
    if (size <= sizeof expected && memcmp(given, expected, size) == 0) return 0;
    printf("the defaults of %s are not its size and zeros\n", name);
    return 1;
}

int main(void) {
    static const OctosatQuery query = OCTOSAT_QUERY_DEFAULTS;
    static const OctosatShapeQuery shape_query = OCTOSAT_SHAPE_QUERY_DEFAULTS;
    static const OctosatRectangleQuery rectangle_query = OCTOSAT_RECTANGLE_QUERY_DEFAULTS;
    static const OctosatAllPairs all_pairs = OCTOSAT_ALL_PAIRS_DEFAULTS;
    static const OctosatRectangleAllPairs rectangle_all_pairs = OCTOSAT_RECTANGLE_ALL_PAIRS_DEFAULTS;
    static const OctosatSuppression suppression = OCTOSAT_SUPPRESSION_DEFAULTS;
    static const OctosatRectangleSuppression rectangle_suppression = OCTOSAT_RECTANGLE_SUPPRESSION_DEFAULTS;
    static const OctosatEngineOptions engine_options = OCTOSAT_ENGINE_OPTIONS_DEFAULTS;
    static const OctosatMoved moved = OCTOSAT_MOVED_DEFAULTS;
    OctosatContacts contacts = OCTOSAT_CONTACTS_DEFAULTS;
    static const OctosatCasts casts = OCTOSAT_CASTS_DEFAULTS;
    OctosatImpacts impacts = OCTOSAT_IMPACTS_DEFAULTS;
    int wrong = is_wrong("OctosatQuery", &query, sizeof query);
    wrong += is_wrong("OctosatMoved", &moved, sizeof moved);
    wrong += is_wrong("OctosatShapeQuery", &shape_query, sizeof shape_query);
    wrong += is_wrong("OctosatRectangleQuery", &rectangle_query, sizeof rectangle_query);
    wrong += is_wrong("OctosatAllPairs", &all_pairs, sizeof all_pairs);
    wrong += is_wrong("OctosatRectangleAllPairs", &rectangle_all_pairs, sizeof rectangle_all_pairs);
    wrong += is_wrong("OctosatSuppression", &suppression, sizeof suppression);
    wrong += is_wrong("OctosatRectangleSuppression", &rectangle_suppression, sizeof rectangle_suppression);
    wrong += is_wrong("OctosatEngineOptions", &engine_options, sizeof engine_options);
    wrong += contacts.limit != 4;
    contacts.limit = 0;
    wrong += is_wrong("OctosatContacts", &contacts, sizeof contacts);
    wrong += is_wrong("OctosatCasts", &casts, sizeof casts);
    wrong += impacts.tolerance != 0.01f || impacts.rounds != 64;
    impacts.tolerance = 0.0f;
    impacts.rounds = 0;
    wrong += is_wrong("OctosatImpacts", &impacts, sizeof impacts);
    OctosatJoint joint = OCTOSAT_JOINT_DEFAULTS;
    wrong += joint.axis[2] != 1.0 || joint.rotation[3] != 1.0 || joint.mimic_ratio != 1.0;
    joint.axis[2] = joint.rotation[3] = joint.mimic_ratio = 0.0;
    wrong += is_wrong("OctosatJoint", &joint, sizeof joint);
    OctosatMeshes meshes = OCTOSAT_MESHES_DEFAULTS;
    wrong += meshes.tolerance != 0.0005 || meshes.parts != 1;
    meshes.tolerance = 0.0;
    meshes.parts = 0;
    wrong += is_wrong("OctosatMeshes", &meshes, sizeof meshes);
    OctosatConfigurations configurations = OCTOSAT_CONFIGURATIONS_DEFAULTS;
    wrong += configurations.links != 1;
    configurations.links = 0;
    wrong += is_wrong("OctosatConfigurations", &configurations, sizeof configurations);
    OctosatJointMotions motions = OCTOSAT_JOINT_MOTIONS_DEFAULTS;
    wrong += motions.tolerance != 1e-4f;
    motions.tolerance = 0.0f;
    wrong += is_wrong("OctosatJointMotions", &motions, sizeof motions);
    static const OctosatOwnPoints own_points = OCTOSAT_OWN_POINTS_DEFAULTS;
    wrong += is_wrong("OctosatOwnPoints", &own_points, sizeof own_points);
    OctosatBoxesAmong boxes_among = OCTOSAT_BOXES_AMONG_DEFAULTS;
    wrong += boxes_among.per_group != 1;
    boxes_among.per_group = 0;
    wrong += is_wrong("OctosatBoxesAmong", &boxes_among, sizeof boxes_among);

    /* Each is accepted, and so are the options of a newer program whose further settings are the defaults. */
    struct {
        OctosatEngineOptions known;
        uint32_t further[2];
    } newer = {OCTOSAT_ENGINE_OPTIONS_DEFAULTS, {0, 0}};
    newer.known.size = sizeof newer;
    OctosatError error;
    OctosatEngine *of_newer = octosat_engine_create(&newer.known, &error);
    wrong += of_newer == NULL;
    octosat_engine_destroy(of_newer);
    newer.further[1] = 1;
    wrong += octosat_engine_create(&newer.known, &error) != NULL || error.status != OCTOSAT_UNAVAILABLE;
    OctosatEngine *engine = octosat_engine_create(&engine_options, &error);
    wrong += engine == NULL;
    octosat_engine_destroy(engine);
    printf("%d of the checks of defaults failed\n", wrong);
    return wrong != 0;
}
