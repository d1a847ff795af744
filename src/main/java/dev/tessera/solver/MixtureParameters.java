package dev.tessera.solver;

import dev.tessera.kernel.MixtureKernels;
import dev.tessera.units.FlowNumbers;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// The kernel parameters of a mixture: relaxation rates of each component, and couplings.
final class MixtureParameters {
    private MixtureParameters() {}

    /// By name. A case without mixture has none.
    static SequencedMap<String, Double> of(Case theCase, FlowNumbers numbers) {
        SequencedMap<String, Double> parameters = new LinkedHashMap<>();
        var model = theCase.model();
        for (Case.Component component : theCase.fluid().components()) {
            double viscosity = numbers.viscosityLattice()
                    * component.viscosityM2PerS()
                    / theCase.fluid().viscosityM2PerS();
            model.collision()
                    .rates(model.lattice(), viscosity)
                    .forEach((rate, value) -> parameters.put(MixtureKernels.rate(rate, component.name()), value));
        }
        model.mixture()
                .ifPresent(mixture -> mixture.couplings()
                        .forEach(coupling -> parameters.put(coupling.parameter(), coupling.strength())));
        return parameters;
    }
}
