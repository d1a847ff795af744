package dev.tessera.solver;

import dev.tessera.geometry.Vec;
import dev.tessera.units.QuantityText;
import java.util.Optional;

/// Finds out whether a flow has become nonsense: not a number, or faster than the lattice can carry.
final class Health {
    /// Speed of sound: nothing that a quasi-incompressible method computes is faster.
    private static final double LIMIT = 1 / Math.sqrt(3);

    private Health() {}

    /// What is wrong, with node, place, step and the likely cause; empty where all is well.
    /// @param velocity lattice units, `[axis][fluid node]`
    /// @param worst the node that is the fastest
    static Optional<String> problem(Simulation simulation, double[][] velocity, int worst) {
        double speed = FlowSums.speed(velocity, worst);
        if (speed <= LIMIT) {
            return Optional.empty();
        }
        var nodes = simulation.nodes();
        var box = nodes.box();
        long at = nodes.fluid().boxIndex(worst);
        Vec place = placeM(simulation, worst);
        String what = Double.isNaN(speed)
                ? "the velocity is not a number"
                : "the velocity is %s nodes a step, above the speed of sound".formatted(QuantityText.about(speed));
        return Optional.of("the flow diverged: at node (%d, %d, %d), %s, step %d (%.4g s), %s. %s"
                .formatted(
                        box.x(at),
                        box.y(at),
                        box.z(at),
                        place.inLengths(),
                        simulation.steps(),
                        simulation.timeS(),
                        what,
                        likelyCause(simulation, worst)));
    }

    /// The place of a fluid node, m.
    static Vec placeM(Simulation simulation, int node) {
        var nodes = simulation.nodes();
        var box = nodes.box();
        long at = nodes.fluid().boxIndex(node);
        return Vec.of(nodes.originM()).plus(new Vec(box.x(at), box.y(at), box.z(at)).times(nodes.spacingM()));
    }

    private static String likelyCause(Simulation simulation, int node) {
        var numbers = simulation.numbers();
        var nodes = simulation.nodes();
        int b = nodes.links().find(node);
        StringBuilder cause = new StringBuilder();
        if (b >= 0) {
            String surface = nodes.surfaces()
                    .get(nodes.links().surface(nodes.links().firstLink(b)))
                    .name();
            cause.append("The node touches %s. ".formatted(surface));
        }
        if (numbers.relaxationTime() < 0.52) {
            cause.append("The relaxation time %.4f is close to 1/2: use a finer spacing, or in 3D lattice D3Q27. "
                    .formatted(numbers.relaxationTime()));
        }
        cause.append("Lower time.lattice-speed (or raise the relaxation time), let inlets ramp up, or give the"
                + " outlets a backflow-guard or a sponge.");
        return cause.toString();
    }
}
