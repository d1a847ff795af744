package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Surface;
import dev.tessera.kernel.Precision;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.model.mixture.Mixture;
import dev.tessera.solver.boundary.RestingWall;
import dev.tessera.solver.field.ComponentDensity;
import dev.tessera.solver.field.OrderParameter;
import dev.tessera.solver.field.ResultField;
import dev.tessera.units.FlowNumbers;
import java.util.List;
import java.util.stream.Stream;

/// Refuses what a mixture cannot do.
final class MixtureChecks {
    private static final List<String> OF_SHAN_CHEN = List.of("bgk", "trt");
    private static final List<String> OF_FREE_ENERGY = List.of("bgk", "trt", "mrt");

    private MixtureChecks() {}

    /// Refuses what the time step does not allow.
    /// @throws CaseException where the numbers of a free-energy mixture are unstable, or its interface is too thin
    static void check(Case theCase, FlowNumbers numbers) {
        if (theCase.model().mixture().orElse(null) instanceof FreeEnergy mixture) {
            FreeEnergyNumbers.of(theCase, mixture, numbers);
        }
    }

    /// Refuses fields of mixtures that the case does not have.
    private static void components(Case theCase) {
        List<String> names = theCase.model().components();
        Stream<ResultField> pictured = theCase.output().pictures().stream().map(OutputChoice.Picture::field);
        Stream<ResultField> averaged =
                theCase.output().profiles().stream().flatMap(profile -> profile.fields().stream());
        boolean hasOrder = theCase.model().mixture().orElse(null) instanceof FreeEnergy;
        Stream.of(theCase.output().fields().stream(), pictured, averaged)
                .flatMap(some -> some)
                .forEach(field -> {
                    if (field instanceof OrderParameter && !hasOrder) {
                        throw new CaseException(
                                "output: order-parameter: only a mixture with model.mixture: free-energy has one. Remove it.");
                    }
                    if (!names.isEmpty() && !field.isOfMixtures()) {
                        throw new CaseException(
                                "output: %s is computed for single fluids only. Remove it.".formatted(field.key()));
                    }
                    if (field instanceof ComponentDensity(String name) && !names.contains(name)) {
                        throw new CaseException("output: %s: %s"
                                .formatted(
                                        field.key(),
                                        names.isEmpty()
                                                ? "the fluid has no components. Remove it."
                                                : "the components are %s.".formatted(String.join(", ", names))));
                    }
                });
    }

    /// Refuses results that only a single fluid has.
    private static void output(Case theCase) {
        if (theCase.output().quantities().contains(FlowMean.DISSIPATION)) {
            throw new CaseException(
                    "output.quantities: dissipation is the work of the viscous stress, but at interfaces the stress of a mixture's populations also contains the forces between its components. Use kinetic-energy and enstrophy: where all components have one viscosity, the dissipation per mass is twice the viscosity times the enstrophy.");
        }
        for (OutputChoice.Plot plot : theCase.output().plots()) {
            if (plot.quantity().contains(".force_") || plot.quantity().startsWith("permeability")) {
                throw new CaseException("output.plots: %s is computed for single fluids only. Remove the plot."
                        .formatted(plot.quantity()));
            }
        }
    }

    /// The components of a free-energy mixture have one momentum.
    private static void forces(Case theCase) {
        Case.Component first = theCase.fluid().components().getFirst();
        for (Case.Component component : theCase.fluid().components()) {
            if (component.isDriven()) {
                throw new CaseException(
                        "fluid.components.%s.acceleration: the components of a free-energy mixture have one momentum, and no force of their own. Use drive.acceleration with the order parameter: an acceleration g times (1 %s phi)/2."
                                .formatted(component.name(), component == first ? "+" : "-"));
            }
        }
    }

    /// Keys of the collisions that a mixture can have.
    static List<String> collisions(Mixture mixture) {
        return mixture instanceof FreeEnergy ? OF_FREE_ENERGY : OF_SHAN_CHEN;
    }

    private static void requireCollision(String key, Mixture mixture) {
        List<String> known = collisions(mixture);
        if (!known.contains(key)) {
            String lack = mixture instanceof FreeEnergy
                    ? "cannot relax the pressure tensor of the interface"
                    : "does not relax the momentum of a component toward that of the mixture";
            throw new CaseException("model.collision: %s %s. Use %s."
                    .formatted(
                            key,
                            lack,
                            String.join(", ", known.subList(0, known.size() - 1)) + " or " + known.getLast()));
        }
    }

    /// @throws CaseException where the case has a mixture, and something that mixtures do not have
    static void check(Case theCase, NodeMap nodes) {
        components(theCase);
        var model = theCase.model();
        if (model.mixture().isEmpty()) {
            return;
        }
        if (model.walls() != WallScheme.HALF_WAY) {
            throw new CaseException("model.walls: walls beside mixtures are half-way. Remove %s."
                    .formatted(model.walls().key()));
        }
        boolean isFreeEnergy = model.mixture().get() instanceof FreeEnergy;
        if (isFreeEnergy && !FreeEnergy.lattices().contains(model.lattice())) {
            throw new CaseException(
                    "model.lattice: the pressure tensor of a free-energy mixture has no weights on %s. Use %s."
                            .formatted(model.lattice().name(), model.lattice().dimensions() == 2 ? "D2Q9" : "D3Q19"));
        }
        if (isFreeEnergy) {
            forces(theCase);
        }
        requireCollision(model.collision().key(), model.mixture().get());
        if (!(model.equilibrium() instanceof QuasiCompressible)) {
            throw new CaseException(
                    "model.equilibrium: %s is for single fluids: mixtures are validated with the built-in equilibrium quasi-compressible only. Use it, or remove the mixture."
                            .formatted(model.equilibrium().key()));
        }
        if (model.precision() != Precision.FP32 && model.precision() != Precision.FP64) {
            throw new CaseException(
                    "model.precision: %s stores differences from a density near 1, but the densities of components vary. Use fp32 or fp64."
                            .formatted(model.precision().key()));
        }
        for (Surface surface : nodes.surfaces()) {
            Boundary boundary = theCase.boundaries().get(surface.name());
            if (surface.kind() != Surface.Kind.WALL || boundary != null && !(boundary instanceof RestingWall)) {
                throw new CaseException(
                        "boundaries.%s: mixtures flow between resting walls and periodic sides, driven by a body force; other boundaries are for single fluids. Make it a wall, or the side periodic."
                                .formatted(surface.name()));
            }
        }
        output(theCase);
        if (!theCase.initial().pressurePa().equals(Value.ZERO)) {
            throw new CaseException(
                    "initial.pressure: the pressure of a mixture follows from the densities of its components. Remove it, and give fluid.components.*.density.");
        }
    }
}
