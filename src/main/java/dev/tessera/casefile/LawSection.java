package dev.tessera.casefile;

import dev.tessera.casefile.QuantityType.Measured;
import dev.tessera.casefile.QuantityType.Range;
import dev.tessera.model.collision.CarreauYasuda;
import dev.tessera.model.collision.Casson;
import dev.tessera.model.collision.PowerLaw;
import dev.tessera.model.collision.ViscosityLaw;
import dev.tessera.units.QuantityKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// `fluid.viscosity` as a law of the shear rate.
final class LawSection {
    private static final String CARREAU_YASUDA = "carreau-yasuda";
    private static final String POWER = "power";
    private static final String CASSON = "casson";

    static final QuantityType VISCOSITIES =
            new QuantityType(List.of(QuantityKind.DYNAMIC_VISCOSITY, QuantityKind.KINEMATIC_VISCOSITY), Range.POSITIVE);

    private static final Key<String> LAW = Key.of(
                    "law", ChoiceType.of("law of viscosity", List.of(CARREAU_YASUDA, POWER, CASSON), key -> key))
            .needed()
            .says("of the shear rate γ: `carreau-yasuda`, η∞ + (η₀ - η∞) (1 + (λγ)^a)^((n-1)/a); `power`, K γ^(n-1)"
                    + " between a minimum and a maximum; `casson`, (√(τ/γ) + √η)² up to a maximum. Viscosities are"
                    + " dynamic or kinematic, according to their units. Time step, Reynolds number and limits of"
                    + " stability are those of the lowest viscosity")
            .example(CARREAU_YASUDA);
    private static final Key<Measured> ZERO_SHEAR = viscosity("zero-shear")
            .otherwise("needed by `carreau-yasuda`")
            .says("of `carreau-yasuda`: viscosity η₀ at rest, the highest")
            .example("56 mPa.s");
    private static final Key<Measured> INFINITE_SHEAR = viscosity("infinite-shear")
            .otherwise("needed by `carreau-yasuda`")
            .says("of `carreau-yasuda`: viscosity η∞ at high shear rates, the lowest")
            .example("3.45 mPa.s");
    private static final Key<Double> RELAXATION = Key.of("relaxation", QuantityType.positive(QuantityKind.TIME))
            .otherwise("needed by `carreau-yasuda`")
            .says("of `carreau-yasuda`: time λ; from the shear rate 1/λ on the viscosity falls")
            .example("3.313 s");
    private static final Key<Double> EXPONENT = Key.of("n", NumberType.between(0, 10))
            .otherwise("needed by `carreau-yasuda` and `power`")
            .says("exponent n of `power` (0.1 to 2.5) and of `carreau-yasuda` (below 1); below 1 the fluid is"
                    + " shear-thinning")
            .example("0.3568");
    private static final Key<Double> WIDTH = Key.of("a", NumberType.between(0, 10))
            .or(2.0, "2, Carreau's law")
            .says("exponent a of `carreau-yasuda`, at most 4")
            .example("2");
    private static final Key<Measured> CONSISTENCY = viscosity("consistency")
            .otherwise("needed by `power`")
            .says("of `power`: K as the viscosity at a shear rate of 1/s: 15 mPa.s for K = 0.015 Pa.sⁿ")
            .example("14.7 mPa.s");
    private static final Key<Measured> MINIMUM = viscosity("minimum")
            .otherwise("needed by `power`")
            .says("of `power`: the lowest viscosity")
            .example("3 mPa.s");
    private static final Key<Measured> MAXIMUM = viscosity("maximum")
            .otherwise("needed by `power` and `casson`")
            .says("of `power` and `casson`: the highest viscosity, that of fluid at rest")
            .example("60 mPa.s");
    private static final Key<Double> YIELD_STRESS = Key.of("yield-stress", QuantityType.positive(QuantityKind.PRESSURE))
            .otherwise("needed by `casson`")
            .says("of `casson`: shear stress τ below which the fluid has its highest viscosity")
            .example("5 mPa");
    private static final Key<Measured> PLASTIC_VISCOSITY = viscosity("plastic-viscosity")
            .otherwise("needed by `casson`")
            .says("of `casson`: viscosity η at high shear rates, the lowest")
            .example("3.5 mPa.s");

