package dev.tessera.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.partition.Cut;
import dev.tessera.layout.Geometries;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/// Two devices, simulated by a clock: a step takes each of them its nodes by its speed.
final class BalanceTest {
    private static final long BYTES = 1_000_000;

    private final NodeMap nodes =
            Geometries.nodes(FluidNodes.where(new Box(128, 16, 16, false, false, false), (x, y, z) -> true));
    private final Balance balance = Balance.of(nodes, new double[] {1, 1}, ForkJoinPool.commonPool(), () -> this.now);
    private final double[] nanosPerNode = {100, 100};
    private long now;
    private int measurements;
    private int moves;

    /// Runs steps; a move takes some time.
    private void run(long steps, long movingNanos) {
        for (long left = steps; left > 0; ) {
            long slice = Math.min(left, balance.stepsToMeasurement());
            if (slice > 0) {
                now += (long) (slice * Math.max(nanos(0), nanos(1)));
                balance.ran(slice);
                left -= slice;
                continue;
            }
            measurements++;
            long[] ran = {0};
            Optional<Cut> next = balance.measure(left, BYTES, count -> {
                ran[0] += count;
                now += (long) (count * Math.max(nanos(0), nanos(1)));
                return new long[] {(long) (count * nanos(0)), (long) (count * nanos(1))};
            });
            left -= ran[0];
            next.ifPresent(cut -> {
                now += movingNanos;
                moves++;
                balance.moved(cut, movingNanos);
            });
        }
    }

    private double nanos(int part) {
        return balance.nodes(part) * nanosPerNode[part];
    }

    private double share() {
        return (double) balance.nodes(0) / (balance.nodes(0) + balance.nodes(1));
    }

    @Test
    void parts_follow_the_speeds_of_their_devices() {
        nanosPerNode[0] = 900;
        run(5000, 1_000_000);
        assertThat(share()).isCloseTo(0.1, within(0.02));
        assertThat(balance.mlups(0)).isCloseTo(1.1, within(0.1));
        assertThat(balance.mlups(1)).isCloseTo(10, within(0.1));
        assertThat(moves).isLessThanOrEqualTo(2);
    }

    @Test
    void a_speed_that_changes_during_the_run_moves_nodes_again() {
        nanosPerNode[0] = 300;
        run(5000, 1_000_000);
        assertThat(share()).isCloseTo(0.25, within(0.02));
        nanosPerNode[0] = 100;
        run(50_000, 1_000_000);
        assertThat(share()).isCloseTo(0.5, within(0.02));
    }

    @Test
    void devices_of_equal_speed_keep_their_nodes() {
        nanosPerNode[0] = 102; // within the scatter of measurements
        run(100_000, 1_000_000);
        assertThat(moves).isZero();
        assertThat(share()).isEqualTo(0.5);
    }

    @Test
    void nodes_do_not_move_before_the_steps_have_lost_the_time_of_a_move() {
        nanosPerNode[0] = 200;
        double lostPerStep = nanos(0) - nodes.fluid().count() / (1 / 100.0 + 1 / 200.0);
        double moving = BYTES / 0.5;
        run((long) (0.9 * moving / lostPerStep), 1);
        assertThat(moves).isZero();
        run(20_000, 1);
        assertThat(moves).isPositive();
    }

    @Test
    void measuring_takes_a_small_share_of_the_time() {
        run(400_000, 1_000_000);
        assertThat(measurements).isBetween(3, 40);
    }
}
