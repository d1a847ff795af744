package dev.tessera.model.boundary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class LinkWiseTest {
    private static final VelocitySet LATTICE = Lattices.D2Q9;

    static List<Collision> collisions() {
        return Collisions.all();
    }

    private static FluidModel model(Collision collision) {
        return new FluidModel(LATTICE, new Incompressible(), collision, BodyForce.NONE);
    }

    /// Sets the links of a node that come over a cut: velocity links (u along x).
    private static void moving(PlaneFlow flow, int x, int y, double u) {
        for (int i = 1; i < LATTICE.size(); i++) {
            if (flow.arrivesOverCut(x, y, i)) {
                String letters = LATTICE.velocity(i).letters();
                flow.field(x, y, "kind-" + letters, 1);
                flow.field(
                        x,
                        y,
                        "value-" + letters,
                        6 * LATTICE.weight(i).toDouble() * LATTICE.velocity(i).x() * u);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("collisions")
    void couette_flow_is_exact_and_keeps_its_mass(Collision collision) {
        int height = 8;
        var flow = new PlaneFlow(2, height, true, model(collision), 0.3);
        var rule = new LinkWise(false, false);
        for (int x = 0; x < 2; x++) {
            flow.rule(x, height - 1, rule);
            moving(flow, x, height - 1, 0.02);
        }
        double mass = flow.mass();
        flow.run(3000);
        assertThat(flow.mass()).isCloseTo(mass, within(1e-12));
        for (int y = 0; y < height; y++) {
            assertThat(flow.velocity(0, y, 0)).isCloseTo(0.02 * (y + 0.5) / height, within(1e-6));
        }
    }

    /// Sets the links that come over the left or right side.
    private static void pressure(PlaneFlow flow, int x, int y, double density) {
        flow.rule(x, y, new LinkWise(true, false));
        flow.field(x, y, "normal-x", x == 0 ? -1 : 1);
        for (int i = 1; i < LATTICE.size(); i++) {
            int from = x - LATTICE.velocity(i).x();
            int row = y - LATTICE.velocity(i).y();
            if ((from < 0 || from >= flow.nx) && row >= 0 && row < flow.ny) {
                flow.field(x, y, "kind-" + LATTICE.velocity(i).letters(), 2);
                flow.field(x, y, "value-" + LATTICE.velocity(i).letters(), density);
            }
        }
    }

    /// Pressures at the first and the last nodes of a channel, twice as long as high.
    private static double poiseuilleError(int height) {
        int length = 2 * height + 1;
        double viscosity = 0.3;
        double peak = 0.06 / height;
        var flow = new PlaneFlow(length, height, false, model(new Trt()), viscosity);
        double drop = 3 * 8 * viscosity * peak / (height * height) * (length - 1);
        for (int y = 0; y < height; y++) {
            pressure(flow, 0, y, 1 + drop / 2);
            pressure(flow, length - 1, y, 1 - drop / 2);
        }
        flow.run(6 * height * height);
        double worst = 0;
        for (int y = 0; y < height; y++) {
            double place = (y + 0.5) / height;
            double expected = 4 * peak * place * (1 - place);
            for (int x : new int[] {length / 2, length - 1}) {
                worst = Math.max(worst, Math.abs(flow.velocity(x, y, 0) - expected) / peak);
                worst = Math.max(worst, Math.abs(flow.velocity(x, y, 1)) / peak);
            }
        }
        return worst;
    }

    @Test
    void pressure_drives_a_developed_profile_through_its_openings() {
        double coarse = poiseuilleError(6);
        double fine = poiseuilleError(12);
        // first order: the pressure's plane lies within a tenth of a link of the nodes
        assertThat(fine).isLessThan(0.01);
        assertThat(coarse / fine).isGreaterThan(1.9);
    }

    @Test
    void without_pressure_openings_there_are_only_values() {
        assertThat(new LinkWise(false, true).fields(LATTICE)).hasSize(8).noneMatch(BoundaryRule.FieldSpec::remembered);
        assertThat(new LinkWise(true, true).fields(LATTICE)).hasSize(8 + 8 + 2 + 3 + 2 + 1);
    }

    private static double completed(double outward, boolean guard) {
        var graph = new ExprGraph();
        List<Expr> raw =
                IntStream.range(0, 9).mapToObj(i -> graph.symbol("f" + i)).toList();
        var input = new BoundaryRule.Input(graph, model(new Bgk()), graph::symbol);
        Expr left = new LinkWise(true, guard).complete(input, raw).get(2); // mzz: comes over the right side
        return Evaluator.evaluate(left, name -> switch (name) {
            case "f2" -> 0.11;
            case "kind-mzz" -> 2.0;
            case "value-mzz" -> 1.01;
            case "velocity-x" -> outward;
            case "normal-x", "guard" -> 1.0;
            default -> 0.0;
        });
    }

    @Test
    void the_guard_takes_the_dynamic_pressure_from_what_flows_back_in() {
        assertThat(completed(0.05, true)).isEqualTo(completed(0.05, false));
        double taken = completed(-0.05, false) - completed(-0.05, true);
        assertThat(taken).isCloseTo(2.0 / 9 * 1.5 * 0.05 * 0.05, within(1e-15));
    }

    @Test
    void a_pressure_link_answers_with_the_even_equilibrium() {
        double even = 1.0 / 9 * (1.01 + 3 * 0.05 * 0.05);
        assertThat(completed(0.05, false)).isCloseTo(2 * even - 0.11, within(1e-15));
    }
}
