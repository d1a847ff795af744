package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.suites.bench.CoProcessorModel.Cycle;
import dev.tessera.suites.bench.CoProcessorModel.Kind;
import dev.tessera.suites.bench.CoProcessorModel.Line;
import dev.tessera.suites.bench.CoProcessorModel.Measured;
import dev.tessera.suites.bench.CoProcessorModel.Transfers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class CoProcessorModelTest {
    private static final Offset<Double> ROUNDING = within(1e-12);

    private static Cycle whole(int edge, int steps) {
        long nodes = (long) edge * edge * edge;
        return new Cycle(Kind.WHOLE, nodes, steps, nodes, nodes);
    }

    private static Cycle layers(int edge) {
        long nodes = (long) edge * edge * edge;
        long inside = (edge - 2L) * (edge - 2) * (edge - 2);
        long within = (edge - 4L) * (edge - 4) * (edge - 4);
        return new Cycle(Kind.LAYERS, nodes, 1, nodes - inside, inside - within);
    }

    @Test
    void times_that_follow_the_model_give_its_numbers_back() {
        CoProcessorModel model = new CoProcessorModel(
                0.9e-9,
                4e-6,
                11e-6,
                Map.of(
                        Kind.WHOLE,
                        new Transfers(new Line(7e-9, 30e-6), new Line(6e-9, 25e-6)),
                        Kind.LAYERS,
                        new Transfers(new Line(21e-9, 50e-6), new Line(22.5e-9, 40e-6))));
        List<Measured> measured = new ArrayList<>();
        for (int edge : new int[] {32, 96}) {
            for (Cycle cycle : List.of(whole(edge, 1), whole(edge, 10), whole(edge, 100), layers(edge))) {
                measured.add(new Measured(cycle, model.of(cycle)));
            }
        }
        CoProcessorModel fitted = CoProcessorModel.fitted(measured);
        Cycle other = layers(128);
        assertThat(fitted.psi() * 1e9).isCloseTo(0.9, within(1e-9));
        assertThat(fitted.launch() * 1e6).isCloseTo(4, within(1e-6));
        assertThat(fitted.call() * 1e6).isCloseTo(11, within(1e-6));
        assertThat(fitted.transfers(Kind.LAYERS).send().perCall() * 1e6).isCloseTo(50, within(1e-6));
        assertThat(fitted.of(other).cycle()).isCloseTo(model.of(other).cycle(), within(1e-9));
        assertThat(fitted.fixedSeconds(other)).isCloseTo(15e-6 + 90e-6, within(1e-9));
    }

    /// P100, 256³, thesis of 2018: with Γ and F of one step, 15.1 + 8.2 + 8.6 ms.
    @Test
    void the_thesis_numbers_of_one_step_give_its_speed() {
        CoProcessorModel model = new CoProcessorModel(
                0.9e-9, 0, 0, Map.of(Kind.LAYERS, new Transfers(new Line(2.1e-8, 0), new Line(2.25e-8, 0))));
        Cycle cycle = layers(256);
        assertThat(model.of(cycle).steps()).isCloseTo(15.1e-3, within(0.05e-3));
        assertThat(model.of(cycle).send()).isCloseTo(8.2e-3, within(0.05e-3));
        assertThat(model.of(cycle).receive()).isCloseTo(8.6e-3, within(0.05e-3));
        assertThat(cycle.nodes() / model.of(cycle).cycle() * 1e-6).isCloseTo(525, within(1.0));
    }

    @Test
    void a_number_that_would_be_negative_is_zero_and_the_others_fit_alone() {
        double[][] basis = {{1, 1}, {10, 1}};
        double[] values = {1, 20}; // a line through both begins below 0
        double[] found = CoProcessorModel.nonNegative(basis, values);
        assertThat(found[1]).isZero();
        assertThat(found[0]).isCloseTo(1.5 / 1.25, ROUNDING); // least squares of x - 1 and x / 2 - 1
    }
}
