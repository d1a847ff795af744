package dev.tessera.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/// A value at a fixed place as a function of time (seconds). As far as possible it is a constant plus coefficients
/// times series and functions of place and time, which devices evaluate themselves (docs/decisions/0037).
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
        return new Separated(0, List.of(Separated.Term.of(TimeSeries.of(series))));
    }

    default TimeFunction times(double factor) {
        return linear(value -> value * factor);
    }

    default TimeFunction plus(double value) {
        return plus(constant(value));
    }

    /// A function of place and time at one point.
    ///
    /// @param places its arguments in place
    /// @param check of a value on the host and the time: throws where it is not finite
    record AtPoint(PlaceTimeFunction function, List<Double> places, Check check) {
        /// Returns the value.
        @FunctionalInterface
        interface Check {
            double of(double value, double timeS);
        }

        public AtPoint {
            places = List.copyOf(places);
        }

        double at(double timeS) {
            return check.of(function.at(places, timeS), timeS);
        }

        boolean isSame(AtPoint other) {
            return function.equals(other.function) && places.equals(other.places);
        }
    }

    /// @param terms with different series or functions
    record Separated(double constant, List<Term> terms) implements TimeFunction {
        /// A product. @param coefficient the part in place, @param function empty: one
        record Term(double coefficient, TimeSeries series, Optional<AtPoint> function) {
            static Term of(TimeSeries series) {
                return new Term(1, series, Optional.empty());
            }

            private double at(double timeS) {
                double product = coefficient * series.at(timeS);
                return function.isEmpty() ? product : product * function.get().at(timeS);
            }

            private boolean isMultipleOf(Term other) {
                return series.equals(other.series)
                        && function.isPresent() == other.function.isPresent()
                        && (function.isEmpty() || function.get().isSame(other.function.orElseThrow()));
            }

            private Term with(double newCoefficient, TimeSeries newSeries) {
                return new Term(newCoefficient, newSeries, function);
            }
        }

        public Separated {
            terms = List.copyOf(terms);
        }

        @Override
        public double at(double timeS) {
            double sum = constant;
            for (Term term : terms) {
                sum += term.at(timeS);
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
                ramped.add(new Term(constant, TimeSeries.ramp(rampS), Optional.empty()));
            }
            terms.forEach(term -> ramped.add(term.with(term.coefficient, term.series.ramped(rampS))));
            return new Separated(0, ramped);
        }

        @Override
        public Separated linear(DoubleUnaryOperator function) {
            return new Separated(
                    function.applyAsDouble(constant),
                    terms.stream()
                            .map(term -> term.with(function.applyAsDouble(term.coefficient), term.series))
                            .toList());
        }

        @Override
        public TimeFunction plus(TimeFunction other) {
            return switch (other) {
                case Separated(double otherConstant, List<Term> otherTerms) ->
                    new Separated(constant + otherConstant, merged(otherTerms));
                case Multiple multiple -> plus(multiple.separated());
                case Evaluated evaluated -> new Evaluated(timeS -> at(timeS) + evaluated.at(timeS));
            };
        }

        private List<Term> merged(List<Term> others) {
            List<Term> all = new ArrayList<>(terms);
            for (Term other : others) {
                boolean isNew = true;
                for (int k = 0; k < all.size() && isNew; k++) {
                    if (all.get(k).isMultipleOf(other)) {
                        all.set(k, other.with(all.get(k).coefficient + other.coefficient, other.series));
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

    /// A linear function of a sum that many places share: of each of them only the function is stored.
    record Multiple(Separated shared, DoubleUnaryOperator function) implements TimeFunction {
        /// The same value, if its terms depend on time alone.
        static TimeFunction of(TimeFunction value) {
            return value instanceof Separated separated
                            && separated.terms.stream().allMatch(term -> term.function.isEmpty())
                    ? new Multiple(separated, DoubleUnaryOperator.identity())
                    : value;
        }

        Separated separated() {
            return shared.linear(function);
        }

        @Override
        public double at(double timeS) {
            return separated().at(timeS);
        }

        @Override
        public TimeFunction ramped(double rampS) {
            return separated().ramped(rampS);
        }

        @Override
        public Multiple linear(DoubleUnaryOperator outer) {
            return new Multiple(shared, value -> outer.applyAsDouble(function.applyAsDouble(value)));
        }

        @Override
        public TimeFunction plus(TimeFunction other) {
            return other instanceof Multiple(Separated its, DoubleUnaryOperator otherFunction) && its == shared
                    ? new Multiple(shared, value -> function.applyAsDouble(value) + otherFunction.applyAsDouble(value))
                    : separated().plus(other);
        }
    }

    /// A function that devices cannot evaluate: the host does before every step.
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
