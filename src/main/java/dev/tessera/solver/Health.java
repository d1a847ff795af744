package dev.tessera.solver;

import dev.tessera.device.SavedState;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Checks that the flow stays below the lattice's speed of sound, and that shallow water does not fall dry, and finds
/// the node and step of a divergence.
///
/// A copy of a healthy state is kept in the device's memory if it fits (otherwise the last checkpoint is used, or the
/// initial state). It is replaced after [#KEEP_EVERY] times the duration of copying. A diverged run is computed again
/// from this copy, with a check at every step near the divergence. Closing releases the copy.
final class Health implements AutoCloseable {
    /// The lattice's speed of sound: valid results are slower.
    static final double LIMIT = 1 / Math.sqrt(3);

    private static final int KEEP_EVERY = 100; // 1 % of the time
    private static final int STRIDES = 16;
    private static final double COMMON = 0.9; // of the nodes
    private static final int MOST_SORTED = 100_000; // nodes
    private static final double LONGEST_SEARCH_S = 600;

    private final Simulation simulation;
    private final Checkpoints checkpoints;
    private final RunListener listener;
    private final StopSignal stop;
    private final LongSupplier nanoTime; // of the first rank
    private final Supplier<Optional<SavedState>> saving;
    private @Nullable SavedState kept;
    private boolean hasSaved; // or tried to
    private long keptNanos; // when, and how long it took
    private long keepingNanos;
    private long checkpointNanos;
    private long healthyStep = -1;
    private boolean hasHooks;

    /// @param saving saves the present state; empty where memory does not suffice
    Health(
            Simulation simulation,
            Checkpoints checkpoints,
            RunListener listener,
            StopSignal stop,
            LongSupplier nanoTime,
            Supplier<Optional<SavedState>> saving) {
        this.simulation = simulation;
        this.checkpoints = checkpoints;
        this.listener = listener;
        this.stop = stop;
        this.nanoTime = simulation.ranks().clock(nanoTime);
        this.saving = saving;
        this.checkpointNanos = this.nanoTime.getAsLong();
    }

    static Health of(
            Simulation simulation,
            Checkpoints checkpoints,
            RunListener listener,
            StopSignal stop,
            LongSupplier nanoTime) {
        return new Health(simulation, checkpoints, listener, stop, nanoTime, simulation::saved);
    }

    /// Tells that the program changes the flow during the run, or may do so.
    void expectHooks() {
        hasHooks = true;
    }

    /// Registers the state before the first step. Fluid at rest, as the case gives it, needs neither a check nor a
    /// copy.
    void begin() {
        if (simulation.beganAsOpened() && simulation.steps() == 0 && isAtRest(simulation.theCase())) {
            healthyStep = 0;
        } else {
            check();
        }
    }

    private static boolean isAtRest(Case theCase) {
        return theCase.fluid().components().isEmpty()
                && theCase.initial().velocityMPerS().stream()
                        .allMatch(v -> v instanceof Value.Constant(double si) && si == 0);
    }

    /// Checks the present flow.
    void check() {
        check(Observation.of(simulation, Set.of()));
    }

    /// Checks a flow that the caller has already observed: the present one.
    /// @throws RunFailure where the flow has diverged
    void check(Observation flow) {
        ShallowWaterChecks.dry(simulation, flow).ifPresent(reason -> {
            throw new RunFailure(
                    RunFailure.Reason.DIVERGED,
                    reason,
                    new RunFailure.Where(simulation.steps(), simulation.timeS(), Optional.empty()),
                    checkpoints.last(),
                    null);
        });
        if (!(flow.largestSpeed() <= LIMIT)) {
            double[][] velocity = velocity();
            Divergence divergence = origin(FastestNode.of(simulation.steps(), flow.fastest(), velocity));
            throw new RunFailure(divergence, checkpoints.last());
        }
        healthyStep = simulation.steps();
        keep();
    }

    /// The velocities of all nodes, on all ranks: the search depends on them.
    private double[][] velocity() {
        double[][] velocity = simulation.velocityLattice();
        for (double[] component : velocity) {
            simulation.ranks().first(component);
        }
        return velocity;
    }

    /// The last good checkpoint, on all ranks.
    private Optional<Path> lastCheckpoint() {
        String own = checkpoints.last().map(Path::toString).orElse("");
        return Optional.of(simulation.ranks().all(own).getFirst())
                .filter(name -> !name.isEmpty())
                .map(Path::of);
    }

    /// Registers a checkpoint of a healthy state.
    void checkpointed() {
        checkpointNanos = nanoTime.getAsLong();
    }

    private void keep() {
        long before = nanoTime.getAsLong();
        if (!hasSaved) {
            simulation.finish();
            before = nanoTime.getAsLong();
            hasSaved = true;
            kept = saving.get().orElse(null);
        } else if (kept == null || before - keptNanos < KEEP_EVERY * keepingNanos) {
            return;
        } else {
            kept.update();
        }
        simulation.finish();
        keptNanos = nanoTime.getAsLong();
        keepingNanos = keptNanos - before;
    }

    @Override
    public void close() {
        if (kept != null) {
            kept.close();
            kept = null;
        }
    }

