package dev.tessera.solver;

import java.util.List;
import java.util.Optional;

/// A value of the case as a function of place (metres) and time (seconds), in SI. Elementary functions are those of
/// StrictMath.
interface PlaceAndTime {
    double at(double[] pointM, double timeS);

    /// Whether the value depends on time.
    boolean changes();

    /// Whether the value depends on place.
    boolean hasPlace();

    /// The value at one point. Parts that do not depend on time are computed now; parts that do not depend on
    /// place are computed once per time. The result is thread-safe.
    TimeFunction at(double[] pointM);

    /// Why the host has to evaluate a value that changes before every step, as a sentence without its end;
    /// empty: devices evaluate it, and [#at(double\[\])] gives constants, series and functions.
    default String whyOnHost() {
        return "";
    }

    /// How the value is separated at every point.
    Parts parts();

    /// @param hasConstant whether a part does not change in time
    /// @param terms the other parts, in the order of [#at(double\[\])]
    record Parts(boolean hasConstant, List<Term> terms) {
        public Parts {
            terms = List.copyOf(terms);
        }

        /// @param function empty: one, @param hasPlace whether the coefficient depends on place
        record Term(TimeSeries series, Optional<PlaceTimeFunction> function, boolean hasPlace) {}
    }

    static PlaceAndTime of(Value value) {
        return of(value, RunExtent.UNKNOWN);
    }

    /// @param extent in which the value is evaluated: the smaller, the more expressions are separated
    static PlaceAndTime of(Value value, RunExtent extent) {
        return switch (value) {
            case Value.Constant(double si) -> new Fixed(si);
            case Value.Varying v -> Formula.of(v, extent);
            case Value.Sampled sampled -> new SampledSeries(sampled);
        };
    }

    record Fixed(double si) implements PlaceAndTime {
        @Override
        public double at(double[] pointM, double timeS) {
            return si;
        }

        @Override
        public boolean changes() {
            return false;
        }

        @Override
        public boolean hasPlace() {
            return false;
        }

        @Override
        public TimeFunction at(double[] pointM) {
            return TimeFunction.constant(si);
        }

        @Override
        public Parts parts() {
            return new Parts(true, List.of());
        }
    }
}
