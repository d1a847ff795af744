package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.Surface;
import dev.tessera.solver.TimeChoice.StepChoice;
import dev.tessera.units.FlowNumbers;
import dev.tessera.units.LatticeUnits;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.List;
import java.util.Optional;

/// Chooses the lattice units of a case: spacing, viscosity and one of lattice speed, relaxation time and time step
/// determine all other numbers.
final class Discretization {
    private static final double SPEED_OF_LIGHT_M_PER_S = 299_792_458;

    private Discretization() {}

    /// @param imposedSpeedMPerS the largest speed that boundaries and start impose; 0 where there is none
    /// @throws CaseException where the case does not determine the time step, or where numbers overflow
    static FlowNumbers of(Case theCase, NodeMap nodes, double imposedSpeedMPerS) {
        double speed = theCase.reference().velocityMPerS().orElse(imposedSpeedMPerS);
        if (!(speed <= SPEED_OF_LIGHT_M_PER_S)) {
            throw new CaseException(
                    "boundaries: a speed of %s is imposed, above the speed of light. Check the numbers and units of boundaries, initial and reference."
                            .formatted(
                                    Double.isFinite(speed)
                                            ? QuantityText.about(speed, QuantityKind.VELOCITY)
                                            : "more than 1e150 m/s"));
        }
        LatticeUnits units;
        try {
            units = units(theCase, speed);
        } catch (IllegalArgumentException wrong) {
            throw new CaseException(
                    "time: %s. Check spacing, viscosity, density and time.".formatted(wrong.getMessage()));
        }
        if (!(units.stressUnitPa() > 0) || !Double.isFinite(units.stressUnitPa())) {
            throw new CaseException(
                    "time: with a time step of %s s and a spacing of %s pressures in lattice units overflow. Check spacing, viscosity, density and time."
                            .formatted(
                                    QuantityText.about(units.timeStepS()),
                                    QuantityText.about(theCase.spacingM(), QuantityKind.LENGTH)));
        }
        double length = theCase.reference().lengthM().orElseGet(() -> characteristicLength(theCase, nodes));
        FlowNumbers numbers = new FlowNumbers(
                units,
                theCase.fluid().viscosityM2PerS(),
                speed,
                length,
                theCase.model().equilibrium().isIdealGas() ? FlowNumbers.LARGEST_MACH : 1);
        var model = theCase.model();
        List<String> problems = theCase.time().beyondStability()
                ? numbers.inaccuracies()
                : numbers.problems(
                        KnownStability.of(theCase),
                        model.collision().stabilityKey(),
                        model.lattice().name(),
                        model.equilibrium().key());
        if (!problems.isEmpty()) {
            throw new CaseException("time: " + String.join(" Also: ", problems));
        }
        return numbers;
    }

    /// The limits of stability that the case exceeds, since it asks for it; sentences.
    static List<String> warnings(Case theCase, FlowNumbers numbers) {
        var model = theCase.model();
        return !theCase.time().beyondStability()
                ? List.of()
                : numbers
                        .instabilities(
                                KnownStability.of(theCase),
                                model.collision().stabilityKey(),
                                model.lattice().name(),
                                model.equilibrium().key())
                        .stream()
                        .map("time.beyond-stability: the flow may diverge, or be wrong: "::concat)
                        .toList();
    }

    private static LatticeUnits units(Case theCase, double speed) {
        double dx = theCase.spacingM();
        double density = theCase.fluid().densityKgPerM3();
        return switch (theCase.time().step()) {
            case StepChoice.RelaxationTime(double tau) ->
                LatticeUnits.fromRelaxationTime(dx, density, theCase.fluid().viscosityM2PerS(), tau);
            case StepChoice.TimeStep(double seconds) -> LatticeUnits.fromTimeStep(dx, density, seconds);
            case StepChoice.LatticeSpeed(double lattice) -> {
                if (!(speed > 0)) {
                    throw new CaseException(
                            "time.lattice-speed: no inlet or moving wall imposes a velocity to which the lattice speed %s could refer. Give time.relaxation-time, or the expected velocity as reference.velocity."
                                    .formatted(lattice));
                }
                yield LatticeUnits.fromLatticeSpeed(dx, density, speed, lattice);
            }
        };
    }

    /// The diameter of the first velocity opening; the hydraulic diameter of the whole fluid (4 volume /
    /// surface) where there is none.
    static double characteristicLength(Case theCase, NodeMap nodes) {
        Optional<Opening> opening = firstInlet(theCase, nodes);
        if (opening.isPresent()) {
            return 2 * opening.get().radiusM();
        }
        var links = nodes.links().bySurface();
        long faces = nodes.surfaces().stream()
                .filter(surface -> surface.kind() != Surface.Kind.SYMMETRY)
                .mapToLong(surface -> links.faces(surface.id()))
                .sum();
        var box = nodes.box();
        double wholeBox = nodes.spacingM() * Math.max(box.nx(), Math.max(box.ny(), box.nz()));
        return faces == 0 ? wholeBox : Math.min(wholeBox, 4.0 * nodes.fluid().count() / faces * nodes.spacingM());
    }

    private static Optional<Opening> firstInlet(Case theCase, NodeMap nodes) {
        return nodes.openings().stream()
                .filter(o -> theCase.boundaries().get(o.name()) instanceof Boundary.VelocityImposed && o.radiusM() > 0)
                .findFirst();
    }

    /// Describes the length of the Reynolds number for messages.
    static String lengthIs(Case theCase, NodeMap nodes) {
        if (theCase.reference().lengthM().isPresent()) {
            return "reference.length";
        }
        return firstInlet(theCase, nodes)
                .map(inlet -> "%s of %s".formatted(nodes.box().is2d() ? "width" : "diameter", inlet.name()))
                .orElse("4 × volume of the fluid / its surface, at most the box");
    }
}
