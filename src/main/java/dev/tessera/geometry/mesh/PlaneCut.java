package dev.tessera.geometry.mesh;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.OpeningSelector;
import dev.tessera.geometry.OpeningSpec;
import dev.tessera.geometry.Vec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Cuts off the end of a vessel along a plane, so that it becomes an open end.
///
/// The plane cuts the surface along one closed line for every vessel that it meets. Only the line around the selector's
/// point is used: its triangles are split, and the surface connected to them beyond the plane is removed. The rest
/// remains, also where the plane passes through other vessels.
final class PlaneCut {
    private static final double CLEAR = 1e-7; // of the diagonal: no vertex may lie nearer to the plane
    private static final int SHIFTS = 40;

    private final MeshEdges edges;
    private final TriangleMesh mesh;
    private final Vec normal;
    private final Vec point;
    private final double[] height; // [vertex] above the plane
    private final MeshPlaces places;
    private final String name;

    private PlaneCut(MeshEdges edges, OpeningSelector.Cut cut, String name, MeshPlaces places) {
        this.edges = edges;
        this.mesh = edges.mesh();
        this.normal = cut.normal().unit();
        this.point = cut.pointM();
        this.places = places;
        this.name = name;
        this.height = heights();
    }

    /// The surface after its cuts, and the openings, none of which is a cut any more.
    record Result(MeshRepair.Repaired surface, List<OpeningSpec> openings) {}

    /// Makes the cuts of all openings, one after the other.
    /// @throws GeometryException where a plane does not cut the surface around its point along a closed line,
    ///        or does not cut a part off
    static Result all(MeshRepair.Repaired surface, List<OpeningSpec> openings, MeshPlaces places) {
        List<OpeningSpec> named = new ArrayList<>();
        MeshRepair.Repaired left = surface;
        for (OpeningSpec spec : openings) {
            if (!(spec.selector() instanceof OpeningSelector.Cut cut)) {
                named.add(spec);
                continue;
            }
            PlaneCut plane = new PlaneCut(left.edges(), cut, spec.name(), places);
            List<String> findings = new ArrayList<>(left.findings());
            Line line = plane.chosen();
            MeshEdges opened = MeshEdges.of(plane.open(line, findings));
            left = new MeshRepair.Repaired(opened, Loops.of(opened), left.crackM(), List.copyOf(findings));
            named.add(new OpeningSpec(spec.name(), new OpeningSelector.Near(line.centre()), spec.extension()));
        }
        return new Result(left, List.copyOf(named));
    }

    /// Heights above the plane, which is moved slightly where it would pass through a vertex.
    private double[] heights() {
        double diagonal = mesh.diagonal();
        double[] heights = new double[mesh.vertices()];
        for (int v = 0; v < heights.length; v++) {
            heights[v] = mesh.point(v).minus(point).dot(normal);
        }
        double[] sorted = heights.clone();
        Arrays.sort(sorted);
        for (int shift = 0; shift < SHIFTS; shift++) {
            double by = (shift % 2 == 0 ? -shift : shift) * 2.7 * CLEAR * diagonal;
            int next = Arrays.binarySearch(sorted, by);
            next = next < 0 ? -next - 1 : next;
            boolean clear = (next == sorted.length || sorted[next] - by > CLEAR * diagonal)
                    && (next == 0 || by - sorted[next - 1] > CLEAR * diagonal);
            if (clear) {
                for (int v = 0; v < heights.length; v++) {
                    heights[v] -= by;
                }
                return heights;
            }
        }
        for (int v = 0; v < heights.length; v++) { // a vertex on the plane counts as kept
            heights[v] = heights[v] == 0 ? -Double.MIN_NORMAL : heights[v];
        }
        return heights;
    }

    private boolean isBeyond(int vertex) {
        return height[vertex] > 0;
    }

    private boolean isCrossing(int triangle) {
        int[] c = mesh.corners();
        boolean a = isBeyond(c[3 * triangle]);
        return a != isBeyond(c[3 * triangle + 1]) || a != isBeyond(c[3 * triangle + 2]);
    }

