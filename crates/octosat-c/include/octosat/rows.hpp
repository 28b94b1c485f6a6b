// The rows of results, by the names of Rust.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef OCTOSAT_ROWS_HPP
#define OCTOSAT_ROWS_HPP

#include "../octosat.h"
#include "mode.hpp"

namespace octosat {
inline namespace OCTOSAT_MODE {

using CapsuleManifold = OctosatCapsuleManifold;
using Cast = OctosatCast;
using ChainClearance = OctosatChainClearance;
using ClosestPoints = OctosatClosestPoints;
using Distance = OctosatDistance;
using Intersection = OctosatIntersection;
using HalfSpaceManifold = OctosatHalfSpaceManifold;
using Impact = OctosatImpact;
using IouPair = OctosatIouPair;
using JointMotion = OctosatJointMotion;
using LinkPair = OctosatLinkPair;
using LeastClearance = OctosatLeastClearance;
using LeastDistance = OctosatLeastDistance;
using Penetration = OctosatPenetration;
using RayHit = OctosatRayHit;
using RectangleManifold = OctosatRectangleManifold;
using RectanglePenetration = OctosatRectanglePenetration;
using RectangleIntersection = OctosatRectangleIntersection;
using ShapeCast = OctosatShapeCast;
using SphereContact = OctosatSphereContact;
using Verdict = OctosatVerdict;

}  // namespace OCTOSAT_MODE
}  // namespace octosat

#endif
