package dev.tessera.solver;

import dev.tessera.device.Execution;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import dev.tessera.model.boundary.Sponge;
import dev.tessera.model.collision.ShearRate;
import dev.tessera.model.collision.ViscosityOfPlace;
import dev.tessera.units.FlowNumbers;
import dev.tessera.units.LatticeUnits;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Viscosities that differ from node to node: their checks, and the fields that nodes read.
final class ViscosityOfNodes {
    private static final double ROUNDING = 1e-9;

    private ViscosityOfNodes() {}

    /// Refuses what does not go with them.
    static void check(Case theCase) {
        if (theCase.fluid().viscosity() instanceof FluidViscosity.Uniform) {
            return;
        }
        if (theCase.model().mixture().isPresent()) {
            throw new CaseException(
                    "fluid.viscosity: each component of a mixture has one viscosity, but this one differs from node to node. Give fluid.viscosity and fluid.components.NAME.viscosity as numbers.");
        }
        theCase.output().plots().stream()
                .filter(plot -> plot.quantity().startsWith("permeability"))
                .findFirst()
                .ifPresent(plot -> {
                    throw new CaseException(
                            "output.plots: %s: Darcy's law has one viscosity, but fluid.viscosity differs from node to node. Remove the plot."
                                    .formatted(plot.quantity()));
                });
    }

    /// Warnings about the highest viscosity; sentences with a remedy.
    /// @throws CaseException where a viscosity is not positive, below the reference, or too high
    static List<String> warnings(Case theCase, NodeMap nodes, FlowNumbers numbers) {
        return switch (theCase.fluid().viscosity()) {
            case FluidViscosity.Uniform one -> List.of();
            case FluidViscosity.OfShear(var law) -> highest(law.highest(), "at its highest", numbers);
            case FluidViscosity.OfPlace _, FluidViscosity.OfField _ ->
                highest(largest(theCase, nodes), "at its highest place", numbers);
        };
    }

    private static List<String> highest(double viscosityM2PerS, String where, FlowNumbers numbers) {
        double tau = numbers.units().relaxationTime(viscosityM2PerS);
        if (tau <= FlowNumbers.LARGEST_RELAXATION_TIME) {
            return List.of();
        }
        boolean refused = !(tau < FlowNumbers.REFUSED_RELAXATION_TIME);
        double limit = refused ? FlowNumbers.REFUSED_RELAXATION_TIME : FlowNumbers.LARGEST_RELAXATION_TIME;
        String sentence =
                "fluid.viscosity: %s (%s) the relaxation time is %s, which is %s. Use a time step below %s, or a lower highest viscosity."
                        .formatted(
                                where,
                                QuantityText.about(viscosityM2PerS, QuantityKind.KINEMATIC_VISCOSITY),
                                QuantityText.about(tau),
                                refused
                                        ? "too long (below %s)".formatted(QuantityText.about(limit))
                                        : "long: the flow there is less accurate",
                                QuantityText.about(
                                        numbers.units().timeStepS() * (limit - 0.5) / (tau - 0.5), QuantityKind.TIME));
        if (refused) {
            throw new CaseException(sentence);
        }
        return List.of(sentence);
    }

    private static double largest(Case theCase, NodeMap nodes) {
        double reference = theCase.fluid().viscosityM2PerS();
        double[] largest = {reference};
        OfPoint given = byPlace(theCase.fluid().viscosity()).orElseThrow();
        NodePositions.forEach(nodes, (n, point) -> {
            double here = finite(given, point);
            if (here < reference * (1 - ROUNDING)) {
                throw new CaseException(
                        "fluid.viscosity: at %s it is %s, but it must be nowhere below fluid.reference-viscosity, %s. Correct it, or use a lower reference-viscosity."
                                .formatted(
                                        Vec.of(point).inLengths(),
                                        QuantityText.about(here, QuantityKind.KINEMATIC_VISCOSITY),
                                        QuantityText.about(reference, QuantityKind.KINEMATIC_VISCOSITY)));
            }
            largest[0] = Math.max(largest[0], here);
        });
        return largest[0];
    }

    /// m2/s at a point in metres.
    private interface OfPoint {
        double at(double[] point);
    }

    private static double finite(OfPoint given, double[] point) {
        double here;
        try {
            here = given.at(point);
        } catch (CaseException notFinite) {
            throw new CaseException("fluid.viscosity: " + notFinite.getMessage());
        }
        if (!Double.isFinite(here)) {
            throw new CaseException(
                    "fluid.viscosity: at %s the field is %s, which is no viscosity. Correct the program."
                            .formatted(Vec.of(point).inLengths(), here));
        }
        return here;
    }

    /// Empty where the viscosity does not depend on place alone.
    private static Optional<OfPoint> byPlace(FluidViscosity viscosity) {
        return switch (viscosity) {
            case FluidViscosity.OfPlace(Value value) -> {
                PlaceAndTime expression = PlaceAndTime.of(value);
                yield Optional.of(point -> expression.at(point, 0));
            }
            case FluidViscosity.OfField(FluidViscosity.Field field, String name) ->
                Optional.of(point -> field.at(point[0], point[1], point[2]));
            case FluidViscosity.Uniform _, FluidViscosity.OfShear _ -> Optional.empty();
        };
    }

    /// Writes the relaxation rates of a viscosity of place, raised in sponges.
    static void start(Case theCase, NodeMap nodes, LatticeUnits units, BoundaryPlan boundaries, Execution execution) {
        Optional<OfPoint> byPlace = byPlace(theCase.fluid().viscosity());
        if (byPlace.isEmpty()) {
            return;
        }
        OfPoint given = byPlace.get();
        SpongeLayers sponges = boundaries.sponges();
        double[] rates = new double[Math.toIntExact(nodes.fluid().count())];
        NodePositions.forEach(nodes, (n, point) -> {
            double rise = Sponge.rise(sponges.factorAt(n), sponges.depthAt(n));
            rates[n] = ShearRate.of(theCase.model().lattice(), rise * units.viscosityLattice(given.at(point)));
        });
        execution.writeField("bulk", ViscosityOfPlace.FIELD, rates);
        for (BoundaryPlan.Group group : boundaries.groups()) {
            execution.writeField(
                    group.name(),
                    ViscosityOfPlace.FIELD,
                    Arrays.stream(group.fluidNumbers())
                            .mapToDouble(number -> rates[(int) number])
                            .toArray());
        }
    }
}
