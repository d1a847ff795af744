package dev.tessera.suites.generator;

import dev.tessera.geometry.Vec;
import dev.tessera.suites.generator.Branch.Knot;
import java.util.List;

/// A synthetic blood vessel: a surface with flat open ends.
///
/// @param openEnds centres and outward directions of the ends, inlet first, millimetres
/// @param wall the surface, millimetres
public record Vessel(List<OpenEnd> openEnds, Triangles wall) {
    private static final double BEYOND_MM = 2.5; // length of tubes beyond their ends before they are cut

    public Vessel {
        openEnds = List.copyOf(openEnds);
    }

    /// An open end.
    ///
    /// @param name `inlet`, `outlet-1` …
    /// @param outward length 1
    public record OpenEnd(String name, Vec centreMm, Vec outward, double radiusMm) {}

    /// A curved artery of 4 mm diameter that divides in two; with a saccular aneurysm and a small bleb at
    /// the bifurcation. Daughters follow Murray's law (r³ = r₁³ + r₂³). About 18,200 triangles. It is
    /// `examples/aneurysm/aneurysm.stl`.
    public static Vessel aneurysm() {
        return aneurysm(0.355);
    }

    /// The same with another triangle size.
    static Vessel aneurysm(double cellMm) {
        Branch parent = new Branch(
                List.of(
                        Knot.of(12, 3, 40, 2.0),
                        Knot.of(12.2, 3.4, 35, 1.95),
                        Knot.of(14, 6, 29, 1.9),
                        Knot.of(17, 10.2, 24, 1.8),
                        Knot.of(17.4, 13.6, 18.5, 1.7),
                        Knot.of(15.5, 16, 13, 1.65)),
                BEYOND_MM,
                0);
        Branch left = new Branch(
                List.of(
                        Knot.of(16, 15.4, 14.5, 1.5),
                        Knot.of(13, 17.6, 11.4, 1.35),
                        Knot.of(8.5, 18.6, 10, 1.3),
                        Knot.of(4, 20.5, 10.8, 1.25),
                        Knot.of(0.5, 23.5, 10.5, 1.2)),
                0,
                BEYOND_MM);
        Branch right = new Branch(
                List.of(
                        Knot.of(16, 15.4, 14.5, 1.5),
                        Knot.of(18.8, 17.6, 12, 1.28),
                        Knot.of(22.5, 19.4, 11.4, 1.2),
                        Knot.of(26, 22.6, 12.6, 1.15),
                        Knot.of(28.5, 26.5, 13, 1.1)),
                0,
                BEYOND_MM);
        Field sac = Field.ball(14.5, 18.5, 8.5, 3.2)
                .or(Field.ball(13.8, 20.4, 7.5, 2.5), 1.5)
                .or(Field.ball(16.2, 19.5, 5.8, 1.15), 0.7);
        Field body = parent.or(left, 1).or(right, 1).or(sac, 1.2);
        return cut(
                body,
                new Vec(-4, -2, 0),
                new Vec(33, 32, 44),
                cellMm,
                List.of(
                        new OpenEnd(
                                "inlet",
                                new Vec(12, 3, 40),
                                parent.startTangent().times(-1),
                                2.0),
                        new OpenEnd("outlet-1", new Vec(0.5, 23.5, 10.5), left.endTangent(), 1.2),
                        new OpenEnd("outlet-2", new Vec(28.5, 26.5, 13), right.endTangent(), 1.1)));
    }

    /// An aortic arch that narrows behind its top (coarctation): one inlet, one outlet, without branches.
    public static Vessel coarctation() {
        Branch arch = new Branch(
                List.of(
                        Knot.of(10, 12, 10, 8),
                        Knot.of(10, 12, 40, 7.8),
                        Knot.of(13, 13, 60, 7.5),
                        Knot.of(24, 16, 72, 7),
                        Knot.of(37, 19, 70, 6.2),
                        Knot.of(44, 21, 60, 3.4),
                        Knot.of(46, 22, 52, 5.5),
                        Knot.of(46, 22, 40, 6.5),
                        Knot.of(44, 21, 10, 6),
                        Knot.of(42, 20, -20, 5.5)),
                BEYOND_MM,
                BEYOND_MM);
        return cut(
                arch,
                new Vec(-2, 0, -30),
                new Vec(58, 34, 84),
                1.2,
                List.of(
                        new OpenEnd(
                                "inlet",
                                new Vec(10, 12, 10),
                                arch.startTangent().times(-1),
                                8),
                        new OpenEnd("outlet", new Vec(42, 20, -20), arch.endTangent(), 5.5)));
    }

    private static Vessel cut(Field body, Vec low, Vec high, double cellMm, List<OpenEnd> ends) {
        Triangles wall = SurfaceNet.of(body, low, high, cellMm);
        for (OpenEnd end : ends) {
            double reach = StrictMath.hypot(BEYOND_MM + end.radiusMm(), end.radiusMm()) + cellMm;
            wall = wall.cut(end.centreMm(), end.outward(), reach, 0.2 * cellMm);
        }
        return new Vessel(ends, wall);
    }

    /// The surface in metres.
    public Triangles wallInMetres() {
        return wall.scaled(1e-3);
    }
}
