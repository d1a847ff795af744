package dev.tessera.cli;

import dev.tessera.casefile.CaseFile;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.GeometryListener;
import dev.tessera.geometry.HeapBudget;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.TooManyNodesException;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseException;
import java.io.IOException;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Voxelises a case, says what came out and how long it took, and lets a command work on it.
final class Voxelising {
    private static final Logger LOG = LoggerFactory.getLogger(Voxelising.class);

    private static final String WARNING = "warning: "; // findings that begin so

    private final Console console;
    private final Consumer<String> findings;

    private Voxelising(Console console, Consumer<String> findings) {
        this.console = console;
        this.findings = findings;
    }

    /// For commands whose result is something else: what was repaired or looks wrong is told as a message.
    static Voxelising tellingFindings(Console console) {
        return new Voxelising(console, Voxelising::tell);
    }

    private static void tell(String finding) {
        if (finding.startsWith(WARNING)) {
            LOG.warn(finding.substring(WARNING.length()));
        } else {
            LOG.info(finding);
        }
    }

    /// For commands whose own result lists the findings.
    static Voxelising leavingFindings(Console console) {
        return new Voxelising(console, finding -> {});
    }

    /// What a command does with the nodes.
    interface Work {
        void on(NodeMap nodes) throws IOException;
    }

    /// Voxelises, then works. What proves wrong with the case on the way comes out with its place in the file; a full
    /// heap says how many nodes filled it.
    ///
    /// @param doing what the work is, such as `running`
    void then(CaseFile file, ForkJoinPool workers, String doing, Work work) throws IOException {
        then(file, workers, doing, counted -> {}, work);
    }

    /// Likewise, within limits.
    /// @param counted hears early how many fluid nodes there are at the least, and may refuse them
    void then(CaseFile file, ForkJoinPool workers, String doing, LongConsumer counted, Work work) throws IOException {
        Case theCase = file.theCase();
        try {
            NodeMap nodes = voxelise(theCase, workers, counted);
            try {
                work.on(nodes);
            } catch (OutOfMemoryError full) {
                throw HeapBudget.ofProcess().full(doing, nodes.box(), theCase.spacingM(), full);
            }
        } catch (CaseException | GeometryException | TooManyNodesException wrong) {
            throw CaseOptions.located(file, wrong);
        }
    }

    private NodeMap voxelise(Case theCase, ForkJoinPool workers, LongConsumer counted) {
        long started = console.nanos().getAsLong();
        NodeMap nodes;
        try (ProgressLine line = new ProgressLine(console, theCase.name())) {
            GeometryListener listener = GeometryListener.of(counted, (what, done) -> {
                if (LOG.isInfoEnabled()) {
                    line.update(what, done);
                }
            });
            nodes = theCase.geometry().voxelise(theCase.spacingM(), workers, listener);
        }
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
        nodes.findings().forEach(findings);
        return nodes;
    }
}
