package dev.tessera.suites.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.kernel.Precision;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Regularized;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.output.LinePlot.Line;
import dev.tessera.output.LinePlot.Style;
import dev.tessera.solver.Boundaries;
import dev.tessera.solver.RunListener;
import dev.tessera.solver.StopSignal;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Curves that suites hand over: their values are those of the rows, beside the references. Small flows.
final class ValidationPlotsTest {
    private static ForkJoinPool pool;

    private final SequencedMap<String, ValidationPlot> plots = new LinkedHashMap<>(); // the last of each name

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(1);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    @Test
    void the_height_after_a_dam_break_is_drawn_beside_that_of_stoker() throws IOException {
        compute(new ShallowWaterSuite(), setup -> setup.equals("dam break, 200 nodes"));
        assertThat(plots).containsOnlyKeys("shallow-water-dam-break-200-nodes");
        Line computed = line("shallow-water-dam-break-200-nodes", "computed");
        Line exact = line("shallow-water-dam-break-200-nodes", "Stoker 1957");
        assertThat(computed.style()).isEqualTo(Style.MARKS);
        assertThat(computed.x()).hasSize(100);
        double away = 0;
        for (int k = 0; k < computed.x().length; k++) {
            away += Math.abs(computed.y()[k] - near(exact, computed.x()[k]));
        }
        assertThat(away / Arrays.stream(computed.y()).sum()).isPositive().isLessThan(0.02);
    }

    @Test
    void profiles_of_all_laws_of_viscosity_share_a_plot() throws IOException {
        compute(new Rheology(), setup -> setup.startsWith("D2Q9 trt") && setup.contains("power law"));
        assertThat(plots).containsOnlyKeys("rheology-d2q9-trt-32-nodes");
        assertThat(lines("rheology-d2q9-trt-32-nodes"))
                .extracting(Line::name)
                .containsExactly(
                        "power law n = 0.5",
                        "power law n = 1.5",
                        "power law n = 0.5, exact",
                        "power law n = 1.5, exact");
        for (int law = 0; law < 2; law++) {
            List<Line> lines = lines("rheology-d2q9-trt-32-nodes");
            assertThat(lines.get(law).y()).containsExactly(lines.get(law + 2).y(), within(0.01));
            assertThat(Arrays.stream(lines.get(law + 2).y()).max().orElseThrow())
                    .isEqualTo(1);
        }
    }

    @Test
    void a_pulse_that_leaves_is_drawn_from_its_size_to_what_returns() throws IOException {
        List<ValidationRow> rows = compute(new Outflows(), setup -> setup.equals("characteristic, 0 degrees"));
        Line pulse = line("outflows-pulse-outflow-conditions", "characteristic");
        assertThat(pulse.y()).hasSize(46).startsWith(1);
        assertThat(pulse.y()[45]).isEqualTo(rows.getFirst().value());
        Line mean = line("outflows-drift-outflow-conditions", "characteristic");
        assertThat(Arrays.stream(mean.y()).map(Math::abs).max().orElseThrow())
                .isEqualTo(rows.get(1).value());
    }

    @Test
    void collisions_in_a_shear_layer_share_a_plot_of_each_quantity() {
        var suite = new ShearLayer();
        suite.rows(laboratory(), "32 x 32", new Bgk(), 32);
        suite.rows(laboratory(), "32 x 32", new Regularized(), 32);
        assertThat(plots).containsOnlyKeys("shear-layer-kinetic-energy-32-nodes", "shear-layer-enstrophy-32-nodes");
        for (String plot : plots.keySet()) {
            assertThat(lines(plot)).extracting(Line::name).containsExactly("bgk", "regularized");
            assertThat(lines(plot)).allSatisfy(line -> assertThat(line.y()).startsWith(1));
        }
    }

    @Test
    void the_mass_over_the_steps_has_a_curve_for_each_precision() {
        var suite = new MassBalance();
        for (Precision precision : List.of(Precision.FP64, Precision.FP32)) {
            var box = MassBalance.box(
                    Lattices.D2Q9, 8, precision, Boundaries.movingWall("0.1 m/s", "0 m/s", "0 m/s"), "half-way walls");
            ValidationRow row = suite.row(laboratory(), box, 500);
            Line drawn = lines("mass-d2q9-closed-box-with-a-moving-lid-half-way-walls-8-nodes-per-side")
                    .getLast();
            assertThat(drawn.name()).isEqualTo(precision.key());
            assertThat(drawn.x()).hasSize(50).endsWith(500);
            assertThat(row.value()).isEqualTo(Double.isNaN(drawn.y()[49]) ? 0 : drawn.y()[49]);
        }
    }

    @Test
    void drops_are_drawn_beside_the_law_of_laplace() throws IOException {
        new FreeEnergySuite().laplace2d(laboratory(), 10);
        Line drop = line("free-energy-laplace", "computed, D2Q9");
        Line law = line("free-energy-laplace", "surface tension of the case times curvature");
        assertThat(drop.x()[0]).isCloseTo(0.1, within(0.01)).isEqualTo(law.x()[1]);
        assertThat(drop.y()[0] / law.y()[1]).isCloseTo(1, within(0.03));
    }

    @Test
    void tiles_of_two_porosities_are_drawn_in_ascending_order() throws IOException {
        compute(new TileUtilisation(), setup -> setup.matches("porosity 0.[12]"));
        Line computed = line("tile-utilisation", "computed, mean of 5 seeds");
        Line table = line("tile-utilisation", "Tomczak & Szafran 2019, table 6");
        assertThat(computed.x()).containsExactly(0.1, 0.2);
        assertThat(table.x()).containsExactly(0.1, 0.2);
        assertThat(computed.y()).containsExactly(table.y(), within(0.02));
    }

    private List<ValidationRow> compute(ValidationSuite suite, Predicate<String> wanted) throws IOException {
        ValidationCase[] cases = suite.cases(false).stream()
                .filter(one -> wanted.test(one.setup()))
                .toArray(ValidationCase[]::new);
        assertThat(cases).isNotEmpty();
        List<ValidationRow> rows = List.of();
        for (ValidationCase one : cases) {
            rows = one.computation().rows(laboratory());
        }
        return rows;
    }

    private List<Line> lines(String plot) {
        return Objects.requireNonNull(plots.get(plot)).plot().lines();
    }

    private Line line(String plot, String name) {
        return lines(plot).stream()
                .filter(line -> line.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /// The value at the nearest place.
    private static double near(Line line, double x) {
        int nearest = 0;
        for (int k = 0; k < line.x().length; k++) {
            nearest = Math.abs(line.x()[k] - x) < Math.abs(line.x()[nearest] - x) ? k : nearest;
        }
        return line.y()[nearest];
    }

    private Laboratory laboratory() {
        return new Laboratory(
                Devices.on(pool).byKey("cpu:jvm"),
                pool,
                false,
                RunListener.SILENT,
                new StopSignal(),
                System::nanoTime,
                plot -> plots.put(plot.name(), plot));
    }
}
