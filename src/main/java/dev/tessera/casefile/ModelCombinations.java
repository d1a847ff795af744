package dev.tessera.casefile;

import static java.util.Objects.requireNonNull;

import dev.tessera.casefile.CombinationTables.Side;
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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// Which parts of a model can be used with each other: the page `docs/reference/combinations.md`, made from the
/// refusals of the parts themselves, and of cases ([CaseCombinations]).
public final class ModelCombinations {
    private static final String INTRODUCTION = """
            # Combinations of models

            *Generated: the first tables from the refusals of lattices, collisions, equilibria and precisions, the others from small
            cases, one for each pair, which are read and planned as for a run. A test keeps the page equal to the program, and makes the
            kernels of all models that are allowed.*

            A number refers to the reasons at the end of the page, which `tessera` gives too. A pair that is allowed may still be refused
            in a case that has a third part. Except for the last table, nothing depends on the device: CPUs, CUDA and OpenCL run the same
            models, boundaries and storages.
            """;

    private static final Side<Collision> COLLISIONS = new Side<>(Collisions.all(), Collision::key);
    private static final Side<Equilibrium> EQUILIBRIA = new Side<>(Equilibria.all(), Equilibrium::key);

    private final CombinationTables page = new CombinationTables().text(INTRODUCTION);

    private ModelCombinations() {}

    /// As `docs/reference/combinations.md` publishes it.
    /// @param workers plan cases
    public static String markdown(ForkJoinPool workers) {
        return new ModelCombinations().write(workers);
    }

    /// Why a collision cannot be used on a lattice with an equilibrium; empty where it can.
    public static Optional<String> refusal(VelocitySet lattice, Collision collision, Equilibrium equilibrium) {
        return collision
                .unsupported(lattice)
                .or(() -> equilibrium.unsupported(lattice))
                .or(() -> collision.unsupported(equilibrium));
    }

    private String write(ForkJoinPool workers) {
        for (Equilibrium equilibrium : Equilibria.all()) {
            page.table(
                    "Equilibrium " + equilibrium.key(),
                    "collision",
                    COLLISIONS,
                    new Side<>(Lattices.all(), VelocitySet::name),
                    collision -> lattice -> refusal(lattice, collision, equilibrium));
        }
        Side<Precision> precisions = new Side<>(Arrays.asList(Precision.values()), Precision::key);
        page.table(
                "Precisions and collisions",
                "collision",
                COLLISIONS,
                precisions,
                collision -> precision -> precision.unsupported(collision));
        page.table(
                "Precisions and equilibria",
                "equilibrium",
                EQUILIBRIA,
                precisions,
                equilibrium -> precision -> precision.unsupported(equilibrium));
        viscosities();
        new CaseCombinations(page, workers).write();
        return page.markdown();
    }

    /// Models that give each node a viscosity of its own.
    private void viscosities() {
        SequencedMap<String, UnaryOperator<Collision>> kinds = new LinkedHashMap<>();
        kinds.put("smagorinsky", base -> new Smagorinsky(base, Smagorinsky.USUAL));
        kinds.put("law of viscosity", base -> new ShearDependent(base, new PowerLaw(1, 0.5, 0.1, 200)));
        kinds.put("viscosity of place", ViscosityOfPlace::new);
        Side<String> names = new Side<>(List.copyOf(kinds.sequencedKeySet()), name -> name);
        page.table(
                "Viscosities that differ from node to node, and collisions",
                "collision",
                COLLISIONS,
                names,
                collision ->
                        name -> refused(() -> requireNonNull(kinds.get(name)).apply(collision)));
        page.table(
                "Viscosities that differ from node to node, and equilibria",
                "equilibrium",
                EQUILIBRIA,
                names,
                equilibrium ->
                        name -> requireNonNull(kinds.get(name)).apply(new Bgk()).unsupported(equilibrium));
        page.table(
                "Viscosities that differ from node to node, and lattices",
                "lattice",
                new Side<>(Lattices.all(), VelocitySet::name),
                names,
                lattice -> name -> requireNonNull(kinds.get(name))
                        .apply(Collisions.on(lattice).getFirst())
                        .unsupported(lattice));
    }

    private static Optional<String> refused(Supplier<?> made) {
        try {
            var _ = made.get();
            return Optional.empty();
        } catch (IllegalArgumentException refusal) {
            return Optional.of(String.valueOf(refusal.getMessage()));
        }
    }
}
