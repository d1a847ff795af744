package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import java.util.List;

/// The acceleration that a case's drive imposes in the middle of the box, as a function of time; of a force that
/// depends on the flow that on a fluid at rest.
record ImposedDrive(List<TimeFunction> mPerS2, boolean changes) {

    static ImposedDrive of(Case theCase, NodeMap nodes) {
        List<PlaceAndTime> components =
                theCase.drive().atRest(theCase.fluid().densityKgPerM3()).accelerationMPerS2().stream()
                        .map(PlaceAndTime::of)
                        .toList();
        double[] centre = ImposedSpeed.centre(nodes);
        return new ImposedDrive(
                components.stream().map(component -> component.at(centre)).toList(),
                components.stream().anyMatch(PlaceAndTime::changes));
    }

    double at(double timeS) {
        double square = 0;
        for (TimeFunction component : mPerS2) {
            square += component.at(timeS) * component.at(timeS);
        }
        return Math.sqrt(square);
    }

    /// The largest over the run, m/s².
    Sampling.Peak largest(double endS) {
        return Sampling.largest(changes ? endS : 0, this::at);
    }

    /// The largest speed until `endS` of a fluid without friction, m/s.
    double speedWithoutWalls(double endS) {
        double square = 0;
        for (TimeFunction component : mPerS2) {
            double speed = Sampling.largestIntegral(endS, component::at);
            square += speed * speed;
        }
        return Math.sqrt(square);
    }
}
