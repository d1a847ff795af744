package dev.tessera.solver;

import dev.tessera.kernel.MixtureKernels;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.model.mixture.ShanChen;
import dev.tessera.units.FlowNumbers;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// The kernel parameters of a mixture: what the viscosities of the components and the mixture determine.
final class MixtureParameters {
    private MixtureParameters() {}

    /// By name. A case without mixture has none.
    /// @param hasWalls whether some nodes are beside walls
    static SequencedMap<String, Double> of(Case theCase, FlowNumbers numbers, boolean hasWalls) {
        SequencedMap<String, Double> parameters = new LinkedHashMap<>();
        var model = theCase.model();
        model.mixture().ifPresent(mixed -> {
            switch (mixed) {
                case ShanChen mixture -> {
                    shanChen(theCase, mixture, numbers, parameters);
                    if (hasWalls) {
                        mixture.adhesions()
                                .forEach(adhesion -> parameters.put(adhesion.parameter(), adhesion.strength()));
                    }
                }
                case FreeEnergy mixture -> {
                    FreeEnergyNumbers free = FreeEnergyNumbers.of(theCase, mixture, numbers);
                    freeEnergy(theCase, free, numbers, parameters);
                    if (hasWalls) {
                        parameters.put(FreeEnergy.WETTING, mixture.wettingPotential() / free.interfaceWidth());
                    }
                }
            }
        });
        return parameters;
    }

    private static void shanChen(
            Case theCase, ShanChen mixture, FlowNumbers numbers, SequencedMap<String, Double> parameters) {
        var model = theCase.model();
        for (Case.Component component : theCase.fluid().components()) {
            model.collision()
                    .rates(model.lattice(), viscosity(theCase, component, numbers))
                    .forEach((rate, value) -> parameters.put(MixtureKernels.rate(rate, component.name()), value));
        }
        mixture.couplings().forEach(coupling -> parameters.put(coupling.parameter(), coupling.strength()));
    }

    private static void freeEnergy(
            Case theCase, FreeEnergyNumbers free, FlowNumbers numbers, SequencedMap<String, Double> parameters) {
        for (Case.Component component : theCase.fluid().components()) {
            double rate = theCase.model()
                    .collision()
                    .rates(theCase.model().lattice(), viscosity(theCase, component, numbers))
                    .firstEntry()
                    .getValue();
            parameters.put(FreeEnergy.fluidityOf(component.name()), 1 / (1 / rate - 0.5));
        }
        parameters.putAll(theCase.model().collision().fixedRates());
        parameters.put(FreeEnergy.BULK_ENERGY, free.bulkEnergy());
        parameters.put(FreeEnergy.GRADIENT_ENERGY, free.gradientEnergy());
        parameters.put(FreeEnergy.MOBILITY, free.diffusivity() / free.bulkEnergy());
    }

    /// In lattice units.
    private static double viscosity(Case theCase, Case.Component component, FlowNumbers numbers) {
        return numbers.viscosityLattice()
                * component.viscosityM2PerS()
                / theCase.fluid().viscosityM2PerS();
    }
}
