package dev.tessera.solver;

import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.model.mixture.Mixture;
import dev.tessera.model.mixture.ShanChen;
import dev.tessera.units.FlowNumbers;
import dev.tessera.units.QuantityText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// What makes a mixture stable that diverges without a reason outside it. No other collision is among it: with the
/// collision `trt` Shan–Chen mixtures of strong forces diverged earlier than with `bgk`, and with `mrt` the limit of
/// the surface tension of free-energy mixtures is lower (docs/decisions/0067).
final class MixtureRemedies {
    private MixtureRemedies() {}

    /// A sentence.
    static String of(Case theCase, Mixture mixture, FlowNumbers numbers) {
        List<String> remedies = new ArrayList<>();
        switch (mixture) {
            case ShanChen forces -> ofForces(forces, remedies);
            case FreeEnergy energy -> {
                remedies.add("a smaller model.surface-tension");
                remedies.add("a larger model.interface-width (here %s nodes)"
                        .formatted(QuantityText.about(
                                energy.interfaceWidthM() / numbers.units().spacingM())));
            }
        }
        longerRelaxation(theCase, numbers, remedies);
        remedies.add("initial densities that change over several nodes instead of jumping");
        String last = remedies.removeLast();
        return remedies.isEmpty()
                ? "Use %s.".formatted(last)
                : "Use %s, or %s.".formatted(String.join(", ", remedies), last);
    }

    private static void ofForces(ShanChen mixture, List<String> remedies) {
        mixture.couplings().stream()
                .mapToDouble(coupling -> Math.abs(coupling.strength()))
                .max()
                .ifPresent(strongest -> remedies.add(
                        "a smaller model.coupling (here up to %s)".formatted(QuantityText.about(strongest))));
        if (!mixture.adhesions().isEmpty()) {
            remedies.add("a smaller model.adhesion");
        }
    }

    /// Where a component has a relaxation time below 1.
    private static void longerRelaxation(Case theCase, FlowNumbers numbers, List<String> remedies) {
        theCase.fluid().components().stream()
                .min(Comparator.comparingDouble(Case.Component::viscosityM2PerS))
                .ifPresent(thinnest -> {
                    double tau = numbers.units().relaxationTime(thinnest.viscosityM2PerS());
                    if (tau < 1) {
                        remedies.add(
                                "a longer relaxation time or a higher viscosity (the relaxation time of %s is %.4f)"
                                        .formatted(thinnest.name(), tau));
                    }
                });
    }
}
