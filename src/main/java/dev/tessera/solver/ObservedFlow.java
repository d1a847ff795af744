package dev.tessera.solver;

import dev.tessera.geometry.ParallelLoop;
import dev.tessera.model.VelocitySet;
import dev.tessera.solver.field.FlowState;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.VelocityGradient;
import dev.tessera.solver.field.WallTraction;
import dev.tessera.units.LatticeUnits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// What some fields need of a simulation's present flow, observed once.
final class ObservedFlow implements FlowState {
    private static final int BLOCK = 1 << 16;
    private final Simulation simulation;
    private final List<ResultField> fields;
    private final long step;
    private final double timeS;
    private final Map<String, double[]> observed = new LinkedHashMap<>(); // lattice units
    private final Map<String, Integer> users = new LinkedHashMap<>(); // fields that still need a quantity
    private double @Nullable [][] stressPa;

    /// Observes the present flow.
    ObservedFlow(Simulation simulation, List<ResultField> fields) {
        this.simulation = simulation;
        this.fields = List.copyOf(fields);
        this.step = simulation.steps();
        this.timeS = simulation.timeS();
        for (ResultField field : fields) {
            field.quantities(lattice()).forEach(quantity -> users.merge(quantity, 1, Integer::sum));
        }
        List<String> names = new ArrayList<>(users.keySet());
        double[][] raw = new double[names.size()][];
        // by several threads: zeroing new memory takes longer than a GPU needs to fill it
        ParallelLoop.over(simulation.workers(), raw.length, q -> raw[q] = new double[fluidNodes()]);
        if (raw.length > 0) {
            simulation.execution().observe(names, raw);
        }
        for (int q = 0; q < raw.length; q++) {
            observed.put(names.get(q), raw[q]);
        }
    }

    /// Computes the fields of the observed flow; once, on any thread.
    Snapshot snapshot() {
        return Snapshot.of(
                step,
                timeS,
                simulation.nodes(),
                fields.stream().map(field -> field.of(this)).toList());
    }

    @Override
    public int fluidNodes() {
        return simulation.execution().fluidNodes();
    }

    @Override
    public VelocitySet lattice() {
        return simulation.theCase().model().lattice();
    }

    @Override
    public LatticeUnits units() {
        return simulation.units();
    }

    @Override
    public double heightUnitM() {
        return simulation.heightUnitM().orElseThrow(() -> new IllegalStateException("only shallow water has a height"));
    }

    private double[] raw(String quantity) {
        double[] values = observed.get(quantity);
        if (values == null) {
            throw new IllegalArgumentException(
                    "the fields of this snapshot need %s, not %s".formatted(observed.keySet(), quantity));
        }
        return values;
    }

    @Override
    public double[] converted(String quantity, DoubleUnaryOperator toSi) {
        double[] values = raw(quantity);
        if (users.merge(quantity, -1, Integer::sum) > 0) {
            return byNode(n -> toSi.applyAsDouble(values[n]));
        }
        observed.remove(quantity);
        return filled(values, n -> toSi.applyAsDouble(values[n]));
    }

    @Override
    public double[][] stressPa() {
        if (stressPa == null) {
            double unit = units().stressUnitPa();
            stressPa = new double[6][];
            int[] place = lattice().dimensions() == 2 ? new int[] {0, 1, 3} : new int[] {0, 1, 2, 3, 4, 5};
            List<String> names = Quantities.stress(lattice());
            for (int k = 0; k < place.length; k++) {
                double[] values = raw(names.get(k));
                stressPa[place[k]] = filled(values, n -> values[n] * unit);
            }
            for (int k = 0; k < 6; k++) {
                stressPa[k] = stressPa[k] == null ? new double[fluidNodes()] : stressPa[k];
            }
        }
        return stressPa;
    }

    @Override
    public VelocityGradient gradient() {
        return new VelocityGradient(simulation.nodes());
    }

    @Override
    public WallTraction wallTraction() {
        return WallStress.of(simulation, stressPa());
    }

    @Override
    public double[] byNode(IntToDoubleFunction value) {
        return filled(new double[fluidNodes()], value);
    }

    private double[] filled(double[] target, IntToDoubleFunction value) {
        ParallelLoop.over(simulation.workers(), (target.length + BLOCK - 1) / BLOCK, block -> {
            for (int n = block * BLOCK; n < Math.min(target.length, (block + 1) * BLOCK); n++) {
                target[n] = value.applyAsDouble(n);
            }
        });
        return target;
    }
}
