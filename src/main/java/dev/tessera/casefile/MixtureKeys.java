package dev.tessera.casefile;

import dev.tessera.model.mixture.Adhesion;
import dev.tessera.model.mixture.Coupling;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.model.mixture.Mixture;
import dev.tessera.model.mixture.Potentials;
import dev.tessera.model.mixture.ShanChen;
import dev.tessera.units.QuantityKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;

/// The keys of `model` that say how the components of a mixture act on each other.
final class MixtureKeys {
    private static final String SHAN_CHEN = "shan-chen";
    private static final String FREE_ENERGY = "free-energy";
    private static final double NEUTRAL = 0.5 * Math.PI;

    static final Key<String> MIXTURE = Key.of(
                    "mixture", ChoiceType.of("mixture", List.of(SHAN_CHEN, FREE_ENERGY), key -> key))
            .otherwise("a single fluid")
            .says("how the components of `fluid.components` act on each other: `shan-chen`, by forces between"
                    + " neighbours, or `free-energy`, two components of equal density with a given surface tension, on"
                    + " D2Q9 and D3Q19 (docs/guides/mixtures.md)")
            .example(SHAN_CHEN);
    static final Key<SequencedMap<String, Double>> COUPLING = Key.of(
                    "coupling", new NamedType<>("strength", NumberType.between(-100, 100)))
            .otherwise("no forces between components")
            .says("`shan-chen`: strength G by pairs `NAME-NAME` of components, in lattice units; positive: they repel"
                    + " each other. Two components with `potential: linear` separate where G times the sum of their"
                    + " densities is above 2")
            .example("{oil-water: 3}");
    static final Key<PotentialType.Choice> POTENTIAL = Key.of("potential", PotentialType.TYPE)
            .otherwise("linear")
            .says(
                    "`shan-chen`: pseudopotential of a component's density ρ: `linear`, ρ, or `classic`, 1 - exp(-ρ), or"
                            + " an expression of `rho`; a group of names gives each component its own (docs/guides/mixtures.md)")
            .example("{water: {expression: exp(-1/rho)}, air: linear}");
    static final Key<SequencedMap<String, Double>> ADHESION = Key.of(
                    "adhesion", new NamedType<>("strength", NumberType.between(-100, 100)))
            .otherwise("walls attract no component")
            .says("`shan-chen`: strength H of the force of all walls on a component, by its name, in lattice units;"
                    + " positive: walls repel it (docs/guides/mixtures.md has the contact angles)")
            .example("{water: -0.3, oil: 0.3}");
    static final Key<Double> SURFACE_TENSION = Key.of(
                    "surface-tension", QuantityType.positive(QuantityKind.SURFACE_TENSION))
            .otherwise("needed by `free-energy`")
            .says("of `free-energy`, between the two components")
            .example("30 mN/m");
    static final Key<Double> INTERFACE_WIDTH = Key.of("interface-width", QuantityType.positive(QuantityKind.LENGTH))
            .otherwise("needed by `free-energy`")
            .says("of `free-energy`: ξ of a flat interface tanh(x/ξ), one spacing or more; 1.5 to 2 spacings are"
                    + " usual")
            .example("0.2 mm");
    static final Key<Double> DIFFUSIVITY = Key.of(
                    "diffusivity", QuantityType.positive(QuantityKind.KINEMATIC_VISCOSITY))
            .otherwise("a third of the largest that is stable at this spacing and time step")
            .says("of `free-energy`: D of the order parameter in each component; the mobility is D/(2A), with A = 3/2"
                    + " surface tension / interface width")
            .example("1e-8 m2/s");
    static final Key<Double> CONTACT_ANGLE = Key.of("contact-angle", QuantityType.positive(QuantityKind.ANGLE))
            .otherwise("90 deg")
            .says("of `free-energy`: between all walls and the interface, measured in the first component; below 90"
                    + " degrees the first component wets the walls")
            .example("60 deg");

    private MixtureKeys() {}

    /// What the keys say, before the components are known.
    sealed interface Draft {
        /// The key `mixture`.
        String key();

        /// @throws IllegalArgumentException where the keys do not fit the components
        Mixture of(List<String> names);

        /// The key to name where they do not.
        default String culprit(List<String> names) {
            return "mixture";
        }

        static Draft of(Mixture mixture) {
            return switch (mixture) {
                case ShanChen shanChen -> Pseudopotential.of(shanChen);
                case FreeEnergy freeEnergy -> Landau.of(freeEnergy);
            };
        }

        default Optional<SequencedMap<String, Double>> coupling() {
            return Optional.empty();
        }

        default Optional<PotentialType.Choice> potential() {
            return Optional.empty();
        }

        default Optional<SequencedMap<String, Double>> adhesion() {
            return Optional.empty();
        }

        default Optional<Double> surfaceTension() {
            return Optional.empty();
        }

        default Optional<Double> interfaceWidth() {
            return Optional.empty();
        }

        default Optional<Double> diffusivity() {
            return Optional.empty();
        }

        default Optional<Double> contactAngle() {
            return Optional.empty();
        }
    }

