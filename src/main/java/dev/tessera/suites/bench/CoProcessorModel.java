package dev.tessera.suites.bench;

import dev.tessera.solver.LinearFit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// The model of a co-processor's speed: `T = n (Ψ N + T_launch) + T_call + Γ N_out + T_lat + F N_in + T_lat'` for a
/// block of N nodes that runs n steps between sending N_out nodes by one call and receiving N_in by another, and
/// `LUPS = n N / T`. Whole blocks and layers take different ways, and so have their own Γ, F and latencies.
///
/// @param psi Ψ, seconds per node and step
/// @param launch seconds per step that do not depend on its nodes
/// @param call seconds per call of `tessera_collide_and_stream`
/// @param transfers of each kind
///
/// Source: A. Python, master's thesis, Geneva 2018, equations 6.1 to 6.5 and 6.18 to 6.21, with all calls counted.
record CoProcessorModel(double psi, double launch, double call, Map<Kind, Transfers> transfers) {
    /// What crosses before and after the steps.
    enum Kind {
        /// All populations.
        WHOLE,
        /// The envelope there, the layers inside it back.
        LAYERS;

        String key() {
            return this == WHOLE ? "whole" : "layers";
        }
    }

    /// A straight line through the times of copies: seconds per node, and per call (a latency).
    record Line(double perNode, double perCall) {
        double seconds(long nodes) {
            return perNode * nodes + perCall;
        }
    }

    /// @param send Γ and its latency
    /// @param receive F and its latency
    record Transfers(Line send, Line receive) {}

    /// Times of a block, measured or predicted, seconds.
    record Times(double send, double steps, double receive) {
        double cycle() {
            return send + steps + receive;
        }
    }

    /// What a block does between two transfers.
    ///
    /// @param nodes that each step updates
    /// @param out nodes that are sent
    /// @param in nodes that are received
    record Cycle(Kind kind, long nodes, int steps, long out, long in) {
        /// Calls: one sends, one steps, one receives.
        static final int CALLS = 3;
    }

    /// A cycle and its measured times.
    record Measured(Cycle cycle, Times times) {}

    /// Fits all numbers to measured cycles: least squares of relative errors, no number below 0. Speeds of a block that
    /// fits into a cache are those of the cache.
    /// @param measured cycles of blocks of two sizes or more, each kind among them, with different numbers of steps
    static CoProcessorModel fitted(List<Measured> measured) {
        double[] steps = nonNegative(
                measured.stream()
                        .map(m -> new double[] {
                            m.cycle().steps() * (double) m.cycle().nodes(),
                            m.cycle().steps(),
                            1
                        })
                        .toArray(double[][]::new),
                measured.stream().mapToDouble(m -> m.times().steps()).toArray());
        Map<Kind, Transfers> transfers = new LinkedHashMap<>();
        for (Kind kind : Kind.values()) {
            List<Measured> own =
                    measured.stream().filter(m -> m.cycle().kind() == kind).toList();
            double[] send = nonNegative(
                    own.stream().map(m -> new double[] {m.cycle().out(), 1}).toArray(double[][]::new),
                    own.stream().mapToDouble(m -> m.times().send()).toArray());
            double[] receive = nonNegative(
                    own.stream().map(m -> new double[] {m.cycle().in(), 1}).toArray(double[][]::new),
                    own.stream().mapToDouble(m -> m.times().receive()).toArray());
            transfers.put(kind, new Transfers(new Line(send[0], send[1]), new Line(receive[0], receive[1])));
        }
        return new CoProcessorModel(steps[0], steps[1], steps[2], transfers);
    }

    /// The coefficients, none below 0, with the smallest sum of squared relative errors: of all choices of columns, the
    /// best whose own coefficients are positive.
    /// @param basis `[value][column]`
    /// @param values all positive
    static double[] nonNegative(double[][] basis, double[] values) {
        int columns = basis[0].length;
        double[] best = new double[columns];
        double least = Double.POSITIVE_INFINITY;
        for (int chosen = 1; chosen < 1 << columns; chosen++) {
            int[] of = columnsOf(chosen, columns);
            double[] found = LinearFit.coefficients(
                    IntStream.range(0, values.length)
                            .mapToObj(k -> IntStream.of(of)
                                    .mapToDouble(column -> basis[k][column] / values[k])
                                    .toArray())
                            .toArray(double[][]::new),
                    IntStream.range(0, values.length).mapToDouble(k -> 1).toArray());
            double[] all = new double[columns];
            boolean isAllowed = true;
            for (int k = 0; k < of.length; k++) {
                all[of[k]] = found[k];
                isAllowed &= found[k] >= 0;
            }
            double error = squaredError(basis, values, all);
            if (isAllowed && error < least) {
                least = error;
                best = all;
            }
        }
        return best;
    }

    private static int[] columnsOf(int chosen, int columns) {
        return IntStream.range(0, columns)
                .filter(column -> (chosen >> column & 1) == 1)
                .toArray();
    }

    private static double squaredError(double[][] basis, double[] values, double[] coefficients) {
        double sum = 0;
        for (int k = 0; k < values.length; k++) {
            double predicted = 0;
            for (int column = 0; column < coefficients.length; column++) {
                predicted += coefficients[column] * basis[k][column];
            }
            double error = predicted / values[k] - 1;
            sum += error * error;
        }
        return sum;
    }

    Times of(Cycle cycle) {
        Transfers own = transfers(cycle.kind());
        return new Times(
                own.send().seconds(cycle.out()),
                cycle.steps() * (psi * cycle.nodes() + launch) + call,
                own.receive().seconds(cycle.in()));
    }

    /// The seconds of a predicted cycle that do not depend on the number of nodes: launches and latencies.
    double fixedSeconds(Cycle cycle) {
        Transfers own = transfers(cycle.kind());
        return cycle.steps() * launch
                + call
                + own.send().perCall()
                + own.receive().perCall();
    }

    Transfers transfers(Kind kind) {
        Transfers own = transfers.get(kind);
        if (own == null) {
            throw new IllegalStateException("the model has no transfers of kind " + kind.key());
        }
        return own;
    }
}
