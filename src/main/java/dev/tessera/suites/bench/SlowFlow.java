package dev.tessera.suites.bench;

import dev.tessera.device.Device;
import dev.tessera.device.Execution;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.Map;
import java.util.function.LongSupplier;

/// The flow of the suites with several devices: D3Q19, BGK, slow along a diagonal, so that no population is trivial or
/// denormal.
final class SlowFlow {
    private static final double LATTICE_VISCOSITY = 0.02;

    private SlowFlow() {}

    /// The flow at its start on a device.
    static Execution on(
            Device device,
            NodeMap nodes,
            BenchGeometry geometry,
            Precision precision,
            StreamingPattern pattern,
            Addressing addressing) {
        StepPlan plan = GpuTrial.bgk(geometry, precision, pattern, addressing, GpuTrials.USUAL)
                .stepPlan(nodes, ArraySpacing.of(precision.storedBytes(), device.isGpu()));
        return started(device.prepare(plan), precision);
    }

    /// Sets the flow at its start.
    /// @param run of D3Q19 and BGK
    static Execution started(Execution run, Precision precision) {
        new Bgk().rates(Lattices.D3Q19, LATTICE_VISCOSITY).forEach(run::setParameter);
        run.fillState(Kernel.FLUID, nearRest(precision));
        return run;
    }

    /// Puts what all rows of these suites say of a flow.
    static void describe(
            Map<String, Object> row, Precision precision, StreamingPattern pattern, Addressing addressing) {
        row.put("addressing", addressing.key());
        row.put("pattern", pattern.key());
        row.put("lattice", Lattices.D3Q19.name());
        row.put("collision", new Bgk().key());
        row.put("equilibrium", new Incompressible().key());
        row.put("precision", precision.key());
    }

    /// The time of some steps.
    static double seconds(Execution run, int steps, LongSupplier nanoTime) {
        long start = nanoTime.getAsLong();
        run.step(steps);
        run.finish();
        return (nanoTime.getAsLong() - start) * 1e-9;
    }

    private static double[] nearRest(Precision precision) {
        VelocitySet lattice = Lattices.D3Q19;
        double[] state = new double[lattice.size()];
        for (int i = 0; i < state.length; i++) {
            double along = 0.013 * lattice.velocity(i).x()
                    + 0.007 * lattice.velocity(i).y()
                    + 0.003 * lattice.velocity(i).z();
            double deviation = 0.001 + 3 * along;
            state[i] = lattice.weight(i).toDouble() * (precision.storesDeviations() ? deviation : 1 + deviation);
        }
        return state;
    }
}
