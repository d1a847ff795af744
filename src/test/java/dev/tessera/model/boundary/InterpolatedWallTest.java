package dev.tessera.model.boundary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.expr.Rational;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.Given;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/// Flows between two flat walls at arbitrary distances from the nodes, compared with their exact solutions.
final class InterpolatedWallTest {
    private static final double[] DISTANCES = {0.02, 0.3, 0.5, 0.7, 1};

    /// A channel across y, periodic along x and z.
    ///
    /// @param lower, upper distances of the walls from the outermost nodes, rounded as they are stored
    private record Channel(WallScheme scheme, Collision collision, int nodes, double lower, double upper) {
        private static final double SPEED = 0.01;

        Channel {
            lower = Given.PartOfLink.of(lower);
            upper = Given.PartOfLink.of(upper);
        }

        double width() {
            return nodes - 1 + lower + upper;
        }

        /// The upper wall moves along x; without a force.
        SmallFlow sheared(double viscosity) {
            var flow = flow(BodyForce.NONE, viscosity, new double[0]);
            setWalls(flow, 1);
            flow.run(steps(viscosity));
            return flow;
        }

        /// Both walls rest; a force drives the fluid.
        SmallFlow driven(double viscosity) {
            var flow = flow(BodyForce.UNIFORM, viscosity, new double[] {force(viscosity), 0});
            setWalls(flow, 0);
            flow.run(steps(viscosity));
            return flow;
        }

        private double force(double viscosity) {
            return 8 * viscosity * SPEED / (width() * width());
        }

        private int steps(double viscosity) {
            return (int) (4 * width() * width() / viscosity) + 2000;
        }

        private SmallFlow flow(BodyForce force, double viscosity, double[] push) {
            var model = new FluidModel(Lattices.D2Q9, new Incompressible(), collision, force);
            return new SmallFlow(new int[] {1, nodes}, new boolean[] {true, false}, model, viscosity, push);
        }

        private void setWalls(SmallFlow flow, double moving) {
            LinkWall wall = new LinkWall(scheme, true);
            BoundaryRule rule = LinkNode.of(wall);
            for (int n = 0; n < nodes; n++) {
                int node = flow.node(0, n);
                if (n > 0 && n < nodes - 1) {
                    continue;
                }
                flow.rule(node, rule);
                for (int i = 1; i < Lattices.D2Q9.size(); i++) {
                    var c = Lattices.D2Q9.velocity(i);
                    boolean fromBelow = n == 0 && c.y() > 0;
                    boolean fromAbove = n == nodes - 1 && c.y() < 0;
                    if (fromBelow || fromAbove) {
                        var given = scheme.coefficients(fromBelow ? lower : upper, Math.min(nodes - 1, 2));
                        flow.field(node, LinkNode.valueField(0, c), given.first());
                        if (wall.coefficients().size() > 2) {
                            flow.field(node, LinkNode.valueField(1, c), given.second());
                        }
                        if (wall.coefficients().size() > 3) {
                            flow.field(node, LinkNode.valueField(2, c), given.third());
                        }
                        double speed = fromAbove ? moving * SPEED : 0;
                        double weight = Lattices.D2Q9.weight(i).toDouble();
                        String motion = LinkNode.valueField(wall.coefficients().size() - 1, c);
                        flow.field(node, motion, given.motion() * 6 * weight * c.x() * speed);
                    }
                }
            }
        }

        /// Largest deviation from linear shear, relative to the speed of the wall.
        double shearError(double viscosity) {
            SmallFlow flow = sheared(viscosity);
            double worst = 0;
            for (int y = 0; y < nodes; y++) {
                double exact = SPEED * (y + lower) / width();
                worst = Math.max(worst, Math.abs(flow.velocity(flow.node(0, y), 0) - exact));
            }
            return worst / SPEED;
        }

