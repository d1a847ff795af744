package dev.tessera.solver;

import dev.tessera.geometry.Vec;
import java.io.IOException;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Watches whether a flow stays below the lattice's speed of sound; finds the place and the step where it left it.
///
/// A copy of a healthy state is kept in memory, where it fits (else the last checkpoint serves). It is made anew when
/// the run has taken [#KEEP_EVERY] times as long as the copy took. From it a diverged run is computed again, with
/// a check at every step where it matters.
final class Health {
    /// Nothing that a quasi-incompressible method computes is faster than sound.
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
    private final LongSupplier nanoTime;
    private final @Nullable KeptState kept;
    private long keptNanos; // when, and how long it took
    private long keepingNanos;
    private long checkpointNanos;
    private long healthyStep = -1;

    /// @param kept empty still; null where the heap has too little memory
    Health(
            Simulation simulation,
            Checkpoints checkpoints,
            RunListener listener,
            StopSignal stop,
            LongSupplier nanoTime,
            @Nullable KeptState kept) {
        this.simulation = simulation;
        this.checkpoints = checkpoints;
        this.listener = listener;
        this.stop = stop;
        this.nanoTime = nanoTime;
        this.kept = kept;
        this.checkpointNanos = nanoTime.getAsLong();
    }

    static Health of(
            Simulation simulation,
            Checkpoints checkpoints,
            RunListener listener,
            StopSignal stop,
            LongSupplier nanoTime) {
        KeptState kept = KeptState.fits(simulation) ? new KeptState(simulation) : null;
        return new Health(simulation, checkpoints, listener, stop, nanoTime, kept);
    }

    /// Checks the flow now.
    void check() {
        double[][] velocity = simulation.velocityLattice();
        check(velocity, FlowSums.fastest(velocity, simulation.workers()));
    }

    /// Likewise, for who has the velocities at hand.
    /// @param velocity lattice units, `[axis][fluid node]`
    /// @param fastest node
    /// @throws RunFailure where the flow has diverged
    void check(double[][] velocity, int fastest) {
        double speed = FlowSums.speed(velocity, fastest);
        if (!(speed <= LIMIT)) {
            Divergence divergence = origin(Sight.of(simulation.steps(), fastest, velocity));
            throw new RunFailure(divergence, checkpoints.last());
        }
        healthyStep = simulation.steps();
        keep();
    }

    /// A checkpoint of a healthy state was written now.
    void checkpointed() {
        checkpointNanos = nanoTime.getAsLong();
    }

    private void keep() {
        if (kept != null && kept.isEmpty()) {
            kept.take(); // slower than those after it, by whose duration the next is planned
            keepNow(kept);
        } else if (kept != null && nanoTime.getAsLong() - keptNanos >= KEEP_EVERY * keepingNanos) {
            keepNow(kept);
        }
    }

    private void keepNow(KeptState state) {
        long before = nanoTime.getAsLong();
        state.take();
        keptNanos = nanoTime.getAsLong();
        keepingNanos = keptNanos - before;
    }

    /// The fastest node after a step.
    /// @param speed lattice units
    /// @param common what nine of ten nodes stay below: divergence begins at few of them
    private record Sight(long step, int node, double speed, double common) {
        static Sight of(long step, int node, double[][] velocity) {
            int count = velocity[0].length;
            int stride = Math.ceilDiv(count, MOST_SORTED);
            double[] finite = IntStream.range(0, Math.ceilDiv(count, stride))
                    .mapToDouble(n -> FlowSums.speed(velocity, n * stride))
                    .filter(Double::isFinite)
                    .sorted()
                    .toArray();
            double common = finite.length == 0 ? 0 : finite[(int) (COMMON * (finite.length - 1))];
            return new Sight(step, node, FlowSums.speed(velocity, node), common);
        }
    }