    private record Pseudopotential(
            Optional<SequencedMap<String, Double>> coupling,
            Optional<PotentialType.Choice> potential,
            Optional<SequencedMap<String, Double>> adhesion)
            implements Draft {
        static Draft of(ShanChen mixture) {
            SequencedMap<String, Double> coupling = new LinkedHashMap<>();
            mixture.couplings().forEach(pair -> coupling.put(pair.first() + "-" + pair.second(), pair.strength()));
            SequencedMap<String, Double> adhesion = new LinkedHashMap<>();
            mixture.adhesions().forEach(pull -> adhesion.put(pull.component(), pull.strength()));
            return new Pseudopotential(
                    coupling.isEmpty() ? Optional.empty() : Optional.of(coupling),
                    Optional.of(PotentialType.of(mixture.components(), mixture.potentials())),
                    adhesion.isEmpty() ? Optional.empty() : Optional.of(adhesion));
        }

        @Override
        public String key() {
            return SHAN_CHEN;
        }

        @Override
        public String culprit(List<String> names) {
            boolean isAdhesion =
                    adhesion.filter(one -> !names.containsAll(one.keySet())).isPresent();
            boolean isPotential = potential
                    .filter(one ->
                            one instanceof PotentialType.ByName(var byName) && !names.containsAll(byName.keySet()))
                    .isPresent();
            return isAdhesion ? "adhesion" : isPotential ? "potential" : coupling.isPresent() ? "coupling" : "mixture";
        }

        @Override
        public Mixture of(List<String> names) {
            List<Coupling> couplings = new ArrayList<>();
            coupling.ifPresent(pairs -> pairs.forEach((pair, strength) -> {
                String[] both = pair.split("-", -1);
                if (both.length != 2) {
                    throw new IllegalArgumentException("'%s' is no pair of components; write NAME-NAME, such as %s"
                            .formatted(pair, String.join("-", names)));
                }
                couplings.add(new Coupling(both[0], both[1], strength));
            }));
            List<Adhesion> adhesions = new ArrayList<>();
            adhesion.ifPresent(pulls -> pulls.forEach((name, strength) -> adhesions.add(new Adhesion(name, strength))));
            var potentials = potential.orElseGet(() -> new PotentialType.ForAll(Potentials.LINEAR));
            return new ShanChen(names, potentials.of(names), couplings, adhesions);
        }
    }

    /// SI units.
    private record Landau(double tension, double width, Optional<Double> diffusivity, Optional<Double> contactAngle)
            implements Draft {
        static Draft of(FreeEnergy mixture) {
            OptionalDouble diffusivity = mixture.diffusivityM2PerS();
            return new Landau(
                    mixture.surfaceTensionNPerM(),
                    mixture.interfaceWidthM(),
                    diffusivity.isPresent() ? Optional.of(diffusivity.getAsDouble()) : Optional.empty(),
                    Optional.of(mixture.contactAngleRad()));
        }

        @Override
        public String key() {
            return FREE_ENERGY;
        }

        @Override
        public Optional<Double> surfaceTension() {
            return Optional.of(tension);
        }

        @Override
        public Optional<Double> interfaceWidth() {
            return Optional.of(width);
        }

        @Override
        public Mixture of(List<String> names) {
            OptionalDouble given = diffusivity.map(OptionalDouble::of).orElse(OptionalDouble.empty());
            return new FreeEnergy(names, tension, width, given, contactAngle.orElse(NEUTRAL));
        }
    }

    /// @return empty where the case is of a single fluid
    static Optional<Draft> read(Fields fields) {
        Optional<String> mixture = fields.find(MIXTURE);
        belongsTo(fields, mixture, SHAN_CHEN, List.of(COUPLING, POTENTIAL, ADHESION));
        belongsTo(fields, mixture, FREE_ENERGY, List.of(SURFACE_TENSION, INTERFACE_WIDTH, DIFFUSIVITY, CONTACT_ANGLE));
        return mixture.map(key -> {
            if (key.equals(SHAN_CHEN)) {
                return new Pseudopotential(fields.find(COUPLING), fields.find(POTENTIAL), fields.find(ADHESION));
            }
            return new Landau(
                    required(fields, SURFACE_TENSION),
                    required(fields, INTERFACE_WIDTH),
                    fields.find(DIFFUSIVITY),
                    contactAngle(fields));
        });
    }

    private static Optional<Double> contactAngle(Fields fields) {
        Optional<Double> given = fields.find(CONTACT_ANGLE);
        if (given.isPresent() && given.get() >= Math.PI) {
            throw fields.refuse(CONTACT_ANGLE, "a contact angle is below 180 degrees");
        }
        return given;
    }

    private static double required(Fields fields, Key<Double> key) {
        return fields.find(key)
                .orElseThrow(() -> fields.refuse(
                        MIXTURE,
                        "mixture: %s needs %s; write %s: %s"
                                .formatted(FREE_ENERGY, key.name(), key.name(), key.example())));
    }

    private static void belongsTo(Fields fields, Optional<String> mixture, String owner, List<Key<?>> keys) {
        for (Key<?> key : keys) {
            if (fields.has(key) && !mixture.orElse("").equals(owner)) {
                throw fields.refuse(key, "this belongs to mixture: %s; write mixture: %s".formatted(owner, owner));
            }
        }
    }
}
