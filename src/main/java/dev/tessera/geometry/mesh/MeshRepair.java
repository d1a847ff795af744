package dev.tessera.geometry.mesh;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.Vec;
import java.util.ArrayList;
import java.util.List;

/// Makes one surface, oriented outward, from the triangles of a file.
final class MeshRepair {
    /// Cracks up to this fraction of the mesh's diagonal are closed automatically.
    static final double CRACK = 1e-3;

    private static final int MOST_LINES = 20;

    private final MeshPlaces places;
    private final List<String> findings = new ArrayList<>();

    private MeshRepair(MeshPlaces places) {
        this.places = places;
    }

    /// @param edges of the repaired mesh
    /// @param loops along which it is still open
    /// @param crackM width up to which gaps count as cracks
    record Repaired(MeshEdges edges, List<Loop> loops, double crackM, List<String> findings) {}

    /// @param crackM width up to which gaps are closed automatically; 0: [#CRACK] of the diagonal
    static Repaired repair(TriangleSoup soup, MeshPlaces places, double crackM) {
        return new MeshRepair(places).run(soup, crackM);
    }

    private Repaired run(TriangleSoup soup, double crackM) {
        findings.addAll(soup.notes());
        TriangleMesh welded = Welding.weld(soup, places.unit().metres());
        TriangleMesh mesh = clean(welded);
        if (mesh.triangles() == 0) {
            throw new GeometryException("none of the file's %,d triangles has an area".formatted(soup.triangles()));
        }
        MeshEdges edges = MeshEdges.of(mesh == welded ? mesh : Welding.dropEmpty(welded));
        describe(edges);
        edges = mesh == welded ? edges : MeshEdges.of(mesh);
        double width = crackM > 0 ? crackM : CRACK * mesh.diagonal();
        Stitching.Stitched stitched = Stitching.stitch(edges, width);
        if (stitched.joined() > 0) {
            findings.add("cracks stitched at %,d place%s, up to %s wide, first at %s"
                    .formatted(
                            stitched.joined(),
                            stitched.joined() == 1 ? "" : "s",
                            places.length(stitched.widestM()),
                            places.name(stitched.place())));
            edges = MeshEdges.of(clean(stitched.mesh()));
        }
        MeshEdges outward = turnOutward(edges);
        return new Repaired(outward, Loops.of(outward), width, List.copyOf(findings));
    }

    private TriangleMesh clean(TriangleMesh mesh) {
        Welding.Cleaned cleaned = Welding.clean(mesh, places);
        findings.addAll(cleaned.findings());
        return cleaned.mesh();
    }

    /// Reports the edges of more than two triangles, and the lines along which the file is open, before anything is
    /// closed.
    private void describe(MeshEdges edges) {
        crowdedEdges(edges);
        List<OpenLine> lines = OpenLine.of(edges);
        if (lines.isEmpty()) {
            return;
        }
        StringBuilder text = new StringBuilder(
                "the file's surface is open along %d line%s:".formatted(lines.size(), lines.size() == 1 ? "" : "s"));
        for (OpenLine line : lines.subList(0, Math.min(lines.size(), MOST_LINES))) {
            text.append(" %s long at %s;".formatted(places.length(line.lengthM()), places.name(line.centre())));
        }
        text.setLength(text.length() - 1);
        findings.add(lines.size() > MOST_LINES ? text + "; …" : text.toString());
    }

    private void crowdedEdges(MeshEdges edges) {
        int crowded = 0;
        Vec place = Vec.ZERO;
        for (int e = 0; e < edges.count(); e++) {
            if (edges.degree(e) > 2) {
                TriangleMesh mesh = edges.mesh();
                place = crowded++ == 0
                        ? mesh.point(edges.low(e))
                                .plus(mesh.point(edges.high(e)))
                                .times(0.5)
                        : place;
            }
        }
        if (crowded > 0) {
            findings.add(
                    ("%,d non-manifold edge%s: more than two triangles meet, first at %s; harmless, as the inside is"
                                    + " found by winding number")
                            .formatted(crowded, crowded == 1 ? "" : "s", places.name(place)));
        }
    }

    private MeshEdges turnOutward(MeshEdges edges) {
        Orienting.Oriented oriented = Orienting.orient(edges);
        MeshEdges agreeing = oriented.mesh() == edges.mesh() ? edges : MeshEdges.of(oriented.mesh());
        Outward.Result outward = Outward.turn(oriented, Loops.of(agreeing));
        if (oriented.turned() > 0) {
            findings.add("mixed normals: %,d of %,d triangles were oriented against their neighbours; turned"
                    .formatted(oriented.turned(), edges.mesh().triangles()));
        }
        if (outward.inverted() > 0) {
            findings.add("normals pointed inward%s; turned outward"
                    .formatted(
                            oriented.bodies() == 1
                                    ? ""
                                    : " on %d of %d bodies".formatted(outward.inverted(), oriented.bodies())));
        }
        if (oriented.bodies() > 1) {
            findings.add("the surface consists of %d separate bodies".formatted(oriented.bodies()));
        }
        if (!outward.nested().isEmpty()) {
            findings.add("%d bod%s inside another, first at %s: taken as solid within the fluid"
                    .formatted(
                            outward.nested().size(),
                            outward.nested().size() == 1 ? "y is" : "ies are",
                            places.name(outward.nested().getFirst())));
        }
        if (outward.flat() == oriented.bodies()) {
            throw new GeometryException("the surface encloses no volume: it is a flat sheet, not a vessel");
        }
        return outward.mesh() == oriented.mesh() ? agreeing : MeshEdges.of(outward.mesh());
    }
}
