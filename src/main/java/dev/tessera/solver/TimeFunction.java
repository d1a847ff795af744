package dev.tessera.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/// A value at a fixed place as a function of time (seconds). As far as possible it is a constant plus coefficients
/// times series, which devices evaluate themselves (docs/decisions/0037).
sealed interface TimeFunction {
    double at(double timeS);

    /// The same function times a smooth rise over a given time.
    TimeFunction ramped(double rampS);

    /// A linear function of the value, such as a conversion of units.
    TimeFunction linear(DoubleUnaryOperator function);

    TimeFunction plus(TimeFunction other);

    /// A value that does not change.
    static TimeFunction constant(double value) {
        return new Separated(value, List.of());
    }

    /// A series that follows from the flow.
    static TimeFunction following(TimeSeries.FromFlow series) {
        return new Separated(0, List.of(new Separated.Term(1, TimeSeries.of(series))));
    }

    default TimeFunction times(double factor) {
        return linear(value -> value * factor);
    }

    default TimeFunction plus(double value) {
        return plus(constant(value));
    }

    /// @param terms each with its own series
    record Separated(double constant, List<Term> terms) implements TimeFunction {
        /// @param coefficient the part in place
        record Term(double coefficient, TimeSeries series) {}

        public Separated {
            terms = List.copyOf(terms);
        }

        @Override
        public double at(double timeS) {
            double sum = constant;
            for (Term term : terms) {
                sum += term.coefficient * term.series.at(timeS);
            }
            return sum;
        }

        @Override
        public Separated ramped(double rampS) {
            if (!(rampS > 0)) {
                return this;
            }
            List<Term> ramped = new ArrayList<>();
            if (constant != 0) {
                ramped.add(new Term(constant, TimeSeries.ramp(rampS)));
            }
            terms.forEach(term -> ramped.add(new Term(term.coefficient, term.series.ramped(rampS))));
            return new Separated(0, ramped);
        }

        @Override
        public Separated linear(DoubleUnaryOperator function) {
            return new Separated(
                    function.applyAsDouble(constant),
                    terms.stream()
                            .map(term -> new Term(function.applyAsDouble(term.coefficient), term.series))
                            .toList());
        }

        @Override
        public TimeFunction plus(TimeFunction other) {
            return switch (other) {
                case Separated(double otherConstant, List<Term> otherTerms) ->
                    new Separated(constant + otherConstant, merged(otherTerms));
                case Evaluated evaluated -> new Evaluated(timeS -> at(timeS) + evaluated.at(timeS));
            };
        }

        private List<Term> merged(List<Term> others) {
            List<Term> all = new ArrayList<>(terms);
            for (Term other : others) {
                boolean isNew = true;
                for (int k = 0; k < all.size() && isNew; k++) {
                    if (all.get(k).series.equals(other.series)) {
                        all.set(k, new Term(all.get(k).coefficient + other.coefficient, other.series));
                        isNew = false;
                    }
                }
                if (isNew) {
                    all.add(other);
                }
            }
            return all;
        }
    }

    /// A function that cannot be separated: the host evaluates it before every step.
    record Evaluated(DoubleUnaryOperator function) implements TimeFunction {
        @Override
        public double at(double timeS) {
            return function.applyAsDouble(timeS);
        }

        @Override
        public Evaluated ramped(double rampS) {
            return rampS > 0 ? new Evaluated(timeS -> Ramp.at(timeS, rampS) * at(timeS)) : this;
        }

        @Override
        public Evaluated linear(DoubleUnaryOperator outer) {
            return new Evaluated(timeS -> outer.applyAsDouble(at(timeS)));
        }

        @Override
        public Evaluated plus(TimeFunction other) {
            return new Evaluated(timeS -> at(timeS) + other.at(timeS));
        }
    }
}
