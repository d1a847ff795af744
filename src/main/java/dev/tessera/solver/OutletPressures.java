package dev.tessera.solver;

import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Compares the mean pressure next to each pressure opening with the pressure that is imposed there. A difference
/// means that the flow through the opening is not developed; a straight extension helps.
final class OutletPressures {
    private static final double NOTABLE_PART = 0.05; // of the pressure drop
    private static final double SETTLED_PART = 0.05; // of the flow rate

    private OutletPressures() {}

    /// @param observables at present
    /// @return sentences, each with a remedy; none before inflow and outflow balance
    static List<String> warnings(Simulation simulation, List<Observable> observables) {
        Map<String, Double> pressures = ending(observables, ".mean_pressure");
        double drop = pressures.values().stream().mapToDouble(p -> p).max().orElse(0)
                - pressures.values().stream().mapToDouble(p -> p).min().orElse(0);
        if (!(drop > 0) || !isSettled(ending(observables, ".flow_rate"))) {
            return List.of();
        }
        List<String> warnings = new ArrayList<>();
        for (OpeningNodes opening : simulation.boundaries().openings()) {
            if (opening == null || opening.boundaryNodes().length == 0) {
                continue;
            }
            String name = opening.opening().name();
            Double mean = pressures.get(name);
            if (mean != null
                    && simulation.theCase().boundaries().get(name) instanceof Boundary.PressureImposed imposed) {
                double asked = imposedPa(imposed, opening, simulation.timeS());
                if (Math.abs(mean - asked) > NOTABLE_PART * drop) {
                    warnings.add(sentence(opening, mean, asked, drop));
                }
            }
        }
        return warnings;
    }

    private static String sentence(OpeningNodes opening, double mean, double asked, double drop) {
        String name = opening.opening().name();
        return "%s: the mean pressure next to it is %s, the imposed one %s; the difference is %s %% of the pressure drop. %s."
                .formatted(
                        name,
                        QuantityText.about(mean, QuantityKind.PRESSURE),
                        QuantityText.about(asked, QuantityKind.PRESSURE),
                        QuantityText.about(100 * Math.abs(mean - asked) / drop),
                        opening.isBoxSide()
                                ? "Move this side of the box further away from obstacles and bends, or use a finer spacing"
                                : "Add a straight extension, such as openings.%s.extend: 3 diameters".formatted(name));
    }

    private static double imposedPa(Boundary.PressureImposed imposed, OpeningNodes opening, double timeS) {
        PlaceAndTime pressure = PlaceAndTime.of(imposed.pressurePa());
        double sum = 0;
        for (int b : opening.boundaryNodes()) {
            sum += pressure.at(opening.positionM(b), timeS);
        }
        return Ramp.at(timeS, imposed.rampS()) * sum / opening.boundaryNodes().length;
    }

    private static boolean isSettled(Map<String, Double> flows) {
        double sum = flows.values().stream().mapToDouble(f -> f).sum();
        double largest = flows.values().stream().mapToDouble(Math::abs).max().orElse(0);
        return largest > 0 && Math.abs(sum) < SETTLED_PART * largest;
    }

    /// The values of observables with this suffix, by name without it.
    private static Map<String, Double> ending(List<Observable> observables, String ending) {
        Map<String, Double> found = new LinkedHashMap<>();
        for (Observable observable : observables) {
            if (observable.name().endsWith(ending)) {
                found.put(
                        observable.name().substring(0, observable.name().length() - ending.length()),
                        observable.value());
            }
        }
        return found;
    }
}
