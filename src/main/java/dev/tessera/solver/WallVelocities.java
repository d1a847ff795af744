package dev.tessera.solver;

import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Surface;
import dev.tessera.geometry.Vec;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;

/// Warnings about walls whose velocity is not along them: mass enters or leaves through them, step by step.
final class WallVelocities {
    /// Part of the largest possible flow, from which on a wall is told: where few links of a wall meet other walls,
    /// they
    /// do not cancel out.
    private static final double LEAST = 0.05;

    private WallVelocities() {}

    /// Sentences with a remedy.
    static List<String> warnings(Case theCase, NodeMap nodes) {
        List<String> warnings = new ArrayList<>();
        for (Surface surface : nodes.surfaces()) {
            if (theCase.boundaries().get(surface.name()) instanceof Boundary.Moving wall && wall.moves()) {
                double across = across(theCase.model().lattice(), nodes, surface.id(), wall);
                if (Math.abs(across) > LEAST) {
                    warnings.add(
                            ("boundaries.%s: this wall does not move along itself: mass %s through it in every step. Give"
                                            + " it a velocity along the wall, or, where fluid is to flow through it, make it an"
                                            + " opening with this velocity (scheme: zou-he).")
                                    .formatted(surface.name(), across > 0 ? "leaves" : "enters"));
                }
            }
        }
        return warnings;
    }

    /// What leaves through all links of a wall at the start, `sum of w_i c_i . u`, over the same sum of magnitudes.
    private static double across(VelocitySet lattice, NodeMap nodes, int surface, Boundary.Moving wall) {
        List<PlaceAndTime> velocity =
                wall.velocityMPerS().stream().map(PlaceAndTime::of).toList();
        DirectionCodes codes = DirectionCodes.of(lattice);
        CutLinks links = nodes.links();
        double net = 0;
        double most = 0;
        for (int b = 0; b < links.boundaryNodes(); b++) {
            double[] u = new double[0];
            double speed = 0;
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                int i = codes.outgoing(links.code(link));
                if (links.surface(link) != surface || i < 0) {
                    continue;
                }
                if (u.length == 0) {
                    u = at(velocity, nodes.placeM(links.node(b)));
                    speed = Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
                }
                Velocity c = lattice.velocity(i);
                double weight = lattice.weight(i).toDouble();
                net += weight * (c.x() * u[0] + c.y() * u[1] + c.z() * u[2]);
                most += weight * speed * Math.sqrt(c.x() * c.x() + c.y() * c.y() + c.z() * c.z());
            }
        }
        return most > 0 ? net / most : 0;
    }

    private static double[] at(List<PlaceAndTime> velocity, Vec place) {
        double[] pointM = {place.x(), place.y(), place.z()};
        double[] u = new double[3];
        for (int axis = 0; axis < velocity.size(); axis++) {
            u[axis] = velocity.get(axis).at(pointM, 0);
        }
        return u;
    }
}
