package dev.tessera.solver;

import dev.tessera.geometry.ParallelLoop;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Converts a sample of the device to SI units.
final class SnapshotMaker {
    private SnapshotMaker() {}

    static Snapshot of(Simulation simulation, boolean withStress) {
        var lattice = simulation.theCase().model().lattice();
        var units = simulation.units();
        int dimensions = lattice.dimensions();
        List<String> names = new ArrayList<>(Quantities.velocity(lattice));
        names.add(Quantities.DENSITY);
        List<String> stressNames = withStress ? Quantities.stress(lattice) : List.of();
        names.addAll(stressNames);
        double[][] raw = simulation.execution().observe(names);
        int count = raw[0].length;
        double velocityUnit = units.velocityUnitMPerS();
        double[][] velocity = new double[3][];
        for (int axis = 0; axis < 3; axis++) {
            velocity[axis] = axis < dimensions ? scaled(simulation, raw[axis], velocityUnit) : new double[count];
        }
        double[] pressure = raw[dimensions];
        ParallelLoop.over(simulation.workers(), chunks(count), chunk -> {
            for (int n = chunk << 16; n < Math.min(count, (chunk + 1) << 16); n++) {
                pressure[n] = units.pressurePa(pressure[n]);
            }
        });
        double @Nullable [][] stress = null;
        Snapshot.@Nullable WallShearStress wall = null;
        if (withStress) {
            stress = new double[6][];
            int[] place = dimensions == 2 ? new int[] {0, 1, 3} : new int[] {0, 1, 2, 3, 4, 5};
            for (int k = 0; k < place.length; k++) {
                stress[place[k]] = scaled(simulation, raw[dimensions + 1 + k], units.stressUnitPa());
            }
            for (int k = 0; k < 6; k++) {
                stress[k] = stress[k] == null ? new double[count] : stress[k];
            }
            wall = WallStress.of(simulation, stress);
        }
        return new Snapshot(
                simulation.steps(), simulation.timeS(), simulation.nodes(), velocity, pressure, stress, wall);
    }

    private static int chunks(int count) {
        return (count + 65535) >> 16;
    }

    private static double[] scaled(Simulation simulation, double[] values, double factor) {
        ParallelLoop.over(simulation.workers(), chunks(values.length), chunk -> {
            for (int n = chunk << 16; n < Math.min(values.length, (chunk + 1) << 16); n++) {
                values[n] *= factor;
            }
        });
        return values;
    }
}
