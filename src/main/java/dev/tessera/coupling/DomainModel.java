package dev.tessera.coupling;

import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.PalabosKernel;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepKernels;
import dev.tessera.model.Collision;
import dev.tessera.model.Components;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.collision.ShearRate;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.IntStream;

/// The model of a domain, from its settings and relaxation rate.
///
/// @param isPalabosBgk whether [dev.tessera.model.collision.PalabosBgk] replaces the kernel of the collision
/// @param omega relaxation rate of the shear stress, in (0, 2)
/// @param force body force in lattice units, in the caller's axes, one component per dimension; empty without force
/// @param precision one of the two of deviations
/// @param envelope nodes at each side that receive undefined values; 1 or more
/// @param periodic the axes whose sides are joined
/// @param closed the sides without an envelope
record DomainModel(
        VelocitySet lattice,
        Equilibrium equilibrium,
        Collision collision,
        boolean isPalabosBgk,
        double omega,
        List<Double> force,
        Precision precision,
        int envelope,
        DomainSize.Periodic periodic,
        DomainSize.Closed closed) {
    private static final String PALABOS_BGK = "palabos-bgk";
    private static final List<String> KEYS = List.of(
            "lattice",
            "collision",
            "equilibrium",
            "precision",
            "envelope",
            "periodic",
            "closed",
            "force-x",
            "force-y",
            "force-z");
    private static final int WIDEST_ENVELOPE = 1000;

    /// @param text settings; empty for Palabos' BGK on D3Q19 in FP64
    /// @throws CouplingException if a setting is unknown, or they do not fit together
    static DomainModel of(String text, double omega) {
        SettingsText settings = SettingsText.parse("domain", text, KEYS);
        if (!(omega > 0 && omega < 2)) {
            throw CouplingException.badArgument(
                    "relaxation rate %s is outside (0, 2); it is 1 / (3 nu + 1/2) for a lattice viscosity nu"
                            .formatted(omega));
        }
        VelocitySet lattice = Lattices.byKey(settings.text("lattice").orElse(Lattices.D3Q19.name()));
        Equilibrium equilibrium = Equilibria.byKey(settings.text("equilibrium").orElse(new QuasiCompressible().key()));
        if (!equilibrium.isIdealGas()) {
            throw CouplingException.badArgument(
                    "domain: equilibrium=%s has a density that is not near 1, but a domain has deviations from rest; use another equilibrium"
                            .formatted(equilibrium.key()));
        }
        List<Double> force = force(settings, lattice);
        boolean canBePalabos =
                lattice.equals(Lattices.D3Q19) && equilibrium.equals(new QuasiCompressible()) && force.isEmpty();
        String key = settings.text("collision")
                .orElse(canBePalabos ? PALABOS_BGK : lattice.isotropy() >= 4 ? new Bgk().key() : "mrt");
        boolean isPalabos = key.equals(PALABOS_BGK);
        if (isPalabos && !canBePalabos) {
            throw CouplingException.badArgument(
                    "domain: collision=palabos-bgk is BGK on D3Q19 with the quasi-compressible equilibrium and without force; use collision=bgk");
        }
        Collision collision = isPalabos ? new Bgk() : Collisions.byKey(key);
        if (collision.needsPopulations()) {
            throw CouplingException.badArgument(
                    "domain: collision=%s needs whole populations, but a domain has their deviations from rest; use another collision"
                            .formatted(key));
        }
        return new DomainModel(
                lattice,
                equilibrium,
                collision,
                isPalabos,
                omega,
                force,
                precision(settings),
                settings.count("envelope", 1, 1, WIDEST_ENVELOPE),
                periodic(settings),
                closed(settings, lattice.dimensions()));
    }

    private static List<Double> force(SettingsText settings, VelocitySet lattice) {
        List<Double> force = Components.vector("force", lattice).stream()
                .map(name -> settings.number(name, 0))
                .toList();
        if (lattice.dimensions() == 2 && settings.number("force-z", 0) != 0) {
            throw CouplingException.badArgument("domain: force-z is set, but the lattice has two dimensions");
        }
        return force.stream().allMatch(component -> component == 0) ? List.of() : force;
    }

    private static Precision precision(SettingsText settings) {
        String key = settings.text("precision").orElse("fp64");
        return switch (key) {
            case "fp64" -> Precision.FP64_DEVIATIONS;
            case "fp32" -> Precision.FP32_DEVIATIONS;
            default ->
                throw CouplingException.badArgument("domain: precision=%s is unknown; use fp64 or fp32".formatted(key));
        };
    }

    private static DomainSize.Periodic periodic(SettingsText settings) {
        String axes = settings.text("periodic").orElse("");
        if (!axes.matches("x?y?z?")) {
            throw CouplingException.badArgument(
                    "domain: periodic=%s does not name axes; write periodic=x, periodic=xy, periodic=xyz …"
                            .formatted(axes));
        }
        return new DomainSize.Periodic(axes.contains("x"), axes.contains("y"), axes.contains("z"));
    }

    private static DomainSize.Closed closed(SettingsText settings, int dimensions) {
        List<String> possible = DomainSize.Closed.SIDES.subList(0, 2 * dimensions);
        List<String> named = settings.text("closed")
                .map(text -> List.of(text.split(",", -1)))
                .orElse(List.of());
        String periodic = settings.text("periodic").orElse("");
        for (String side : named) {
            if (!possible.contains(side)) {
                throw CouplingException.badArgument(
                        "domain: closed=%s names '%s'; its sides are %s, separated by commas"
                                .formatted(String.join(",", named), side, String.join(",", possible)));
            }
            if (periodic.contains(side.substring(0, 1))) {
                throw CouplingException.badArgument(
                        "domain: side %s is closed, but periodic=%s joins it with the opposite one; leave one out"
                                .formatted(side, periodic));
            }
        }
        return new DomainSize.Closed(
                DomainSize.Closed.SIDES.stream().map(named::contains).toList());
    }

    /// The nodes of the caller that these settings are for.
    /// @throws CouplingException if the domain is too small, too large, or does not have the lattice's dimensions
    DomainSize size(long nx, long ny, long nz) {
        return DomainSize.of(lattice.dimensions(), nx, ny, nz);
    }

    /// The equations of nodes that collide; Palabos' BGK but for rounding.
    FluidModel fluid() {
        return new FluidModel(lattice, equilibrium, collision, force.isEmpty() ? BodyForce.NONE : BodyForce.UNIFORM);
    }

    NodeClass bulk(DomainSize size) {
        StepKernels kernels = StepKernels.bulk(fluid());
        Kernel step = isPalabosBgk
                ? PalabosKernel.step(lattice, ValueOrder.PALABOS.directions(lattice, size))
                : kernels.step();
        return NodeClass.bulk(step, kernels.observe(), List.of());
    }

    /// The values of the kernels' parameters.
    SequencedMap<String, Double> parameters(DomainSize size) {
        SequencedMap<String, Double> parameters =
                new LinkedHashMap<>(collision.rates(lattice, ShearRate.viscosity(lattice, omega)));
        parameters.put(ShearRate.NAME, omega); // not rounded by the viscosity
        for (int axis = 0; axis < force.size(); axis++) {
            parameters.put(Components.of("force", size.storedAxis(axis)), force.get(axis));
        }
        return parameters;
    }

    /// Bytes of one population in the caller's arrays.
    int valueBytes() {
        return precision.computedBytes();
    }

    /// The names of the stored velocity components of the caller's axes.
    List<String> velocities(DomainSize size) {
        return IntStream.range(0, lattice.dimensions())
                .mapToObj(axis -> Components.of("velocity", size.storedAxis(axis)))
                .toList();
    }

    @Override
    public String toString() {
        return "%s, %s, %s"
                .formatted(
                        lattice.name(),
                        isPalabosBgk ? PALABOS_BGK : collision.key() + " " + equilibrium.key(),
                        precision.computed().key());
    }
}
