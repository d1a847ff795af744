package dev.tessera.solver;

/// A value of the case as a function of place (metres) and time (seconds), in SI. Elementary
/// functions are StrictMath's.
interface PlaceAndTime {
    double at(double[] pointM, double timeS);

    /// Whether the value depends on time.
    boolean changes();

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
    }
}
