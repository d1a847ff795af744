package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.model.FluidModel.BodyForce;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Values in time that devices cannot evaluate.
final class HostValues {
    private HostValues() {}

    /// Why a run evaluates values on the host before every step. Sentences with a remedy.
    static List<String> warnings(Case theCase, NodeMap nodes) {
        Map<String, List<Value>> byKey = new LinkedHashMap<>();
        theCase.boundaries().forEach((name, boundary) -> byKey.put("boundaries." + name, imposed(boundary)));
        BodyForces.accelerations(theCase).forEach((key, acceleration) -> {
            if (DriveForce.inLattice(theCase, acceleration) == BodyForce.FIELD
                    && acceleration.stream().noneMatch(FlowSymbols::isOfFlow)) {
                byKey.put(key, acceleration);
            }
        });
        RunExtent extent = RunExtent.of(nodes);
        List<String> warnings = new ArrayList<>();
        byKey.forEach((key, values) -> values.stream()
                .filter(Value.Varying.class::isInstance)
                .map(Value.Varying.class::cast)
                .forEach(value -> {
                    String reason = PlaceAndTime.of(value, extent).whyOnHost();
                    if (!reason.isEmpty()) {
                        warnings.add(warning(key, value, reason));
                    }
                }));
        return warnings;
    }

    private static List<Value> imposed(Boundary boundary) {
        return switch (boundary) {
            case Boundary.Moving wall -> wall.velocityMPerS();
            case Boundary.VelocityImposed opening -> opening.flow().values();
            case Boundary.GradientImposed opening -> opening.gradientPerS();
            case Boundary.PressureImposed opening -> List.of(opening.pressurePa());
            default -> List.of();
        };
    }

    private static String warning(String key, Value.Varying value, String reason) {
        return ("%s: %s is evaluated on the host before every step, which then runs alone and more slowly: %s. Use"
                        + " functions of place and time that devices evaluate: sin and cos of bounded angles, exp, log,"
                        + " pow, sqrt, tanh, abs, min, max, floor and if. Parts of place or of time alone may be any functions.")
                .formatted(key, value.text().isEmpty() ? "an expression" : "\"" + value.text() + "\"", reason);
    }
}
