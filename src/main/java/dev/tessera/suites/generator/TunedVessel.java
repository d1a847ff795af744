package dev.tessera.suites.generator;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidBits;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.suites.generator.Branch.Knot;
import java.util.List;
import java.util.concurrent.ForkJoinPool;

/// Vessels with the same box, number of fluid nodes and utilisation of tiles of 4³ nodes as those of Tomczak &
/// Szafran 2019, whose surfaces are not published. Lengths are in nodes of the paper's resolution. Ends are cut
/// flat by the box.
///
/// @param key `aneurysm` or `coarctation`
public record TunedVessel(String key, int nx, int ny, int nz) {
    private static final double SURE = 0.7; // fraction of the field's value; no surface is within that distance

    /// A cerebral artery that divides, with a saccular aneurysm: 730 × 342 × 334 nodes, 14.8 million of them
    /// fluid, utilisation 0.931 (table 8).
    public static TunedVessel aneurysm() {
        return new TunedVessel("aneurysm", 730, 342, 334);
    }

    /// An aorta with a coarctation: 93 × 161 × 442 nodes, 0.66 million of them fluid, utilisation 0.807 (table
    /// 9).
    public static TunedVessel coarctation() {
        return new TunedVessel("coarctation", 93, 161, 442);
    }

    private Field body() {
        return switch (key) {
            case "aneurysm" -> aneurysmBody();
            case "coarctation" -> coarctationBody();
            default ->
                throw new IllegalArgumentException(
                        "unknown vessel '%s'; known are aneurysm and coarctation".formatted(key));
        };
    }

    private static Field aneurysmBody() {
        Branch parent = new Branch(
                List.of(
                        Knot.of(0, 262, 92, 64),
                        Knot.of(120, 258, 96, 63),
                        Knot.of(250, 200, 120, 62),
                        Knot.of(380, 150, 140, 60)),
                40,
                0);
        Branch left = new Branch(
                List.of(
                        Knot.of(370, 154, 138, 57),
                        Knot.of(500, 90, 130, 49),
                        Knot.of(620, 66, 100, 47),
                        Knot.of(730, 62, 80, 46)),
                0,
                40);
        Branch right = new Branch(
                List.of(
                        Knot.of(370, 154, 138, 57),
                        Knot.of(480, 200, 110, 48),
                        Knot.of(610, 262, 70, 46),
                        Knot.of(730, 276, 62, 44)),
                0,
                40);
        Field sac = Field.ball(430, 150, 226, 105).or(Field.ball(482, 190, 250, 60), 30);
        return parent.or(left, 30).or(right, 30).or(sac, 40);
    }

    private static Field coarctationBody() {
        return new Branch(
                List.of(
                        Knot.of(40, 32, 190, 20.9),
                        Knot.of(42, 32, 300, 20.9),
                        Knot.of(46, 42, 370, 20.4),
                        Knot.of(50, 78, 414, 19.1),
                        Knot.of(52, 118, 392, 16.3),
                        Knot.of(50, 134, 350, 10.0),
                        Knot.of(48, 136, 310, 14.5),
                        Knot.of(46, 136, 200, 16.3),
                        Knot.of(46, 134, 0, 14.5)),
                0,
                40);
    }

    /// The fluid nodes.
    public FluidNodes fluid(ForkJoinPool workers) {
        return fluid(1, workers);
    }

    /// The fluid nodes at a finer resolution.
    /// @param finer nodes per node of the paper's resolution, along each axis
    public FluidNodes fluid(double finer, ForkJoinPool workers) {
        Box box = new Box(
                (int) Math.round(finer * nx),
                (int) Math.round(finer * ny),
                (int) Math.round(finer * nz),
                false,
                false,
                false);
        FluidBits bits = new FluidBits(box);
        Field coarse = body();
        Field body = (x, y, z) -> finer * coarse.at(x / finer, y / finer, z / finer);
        ParallelLoop.over(workers, box.nz(), z -> {
            for (int y = 0; y < box.ny(); y++) {
                fillRow(bits, box, body, y, z);
            }
        });
        return bits.build();
    }

    /// Traverses a row in steps that cannot cross the surface.
    private static void fillRow(FluidBits bits, Box box, Field body, int y, int z) {
        long row = box.index(0, y, z);
        int x = 0;
        while (x < box.nx()) {
            double distance = body.at(x + 0.5, y + 0.5, z + 0.5);
            int end = Math.min(box.nx(), x + Math.max(1, (int) (SURE * Math.abs(distance))));
            if (distance < 0) {
                bits.fill(row + x, row + end);
            }
            x = end;
        }
    }
}