    /// One closed line along which the plane cuts the surface.
    ///
    /// @param triangles that it passes
    /// @param centre of the line, weighted by length
    /// @param radiusM of the circle of the same length
    /// @param closed whether every edge that it passes has two triangles
    /// @param winding how often it goes around the cut's point: 0 where the point is not inside
    private record Line(int[] triangles, Vec centre, double radiusM, boolean closed, double winding) {}

    private Line chosen() {
        List<Line> lines = lines();
        if (lines.isEmpty()) {
            throw new GeometryException("opening %s: the plane at %s with normal %s does not meet the surface"
                    .formatted(name, places.name(point), text(normal)));
        }
        Line best = null;
        for (Line line : lines) {
            boolean around = Math.abs(line.winding()) > 0.5;
            if (around && (best == null || line.radiusM() < best.radiusM())) {
                best = line;
            }
        }
        if (best == null) {
            StringBuilder list = new StringBuilder();
            lines.stream()
                    .sorted(Comparator.comparingDouble(l -> l.centre().distance(point)))
                    .limit(10)
                    .forEach(l -> list.append("\n  around %s, radius about %s"
                            .formatted(places.name(l.centre()), places.length(l.radiusM()))));
            throw new GeometryException(
                    ("opening %s: the point %s does not lie inside the surface's cross-section. The plane cuts the"
                            + " surface:%s\n"
                                    + "Move the point into the vessel that is meant.")
                            .formatted(name, places.name(point), list));
        }
        if (!best.closed()) {
            throw new GeometryException(
                    ("opening %s: the surface is open where the plane cuts it around %s; put the plane a little further"
                                    + " inside, or name the open end itself with near")
                            .formatted(name, places.name(best.centre())));
        }
        return best;
    }

    /// Groups of crossing triangles that are connected by crossing edges.
    private List<Line> lines() {
        boolean[] seen = new boolean[mesh.triangles()];
        List<Line> lines = new ArrayList<>();
        for (int t = 0; t < seen.length; t++) {
            if (!seen[t] && isCrossing(t)) {
                lines.add(line(t, seen));
            }
        }
        return lines;
    }

    private Line line(int first, boolean[] seen) {
        ArrayDeque<Integer> waiting = new ArrayDeque<>(List.of(first));
        List<Integer> triangles = new ArrayList<>();
        seen[first] = true;
        boolean closed = true;
        Vec centre = Vec.ZERO;
        double length = 0;
        double turned = 0;
        while (!waiting.isEmpty()) {
            int t = waiting.poll();
            triangles.add(t);
            Vec[] ends = new Vec[2];
            for (int h = 3 * t; h < 3 * t + 3; h++) {
                if (isBeyond(mesh.from(h)) == isBeyond(mesh.to(h))) {
                    continue;
                }
                ends[isBeyond(mesh.to(h)) ? 0 : 1] = crossing(mesh.from(h), mesh.to(h));
                int edge = edges.edgeOf(h);
                closed &= edges.degree(edge) == 2;
                for (int i = 0; i < edges.degree(edge); i++) {
                    int other = edges.halfEdge(edge, i) / 3;
                    if (!seen[other]) {
                        seen[other] = true;
                        waiting.add(other);
                    }
                }
            }
            double piece = ends[0].distance(ends[1]);
            length += piece;
            centre = centre.plus(ends[0].plus(ends[1]).times(piece / 2));
            turned += angle(ends[0].minus(point), ends[1].minus(point));
        }
        return new Line(
                triangles.stream().mapToInt(Integer::intValue).toArray(),
                length > 0 ? centre.times(1 / length) : mesh.centre(first),
                length / (2 * Math.PI),
                closed,
                turned / (2 * Math.PI));
    }

    /// Signed, about the normal.
    private double angle(Vec a, Vec b) {
        return Math.atan2(a.cross(b).dot(normal), a.dot(b) - a.dot(normal) * b.dot(normal));
    }

    /// Where an edge meets the plane; the same for both of its directions.
    private Vec crossing(int a, int b) {
        int low = Math.min(a, b);
        int high = Math.max(a, b);
        double part = height[low] / (height[low] - height[high]);
        return mesh.point(low).times(1 - part).plus(mesh.point(high).times(part));
    }

