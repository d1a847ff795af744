package dev.tessera.solver;

import dev.tessera.kernel.reduce.Extremes;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.solver.TimeChoice.StepChoice;
import dev.tessera.units.FlowNumbers;
import dev.tessera.units.LatticeUnits;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/// Monitors the largest velocity of a run. Warns once when the Mach number, and once when the density variation,
/// makes the compressibility error significant; in shallow water once when the flow is faster than waves.
final class FlowMonitor {
    private static final double NOTABLE_MACH = FlowNumbers.LARGEST_MACH / 2;
    private static final double TARGET_MACH = 0.1; // of remedies: the flow may accelerate further
    private static final double NOTABLE_DENSITY_CHANGE = 0.05;

    private final Simulation simulation;
    private double fastestMPerS;
    private double warnedOfMach;
    private boolean warnedOfDensity;
    private boolean warnedOfFroude;

    /// @param fastestMPerS the largest earlier velocity of a resumed run, m/s; else 0
    FlowMonitor(Simulation simulation, double fastestMPerS) {
        this.simulation = simulation;
        this.fastestMPerS = fastestMPerS;
        // The time step was already checked at this speed.
        this.warnedOfMach = simulation.numbers().mach() > NOTABLE_MACH ? NOTABLE_MACH : 0;
    }

    /// The largest velocity of all rows of the log, m/s, including those before a run was resumed.
    double fastestMPerS() {
        return fastestMPerS;
    }

    /// Takes a row of the log into account.
    /// @param speed of the fastest node, lattice units
    void row(double speed) {
        double mPerS = simulation.units().velocityMPerS(speed);
        if (Double.isFinite(mPerS)) {
            fastestMPerS = Math.max(fastestMPerS, mPerS);
        }
    }

    /// @param speed of the fastest node, lattice units
    /// @param node the fastest
    /// @return new warnings, each with a remedy; sentences
    List<String> velocity(double speed, int node) {
        if (!simulation.theCase().model().equilibrium().isIdealGas()) {
            return List.of();
        }
        double mach = speed / Math.sqrt(LatticeUnits.SPEED_OF_SOUND_SQUARED);
        double limit = mach > FlowNumbers.LARGEST_MACH ? FlowNumbers.LARGEST_MACH : NOTABLE_MACH;
        if (!(mach > limit) || warnedOfMach >= limit) {
            return List.of();
        }
        warnedOfMach = limit;
        return List.of("the Mach number is %s at %s, step %d (%s), where the flow reaches %s: %s. Use %s."
                .formatted(
                        QuantityText.about(mach),
                        place(node),
                        simulation.steps(),
                        QuantityText.about(simulation.timeS(), QuantityKind.TIME),
                        QuantityText.about(simulation.units().velocityMPerS(speed), QuantityKind.VELOCITY),
                        limit == NOTABLE_MACH
                                ? "the compressibility error is of the order of %s %%"
                                        .formatted(QuantityText.about(100 * mach * mach))
                                : "above %s results are wrong, by about %s %%"
                                        .formatted(QuantityText.about(limit), QuantityText.about(100 * mach * mach)),
                        slower(TARGET_MACH / mach)));
    }

    /// The remedy that lowers speeds in nodes per step: a shorter time step where one is stable, else at the same
    /// relaxation time a smaller spacing.
    /// @param factor of the speeds, below 1
    private String slower(double factor) {
        Case theCase = simulation.theCase();
        double relaxationTime = 0.5 + (simulation.numbers().relaxationTime() - 0.5) * factor;
        boolean isStable =
                theCase.time().beyondStability() || relaxationTime >= KnownStability.smallestRelaxationTime(theCase);
        return isStable
                ? "a time step below %s%s"
                        .formatted(
                                QuantityText.about(simulation.units().timeStepS() * factor, QuantityKind.TIME),
                                inItsKey(factor))
                : "a spacing below %s at the same relaxation time (a time step that is short enough is not stable)"
                        .formatted(QuantityText.about(theCase.spacingM() * factor, QuantityKind.LENGTH));
    }

    /// The shorter time step in the key of the case that sets it, if another does.
    /// @param factor of the time step, below 1
    private String inItsKey(double factor) {
        return switch (simulation.theCase().time().step()) {
            case StepChoice.LatticeSpeed(double nodesPerStep) ->
                " (time.lattice-speed below %s)".formatted(QuantityText.about(nodesPerStep * factor));
            case StepChoice.RelaxationTime(double steps) ->
                " (time.relaxation-time below %s)".formatted(relaxationTime((steps - 0.5) * factor));
            case StepChoice.TimeStep _ -> "";
        };
    }

    /// With three digits of what exceeds 1/2.
    private static String relaxationTime(double aboveHalf) {
        return new BigDecimal(aboveHalf)
                .round(new MathContext(3))
                .add(new BigDecimal("0.5"))
                .stripTrailingZeros()
                .toPlainString();
    }

    /// @param density of all nodes, lattice units
    /// @return new warnings, each with a remedy; sentences
    List<String> density(Extremes density) {
        // A steady incompressible model conserves volume at any density.
        var equilibrium = simulation.theCase().model().equilibrium();
        boolean isExempt = equilibrium instanceof Incompressible || !equilibrium.isIdealGas();
        if (warnedOfDensity || isExempt) {
            return List.of();
        }
        double change = density.largest() / density.smallest() - 1;
        if (!(change > NOTABLE_DENSITY_CHANGE)) {
            return List.of();
        }
        warnedOfDensity = true;
        List<String> words = new ArrayList<>();
        words.add(
                ("the density differs by %s %% between %s and %s, step %d (%s): the compressibility error is of that order."
                                + " Use %s%s.")
                        .formatted(
                                QuantityText.about(100 * change),
                                place(density.largestNode()),
                                place(density.smallestNode()),
                                simulation.steps(),
                                QuantityText.about(simulation.timeS(), QuantityKind.TIME),
                                // at given pressures the change of density goes with the square of the time step
                                slower(Math.sqrt(NOTABLE_DENSITY_CHANGE / change)),
                                canBeIncompressible() ? ", or model.equilibrium: incompressible" : ""));
        return words;
    }

    /// Whether the case could have the incompressible equilibrium, and nothing else changed.
    private boolean canBeIncompressible() {
        var model = simulation.theCase().model();
        return model.mixture().isEmpty()
                && model.collision().unsupported(new Incompressible()).isEmpty();
    }

    /// @param froude of all nodes of shallow water
    /// @return at most one new warning, with a remedy
    List<String> froude(Extremes froude) {
        if (warnedOfFroude || !(froude.largest() > ShallowWaterChecks.LARGEST_FROUDE)) {
            return List.of();
        }
        warnedOfFroude = true;
        return List.of(
                ("the Froude number is %s at %s, step %d (%s): this model of shallow water is for subcritical flow, below %s; where"
                                + " the flow is faster than waves it may diverge. Use a smaller difference of heights or lower"
                                + " velocities at the start.")
                        .formatted(
                                QuantityText.about(froude.largest()),
                                place(froude.largestNode()),
                                simulation.steps(),
                                QuantityText.about(simulation.timeS(), QuantityKind.TIME),
                                QuantityText.about(ShallowWaterChecks.LARGEST_FROUDE)));
    }

    private String place(long node) {
        return simulation.nodes().placeM(node).inLengths();
    }
}
