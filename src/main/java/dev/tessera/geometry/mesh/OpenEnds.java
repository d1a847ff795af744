package dev.tessera.geometry.mesh;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.OpeningSelector;
import dev.tessera.geometry.OpeningSpec;
import dev.tessera.geometry.Vec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The ends of a surface that can be openings, and the selection of those of the case.
final class OpenEnds {
    private static final double PLANAR = 0.25; // largest distance from the plane, in radii
    private static final double ROUND = 0.5; // least roundness of an open end
    private static final double FLAT_ROUND = 0.7; // least roundness of a flat end that is listed
    private static final double ACROSS = 0.7; // largest mean |cosine| between the end's plane and the wall's
    private static final int FEWEST = 6; // edges of an open end

    /// What to do with a surface without ends.
    static final String CUT_THEM = "Cut off its ends: openings: {inlet: {cut: {point: [x, y, z], normal: [x, y, z]}}}";

    private final List<OpenEnd> ends;
    private final MeshPlaces places;

    private OpenEnds(List<OpenEnd> ends, MeshPlaces places) {
        this.ends = List.copyOf(ends);
        this.places = places;
    }

    /// All ends: those that are listed by area, then the others.
    static OpenEnds of(MeshEdges edges, List<Loop> loops, MeshPlaces places) {
        List<OpenEnd> ends = new ArrayList<>();
        double[] facing = facing(edges, loops);
        for (int i = 0; i < loops.size(); i++) {
            Loop loop = loops.get(i);
            boolean listed = loop.vertices().length >= FEWEST
                    && loop.roundness() >= ROUND
                    && loop.offPlaneM() <= PLANAR * loop.radiusM()
                    && facing[i] <= ACROSS;
            ends.add(new OpenEnd(loop.centroid(), loop.normal(), loop.areaM2(), loop.roundness(), new int[0], listed));
        }
        for (FlatEnd end : FlatEnds.of(edges)) {
            Loop outline = end.outline();
            boolean listed = outline.roundness() >= FLAT_ROUND && end.triangles().length > 1;
            ends.add(new OpenEnd(
                    outline.centroid(), end.normal(), outline.areaM2(), outline.roundness(), end.triangles(), listed));
        }
        double largest = ends.stream()
                .filter(OpenEnd::listed)
                .mapToDouble(OpenEnd::radiusM)
                .max()
                .orElse(0);
        ends.replaceAll(end -> end.isOpen() || end.radiusM() >= 0.15 * largest ? end : hidden(end));
        ends.sort(Comparator.comparing((OpenEnd end) -> !end.listed()).thenComparingDouble(end -> -end.areaM2()));
        return new OpenEnds(ends, places);
    }

    private static OpenEnd hidden(OpenEnd end) {
        return new OpenEnd(end.centre(), end.normal(), end.areaM2(), end.roundness(), end.triangles(), false);
    }

    /// For each loop the mean |cosine| between its normal and those of the triangles along it: about 0 at the
    /// end of a tube, 1 for a hole in a wall.
    private static double[] facing(MeshEdges edges, List<Loop> loops) {
        TriangleMesh mesh = edges.mesh();
        int[] triangleAt = new int[mesh.vertices()];
        for (int e = 0; e < edges.count(); e++) {
            if (edges.net(e) != 0) {
                triangleAt[edges.low(e)] = edges.halfEdge(e, 0) / 3;
                triangleAt[edges.high(e)] = edges.halfEdge(e, 0) / 3;
            }
        }
        double[] facing = new double[loops.size()];
        for (int i = 0; i < facing.length; i++) {
            double sum = 0;
            for (int vertex : loops.get(i).vertices()) {
                Vec area = mesh.doubleArea(triangleAt[vertex]);
                sum += area.length() > 0 ? Math.abs(area.unit().dot(loops.get(i).normal())) : 0;
            }
            facing[i] = sum / loops.get(i).vertices().length;
        }
        return facing;
    }

    List<OpenEnd> listed() {
        return ends.stream().filter(OpenEnd::listed).toList();
    }

    /// One line per end, numbered; what to do where there is none.
    String table() {
        StringBuilder text = new StringBuilder();
        List<OpenEnd> listed = listed();
        for (int i = 0; i < listed.size(); i++) {
            text.append("\n  %d: %s".formatted(i + 1, listed.get(i).text(places)));
        }
        return listed.isEmpty() ? " none. " + CUT_THEM : text.toString();
    }

    /// The end that a case selects.
    /// @throws GeometryException where there is none; lists the existing ones
    OpenEnd select(OpeningSpec spec) {
        List<OpenEnd> listed = listed();
        OpenEnd found = switch (spec.selector()) {
            case OpeningSelector.Near near -> near(near.pointM());
            case OpeningSelector.Numbered numbered ->
                numbered.number() >= 1 && numbered.number() <= listed.size() ? listed.get(numbered.number() - 1) : null;
            case OpeningSelector.Outermost outermost ->
                listed.stream()
                        .max(Comparator.comparingDouble(
                                end -> end.centre().along(outermost.axis()) * (outermost.highest() ? 1 : -1)))
                        .orElse(null);
            case OpeningSelector.Part part ->
                throw new GeometryException(
                        "opening %s: the file has no part called \"%s\"".formatted(spec.name(), part.name()));
            case OpeningSelector.Cut cut -> throw new AssertionError("cuts are made before ends are named");
        };
        if (found == null) {
            throw new GeometryException("opening %s: the surface has no end %s; its ends are:%s"
                    .formatted(spec.name(), text(spec.selector()), table()));
        }
        return found;
    }

    private @Nullable OpenEnd near(Vec point) {
        OpenEnd best = null;
        for (OpenEnd end : ends) { // listed ones first
            double distance = end.centre().distance(point);
            double reach = end.listed() ? 2 * end.radiusM() : 0.5 * end.radiusM();
            boolean better = best == null || distance < best.centre().distance(point) && end.listed();
            if (distance <= reach && better) {
                best = end;
            }
        }
        return best;
    }

    private String text(OpeningSelector selector) {
        return switch (selector) {
            case OpeningSelector.Near near -> "near %s%s".formatted(places.name(near.pointM()), nearest(near.pointM()));
            case OpeningSelector.Numbered numbered -> "number " + numbered.number();
            case OpeningSelector.Outermost outermost ->
                "%s along %c".formatted(outermost.highest() ? "highest" : "lowest", "xyz".charAt(outermost.axis()));
            case OpeningSelector.Part part -> "called " + part.name();
            case OpeningSelector.Cut cut -> "cut at " + places.name(cut.pointM());
        };
    }

    private String nearest(Vec point) {
        return listed().stream()
                .min(Comparator.comparingDouble(end -> end.centre().distance(point)))
                .map(end -> " (the nearest is %s away)"
                        .formatted(places.length(
                                Objects.requireNonNull(end).centre().distance(point))))
                .orElse("");
    }
}
