package dev.tessera.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.Device;
import dev.tessera.device.Execution;
import dev.tessera.device.SavedState;
import dev.tessera.device.StepPart;
import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Partitions;
import dev.tessera.geometry.Partitions.Division;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepKernels;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.kernel.ValuesInTime;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.model.FluidModel;
import dev.tessera.model.KeptMoments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Regularized;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/// Stored moments in parts, for cuts of every kind, give the bits of one part.
final class MomentHaloTest {
    private static final int STEPS = 3;

    private static StepPlan plan(VelocitySet lattice, NodeMap nodes, Addressing addressing, Precision precision) {
        FluidModel model =
                new FluidModel(lattice, new Incompressible(), new Regularized(), FluidModel.BodyForce.UNIFORM);
        StepKernels kernels = StepKernels.ofMoments(model, null, ValuesInTime.NONE);
        var moments =
                StoredArray.Moments.of(Kernel.FLUID, KeptMoments.of(model).orElseThrow(), addressing, nodes, precision);
        return new StepPlan(
                nodes,
                List.of(moments),
                List.of(NodeClass.bulk(kernels.step(), kernels.observe(), List.of())),
                precision);
    }

    private static Device parts(Division division) {
        int count = division.parts().count();
        return new PartedDevice(
                Collections.nCopies(count, new Interpreter()),
                (map, parts, workers) -> division.parts(),
                ForkJoinPool.commonPool());
    }

    private static Execution started(Device device, StepPlan plan) {
        Execution execution = device.prepare(plan);
        int values = plan.state(Kernel.FLUID).valuesPerNode();
        int nodes = execution.fluidNodes();
        Random random = new Random(7);
        double[] state = new double[nodes * values];
        for (int k = 0; k < state.length; k++) {
            state[k] = (k % values == 0 ? 1 : 0) + 0.01 * (random.nextDouble() - 0.5);
        }
        execution.writeState(Kernel.FLUID, 0, nodes, state);
        execution.setParameter("omega", 1.3);
        execution.setParameter("omega_bulk", 1);
        execution.setParameter("force-x", 1e-4);
        execution.setParameter("force-y", -2e-4);
        return execution;
    }

    private static double[] state(StepPlan plan, Execution execution) {
        int nodes = execution.fluidNodes();
        double[] state = new double[nodes * plan.state(Kernel.FLUID).valuesPerNode()];
        execution.readState(Kernel.FLUID, 0, nodes, state);
        return state;
    }

    private static double[] populations(StepPlan plan, Execution execution) {
        int nodes = execution.fluidNodes();
        double[] populations = new double[nodes * plan.directions()];
        execution.readPopulations(0, nodes, populations);
        return populations;
    }

    private static void verify(StepPlan plan, List<Division> divisions) {
        try (Execution one = started(new Interpreter(), plan)) {
            double[] before = populations(plan, one);
            one.step(STEPS);
            for (Division division : divisions) {
                try (Execution divided = started(parts(division), plan)) {
                    assertThat(populations(plan, divided)).as(division.name()).isEqualTo(before);
                    divided.step(STEPS);
                    assertThat(state(plan, divided)).as(division.name()).isEqualTo(state(plan, one));
                    assertThat(populations(plan, divided)).as(division.name()).isEqualTo(populations(plan, one));
                    assertThat(divided.observe(List.of("velocity-x")))
                            .isDeepEqualTo(one.observe(List.of("velocity-x")));
                }
            }
        }
    }

    @Test
    void parts_of_a_plane_flow_give_the_bits_of_one() {
        NodeMap random = Geometries.random(2, 2).nodes();
        verify(plan(Lattices.D2Q9, random, new Dense(), Precision.FP64), Partitions.of(random));
        verify(plan(Lattices.D2Q9, random, new CompactTiles(), Precision.FP32), Partitions.of(random));
        for (Geometries.Geometry geometry : Geometries.of(2)) {
            NodeMap nodes = geometry.nodes();
            if (nodes.fluid().count() < 300) {
                verify(plan(Lattices.D2Q9, nodes, new CompactTiles(), Precision.FP64), Partitions.of(nodes));
            }
        }
    }

    @Test
    void parts_of_a_periodic_box_give_the_bits_of_one() {
        NodeMap periodic = Geometries.of(3).get(1).nodes();
        verify(plan(Lattices.D3Q19, periodic, new Dense(), Precision.FP64), Partitions.of(periodic));
    }

    @Test
    void a_step_in_two_parts_and_a_saved_state_give_the_same_bits() {
        NodeMap nodes = Geometries.random(2, 3).nodes();
        StepPlan plan = plan(Lattices.D2Q9, nodes, new CompactTiles(), Precision.FP64);
        try (Execution one = started(new Interpreter(), plan);
                Execution other = started(new Interpreter(), plan);
                SavedState saved = other.save()) {
            one.step(STEPS);
            for (int run = 0; run < 2; run++) {
                for (int step = 0; step < STEPS; step++) {
                    other.step(0, StepPart.EDGE);
                    other.step(0, StepPart.INNER);
                }
                assertThat(state(plan, other)).isEqualTo(state(plan, one));
                saved.restore();
                assertThat(other.steps()).isZero();
            }
        }
    }
}
