package dev.tessera.solver;

import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.units.FlowNumbers;
import dev.tessera.units.LatticeUnits;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.DoubleSummaryStatistics;

/// The numbers of a free-energy mixture in lattice units.
///
/// @param bulkEnergy A
/// @param interfaceWidth xi
/// @param diffusivity D of the order parameter in the bulk phases
record FreeEnergyNumbers(double bulkEnergy, double interfaceWidth, double diffusivity) {
    /// Of interfaces, nodes: thinner ones stay at the nodes instead of moving with the flow.
    private static final double LEAST_WIDTH = 1;

    /// The largest stable stiffness of the interface is below `STIFFEST nu / (nu + SOFTENING)`, nu the smaller
    /// viscosity: measured in docs/decisions/0067.
    private static final double STIFFEST = 1.6;

    private static final double SOFTENING = 0.15;

    /// With MRT, whose trace relaxes at rate 1, it is also below `STIFFEST_OF_MRT + SOFTENED_OF_MRT / nu`, nu
    /// the larger viscosity: measured there too.
    private static final double STIFFEST_OF_MRT = 0.45;

    private static final double SOFTENED_OF_MRT = 0.065;

    /// Where the case gives no diffusivity: the part of the largest.
    private static final double USUAL_DIFFUSIVITY = 1.0 / 3;

    private static final double ROUNDING = 1e-9;

    /// @throws CaseException where the interface is too thin for the spacing, or where the surface tension or
    ///        the diffusivity is too large for the time step
    static FreeEnergyNumbers of(Case theCase, FreeEnergy mixture, FlowNumbers numbers) {
        LatticeUnits units = numbers.units();
        double spacing = units.spacingM();
        double width = mixture.interfaceWidthM() / spacing;
        if (width < LEAST_WIDTH * (1 - ROUNDING)) {
            throw new CaseException(
                    "model.interface-width: %s is %s nodes, and an interface needs %s or more. Use a width of %s or more, or a finer spacing."
                            .formatted(
                                    QuantityText.about(mixture.interfaceWidthM(), QuantityKind.LENGTH),
                                    QuantityText.about(width),
                                    QuantityText.about(LEAST_WIDTH),
                                    QuantityText.about(LEAST_WIDTH * spacing, QuantityKind.LENGTH)));
        }
        double tension = mixture.surfaceTensionNPerM() / (units.stressUnitPa() * spacing);
        double energy = FreeEnergy.bulkEnergy(tension, width);
        requireSoft(theCase, mixture, units, FreeEnergy.stiffness(energy, width));
        double largest = FreeEnergy.largestDiffusivity(width);
        double unit = spacing * spacing / units.timeStepS();
        double diffusivity = mixture.diffusivityM2PerS().orElse(USUAL_DIFFUSIVITY * largest * unit) / unit;
        if (diffusivity > largest) {
            throw new CaseException(
                    "model.diffusivity: %s is too large for the time step and the interface: at most %s is stable. Use a smaller one, or remove it."
                            .formatted(
                                    QuantityText.about(diffusivity * unit, QuantityKind.KINEMATIC_VISCOSITY),
                                    QuantityText.about(largest * unit, QuantityKind.KINEMATIC_VISCOSITY)));
        }
        return new FreeEnergyNumbers(energy, width, diffusivity);
    }

    private static void requireSoft(Case theCase, FreeEnergy mixture, LatticeUnits units, double stiffness) {
        DoubleSummaryStatistics viscosities = theCase.fluid().components().stream()
                .mapToDouble(component -> units.viscosityLattice(component.viscosityM2PerS()))
                .summaryStatistics();
        double viscosity = viscosities.getMin();
        boolean isMrt = theCase.model().collision().key().equals("mrt");
        double largest = Math.min(
                STIFFEST * viscosity / (viscosity + SOFTENING),
                isMrt ? STIFFEST_OF_MRT + SOFTENED_OF_MRT / viscosities.getMax() : Double.POSITIVE_INFINITY);
        if (stiffness > largest) {
            // a time step shorter by a factor k divides the stiffness by k² and the viscosity by k
            double linear = SOFTENING * stiffness;
            double root = Math.sqrt(linear * linear + 4 * STIFFEST * stiffness * viscosity * viscosity);
            double shorter = Math.max(
                    (linear + root) / (2 * STIFFEST * viscosity), isMrt ? Math.sqrt(stiffness / STIFFEST_OF_MRT) : 0);
            throw new CaseException(
                    "model.surface-tension: %s is too large for the time step: at most %s is stable. Use a time step shorter by a factor of %s or more (a time.relaxation-time nearer to 0.5, or time.time-step)."
                            .formatted(
                                    QuantityText.about(mixture.surfaceTensionNPerM(), QuantityKind.SURFACE_TENSION),
                                    QuantityText.about(
                                            mixture.surfaceTensionNPerM() * largest / stiffness,
                                            QuantityKind.SURFACE_TENSION),
                                    QuantityText.about(Math.ceil(10 * shorter) / 10)));
        }
    }

    /// kappa
    double gradientEnergy() {
        return FreeEnergy.gradientEnergy(bulkEnergy, interfaceWidth);
    }
}
