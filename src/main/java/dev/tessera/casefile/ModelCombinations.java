package dev.tessera.casefile;

import static java.util.Objects.requireNonNull;

import dev.tessera.kernel.Precision;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.collision.PowerLaw;
import dev.tessera.model.collision.ShearDependent;
import dev.tessera.model.collision.Smagorinsky;
import dev.tessera.model.collision.ViscosityOfPlace;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// Which parts of a model can be used with each other: the page `docs/reference/combinations.md`, made from the
/// refusals of the parts themselves.
public final class ModelCombinations {
    private static final String INTRODUCTION = """
            # Combinations of models

            *Generated from the refusals of lattices, collisions, equilibria and precisions; a test keeps it equal to them, and makes
            the kernels of every combination that is allowed.*

            A number refers to the reasons at the end of the page, which `tessera` gives too. Mixtures and boundaries have further requirements:
            [mixtures](../guides/mixtures.md), [shallow water](../guides/shallow-water.md), [case reference](case.md).
            """;

    private final StringBuilder page = new StringBuilder(INTRODUCTION);
    private final SequencedMap<String, Integer> reasons = new LinkedHashMap<>();

    private ModelCombinations() {}

    /// As `docs/reference/combinations.md` publishes it.
    public static String markdown() {
        return new ModelCombinations().write();
    }

    /// Why a collision cannot be used on a lattice with an equilibrium; empty where it can.
    public static Optional<String> refusal(VelocitySet lattice, Collision collision, Equilibrium equilibrium) {
        return collision
                .unsupported(lattice)
                .or(() -> equilibrium.unsupported(lattice))
                .or(() -> collision.unsupported(equilibrium));
    }

    private String write() {
        for (Equilibrium equilibrium : Equilibria.all()) {
            table(
                    "Equilibrium " + equilibrium.key(),
                    "collision",
                    Collisions.all(),
                    Collision::key,
                    Lattices.all(),
                    VelocitySet::name,
                    collision -> lattice -> refusal(lattice, collision, equilibrium));
        }
        List<Precision> precisions = Arrays.asList(Precision.values());
        table(
                "Precisions and collisions",
                "collision",
                Collisions.all(),
                Collision::key,
                precisions,
                Precision::key,
                collision -> precision -> precision.unsupported(collision));
        table(
                "Precisions and equilibria",
                "equilibrium",
                Equilibria.all(),
                Equilibrium::key,
                precisions,
                Precision::key,
                equilibrium -> precision -> precision.unsupported(equilibrium));
        viscosities();
        page.append("\n## Reasons\n");
        reasons.forEach((reason, number) -> page.append("%d. %s.%n".formatted(number, reason)));
        return page.toString();
    }

    /// Models that give each node a viscosity of its own.
    private void viscosities() {
        SequencedMap<String, UnaryOperator<Collision>> kinds = new LinkedHashMap<>();
        kinds.put("smagorinsky", base -> new Smagorinsky(base, Smagorinsky.USUAL));
        kinds.put("law of viscosity", base -> new ShearDependent(base, new PowerLaw(1, 0.5, 0.1, 200)));
        kinds.put("viscosity of place", ViscosityOfPlace::new);
        List<String> names = List.copyOf(kinds.sequencedKeySet());
        table(
                "Viscosities that differ from node to node, and collisions",
                "collision",
                Collisions.all(),
                Collision::key,
                names,
                name -> name,
                collision ->
                        name -> refused(() -> requireNonNull(kinds.get(name)).apply(collision)));
        table(
                "Viscosities that differ from node to node, and equilibria",
                "equilibrium",
                Equilibria.all(),
                Equilibrium::key,
                names,
                name -> name,
                equilibrium ->
                        name -> requireNonNull(kinds.get(name)).apply(new Bgk()).unsupported(equilibrium));
    }

    private static Optional<String> refused(Supplier<?> made) {
        try {
            var _ = made.get();
            return Optional.empty();
        } catch (IllegalArgumentException refusal) {
            return Optional.of(String.valueOf(refusal.getMessage()));
        }
    }

    private <R, C> void table(
            String title,
            String corner,
            List<R> rows,
            Function<R, String> rowName,
            List<C> columns,
            Function<C, String> columnName,
            Function<R, Function<C, Optional<String>>> refusal) {
        page.append("%n## %s%n| %s | %s |%n|%s%n"
                .formatted(
                        title,
                        corner,
                        columns.stream().map(columnName).collect(Collectors.joining(" | ")),
                        "---|".repeat(columns.size() + 1)));
        for (R row : rows) {
            List<String> cells = new ArrayList<>();
            for (C column : columns) {
                cells.add(refusal.apply(row).apply(column).map(this::number).orElse("yes"));
            }
            page.append("| `%s` | %s |%n".formatted(rowName.apply(row), String.join(" | ", cells)));
        }
    }

    private String number(String reason) {
        return "no (%d)".formatted(reasons.computeIfAbsent(reason, unknown -> reasons.size() + 1));
    }
}
