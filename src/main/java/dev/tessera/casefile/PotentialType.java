package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlMap;
import dev.tessera.model.Formula;
import dev.tessera.model.mixture.ExpressedPotential;
import dev.tessera.model.mixture.Potential;
import dev.tessera.model.mixture.Potentials;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// Pseudopotentials: one of the catalogue by its key or an expression, for all components or for each by
/// its name.
final class PotentialType {
    private static final Key<Formula> EXPRESSION = Key.of("expression", new FormulaType(ExpressedPotential.SYMBOLS))
            .says(
                    "pseudopotential, in lattice units, as an expression of the density `rho` of the component (1 where it"
                            + " is `fluid.density`); `rho` comes before a constant of this name")
            .example("exp(-1/rho)");

    static final Section<ExpressedPotential> SECTION = Section.of(
            "model.potential",
            "A pseudopotential of your own.",
            List.of(EXPRESSION.from(ExpressedPotential::formula)),
            fields -> new ExpressedPotential(fields.get(EXPRESSION)));

    private static final ValueType<Potential> KNOWN =
            ChoiceType.of("potential", List.of(Potentials.values()), PotentialType::keyOf);

    private static final ValueType<Potential> ONE = EitherType.textOrGroup(KNOWN, SECTION, PotentialType::writeOne);

    private static final NamedType<Potential> NAMED = new NamedType<>("potential", ONE);

    static final ValueType<Choice> TYPE = new OneOrSeveral();

    private PotentialType() {}

    /// The pseudopotentials of a case, before the components are known.
    sealed interface Choice {
        /// @param names of the components
        /// @throws IllegalArgumentException where other components are named
        List<Potential> of(List<String> names);
    }

    /// @param potential of all components
    record ForAll(Potential potential) implements Choice {
        @Override
        public List<Potential> of(List<String> names) {
            return names.stream().map(name -> potential).toList();
        }
    }

    /// @param potentials by component; others have `linear`
    record ByName(SequencedMap<String, Potential> potentials) implements Choice {
        @Override
        public List<Potential> of(List<String> names) {
            for (String name : potentials.keySet()) {
                if (!names.contains(name)) {
                    throw new IllegalArgumentException("potential of %s: the components are %s".formatted(name, names));
                }
            }
            return names.stream()
                    .map(name -> potentials.getOrDefault(name, Potentials.LINEAR))
                    .toList();
        }
    }

    static Choice of(List<String> names, List<Potential> potentials) {
        if (potentials.stream().distinct().count() == 1) {
            return new ForAll(potentials.getFirst());
        }
        SequencedMap<String, Potential> byName = new LinkedHashMap<>();
        for (int a = 0; a < names.size(); a++) {
            byName.put(names.get(a), potentials.get(a));
        }
        return new ByName(byName);
    }

    private static String keyOf(Potential potential) {
        return potential instanceof Potentials known ? known.key() : "";
    }

    private static YamlNode writeOne(Potential potential) {
        if (potential instanceof ExpressedPotential expressed) {
            return SECTION.write(expressed);
        }
        if (!(potential instanceof Potentials)) {
            throw new IllegalArgumentException(
                    "the pseudopotential %s has no text in a case; keep it in Java, or write it as an expression of rho"
                            .formatted(Potential.text(potential)));
        }
        return KNOWN.write(potential);
    }

    /// A group with the key `expression` is the potential of all components.
    private record OneOrSeveral() implements ValueType<Choice> {
        @Override
        public Choice read(YamlNode node, Reading reading) {
            boolean isNamed = node instanceof YamlMap map && map.find(EXPRESSION.name()) == null;
            return isNamed ? new ByName(NAMED.read(node, reading)) : new ForAll(ONE.read(node, reading));
        }

        @Override
        public YamlNode write(Choice choice) {
            return switch (choice) {
                case ForAll(Potential potential) -> ONE.write(potential);
                case ByName(SequencedMap<String, Potential> potentials) -> NAMED.write(potentials);
            };
        }

        @Override
        public String words() {
            return ONE.words() + ", or " + NAMED.words();
        }

        @Override
        public JsonNode schema() {
            return JsonNode.anyOf(List.of(ONE.schema(), NAMED.schema()));
        }

        @Override
        public List<Section<?>> sections() {
            return ONE.sections();
        }
    }
}
