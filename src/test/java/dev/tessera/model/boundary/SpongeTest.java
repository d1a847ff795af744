package dev.tessera.model.boundary;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.boundary.Demand.Plane;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.Regularized;
import dev.tessera.model.collision.ShearRate;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A sponge around an outlet; it passes the tests of the inner rule at the fluid's own rates.
final class SpongeTest extends BoundaryRuleKit {
    private final BoundaryRuleKit outlet = new ZouHePressureTest();

    @Override
    Role role() {
        return outlet.role();
    }

    @Override
    BoundaryRule rule(Plane plane) {
        return Sponge.around(outlet.rule(plane), Lattices.D2Q9, new Bgk());
    }

    @Override
    Expr field(Demand demand, String name) {
        return Sponge.owns(name) ? demand.graph().constant(5, 4) : outlet.field(demand, name);
    }

    @Override
    List<Guarantee> guarantees(Demand demand, Completed node) {
        return outlet.guarantees(demand, node);
    }

    @Override
    double offset() {
        return outlet.offset();
    }

    private static double rate(Collision collision, String name, double viscosity, double factor, double depth) {
        return requireNonNull(
                Sponge.rates(Lattices.D2Q9, collision, viscosity, factor, depth).get("sponge-" + name));
    }

    @Test
    void viscosity_rises_smoothly_to_its_factor_at_the_opening() {
        assertThat(rate(new Bgk(), "omega", 0.02, 10, -0.1)).isEqualTo(ShearRate.of(Lattices.D2Q9, 0.02));
        assertThat(rate(new Bgk(), "omega", 0.02, 10, 1)).isEqualTo(ShearRate.of(Lattices.D2Q9, 0.2));
        assertThat(rate(new Bgk(), "omega", 0.02, 10, 0.5)).isCloseTo(ShearRate.of(Lattices.D2Q9, 0.11), within(1e-15));
    }

    @Test
    void every_rate_changes_with_the_viscosity() {
        double plus = rate(new Trt(), "omega", 0.02, 10, 1);
        double minus = rate(new Trt(), "omega_minus", 0.02, 10, 1);
        assertThat((1 / plus - 0.5) * (1 / minus - 0.5)).isCloseTo(3.0 / 16, within(1e-12));
        for (Collision collision : List.of(new Mrt(), new Regularized(), Regularized.withBulkViscosityRatio(2))) {
            double before = ShearRate.bulkViscosity(Lattices.D2Q9, rate(collision, "omega_bulk", 0.02, 10, 0));
            double after = ShearRate.bulkViscosity(Lattices.D2Q9, rate(collision, "omega_bulk", 0.02, 10, 1));
            assertThat(after / before).as(collision.key()).isCloseTo(10, within(1e-9));
        }
    }

    @Test
    void a_factor_below_one_is_refused() {
        assertThatThrownBy(() -> Sponge.rates(Lattices.D2Q9, new Bgk(), 0.02, 0.5, 1))
                .hasMessage("a sponge's factor is 0.5, but must be at least 1");
    }

    /// Sends a pressure pulse along a channel without friction and measures its reflection from the outlet of
    /// constant pressure.
    /// @return amplitude of the reflected over that of the sent pulse
    private static double reflection(Collision collision, double factor) {
        var model = new FluidModel(Lattices.D2Q9, Equilibria.usual(collision), collision, BodyForce.NONE);
        int length = 240;
        int layer = 100;
        double viscosity = 0.02;
        var flow = new SmallFlow(new int[] {1, length}, new boolean[] {true, false}, model, viscosity);
        flow.rule(0, ZouHe.pressure(1, 1));
        BoundaryRule outlet = ZouHe.pressure(1, -1);
        for (int y = length - layer; y < length; y++) {
            flow.rule(
                    y,
                    y == length - 1
                            ? Sponge.around(outlet, Lattices.D2Q9, collision)
                            : Sponge.ofBulk(Lattices.D2Q9, collision));
            double depth = (y - length + layer + 1.0) / layer;
            for (var field : Sponge.rates(Lattices.D2Q9, collision, viscosity, factor, depth)
                    .entrySet()) {
                flow.field(y, field.getKey(), field.getValue());
            }
        }
        flow.field(length - 1, "density", 1);
        int listener = 100;
        double sent = 0;
        double back = 0;
        for (int step = 0; step < 820; step++) {
            double pulse = step < 60 ? Math.pow(Math.sin(Math.PI * step / 60), 2) : 0;
            flow.field(0, "density", 1 + 1e-3 * pulse);
            flow.run(1);
            double heard = Math.abs(flow.density(listener) - 1);
            // sound needs 1.73 steps per node: 173 to the sensor, 485 there and back from the end
            sent = step < 300 ? Math.max(sent, heard) : sent;
            back = step >= 300 ? Math.max(back, heard) : back;
        }
        return back / sent;
    }

    /// Those whose bulk viscosity a sponge can raise.
    static List<Collision> collisions() {
        return Collisions.all().stream()
                .filter(collision -> !collision.hasFixedBulkViscosity())
                .toList();
    }

    /// An outlet of constant pressure reflects a pulse with opposite sign: 0.68 (regularized) to 0.87 (BGK) of
    /// it return here. A sponge of three pulse lengths with a factor of 20 reduces this to 0.34 to 0.52 of
    /// these values.
    @ParameterizedTest
    @MethodSource("collisions")
    void a_sponge_damps_a_pressure_pulse(Collision collision) {
        double bare = reflection(collision, 1);
        assertThat(bare).isBetween(0.6, 0.95);
        assertThat(reflection(collision, 20)).isLessThan(0.62 * bare);
    }

    /// Half of a channel is a sponge of twice the viscosity: the shear rate is half as large there, as in two
    /// fluids with one shear stress.
    @Test
    void a_node_in_the_sponge_has_its_own_viscosity() {
        var model = new FluidModel(Lattices.D2Q9, new Incompressible(), new Bgk(), BodyForce.NONE);
        int height = 16;
        var flow = new SmallFlow(new int[] {1, height}, new boolean[] {true, false}, model, 0.1);
        var lid = Sponge.around(LinkNode.of(new LinkVelocity()), Lattices.D2Q9, new Bgk());
        for (int y = height / 2; y < height; y++) {
            flow.rule(y, y == height - 1 ? lid : Sponge.ofBulk(Lattices.D2Q9, new Bgk()));
            flow.field(y, "sponge-omega", rate(new Bgk(), "omega", 0.1, 2, 1));
        }
        flow.field(height - 1, "value-pmz", 6.0 / 36 * 0.03);
        flow.field(height - 1, "value-mmz", -6.0 / 36 * 0.03);
        flow.run(6000);
        double lower = flow.velocity(5, 0) - flow.velocity(3, 0);
        double upper = flow.velocity(13, 0) - flow.velocity(11, 0);
        assertThat(lower / upper).isCloseTo(2, within(1e-6));
    }

    @Test
    void all_other_requests_go_to_the_inner_rule() {
        var inner = ZouHe.pressure(0, -1);
        assertThat(new Sponge(inner, List.of("omega")).key()).isEqualTo("sponge-zou-he-pressure");
        assertThat(Sponge.ofBulk(Lattices.D2Q9, new Bgk()).key()).isEqualTo("sponge");
        assertThat(new Sponge(inner, List.of("omega")).fields(Lattices.D2Q9))
                .extracting(field -> field.name())
                .containsExactly("density", "sponge-omega");
    }
}
