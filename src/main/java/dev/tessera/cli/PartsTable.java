package dev.tessera.cli;

import dev.tessera.geometry.partition.Cut;
import dev.tessera.geometry.partition.PartSize;
import dev.tessera.solver.plan.LayeredParts;
import dev.tessera.solver.plan.PartedPlan;
import java.io.PrintStream;
import java.util.List;

/// Prints a case divided into parts.
final class PartsTable {
    private static final String ROW = "%6s %12s %10s %10s %10s %12s %11s %10s";

    /// Waits that a user is told of, as a part of a step.
    private static final double MUCH = 0.25;

    private static final String SIZES = "%6s %12s %10s %10s %10s %12s";

    private static final String LAYERS = "%6s %12s %20s %12s %10s";

    private PartsTable() {}

    /// Prints the cuts of a geometry, without a device.
    /// @param cuts by all methods, the one that is used first
    static void print(PrintStream out, List<Cut> cuts) {
        methods(out, cuts);
        out.println(SIZES.formatted("part", "fluid nodes", "edge", "halo", "neighbours", "populations"));
        List<PartSize> sizes = cuts.getFirst().sizes();
        for (int part = 0; part < sizes.size(); part++) {
            PartSize size = sizes.get(part);
            out.println(SIZES.formatted(
                    part, size.nodes(), size.edgeNodes(), size.haloNodes(), size.neighbours(), size.populations()));
        }
        out.println("A run on %d equal devices is divided like this; populations are counted for D3Q19."
                .formatted(sizes.size()));
    }

    /// Compares the methods.
    private static void methods(PrintStream out, List<Cut> cuts) {
        Cut used = cuts.getFirst();
        out.println();
        out.println(used + ".");
        for (Cut other : cuts.subList(1, cuts.size())) {
            out.println("  %s: %,d cut links, imbalance %.2f %%, %s"
                    .formatted(
                            other.method(),
                            other.links(),
                            100 * other.imbalance(),
                            other.stepS() == used.stepS()
                                    ? "as fast"
                                    : "%.3g %% slower".formatted(100 * (other.stepS() / used.stepS() - 1))));
        }
    }

    /// Prints a case in parts on devices.
    static void print(PrintStream out, PartedPlan plan) {
        int parts = plan.cut().sizes().size();
        methods(out, plan.cuts());
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
                    Report.bytes(plan.sentBytes(size)),
                    Report.bytes(plan.memoryBytes(size))));
        }
        out.println("Link %s: %.3g GB/s each way, %.3g µs per message%s; %s."
                .formatted(
                        plan.link().key(),
                        plan.link().linkGbPerS(),
                        1e6 * plan.link().messageS(),
                        plan.messages() == 1 ? "" : ", %d messages per step".formatted(plan.messages()),
                        plan.link().source()));
        out.println("Predicted: %.1f MLUPS on %d devices, %.2f times one device, efficiency %.1f %%."
                .formatted(plan.mlups(), parts, parts * plan.efficiency(), 100 * plan.efficiency()));
        if (plan.waitS() > MUCH * plan.stepS()) {
            out.println(
                    "The case is small: in %.3g of %.3g µs of a step devices wait for each other, or for the host that starts their work."
                            .formatted(1e6 * plan.waitS(), 1e6 * plan.stepS()));
        }
    }

    /// Prints the parts with layers of their neighbours' nodes.
    static void print(PrintStream out, LayeredParts layered) {
        out.println();
        out.println("With %s of neighbours' nodes values are exchanged after every %s:"
                .formatted(
                        layered.layers() == 1 ? "1 layer" : layered.layers() + " layers",
                        layered.layers() == 1 ? "step" : layered.layers() + " steps"));
        out.println(LAYERS.formatted("part", "own nodes", "computed too", "only stored", "memory"));
        List<LayeredParts.Part> parts = layered.parts();
        for (int number = 0; number < parts.size(); number++) {
            LayeredParts.Part part = parts.get(number);
            out.println(LAYERS.formatted(
                    number,
                    part.ownNodes(),
                    "%d (%.1f %%)".formatted(part.overlapNodes(), 100 * part.overlap()),
                    part.haloNodes(),
                    Report.bytes(part.memoryBytes())));
        }
        if (layered.layers() > 1) {
            out.println("The predicted speed is that with 1 layer.");
        }
    }
}
