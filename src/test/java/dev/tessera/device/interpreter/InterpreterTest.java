package dev.tessera.device.interpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.DeviceException;
import dev.tessera.device.Execution;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.Interpretation;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.model.lattice.Lattices;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class InterpreterTest {
    private final Geometries.Geometry geometry = Geometries.random(2, 2);

    private StepPlan plan() {
        return TestPlans.bulkAndDriven(
                Lattices.D2Q9, new EsotericPull(), new CompactTiles(), geometry.nodes(), Precision.FP64);
    }

    @Test
    void fields_keep_written_values_and_steps_update_the_remembered_ones() {
        try (Execution execution = new Interpreter().prepare(plan())) {
            int count = (int) (geometry.nodes().fluid().count() + 2) / 5;
            double[] drive = new double[count];
            Arrays.fill(drive, 0.25);
            execution.writeField("driven", "drive", drive);
            execution.writeField("driven", "memory", drive);
            execution.step(1);
            assertThat(execution.readField("driven", "drive")).isEqualTo(drive);
            assertThat(execution.readField("driven", "memory")).containsOnly(-1.0);
            assertThat(execution.steps()).isEqualTo(1);
            assertThat(execution.readField("bulk", "push"))
                    .hasSize((int) geometry.nodes().fluid().count());
        }
    }

    @Test
    void unknown_names_are_rejected_with_the_list_of_valid_ones() {
        try (Execution execution = new Interpreter().prepare(plan())) {
            assertThatThrownBy(() -> execution.setParameter("nu", 1))
                    .hasMessage("no kernel has a parameter nu; available: [omega]");
            assertThatThrownBy(() -> execution.readField("inlet", "drive"))
                    .hasMessage("unknown node class inlet; available: [bulk, driven]");
            assertThatThrownBy(() -> execution.readField("driven", "push"))
                    .hasMessage("class driven has no field push; it has [drive, memory]");
            assertThatThrownBy(() -> execution.observe(List.of("vorticity")))
                    .hasMessage("class bulk does not observe vorticity; it observes [density, velocity-x]");
            assertThatThrownBy(() -> execution.writeField("driven", "drive", new double[1]))
                    .hasMessageContaining("not 1");
        }
    }

    @Test
    void planned_memory_equals_allocated_memory_in_every_storage() {
        for (StreamingPattern pattern : Patterns.all()) {
            for (var addressing : Addressings.fitting(pattern)) {
                StepPlan plan =
                        TestPlans.bulkAndDriven(Lattices.D2Q9, pattern, addressing, geometry.nodes(), Precision.FP32);
                try (Execution execution = new Interpreter().prepare(plan)) {
                    assertThat(execution.memoryBytes())
                            .isEqualTo(Interpretation.memory(plan).totalBytes());
                }
            }
        }
    }

    @Test
    void a_storage_of_another_precision_is_rejected() {
        StepPlan plan = plan();
        StepPlan mixed = new StepPlan(plan.nodes(), plan.storage(), plan.classes(), Precision.FP32);
        assertThatThrownBy(() -> new Interpreter().prepare(mixed))
                .isInstanceOf(DeviceException.class)
                .hasMessage(
                        "the interpreter cannot run this plan: the plan is in fp32 but its storage holds values of 8 bytes");
    }

    @Test
    void a_closed_execution_gives_an_error() {
        Execution execution = new Interpreter().prepare(plan());
        execution.close();
        assertThatThrownBy(() -> execution.step(1))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void populations_beyond_the_last_fluid_node_are_refused() {
        Interpretation interpretation = new Interpretation(plan());
        long last = geometry.nodes().fluid().count() - 1;
        double[] one = new double[9];
        interpretation.readPopulations(Kernel.FLUID, last, 1, one);
        assertThat(one).doesNotContain(Double.NaN);
        assertThatThrownBy(() -> interpretation.readPopulations(Kernel.FLUID, last, 2, new double[18]))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("fluid nodes %d … %d of %d", last, last + 1, last + 1);
        assertThatThrownBy(() -> interpretation.writePopulations(Kernel.FLUID, -1, 1, one))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    /// Where one class holds all nodes, and where a second has every fifth; tiles behind barriers included.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nodes_step_to_the_same_values_in_every_storage(boolean areSomeDriven) {
        double[] expected = afterThreeSteps(new TwoBufferPush(), new Dense(), areSomeDriven);
        assertThat(expected).doesNotContain(Double.NaN);
        for (StreamingPattern pattern : Patterns.all()) {
            for (var addressing : Addressings.fitting(pattern)) {
                assertThat(afterThreeSteps(pattern, addressing, areSomeDriven))
                        .as("%s, %s", pattern, addressing)
                        .isEqualTo(expected);
            }
        }
    }

    private double[] afterThreeSteps(StreamingPattern pattern, Addressing addressing, boolean areSomeDriven) {
        int count = (int) geometry.nodes().fluid().count();
        StepPlan plan = areSomeDriven
                ? TestPlans.bulkAndDriven(
                        Lattices.D2Q9, pattern, addressing, geometry.nodes(), Precision.FP64, n -> n % 5 == 0)
                : TestPlans.bulk(Lattices.D2Q9, pattern, addressing, geometry.nodes(), Precision.FP64);
        try (Execution execution = new Interpreter().prepare(plan)) {
            double[] populations = new double[9 * count];
            Arrays.setAll(populations, k -> 0.1 + 0.01 * Math.sin(k));
            execution.writePopulations(0, count, populations);
            execution.setParameter("omega", 1.3);
            execution.step(3);
            execution.readPopulations(0, count, populations);
            return populations;
        }
    }
}
