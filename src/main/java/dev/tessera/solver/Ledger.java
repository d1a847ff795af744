package dev.tessera.solver;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.LongSupplier;

/// Where the wall-clock time of a run went. A phase that begins within another one pauses it, so that every moment
/// belongs to one phase. For one thread: what others do meanwhile, such as writing files, is not counted.
public final class Ledger {
    /// A part of a run.
    public enum Phase {
        /// Before the program itself: the start of the JVM.
        START("start"),
        /// The case and the files it names, except geometry.
        READ("read"),
        /// The geometry, from its file to fluid nodes, cut links and openings; a GPU is opened meanwhile, and waited
        /// for.
        VOXELISE("voxelise"),
        /// Checks, storage, boundary values.
        PLAN("plan"),
        /// Memory on the device, tables, kernels.
        PREPARE("prepare"),
        /// Launches of GPU kernels.
        TUNE("tune"),
        /// The initial state.
        BEGIN("begin"),
        STEPS("steps"),
        /// Sums for the log, the steady state and health.
        OBSERVE("observe"),
        /// Fields, from the device to the host, in SI units.
        SNAPSHOT("snapshot"),
        /// Waiting for files of fields and pictures.
        FILES("files"),
        CHECKPOINT("checkpoint"),
        /// Last observation, plots, summary.
        END("end"),
        OTHER("other");

        private final String key;

        Phase(String key) {
            this.key = key;
        }

        /// As `summary.json` writes it.
        public String key() {
            return key;
        }
    }

    private final LongSupplier nanoTime;
    private final Map<Phase, Long> nanos = new EnumMap<>(Phase.class);
    private Phase current = Phase.OTHER;
    private long since;

    /// @param nanoTime a clock
    public Ledger(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.since = nanoTime.getAsLong();
    }

    /// For those who do not ask where the time went: all phases last 0 seconds.
    public static Ledger withoutClock() {
        return new Ledger(() -> 0);
    }

    /// A phase that lasts until it is closed.
    public final class Span implements AutoCloseable {
        private final Phase outer;

        private Span(Phase outer) {
            this.outer = outer;
        }

        @Override
        public void close() {
            change(outer);
        }
    }

    /// Begins a phase.
    public Span begin(Phase phase) {
        Span span = new Span(current);
        change(phase);
        return span;
    }

    private void change(Phase next) {
        long now = nanoTime.getAsLong();
        nanos.merge(current, now - since, Long::sum);
        since = now;
        current = next;
    }

    /// Adds time that passed before there was a ledger.
    public void add(Phase phase, long addedNanos) {
        nanos.merge(phase, Math.max(0, addedNanos), Long::sum);
    }

    /// Seconds of each phase up to now, in the order of a run; phases that never began are absent.
    public SequencedMap<Phase, Double> seconds() {
        change(current);
        SequencedMap<Phase, Double> seconds = new LinkedHashMap<>();
        nanos.forEach((phase, took) -> seconds.put(phase, took / 1e9));
        return seconds;
    }
}
