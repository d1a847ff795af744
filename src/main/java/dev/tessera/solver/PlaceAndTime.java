package dev.tessera.solver;

/// A value of the case as a function of place (metres) and time (seconds), in SI. Elementary functions are those of
/// StrictMath.
interface PlaceAndTime {
    double at(double[] pointM, double timeS);

    /// Whether the value depends on time.
    boolean changes();

    /// Whether the value depends on place.
    boolean hasPlace();

    /// The value at one point. A value that does not depend on time is computed now; one that does not depend on
    /// place is computed once per time. Not thread-safe.
    TimeFunction at(double[] pointM);

    static PlaceAndTime of(Value value) {
        return switch (value) {
            case Value.Constant(double si) -> new Fixed(si);
            case Value.Varying v -> Formula.of(v);
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
            return timeS -> si;
        }
    }
}