    private static final List<Key<?>> OF_CARREAU_YASUDA = List.of(ZERO_SHEAR, INFINITE_SHEAR, RELAXATION, EXPONENT);
    private static final List<Key<?>> OF_POWER = List.of(CONSISTENCY, EXPONENT, MINIMUM, MAXIMUM);
    private static final List<Key<?>> OF_CASSON = List.of(YIELD_STRESS, PLASTIC_VISCOSITY, MAXIMUM);

    /// A law before the density is known.
    sealed interface Draft {
        /// In SI units, of the kinematic viscosity.
        /// @throws IllegalArgumentException where the numbers do not make a law
        ViscosityLaw over(double densityKgPerM3);
    }

    private record OfCarreauYasuda(Measured zero, Measured infinite, double relaxationS, double n, double a)
            implements Draft {
        @Override
        public ViscosityLaw over(double densityKgPerM3) {
            return new CarreauYasuda(
                    kinematic(zero, densityKgPerM3), kinematic(infinite, densityKgPerM3), relaxationS, n, a);
        }
    }

    private record OfPower(Measured consistency, double n, Measured minimum, Measured maximum) implements Draft {
        @Override
        public ViscosityLaw over(double densityKgPerM3) {
            return new PowerLaw(
                    kinematic(consistency, densityKgPerM3),
                    n,
                    kinematic(minimum, densityKgPerM3),
                    kinematic(maximum, densityKgPerM3));
        }
    }

    private record OfCasson(double yieldStressPa, Measured plastic, Measured maximum) implements Draft {
        @Override
        public ViscosityLaw over(double densityKgPerM3) {
            return new Casson(
                    yieldStressPa / densityKgPerM3,
                    kinematic(plastic, densityKgPerM3),
                    kinematic(maximum, densityKgPerM3));
        }
    }

    static final Section<Draft> SECTION = Section.of(
            "fluid.viscosity",
            "A viscosity that depends on the shear rate √(2 S:S), S the rate of strain.",
            List.of(
                    LAW.from(LawSection::law),
                    ZERO_SHEAR.ifPresent(draft -> carreauYasuda(draft).map(OfCarreauYasuda::zero)),
                    INFINITE_SHEAR.ifPresent(draft -> carreauYasuda(draft).map(OfCarreauYasuda::infinite)),
                    RELAXATION.ifPresent(draft -> carreauYasuda(draft).map(OfCarreauYasuda::relaxationS)),
                    CONSISTENCY.ifPresent(draft -> power(draft).map(OfPower::consistency)),
                    EXPONENT.ifPresent(draft -> carreauYasuda(draft)
                            .map(OfCarreauYasuda::n)
                            .or(() -> power(draft).map(OfPower::n))),
                    WIDTH.ifPresent(draft -> carreauYasuda(draft).map(OfCarreauYasuda::a)),
                    YIELD_STRESS.ifPresent(draft -> casson(draft).map(OfCasson::yieldStressPa)),
                    PLASTIC_VISCOSITY.ifPresent(draft -> casson(draft).map(OfCasson::plastic)),
                    MINIMUM.ifPresent(draft -> power(draft).map(OfPower::minimum)),
                    MAXIMUM.ifPresent(draft -> power(draft)
                            .map(OfPower::maximum)
                            .or(() -> casson(draft).map(OfCasson::maximum)))),
            LawSection::make);

    private LawSection() {}

    private static Key<Measured> viscosity(String name) {
        return Key.of(name, VISCOSITIES);
    }