    private Divergence origin(Sight noticed) {
        Sight found = noticed;
        boolean isOrigin = noticed.step() <= healthyStep + 1 || healthyStep < 0;
        if (!isOrigin && isAffordable()) {
            try {
                Sight first = firstAfter(healthyStep, noticed.step());
                isOrigin = first != null;
                found = first == null ? noticed : first;
            } catch (IOException unreadable) {
                listener.warning("the place where the flow began to diverge is not known: %s"
                        .formatted(unreadable.getMessage()));
            }
        }
        return describe(found, isOrigin);
    }

    private boolean isAffordable() {
        boolean isKept = kept != null && !kept.isEmpty();
        if (!isKept && checkpoints.last().isEmpty()) {
            return false;
        }
        double seconds = (nanoTime.getAsLong() - (isKept ? keptNanos : checkpointNanos)) * 1e-9;
        if (seconds > 2 && seconds <= LONGEST_SEARCH_S) {
            listener.warning(
                    "the flow has diverged; the last %.0f s are computed again to find where".formatted(seconds));
        }
        return seconds <= LONGEST_SEARCH_S;
    }

    /// The first step after `healthy` whose flow is too fast, known to be so at `noticed`: in strides at first, then
    /// step by step from two strides before, since the fastest speed may fall again for some steps.
    /// @return null where computing again does not show it, or the user stops it
    private @Nullable Sight firstAfter(long healthy, long noticed) throws IOException {
        long stride = Math.max(1, (noticed - healthy) / STRIDES);
        goBack(healthy);
        if (kept != null) {
            kept.take();
        }
        Sight found = firstOf(stride, noticed);
        if (found != null && stride > 1) {
            goBack(Math.max(healthy, found.step() - 2 * stride));
            found = firstOf(1, noticed);
        }
        return found;
    }

    private @Nullable Sight firstOf(long stride, long noticed) {
        int before = -1; // the fastest node of the check before
        while (simulation.steps() < noticed && !stop.isRaised()) {
            simulation.step(Math.min(stride, noticed - simulation.steps()));
            double[][] velocity = simulation.velocityLattice();
            int fastest = FlowSums.fastest(velocity, simulation.workers());
            double speed = FlowSums.speed(velocity, fastest);
            if (!(speed <= LIMIT)) {
                int node = Double.isNaN(speed) && before >= 0 ? nearestNaN(velocity, before) : fastest;
                return Sight.of(simulation.steps(), node, velocity);
            }
            before = fastest;
        }
        return null;
    }

    private void goBack(long step) throws IOException {
        if (kept != null && !kept.isEmpty()) {
            simulation.returnTo(kept);
        } else {
            simulation.restore(checkpoints.last().orElseThrow());
        }
        simulation.step(step - simulation.steps());
    }

    /// Of the nodes whose velocity is not a number, the one nearest to another.
    private int nearestNaN(double[][] velocity, int other) {
        Vec place = placeM(other);
        int found = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int n = 0; n < velocity[0].length; n++) {
            if (Double.isNaN(FlowSums.speed(velocity, n)) && placeM(n).distance(place) < least) {
                found = n;
                least = placeM(n).distance(place);
            }
        }
        return found;
    }

    private Vec placeM(int node) {
        var nodes = simulation.nodes();
        var box = nodes.box();
        long at = nodes.fluid().boxIndex(node);
        return Vec.of(nodes.originM()).plus(new Vec(box.x(at), box.y(at), box.z(at)).times(nodes.spacingM()));
    }

    private Divergence describe(Sight sight, boolean isOrigin) {
        var nodes = simulation.nodes();
        var box = nodes.box();
        long at = nodes.fluid().boxIndex(sight.node());
        double timeS = simulation.units().timeS((double) sight.step());
        var reason = DivergenceReason.of(simulation, sight.step(), sight.node(), sight.common());
        return new Divergence(
                sight.step(),
                timeS,
                box.x(at),
                box.y(at),
                box.z(at),
                placeM(sight.node()),
                simulation.units().velocityMPerS(sight.speed()),
                isOrigin,
                reason.neighbours(),
                reason.cause(),
                reason.remedy());
    }
}
