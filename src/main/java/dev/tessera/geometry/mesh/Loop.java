package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Vec;

/// A closed line along which a surface is open.
///
/// @param vertices in the order of the triangles that close the surface
/// @param centroid of the line, metres
/// @param normal of the best plane, by the right-hand rule along the vertices: out of the body once that is oriented
///        outward
/// @param areaM2 within the line, seen along the normal
/// @param perimeterM its length
/// @param offPlaneM largest distance of a vertex from the best plane
record Loop(int[] vertices, Vec centroid, Vec normal, double areaM2, double perimeterM, double offPlaneM) {
    static Loop of(TriangleMesh mesh, int[] vertices) {
        Vec sum = Vec.ZERO;
        double perimeter = 0;
        for (int i = 0; i < vertices.length; i++) {
            Vec a = mesh.point(vertices[i]);
            Vec b = mesh.point(vertices[(i + 1) % vertices.length]);
            double length = a.distance(b);
            perimeter += length;
            sum = sum.plus(a.plus(b).times(length / 2));
        }
        Vec centroid = perimeter > 0 ? sum.times(1 / perimeter) : mesh.point(vertices[0]);
        Vec area = Vec.ZERO;
        for (int i = 0; i < vertices.length; i++) {
            Vec a = mesh.point(vertices[i]).minus(centroid);
            Vec b = mesh.point(vertices[(i + 1) % vertices.length]).minus(centroid);
            area = area.plus(a.cross(b).times(0.5));
        }
        boolean flat = area.length() > 1e-12 * perimeter * perimeter;
        Vec normal = flat ? area.unit() : new Vec(0, 0, 1);
        double off = 0;
        for (int vertex : vertices) {
            off = Math.max(off, Math.abs(mesh.point(vertex).minus(centroid).dot(normal)));
        }
        return new Loop(vertices, centroid, normal, area.length(), perimeter, off);
    }

    /// Radius of the circle of the same area.
    double radiusM() {
        return Math.sqrt(areaM2 / Math.PI);
    }

    /// 1 for a circle, towards 0 for slits.
    double roundness() {
        return 4 * Math.PI * areaM2 / (perimeterM * perimeterM);
    }
}