    static double kinematic(Measured viscosity, double densityKgPerM3) {
        boolean dynamic = viscosity.kind() == QuantityKind.DYNAMIC_VISCOSITY;
        return dynamic ? viscosity.si() / densityKgPerM3 : viscosity.si();
    }

    static Draft of(ViscosityLaw law, double densityKgPerM3) {
        return switch (law) {
            case CarreauYasuda(double zero, double infinite, double relaxationS, double n, double a) ->
                new OfCarreauYasuda(measured(zero), measured(infinite), relaxationS, n, a);
            case PowerLaw(double consistency, double n, double minimum, double maximum) ->
                new OfPower(measured(consistency), n, measured(minimum), measured(maximum));
            case Casson(double yield, double plastic, double maximum) ->
                new OfCasson(yield * densityKgPerM3, measured(plastic), measured(maximum));
        };
    }

    private static Measured measured(double m2PerS) {
        return new Measured(QuantityKind.KINEMATIC_VISCOSITY, m2PerS);
    }

    private static String law(Draft draft) {
        return switch (draft) {
            case OfCarreauYasuda law -> CARREAU_YASUDA;
            case OfPower law -> POWER;
            case OfCasson law -> CASSON;
        };
    }

    private static Optional<OfCarreauYasuda> carreauYasuda(Draft draft) {
        return draft instanceof OfCarreauYasuda law ? Optional.of(law) : Optional.empty();
    }

    private static Optional<OfPower> power(Draft draft) {
        return draft instanceof OfPower law ? Optional.of(law) : Optional.empty();
    }

    private static Optional<OfCasson> casson(Draft draft) {
        return draft instanceof OfCasson law ? Optional.of(law) : Optional.empty();
    }

    private static Draft make(Fields fields) {
        String law = fields.get(LAW);
        return switch (law) {
            case CARREAU_YASUDA -> {
                require(fields, law, OF_CARREAU_YASUDA, List.of(WIDTH));
                yield new OfCarreauYasuda(
                        fields.get(ZERO_SHEAR),
                        fields.get(INFINITE_SHEAR),
                        fields.get(RELAXATION),
                        fields.get(EXPONENT),
                        fields.get(WIDTH));
            }
            case POWER -> {
                require(fields, law, OF_POWER, List.of());
                yield new OfPower(
                        fields.get(CONSISTENCY), fields.get(EXPONENT), fields.get(MINIMUM), fields.get(MAXIMUM));
            }
            case CASSON -> {
                require(fields, law, OF_CASSON, List.of());
                yield new OfCasson(fields.get(YIELD_STRESS), fields.get(PLASTIC_VISCOSITY), fields.get(MAXIMUM));
            }
            default -> throw new IllegalStateException("unknown law " + law);
        };
    }

    /// Refuses keys of other laws, and missing ones.
    private static void require(Fields fields, String law, List<Key<?>> needed, List<Key<?>> optional) {
        for (Key<?> key : SECTION.keys()) {
            if (key != LAW && fields.has(key) && !needed.contains(key) && !optional.contains(key)) {
                throw fields.refuse(
                        key, "the law %s has no %s; it has %s".formatted(law, key.name(), names(needed, optional)));
            }
        }
        List<Key<?>> missing = needed.stream().filter(key -> !fields.has(key)).toList();
        if (!missing.isEmpty()) {
            throw fields.refuse(
                    LAW,
                    "the law %s also needs %s; write for example %s"
                            .formatted(
                                    law,
                                    names(missing, List.of()),
                                    missing.stream()
                                            .map(key -> key.name() + ": " + key.example())
                                            .collect(Collectors.joining(", "))));
        }
    }

    private static String names(List<Key<?>> needed, List<Key<?>> optional) {
        String names = needed.stream().map(Key::name).collect(Collectors.joining(", "));
        return optional.stream().map(key -> " and perhaps " + key.name()).reduce(names, String::concat);
    }
}