    /// The fastest node after a step.
    /// @param speed lattice units
    /// @param common speed below which nine of ten nodes are: divergence begins at few nodes
    private record FastestNode(long step, int node, double speed, double common) {
        static FastestNode of(long step, int node, double[][] velocity) {
            int count = velocity[0].length;
            int stride = Math.ceilDiv(count, MOST_SORTED);
            double[] finite = IntStream.range(0, Math.ceilDiv(count, stride))
                    .mapToDouble(n -> speedAt(velocity, n * stride))
                    .filter(Double::isFinite)
                    .sorted()
                    .toArray();
            double common = finite.length == 0 ? 0 : finite[(int) (COMMON * (finite.length - 1))];
            return new FastestNode(step, node, speedAt(velocity, node), common);
        }
    }

    private Divergence origin(FastestNode noticed) {
        FastestNode found = noticed;
        boolean isOrigin = noticed.step() <= healthyStep + 1 || healthyStep < 0;
        if (!isOrigin && isAffordable()) {
            try {
                FastestNode first = firstAfter(healthyStep, noticed.step());
                isOrigin = first != null;
                found = first == null ? noticed : first;
            } catch (IOException unreadable) {
                listener.warning(
                        "the node where the flow began to diverge is not known: %s".formatted(unreadable.getMessage()));
            }
        }
        return describe(found, isOrigin);
    }

    private boolean isAffordable() {
        boolean isKept = kept != null;
        if (!isKept && lastCheckpoint().isEmpty() && !simulation.beganAsOpened()) {
            return false;
        }
        double seconds = (nanoTime.getAsLong() - (isKept ? keptNanos : checkpointNanos)) * 1e-9;
        if (seconds > 2 && seconds <= LONGEST_SEARCH_S) {
            listener.warning(
                    "the flow has diverged; the last %.0f s are computed again to find where".formatted(seconds));
        }
        return seconds <= LONGEST_SEARCH_S;
    }

    /// Finds the first step after `healthy` with a flow that is too fast; the flow at `noticed` is. Searches in
    /// strides first, then step by step from two strides before, since the largest speed may fall again for
    /// some steps.
    /// @return null where the repeated steps do not diverge, or the user interrupts
    private @Nullable FastestNode firstAfter(long healthy, long noticed) throws IOException {
        long stride = Math.max(1, (noticed - healthy) / STRIDES);
        goBack(healthy);
        if (kept != null) {
            kept.update();
        }
        FastestNode found = firstOf(stride, noticed);
        if (found != null && stride > 1) {
            goBack(Math.max(healthy, found.step() - 2 * stride));
            found = firstOf(1, noticed);
        }
        return found;
    }

    private @Nullable FastestNode firstOf(long stride, long noticed) {
        int before = -1; // the fastest node of the previous check
        while (simulation.steps() < noticed && !simulation.ranks().any(stop.isRaised())) {
            simulation.step(Math.min(stride, noticed - simulation.steps()));
            Observation flow = Observation.of(simulation, Set.of());
            if (!(flow.largestSpeed() <= LIMIT)) {
                double[][] velocity = velocity();
                int node = Double.isNaN(flow.largestSpeed()) && before >= 0
                        ? nearestNaN(velocity, before)
                        : flow.fastest();
                return FastestNode.of(simulation.steps(), node, velocity);
            }
            before = flow.fastest();
        }
        return null;
    }

    private void goBack(long step) throws IOException {
        Optional<Path> checkpoint = kept != null ? Optional.empty() : lastCheckpoint();
        if (kept != null) {
            simulation.returnTo(kept);
        } else if (checkpoint.isPresent()) {
            simulation.restore(checkpoint.get());
        } else {
            simulation.returnToStart();
        }
        simulation.step(step - simulation.steps());
    }

    private static double speedAt(double[][] velocity, int node) {
        double square = 0;
        for (double[] component : velocity) {
            square += component[node] * component[node];
        }
        return Math.sqrt(square);
    }

    /// The node with NaN velocity that is nearest to another node.
    private int nearestNaN(double[][] velocity, int other) {
        NodeMap nodes = simulation.nodes();
        Vec place = nodes.placeM(other);
        int found = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int n = 0; n < velocity[0].length; n++) {
            if (Double.isNaN(speedAt(velocity, n)) && nodes.placeM(n).distance(place) < least) {
                found = n;
                least = nodes.placeM(n).distance(place);
            }
        }
        return found;
    }

    private Divergence describe(FastestNode there, boolean isOrigin) {
        var nodes = simulation.nodes();
        var box = nodes.box();
        long at = nodes.fluid().boxIndex(there.node());
        double timeS = simulation.units().timeS((double) there.step());
        var reason = DivergenceReason.of(simulation, there.step(), there.node(), there.common());
        return new Divergence(
                there.step(),
                timeS,
                box.x(at),
                box.y(at),
                box.z(at),
                nodes.placeM(there.node()),
                simulation.units().velocityMPerS(there.speed()),
                isOrigin,
                reason.neighbours(),
                reason.cause(),
                hasHooks ? reason.remedy() + " Check also what the program's hooks write." : reason.remedy());
    }
}
