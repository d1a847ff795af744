package dev.tessera.cli;

import dev.tessera.casefile.CaseFile;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.DividedSource;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.GeometryListener;
import dev.tessera.geometry.HeapBudget;
import dev.tessera.geometry.JoinedSlabs;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Slab;
import dev.tessera.geometry.SlabExchange;
import dev.tessera.geometry.SlabNodes;
import dev.tessera.geometry.TooFewPlanesException;
import dev.tessera.geometry.TooManyNodesException;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseException;
import dev.tessera.solver.Ledger;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Voxelises a case, reports its nodes and the time, and passes the nodes to a command.
final class Voxelising {
    private static final Logger LOG = LoggerFactory.getLogger(Voxelising.class);

    private static final long LARGE = 10_000_000; // nodes of a box; fewer are voxelised in about a second

    private static final String WARNING = "warning: "; // prefix of findings that are warnings

    private final Console console;
    private final Consumer<String> findings;
    private final Ledger ledger;

    private Voxelising(Console console, Consumer<String> findings, Ledger ledger) {
        this.console = console;
        this.findings = findings;
        this.ledger = ledger;
    }

    private Voxelising(Console console, Consumer<String> findings) {
        this(console, findings, new Ledger(console.nanos()));
    }

    /// The same, whose time a ledger notes.
    Voxelising noting(Ledger other) {
        return new Voxelising(console, findings, other);
    }

    /// For commands whose result does not list the findings: they are logged.
    static Voxelising loggingFindings(Console console) {
        return new Voxelising(console, Voxelising::log);
    }

    private static void log(String finding) {
        if (finding.startsWith(WARNING)) {
            LOG.warn(finding.substring(WARNING.length()));
        } else {
            LOG.info(finding);
        }
    }

    /// For commands whose own result lists the findings.
    static Voxelising withoutFindings(Console console) {
        return new Voxelising(console, finding -> {});
    }

    /// The work of a command on the nodes.
    interface Work {
        void on(NodeMap nodes) throws IOException;
    }

    /// Voxelises, then calls `work`. Errors in the case are reported with their place in the file; where the
    /// heap is full the message names the number of nodes.
    ///
    /// @param doing the work in a word, such as `running`
    void then(CaseFile file, ForkJoinPool workers, String doing, Work work) throws IOException {
        then(file, workers, doing, counted -> {}, work);
    }

    /// The same, with a check of the number of fluid nodes.
    /// @param counted receives a lower bound of the number of fluid nodes early, and may refuse it
    void then(CaseFile file, ForkJoinPool workers, String doing, LongConsumer counted, Work work) throws IOException {
        together(file, SlabExchange.ALONE, workers, doing, counted, work);
    }

    /// The same, by processes that voxelise a slab of the geometry each where they can, and work on the nodes of the
    /// whole. Collective.
    void together(
            CaseFile file, SlabExchange exchange, ForkJoinPool workers, String doing, LongConsumer counted, Work work)
            throws IOException {
        Case theCase = file.theCase();
        thenSlab(
                file,
                doing,
                () -> voxelise(theCase, counted, listener -> whole(theCase, exchange, workers, listener)),
                nodes -> work.on(nodes.nodes()));
    }

    /// The work of a command on the nodes of this process.
    interface SlabWork {
        void on(SlabNodes nodes) throws IOException;
    }

    /// As [#then(CaseFile, ForkJoinPool, String, Work)], by processes that voxelise a slab of the geometry each.
    /// Collective.
    void slab(CaseFile file, SlabExchange exchange, ForkJoinPool workers, String doing, SlabWork work)
            throws IOException {
        Case theCase = file.theCase();
        thenSlab(
                file,
                doing,
                () -> voxelise(
                        theCase,
                        counted -> {},
                        listener -> new Voxelised(slab(theCase, exchange, workers, listener), exchange.count())),
                work);
    }

    private void thenSlab(CaseFile file, String doing, Supplier<SlabNodes> voxelised, SlabWork work)
            throws IOException {
        try {
            SlabNodes nodes = voxelised.get();
            try {
                work.on(nodes);
            } catch (OutOfMemoryError full) {
                throw HeapBudget.ofProcess()
                        .full(doing, nodes.slab().box(), file.theCase().spacingM(), full);
            }
        } catch (CaseException | GeometryException | TooManyNodesException wrong) {
            throw CaseOptions.located(file, wrong);
        }
    }

    /// What the processes have voxelised together.
    private record Voxelised(SlabNodes nodes, int processes) {}

    private SlabNodes voxelise(Case theCase, LongConsumer counted, Function<GeometryListener, Voxelised> voxelising) {
        long started = console.nanos().getAsLong();
        Voxelised voxelised;
        try (var _ = ledger.begin(Ledger.Phase.VOXELISE);
                ProgressLine line = new ProgressLine(console, theCase.name())) {
            GeometryListener listener = GeometryListener.of(counted, (what, done) -> {
                if (LOG.isInfoEnabled()) {
                    line.update(what, done);
                }
            });
            voxelised = voxelising.apply(listener);
        }
        double seconds = (console.nanos().getAsLong() - started) * 1e-9;
        SlabNodes nodes = voxelised.nodes;
        Box box = nodes.slab().whole();
        long count = nodes.count();
        LOG.info(
                "{}: {} × {} × {} nodes, {} of them fluid, in {} s{}",
                theCase.geometry().description(),
                box.nx(),
                box.ny(),
                box.nz(),
                count,
                "%.1f".formatted(seconds),
                voxelised.processes == 1 ? "" : " by %d processes".formatted(voxelised.processes));
        nodes.nodes().findings().forEach(findings);
        return nodes;
    }

    /// The nodes of the whole. Where processes cannot divide a geometry, each voxelises all of it.
    private static Voxelised whole(
            Case theCase, SlabExchange exchange, ForkJoinPool workers, GeometryListener listener) {
        if (exchange.count() > 1 && !(theCase.geometry() instanceof DividedSource)) {
            if (theCase.model().lattice().dimensions() == 3) {
                LOG.info(
                        "each rank voxelises the whole geometry: {} cannot be divided",
                        theCase.geometry().description());
            }
            return whole(theCase, SlabExchange.ALONE, workers, listener);
        }
        try {
            NodeMap nodes = JoinedSlabs.of(slab(theCase, exchange, workers, listener));
            return new Voxelised(new SlabNodes(Slab.whole(nodes.box()), nodes, nodes.originM()), exchange.count());
        } catch (TooFewPlanesException few) {
            onEachRank(few).ifPresent(LOG::info);
            return whole(theCase, SlabExchange.ALONE, workers, listener);
        }
    }

    /// That each rank voxelises the whole and why, where slabs would save time or memory.
    static Optional<String> onEachRank(TooFewPlanesException few) {
        Box box = few.box();
        return box.is2d() || box.size() < LARGE
                ? Optional.empty()
                : Optional.of("each rank voxelises the whole geometry: " + few.reason());
    }

    private static SlabNodes slab(
            Case theCase, SlabExchange exchange, ForkJoinPool workers, GeometryListener listener) {
        if (theCase.geometry() instanceof DividedSource divided) {
            return divided.voxelise(theCase.spacingM(), exchange, workers, listener);
        }
        NodeMap nodes = theCase.geometry().voxelise(theCase.spacingM(), workers, listener);
        return new SlabNodes(Slab.whole(nodes.box()), nodes, nodes.originM());
    }
}
