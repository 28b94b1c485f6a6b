/* A robot of one joint, made link by link and read from a description: a motion that is free, and one that hits a post. Compiles
 * as C11 and as C++17. */
#include <octosat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static OctosatError error;

/* Ends the program if a call failed. */
static void check(OctosatStatus status) {
    if (status == OCTOSAT_OK) return;
    fprintf(stderr, "%s\n", error.text);
    exit(1);
}

/* Writes what is known about two motions of a robot. */
static void ask(const OctosatEngine *engine, const OctosatChain *arm, const OctosatWorld *world) {
    float from[2] = {0, 0}, to[2] = {0.5f, 3};
    OctosatConfigurations starts = OCTOSAT_CONFIGURATIONS_DEFAULTS;
    starts.chain = arm;
    starts.world = world;
    starts.joints = from;
    starts.joint_count = 2; /* two configurations of one joint value each */
    OctosatJointMotions motions = OCTOSAT_JOINT_MOTIONS_DEFAULTS;
    motions.starts = &starts;
    motions.ends = to;
    OctosatJointMotion found[2];
    check(octosat_chain_joint_motions(engine, &motions, found, 2, &error));
    OctosatChainClearance least[2];
    check(octosat_chain_least_clearances(engine, &starts, least, 2, &error));
    if (least[1].clearance < 0.3f || least[1].other != OCTOSAT_CHAIN_CLEARANCE_NONE) exit(1);
    printf("%s: %s, and %s from %.2f on\n", octosat_chain_joint_name(arm, 0),
           found[0].state == OCTOSAT_JOINT_MOTION_FREE ? "free" : "not free",
           found[1].state == OCTOSAT_JOINT_MOTION_HIT ? "a hit" : "no hit", (double)found[1].free_until);
}

int main(void) {
    OctosatEngine *engine = octosat_engine_create(NULL, &error);
    OctosatChain *arm = octosat_chain_create("base", &error);
    OctosatJoint shoulder = OCTOSAT_JOINT_DEFAULTS;
    shoulder.name = "shoulder";
    shoulder.kind = OCTOSAT_JOINT_REVOLUTE; /* about z, as the axis is not set */
    check(octosat_chain_add_link(arm, "upper arm", 0, &shoulder, &error));
    OctosatSolid box = {OCTOSAT_SOLID_BOX, {0.5f, 0, 0}, {0, 0, 0, 1}, {0.5f, 0.1f, 0.1f}, NULL, 0};
    check(octosat_chain_attach(arm, 1, &box, 1, &error));
    OctosatSolid post = {OCTOSAT_SOLID_CYLINDER, {0, 0.8f, 0}, {0, 0, 0, 1}, {0.1f, 1, 0}, NULL, 0}; /* radius, half length */
    OctosatWorld *world = octosat_world_create(&post, 1, &error);
    if (world == NULL) check(error.status);
    ask(engine, arm, world);

    const char *text =
        "<robot name='arm'><link name='base'/>"
        "<joint name='shoulder' type='continuous'><parent link='base'/><child link='arm'/><axis xyz='0 0 1'/></joint>"
        "<link name='arm'><collision><origin xyz='0.5 0 0'/><geometry><box size='1 0.2 0.2'/></geometry></collision></link>"
        "</robot>";
    OctosatChain *read = octosat_chain_from_urdf(text, NULL, 0, &error);
    if (read == NULL) check(error.status);
    ask(engine, read, world);

    octosat_world_destroy(world);
    octosat_chain_destroy(read);
    octosat_chain_destroy(arm);
    octosat_engine_destroy(engine);
    return 0;
}