    /// The surface without the part beyond the line.
    private TriangleMesh open(Line line, List<String> findings) {
        boolean[] dropped = beyond(line);
        boolean[] onLine = new boolean[mesh.triangles()];
        for (int t : line.triangles()) {
            onLine[t] = true;
        }
        double whole = 0;
        double gone = 0;
        int count = 0;
        for (int t = 0; t < dropped.length; t++) {
            double area = mesh.doubleArea(t).length() / 2;
            whole += area;
            gone += dropped[t] ? area : 0;
            count += dropped[t] ? 1 : 0;
            dropped[t] |= onLine[t];
        }
        if (gone > 0.5 * whole) {
            throw new GeometryException(
                    ("opening %s: the cut at %s would remove %.0f %% of the surface. Its normal %s has to point out of"
                            + " the part that is kept: reverse it, or move the plane.")
                            .formatted(name, places.name(line.centre()), 100 * gone / whole, text(normal)));
        }
        findings.add(
                ("opening %s: cut at %s, radius about %s; %,d triangles beyond the plane removed (%.2g %% of the"
                        + " surface)")
                        .formatted(
                                name,
                                places.name(line.centre()),
                                places.length(line.radiusM()),
                                count,
                                100 * gone / whole));
        MeshBuilder builder = new MeshBuilder(Welding.without(mesh, dropped));
        Map<Long, Integer> made = new LinkedHashMap<>();
        for (int t : line.triangles()) {
            keepBelow(builder, t, made);
        }
        return builder.build();
    }

    /// Triangles that are connected to the line beyond the plane.
    private boolean[] beyond(Line line) {
        boolean[] onLine = new boolean[mesh.triangles()];
        for (int t : line.triangles()) {
            onLine[t] = true;
        }
        boolean[] above = flood(line, onLine, true);
        boolean[] below = flood(line, onLine, false);
        for (int t = 0; t < above.length; t++) {
            if (above[t] && below[t]) {
                throw new GeometryException(
                        ("opening %s: the plane through %s cuts no end off: the vessel behind it returns through the"
                                + " plane (first at %s)")
                                .formatted(name, places.name(line.centre()), places.name(mesh.centre(t))));
            }
        }
        return above;
    }

    /// Triangles that are connected to the line's corners on one side without crossing the line.
    private boolean[] flood(Line line, boolean[] onLine, boolean upward) {
        boolean[] reached = new boolean[mesh.triangles()];
        ArrayDeque<Integer> waiting = new ArrayDeque<>();
        for (int t : line.triangles()) {
            for (int h = 3 * t; h < 3 * t + 3; h++) {
                if (isBeyond(mesh.from(h)) == upward && isBeyond(mesh.to(h)) == upward) {
                    step(edges.edgeOf(h), onLine, reached, waiting);
                }
            }
        }
        while (!waiting.isEmpty()) {
            int t = waiting.poll();
            for (int h = 3 * t; h < 3 * t + 3; h++) {
                step(edges.edgeOf(h), onLine, reached, waiting);
            }
        }
        return reached;
    }

    private void step(int edge, boolean[] onLine, boolean[] reached, ArrayDeque<Integer> waiting) {
        for (int i = 0; i < edges.degree(edge); i++) {
            int other = edges.halfEdge(edge, i) / 3;
            if (!onLine[other] && !reached[other]) {
                reached[other] = true;
                waiting.add(other);
            }
        }
    }

    /// Adds the part of a crossing triangle that lies below the plane.
    private void keepBelow(MeshBuilder builder, int t, Map<Long, Integer> made) {
        List<Integer> polygon = new ArrayList<>();
        for (int h = 3 * t; h < 3 * t + 3; h++) {
            int from = mesh.from(h);
            int to = mesh.to(h);
            if (!isBeyond(from)) {
                polygon.add(from);
            }
            if (isBeyond(from) != isBeyond(to)) {
                long key = (long) Math.min(from, to) << 32 | Math.max(from, to);
                polygon.add(made.computeIfAbsent(key, k -> builder.vertex(crossing(from, to))));
            }
        }
        for (int i = 2; i < polygon.size(); i++) {
            builder.triangle(polygon.getFirst(), polygon.get(i - 1), polygon.get(i), mesh.patches()[t]);
        }
    }

    private static String text(Vec direction) {
        return "(%.3g, %.3g, %.3g)".formatted(direction.x(), direction.y(), direction.z());
    }
}
