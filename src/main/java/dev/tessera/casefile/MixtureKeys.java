package dev.tessera.casefile;

import dev.tessera.model.mixture.Coupling;
import dev.tessera.model.mixture.Potential;
import dev.tessera.model.mixture.ShanChen;
import dev.tessera.solver.Case;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// The keys of `model` that say how the components of a mixture act on each other.
final class MixtureKeys {
    private static final String SHAN_CHEN = "shan-chen";
    static final Key<String> MIXTURE = Key.of("mixture", ChoiceType.of("mixture", List.of(SHAN_CHEN), key -> key))
            .otherwise("a single fluid")
            .says("how the components of `fluid.components` act on each other: `shan-chen`, by forces between"
                    + " neighbours (docs/guides/mixtures.md)")
            .example(SHAN_CHEN);
    static final Key<SequencedMap<String, Double>> COUPLING = Key.of(
                    "coupling", new NamedType<>("strength", NumberType.between(-100, 100)))
            .otherwise("no forces between components")
            .says("strength G by pairs `NAME-NAME` of components, in lattice units; positive: they repel each other."
                    + " Two components with `potential: linear` separate where G times the sum of their densities is"
                    + " above 2")
            .example("{oil-water: 3}");
    static final Key<Potential> POTENTIAL = Key.of(
                    "potential", ChoiceType.of("potential", List.of(Potential.values()), Potential::key))
            .otherwise("linear")
            .says("pseudopotential of a component's density ρ: `linear`, ρ, or `classic`, 1 - exp(-ρ)")
            .example("linear");

    private MixtureKeys() {}

    /// What the keys say, before the components are known.
    record Draft(Optional<SequencedMap<String, Double>> coupling, Optional<Potential> potential) {
        static Draft of(ShanChen mixture) {
            SequencedMap<String, Double> coupling = new LinkedHashMap<>();
            mixture.couplings().forEach(pair -> coupling.put(pair.first() + "-" + pair.second(), pair.strength()));
            return new Draft(
                    coupling.isEmpty() ? Optional.empty() : Optional.of(coupling), Optional.of(mixture.potential()));
        }

        /// @throws IllegalArgumentException where a pair is none of the components
        ShanChen of(Case.Fluid fluid) {
            List<String> names =
                    fluid.components().stream().map(Case.Component::name).toList();
            List<Coupling> couplings = new ArrayList<>();
            coupling.ifPresent(pairs -> pairs.forEach((pair, strength) -> {
                String[] both = pair.split("-", -1);
                if (both.length != 2) {
                    throw new IllegalArgumentException("'%s' is no pair of components; write NAME-NAME, such as %s"
                            .formatted(pair, String.join("-", names)));
                }
                couplings.add(new Coupling(both[0], both[1], strength));
            }));
            return new ShanChen(names, potential.orElse(Potential.LINEAR), couplings);
        }
    }

    /// @return empty where the case is of a single fluid
    static Optional<Draft> read(Fields fields) {
        for (Key<?> key : List.<Key<?>>of(COUPLING, POTENTIAL)) {
            if (fields.has(key) && !fields.has(MIXTURE)) {
                throw fields.refuse(key, "this belongs to a mixture; write mixture: " + SHAN_CHEN);
            }
        }
        return fields.find(MIXTURE).map(key -> new Draft(fields.find(COUPLING), fields.find(POTENTIAL)));
    }

    /// The key `mixture` of a model.
    static Optional<String> written(Optional<Draft> draft) {
        return draft.map(mixture -> SHAN_CHEN);
    }
}
