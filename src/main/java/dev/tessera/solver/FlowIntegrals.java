package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.kernel.reduce.ExactSum;
import dev.tessera.solver.field.FlowState;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.Stress;
import dev.tessera.solver.field.Velocity;
import dev.tessera.solver.field.VelocityGradient;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/// Means of [FlowMean] over the volume of the present flow. Sums do not depend on order, threads or parts.
final class FlowIntegrals {
    private static final int BLOCK = 1 << 14;

    private final Simulation simulation;
    private final double[][] velocity; // [3][fluid node], m/s
    private final double[][] stressPa; // [xx, yy, zz, xy, xz, yz][fluid node]; empty where it is not needed
    private final VelocityGradient gradient;

    private FlowIntegrals(Simulation simulation, FlowState flow, boolean needsStress) {
        this.simulation = simulation;
        this.velocity = new Velocity().of(flow).values();
        this.stressPa = needsStress ? flow.stressPa() : new double[0][];
        this.gradient = flow.gradient();
    }

    /// Observes the flow; all ranks take part.
    static List<Observable> of(Simulation simulation, List<FlowMean> wanted) {
        boolean needsStress = wanted.contains(FlowMean.DISSIPATION);
        List<ResultField> fields = new ArrayList<>(List.of(new Velocity()));
        if (needsStress) {
            fields.add(new Stress());
        }
        var integrals = new FlowIntegrals(simulation, new ObservedFlow(simulation, fields), needsStress);
        return wanted.stream()
                .map(quantity -> new Observable(quantity.observable(), integrals.mean(quantity), quantity.unit()))
                .toList();
    }

    private IntToDoubleFunction at(FlowMean quantity) {
        return switch (quantity) {
            case KINETIC_ENERGY -> n -> halfSquare(velocity[0][n], velocity[1][n], velocity[2][n]);
            case DISSIPATION -> this::dissipation;
            case ENSTROPHY -> n -> gradient.enstrophy(velocity, n);
        };
    }

    private static double halfSquare(double x, double y, double z) {
        return (x * x + y * y + z * z) / 2;
    }

    private double dissipation(int n) {
        double[][] g = gradient.of(velocity, n);
        double work = 0;
        for (int axis = 0; axis < 3; axis++) {
            work += stressPa[axis][n] * g[axis][axis];
        }
        int component = 3;
        for (int a = 0; a < 3; a++) {
            for (int b = a + 1; b < 3; b++) {
                work += stressPa[component++][n] * (g[a][b] + g[b][a]);
            }
        }
        return work / simulation.units().densityKgPerM3();
    }

    /// The unit of lattice units, in which values are small, as exact sums need them.
    private double latticeUnit(FlowMean quantity) {
        double speed = simulation.units().velocityUnitMPerS();
        double step = simulation.units().timeStepS();
        return switch (quantity) {
            case KINETIC_ENERGY -> speed * speed;
            case DISSIPATION -> speed * speed / step;
            case ENSTROPHY -> 1 / (step * step);
        };
    }

    private double mean(FlowMean quantity) {
        IntToDoubleFunction value = at(quantity);
        double unit = latticeUnit(quantity);
        NodeMap nodes = simulation.nodes();
        SymmetrySides symmetry = simulation.boundaries().symmetry();
        int count = velocity[0].length;
        int blocks = (count + BLOCK - 1) / BLOCK;
        ExactSum[] sums = new ExactSum[blocks];
        ParallelLoop.over(simulation.workers(), blocks, block -> {
            var sum = new ExactSum();
            for (int n = block * BLOCK; n < Math.min(count, (block + 1) * BLOCK); n++) {
                double share =
                        symmetry.isEmpty() ? 1 : symmetry.share(nodes.fluid().boxIndex(n));
                sum.add(share * value.applyAsDouble(n) / unit);
            }
            sums[block] = sum;
        });
        var all = new ExactSum();
        for (ExactSum sum : sums) {
            all.add(sum);
        }
        return all.value() / simulation.reductions().flow().volume() * unit;
    }
}
