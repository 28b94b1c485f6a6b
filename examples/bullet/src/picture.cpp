// SPDX-License-Identifier: MIT OR Apache-2.0
#include "picture.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>

namespace octosat_bullet {

namespace {

constexpr double PICTURE_WIDTH = 1200;
constexpr double NARROW_PANEL_WIDTH = 600;
// A scene that is wider than this many times its height has panels one below the other, as wide as the picture.
constexpr double WIDE = 2;
// Of a scene that is wider than this many times its height, such as a long wall, the middle is drawn.
constexpr double WIDEST = 8;
constexpr double BORDER = 20;
constexpr double TEXT_HEIGHT = 24;

struct Point {
    double x, y;
};

// The part of the scene that is seen: across, and up from the ground.
struct View {
    double half_width = 1;
    double height = 1;

    bool is_wide() const { return 2 * half_width > WIDE * height; }
    double panel_width() const { return is_wide() ? PICTURE_WIDTH : NARROW_PANEL_WIDTH; }
    double scale() const { return (panel_width() - 2 * BORDER) / (2 * half_width); }
    double panel_height() const { return height * scale() + 2 * BORDER + TEXT_HEIGHT; }
    bool shows(const btVector3& place) const { return std::abs(static_cast<double>(place.x())) < half_width; }
    Point on_panel(const btVector3& place, Point corner) const {
        return {corner.x + BORDER + (place.x() + half_width) * scale(),
                corner.y + BORDER + (height - place.y()) * scale()};
    }
};

bool is_drawn(const btRigidBody& body) {
    return !body.isStaticObject() && body.getCollisionShape()->getShapeType() == BOX_SHAPE_PROXYTYPE;
}

std::vector<const btRigidBody*> from_far_to_near(const World& world) {
    std::vector<const btRigidBody*> bodies;
    for (const auto& body : world.bodies()) {
        if (is_drawn(*body)) {
            bodies.push_back(body.get());
        }
    }
    std::stable_sort(bodies.begin(), bodies.end(), [](const btRigidBody* a, const btRigidBody* b) {
        return a->getWorldTransform().getOrigin().z() < b->getWorldTransform().getOrigin().z();
    });
    return bodies;
}

void widen(View& view, const World& world) {
    for (const btRigidBody* body : from_far_to_near(world)) {
        const btVector3& place = body->getWorldTransform().getOrigin();
        view.half_width = std::max(view.half_width, std::abs(static_cast<double>(place.x())) + 1);
        view.height = std::max(view.height, static_cast<double>(place.y()) + 1);
    }
}

// The faces of a box that look at the viewer, who is far away in the direction of z.
void draw_box(std::ofstream& svg, const btRigidBody& body, const View& view, Point corner_of_panel) {
    const auto& shape = static_cast<const btBoxShape&>(*body.getCollisionShape());
    const btVector3 half = shape.getHalfExtentsWithMargin();
    const btTransform& pose = body.getWorldTransform();
    for (int axis = 0; axis < 3; axis++) {
        const btScalar facing = pose.getBasis()[2][axis];
        const btScalar side = facing < 0 ? btScalar(-1) : btScalar(1);
        const int u = (axis + 1) % 3;
        const int v = (axis + 2) % 3;
        svg << "<path d=\"";
        for (int corner = 0; corner < 4; corner++) {
            btVector3 local = half;
            local[axis] *= side;
            local[u] *= corner == 1 || corner == 2 ? btScalar(-1) : btScalar(1);
            local[v] *= corner >= 2 ? btScalar(-1) : btScalar(1);
            const Point point = view.on_panel(pose * local, corner_of_panel);
            svg << (corner == 0 ? 'M' : 'L') << point.x << ' ' << point.y;
        }
        // Faces are lighter the more they look at the viewer.
        const int light = static_cast<int>(90 + 130 * std::abs(facing));
        svg << "Z\" fill=\"rgb(" << light - 50 << ',' << light - 20 << ',' << light << ")\"/>\n";
    }
}

}  // namespace

void draw(const std::vector<Pictured>& worlds, const std::string& file) {
    View view;
    for (const Pictured& pictured : worlds) {
        widen(view, pictured.world);
    }
    view.half_width = std::min(view.half_width, WIDEST / 2 * view.height);
    const double count = static_cast<double>(worlds.size());
    std::ofstream svg(file);
    svg.precision(6);
    svg << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "
        << view.panel_width() * (view.is_wide() ? 1 : count) << ' '
        << view.panel_height() * (view.is_wide() ? count : 1) << "\" font-family=\"sans-serif\" stroke=\"#234\" stroke-width=\"0.3\">\n"
        << "<rect width=\"100%\" height=\"100%\" fill=\"white\" stroke=\"none\"/>\n";
    for (size_t i = 0; i < worlds.size(); i++) {
        const double number = static_cast<double>(i);
        const Point corner = view.is_wide() ? Point{0, number * view.panel_height()} : Point{number * view.panel_width(), 0};
        for (const btRigidBody* body : from_far_to_near(worlds[i].world)) {
            if (view.shows(body->getWorldTransform().getOrigin())) {
                draw_box(svg, *body, view, corner);
            }
        }
        svg << "<text x=\"" << corner.x + view.panel_width() / 2 << "\" y=\"" << corner.y + view.panel_height() - 12
            << "\" text-anchor=\"middle\" stroke=\"none\">" << worlds[i].name << "</text>\n";
    }
    svg << "</svg>\n";
    svg.close();
    if (!svg) {
        throw std::runtime_error("cannot write the picture to " + file);
    }
}

}  // namespace octosat_bullet
