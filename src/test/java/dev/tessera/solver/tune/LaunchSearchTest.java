package dev.tessera.solver.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.solver.tune.LaunchSearch.Axis;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class LaunchSearchTest {
    private static final Tuning USUAL = Tuning.of(128, 1);
    private static final long SECOND = 1_000_000_000L;

    private static Axis nodes(int... values) {
        List<Function<Tuning, Tuning>> changes = new ArrayList<>();
        for (int value : values) {
            changes.add(tuning -> new Tuning(tuning.threads(), tuning.blocks(), value));
        }
        return new Axis(changes);
    }

    private static Axis threads(int... values) {
        List<Function<Tuning, Tuning>> changes = new ArrayList<>();
        for (int value : values) {
            changes.add(tuning -> new Tuning(value, tuning.blocks(), tuning.nodesPerThread()));
        }
        return new Axis(changes);
    }

    /// Launches whose duration a function gives; each measurement advances the clock by 0.1 s.
    private static final class Fake implements LaunchSearch.Subject {
        private final Function<Tuning, OptionalDouble> seconds;
        private final List<Tuning> measured = new ArrayList<>();
        private long now;

        Fake(Function<Tuning, OptionalDouble> seconds) {
            this.seconds = seconds;
        }

        @Override
        public Tuning possible(Tuning wished) {
            return wished.nodesPerThread() == 8 ? new Tuning(wished.threads(), wished.blocks(), 4) : wished;
        }

        @Override
        public boolean isPromising(Tuning tuning) {
            return tuning.threads() != 1024;
        }

        @Override
        public OptionalDouble seconds(Tuning tuning) {
            measured.add(tuning);
            now += SECOND / 10;
            return seconds.apply(tuning);
        }

        LaunchSearch.Found search(long limitNanos, Axis... axes) {
            return new LaunchSearch(() -> now, limitNanos).from(USUAL, List.of(axes), this);
        }
    }

    @Test
    void each_parameter_starts_from_the_best_launch_so_far() {
        Fake fake = new Fake(t -> OptionalDouble.of(10.0 / t.nodesPerThread() + 64.0 / t.threads()));
        LaunchSearch.Found found = fake.search(SECOND, nodes(1, 2, 4), threads(64, 256));
        assertThat(found.tuning()).isEqualTo(new Tuning(256, 0, 4));
        assertThat(found.isComplete()).isTrue();
        assertThat(found.usualSeconds()).isEqualTo(10.5);
        assertThat(found.seconds()).isEqualTo(2.75);
    }

    @Test
    void no_launch_is_measured_twice_and_unpromising_ones_are_skipped() {
        Fake fake = new Fake(t -> OptionalDouble.of(1));
        LaunchSearch.Found found = fake.search(SECOND, nodes(1, 4, 8), threads(128, 1024));
        assertThat(fake.measured).containsExactly(USUAL, new Tuning(128, 0, 4));
        assertThat(found.measured()).isEqualTo(2);
    }

    /// They can be compiled before the first of them is measured.
    @Test
    void variations_of_a_launch_are_those_that_the_search_begins_with() {
        Fake fake = new Fake(t -> OptionalDouble.of(1));
        List<Axis> axes = List.of(nodes(1, 2, 4, 8), threads(64, 1024));
        assertThat(LaunchSearch.variations(USUAL, axes, fake))
                .containsExactly(new Tuning(128, 0, 2), new Tuning(128, 0, 4), new Tuning(64, 0, 1));
        assertThat(fake.measured).isEmpty();
        fake.search(SECOND, axes.toArray(Axis[]::new));
        assertThat(fake.measured.subList(1, fake.measured.size()))
                .containsExactlyElementsOf(LaunchSearch.variations(USUAL, axes, fake));
    }

    @Test
    void the_default_launch_is_kept_where_gains_are_noise_or_others_cannot_run() {
        Fake noise = new Fake(t -> OptionalDouble.of(t.equals(USUAL) ? 1 : 0.998));
        assertThat(noise.search(SECOND, nodes(2, 4)).tuning()).isEqualTo(USUAL);
        Fake refused = new Fake(t -> t.equals(USUAL) ? OptionalDouble.of(1) : OptionalDouble.empty());
        assertThat(refused.search(SECOND, nodes(2, 4)).tuning()).isEqualTo(USUAL);
    }

    @Test
    void the_best_so_far_is_used_at_the_time_limit() {
        Fake fake = new Fake(t -> OptionalDouble.of(1.0 / t.nodesPerThread()));
        LaunchSearch.Found found = fake.search(SECOND / 5, nodes(2, 4));
        assertThat(found.tuning()).isEqualTo(new Tuning(128, 0, 2));
        assertThat(found.isComplete()).isFalse();
    }

    @Test
    void a_default_launch_that_cannot_be_timed_is_used_anyway() {
        LaunchSearch.Found found = new Fake(t -> OptionalDouble.empty()).search(SECOND, nodes(2));
        assertThat(found.tuning()).isEqualTo(USUAL);
        assertThat(found.measured()).isZero();
    }
}