        /// Largest deviation from the parabola, relative to its maximum.
        double parabolaError(double viscosity) {
            SmallFlow flow = driven(viscosity);
            double worst = 0;
            for (int y = 0; y < nodes; y++) {
                double place = (y + lower) / width();
                worst = Math.max(worst, Math.abs(flow.velocity(flow.node(0, y), 0) - 4 * SPEED * place * (1 - place)));
            }
            return worst / SPEED;
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "HALF_WAY")
    void shear_flow_is_exact_at_every_distance_of_the_walls(WallScheme scheme) {
        for (Collision collision : List.of(new Trt(), new Bgk(), new Mrt())) {
            for (double lower : DISTANCES) {
                double error = new Channel(scheme, collision, 4, lower, 0.6).shearError(0.2);
                assertThat(error).as("%s, wall at %s", collision.key(), lower).isLessThan(1e-11);
            }
        }
    }

    /// The closure of this scheme is exact to second order in the distance, whatever the viscosity.
    @ParameterizedTest
    @ValueSource(doubles = {0.02, 1.0 / 6, 0.7})
    void a_driven_parabola_is_exact_with_one_node(double viscosity) {
        for (Rational magic : List.of(Rational.of(3, 16), Rational.of(1, 4))) {
            for (double lower : DISTANCES) {
                var channel = new Channel(WallScheme.CURVED, new Trt(magic), 5, lower, 0.35);
                assertThat(channel.parabolaError(viscosity))
                        .as("wall at %s", lower)
                        .isLessThan(1e-9);
            }
        }
    }

    /// A single node between the walls needs no neighbour.
    @Test
    void a_channel_of_one_node_is_exact_with_one_node() {
        var channel = new Channel(WallScheme.CURVED, new Trt(), 1, 0.35, 0.6);
        assertThat(channel.parabolaError(0.1)).isLessThan(1e-9);
    }

    @ParameterizedTest
    @EnumSource(names = {"CURVED", "CENTRAL_LINEAR"})
    void a_driven_flow_does_not_depend_on_the_viscosity_with_trt(WallScheme scheme) {
        var channel = new Channel(scheme, new Trt(), 4, 0.2, 0.85);
        double thin = channel.parabolaError(0.02);
        double thick = channel.parabolaError(0.5);
        assertThat(thick).isCloseTo(thin, within(1e-8));
    }

    @ParameterizedTest
    @EnumSource(names = {"BOUZIDI", "BOUZIDI_QUADRATIC"})
    void the_place_of_the_wall_depends_on_the_viscosity_with_bouzidi(WallScheme scheme) {
        var channel = new Channel(scheme, new Trt(), 4, 0.2, 0.85);
        assertThat(channel.parabolaError(0.5)).isNotCloseTo(channel.parabolaError(0.02), within(1e-4));
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "HALF_WAY")
    void a_driven_parabola_converges_at_second_order(WallScheme scheme) {
        double coarse = new Channel(scheme, new Trt(), 6, 0.2, 0.85).parabolaError(0.1);
        double fine = new Channel(scheme, new Trt(), 12, 0.2, 0.85).parabolaError(0.1);
        assertThat(fine).isLessThan(Math.max(coarse / 3.2, 1e-9));
    }

    /// Cell Reynolds numbers above 1 beside both walls.
    @ParameterizedTest
    @ValueSource(doubles = {0.2, 0.5, 0.85})
    void a_fast_flow_is_that_of_bouzidi_with_one_node(double lower) {
        for (Collision collision : List.of(new Trt(), new Mrt())) {
            var curved = new Channel(WallScheme.CURVED, collision, 4, lower, 0.6).driven(0.001);
            var bouzidi = new Channel(WallScheme.BOUZIDI, collision, 4, lower, 0.6).driven(0.001);
            for (int y = 0; y < 4; y++) {
                double expected = bouzidi.velocity(bouzidi.node(0, y), 0);
                assertThat(expected).isGreaterThan(0.001);
                assertThat(curved.velocity(curved.node(0, y), 0))
                        .as("%s, wall at %s, node %s", collision.key(), lower, y)
                        .isCloseTo(expected, within(1e-6 * Channel.SPEED));
            }
        }
    }
}
