package dev.tessera.coupling;

import dev.tessera.device.Execution;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.WallNodeKernels;
import dev.tessera.model.Components;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// The stored nodes of a domain that do not collide: in walls by full-way bounce-back, at rest or moving, and those
/// whose populations pass unchanged.
///
/// @param resting fluid numbers, ascending
/// @param moving fluid numbers, ascending
/// @param passing fluid numbers, ascending
/// @param densities of the moving ones
/// @param velocities of the moving ones, `[axis of the caller][node]`
record WallNodes(long[] resting, long[] moving, long[] passing, double[] densities, double[][] velocities) {
    private static final String RESTING = "full-way";
    private static final String MOVING = "full-way-moving";
    private static final String PASSING = "passing";

    /// @throws CouplingException if a velocity or density of a wall is not finite
    static WallNodes of(DomainSize size, NodeTypes types, FluidNodes fluid) {
        LongStream.Builder resting = LongStream.builder();
        LongStream.Builder moving = LongStream.builder();
        LongStream.Builder passing = LongStream.builder();
        List<Long> places = new ArrayList<>(); // of the moving ones in the caller's arrays
        for (long n = 0; !types.areAllFluid() && n < size.nodes(); n++) {
            byte type = types.type(n, size.nodes());
            if (type == NodeTypes.PASSING) {
                passing.add(fluid.number(n));
            } else if (type == NodeTypes.FULL_WAY) {
                if (moves(n, size, types)) {
                    moving.add(fluid.number(n));
                    places.add(n);
                } else {
                    resting.add(fluid.number(n));
                }
            }
        }
        double[] densities =
                places.stream().mapToDouble(n -> types.density(n, size)).toArray();
        double[][] velocities = IntStream.range(0, size.dimensions())
                .mapToObj(axis -> places.stream()
                        .mapToDouble(n -> types.velocity(n, axis, size))
                        .toArray())
                .toArray(double[][]::new);
        return new WallNodes(
                resting.build().toArray(),
                moving.build().toArray(),
                passing.build().toArray(),
                densities,
                velocities);
    }

    private static boolean moves(long node, DomainSize size, NodeTypes types) {
        return IntStream.range(0, size.dimensions()).anyMatch(axis -> types.velocity(node, axis, size) != 0);
    }

    /// Their classes; none without nodes.
    /// @param observe of the bulk
    List<NodeClass> classes(VelocitySet lattice, DomainSize size, Kernel observe) {
        List<NodeClass> classes = new ArrayList<>();
        if (resting.length > 0) {
            classes.add(new NodeClass(RESTING, WallNodeKernels.reversing(lattice), observe, resting, List.of()));
        }
        if (moving.length > 0) {
            int[] order =
                    IntStream.range(0, size.dimensions()).map(size::storedAxis).toArray();
            Kernel step = WallNodeKernels.reversingOfMovingWall(lattice, order);
            classes.add(new NodeClass(MOVING, step, observe, moving, step.fieldsIn()));
        }
        if (passing.length > 0) {
            classes.add(new NodeClass(PASSING, WallNodeKernels.passing(lattice), observe, passing, List.of()));
        }
        return classes;
    }

    /// Gives the device the densities and velocities of walls.
    void write(Execution execution, DomainSize size) {
        if (moving.length == 0) {
            return;
        }
        execution.writeField(MOVING, WallNodeKernels.DENSITY, densities);
        for (int axis = 0; axis < velocities.length; axis++) {
            execution.writeField(MOVING, Components.of("velocity", size.storedAxis(axis)), velocities[axis]);
        }
    }

    /// Replaces the moments of populations by the density and velocity of the walls.
    /// @param ofNodes by fluid number
    void setDensities(double[] ofNodes) {
        set(ofNodes, resting, 1);
        set(ofNodes, passing, 1);
        for (int k = 0; k < moving.length; k++) {
            ofNodes[Math.toIntExact(moving[k])] = densities[k];
        }
    }

    /// As [#setDensities].
    /// @param axis of the caller
    void setVelocities(int axis, double[] ofNodes) {
        set(ofNodes, resting, 0);
        set(ofNodes, passing, 0);
        for (int k = 0; k < moving.length; k++) {
            ofNodes[Math.toIntExact(moving[k])] = velocities[axis][k];
        }
    }

    private static void set(double[] ofNodes, long[] numbers, double value) {
        for (long number : numbers) {
            ofNodes[Math.toIntExact(number)] = value;
        }
    }
}
