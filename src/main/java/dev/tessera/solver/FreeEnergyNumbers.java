package dev.tessera.solver;

import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.units.LatticeUnits;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;

/// The numbers of a free-energy mixture in lattice units.
///
/// @param bulkEnergy A
/// @param interfaceWidth xi
/// @param diffusivity D of the order parameter in the bulk phases
record FreeEnergyNumbers(double bulkEnergy, double interfaceWidth, double diffusivity) {
    /// Of interfaces, nodes: thinner ones stay at the nodes instead of moving with the flow.
    private static final double LEAST_WIDTH = 1;

    /// Of A: beyond, the pressure of the interface is no small change of that of the fluid.
    private static final double LARGEST_ENERGY = 0.2;

    /// Where the case gives no diffusivity: the part of the largest.
    private static final double USUAL_DIFFUSIVITY = 1.0 / 3;

    private static final double ROUNDING = 1e-9;

    /// @throws CaseException where the interface is too thin for the spacing, or where the surface tension or
    ///        the diffusivity is too large for the time step
    static FreeEnergyNumbers of(FreeEnergy mixture, LatticeUnits units) {
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
        if (energy > LARGEST_ENERGY) {
            throw new CaseException(
                    "model.surface-tension: %s is too large for the time step: A = %s in lattice units, and at most %s is stable. Use a time step shorter by a factor of %s or more (time.relaxation-time nearer to 0.5, or time.time-step), or a wider interface."
                            .formatted(
                                    QuantityText.about(mixture.surfaceTensionNPerM(), QuantityKind.SURFACE_TENSION),
                                    QuantityText.about(energy),
                                    QuantityText.about(LARGEST_ENERGY),
                                    QuantityText.about(Math.sqrt(energy / LARGEST_ENERGY))));
        }
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

    /// kappa
    double gradientEnergy() {
        return FreeEnergy.gradientEnergy(bulkEnergy, interfaceWidth);
    }
}
