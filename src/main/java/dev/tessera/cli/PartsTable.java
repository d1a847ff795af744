package dev.tessera.cli;

import dev.tessera.geometry.partition.PartSize;
import dev.tessera.solver.plan.PartedPlan;
import java.io.PrintStream;

/// Prints a case divided into parts.
final class PartsTable {
    private static final String ROW = "%6s %12s %10s %10s %10s %12s %11s %10s";

    private PartsTable() {}

    static void print(PrintStream out, PartedPlan plan) {
        int parts = plan.cut().sizes().size();
        out.println();
        out.println(
                "%d parts, divided by %s: %,d links are cut, and each carries a population in both directions; imbalance %.2f %%"
                        .formatted(
                                parts,
                                plan.cut().method(),
                                plan.cut().links(),
                                100 * plan.cut().imbalance()));
        out.println("link %s: %.0f GB/s each way, %.1f µs per message (%s)"
                .formatted(
                        plan.link().key(),
                        plan.link().gbPerS(),
                        1e6 * plan.link().latencyS(),
                        plan.link().source()));
        out.println(ROW.formatted(
                "part", "fluid nodes", "edge", "halo", "neighbours", "populations", "bytes/step", "memory"));
        for (int part = 0; part < parts; part++) {
            PartSize size = plan.cut().sizes().get(part);
            out.println(ROW.formatted(
                    part,
                    size.nodes(),
                    size.edgeNodes(),
                    size.haloNodes(),
                    size.neighbours(),
                    size.populations(),
                    Report.bytes(size.populations() * plan.bytesPerPopulation()),
                    Report.bytes(plan.memoryBytes(size))));
        }
        out.println(
                "predicted: %.1f MLUPS, %.2f times one device, efficiency %.1f %%; one message per neighbour and step"
                        .formatted(plan.mlups(), parts * plan.efficiency(), 100 * plan.efficiency()));
    }
}
