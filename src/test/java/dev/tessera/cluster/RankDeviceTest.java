package dev.tessera.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Device;
import dev.tessera.device.Ranks;
import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Parts;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// Rank 0 of two, whose neighbour answers by a function of what this one says.
final class RankDeviceTest {
    private final Device own = new Interpreter();
    private final NodeMap nodes =
            Geometries.nodes(FluidNodes.where(new Box(256, 32, 1, true, true, false), (x, y, z) -> true));
    private final StepPlan plan = TestPlans.bulk(Lattices.D2Q9, new AaPattern(), new Dense(), nodes, Precision.FP32);

    private long[] sizes(UnaryOperator<String> neighbour, double ownSpeed) {
        RankDevice device = new RankDevice(
                own,
                "here",
                new TwoProcesses(neighbour),
                (message, from, to, waits) -> {
                    throw new AssertionError("nothing is sent");
                },
                (devices, of) -> new double[] {ownSpeed},
                ForkJoinPool.commonPool(),
                1);
        Parts parts = device.divided(plan);
        return parts.all().stream()
                .mapToLong(part -> part.nodes().fluid().count() - part.nodes().halo().length)
                .toArray();
    }

    @Test
    void ranks_with_equal_devices_have_equal_parts_whatever_speed_they_expect() {
        assertThat(sizes(text -> text, 3)).containsExactly(128 * 32, 128 * 32);
    }

    @Test
    void ranks_with_unequal_devices_have_parts_for_the_speeds_that_they_expect() {
        long[] sizes =
                sizes(text -> text.contains("\n") ? text + " of another kind" : text.equals("3.0") ? "1.0" : text, 3);
        assertThat((double) sizes[0] / (sizes[0] + sizes[1])).isCloseTo(0.75, within(0.03));
    }

    private record TwoProcesses(UnaryOperator<String> neighbour) implements Processes {
        @Override
        public boolean holds(int part) {
            return part == 0;
        }

        @Override
        public double[] values(int part, IntSupplier count, Supplier<double[]> own) {
            throw new AssertionError("nothing is read");
        }

        @Override
        public Reduced combined(List<? extends Reduction<?>> wanted, Reduced own) {
            return own;
        }

        @Override
        public long sum(long own) {
            return 2 * own;
        }

        @Override
        public void sum(long[] numbers) {}

        @Override
        public long least(long own) {
            return own;
        }

        @Override
        public Ranks ranks() {
            return new Ranks() {
                @Override
                public int rank() {
                    return 0;
                }

                @Override
                public int count() {
                    return 2;
                }

                @Override
                public void first(long[] values) {}

                @Override
                public void first(double[] values) {}

                @Override
                public boolean any(boolean value) {
                    return value;
                }

                @Override
                public List<String> all(String own) {
                    return List.of(own, neighbour.apply(own));
                }
            };
        }
    }
}
