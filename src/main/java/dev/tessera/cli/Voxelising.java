package dev.tessera.cli;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.Case;
import java.util.concurrent.ForkJoinPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Voxelises a case and says what came out and how long it took.
record Voxelising(Console console) {
    private static final Logger LOG = LoggerFactory.getLogger(Voxelising.class);

    NodeMap voxelise(Case theCase, ForkJoinPool workers) {
        long started = console.nanos().getAsLong();
        NodeMap nodes = theCase.geometry().voxelise(theCase.spacingM(), workers);
        double seconds = (console.nanos().getAsLong() - started) * 1e-9;
        Box box = nodes.box();
        LOG.info(
                "{}: {} × {} × {} nodes, {} of them fluid, in {} s",
                theCase.geometry().description(),
                box.nx(),
                box.ny(),
                box.nz(),
                nodes.fluid().count(),
                "%.1f".formatted(seconds));
        nodes.findings().forEach(LOG::info);
        return nodes;
    }
}
