package dev.tessera.solver;

/// The part in time of values that change: a function of time (seconds) without place. Equal series have equal
/// values.
///
/// @param rampS seconds of the smooth rise by which it is multiplied; 0: none
/// @param part by which the rise is multiplied
record TimeSeries(double rampS, Part part) {
    /// One, at any time.
    static final TimeSeries ONE = new TimeSeries(0, new One());

    /// A function of time. Implementations are equal where they give equal values.
    interface Part {
        double at(double timeS);
    }

    /// One, at any time.
    record One() implements Part {
        @Override
        public double at(double timeS) {
            return 1;
        }
    }

    /// The density of an opening less 1, which the device computes from the flow in the step before.
    ///
    /// @param surface of the opening
    record FromFlow(int surface) implements Part {
        /// @throws IllegalStateException always: time alone does not determine it
        @Override
        public double at(double timeS) {
            throw new IllegalStateException("the density of surface %d depends on the flow".formatted(surface));
        }
    }

    static TimeSeries of(Part part) {
        return new TimeSeries(0, part);
    }

    static TimeSeries ramp(double rampS) {
        return new TimeSeries(rampS, new One());
    }

    /// @throws IllegalStateException if it has a rise already
    TimeSeries ramped(double seconds) {
        if (rampS > 0) {
            throw new IllegalStateException("a series rises once");
        }
        return new TimeSeries(seconds, part);
    }

    /// Whether it is one at any time.
    boolean isOne() {
        return equals(ONE);
    }

    double at(double timeS) {
        return part instanceof One ? Ramp.at(timeS, rampS) : Ramp.at(timeS, rampS) * part.at(timeS);
    }
}
