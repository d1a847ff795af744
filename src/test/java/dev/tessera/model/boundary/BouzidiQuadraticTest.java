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
import dev.tessera.model.LinkRule.Link;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The population that [WallScheme#BOUZIDI_QUADRATIC] gives over one link, against the published equations.
final class BouzidiQuadraticTest {
    private static final VelocitySet LATTICE = Lattices.D2Q9;
    private static final int INCOMING = 1;
    private static final int OUTGOING = 2;
    private static final String LETTERS = LATTICE.velocity(OUTGOING).letters();
    private static final double MOTION = 0.003; // 6 w c·u

    // What the node at the wall (0), the next one (1) and the one after it (2) sent toward the wall and away from it.
    private static final double TOWARD_0 = 0.107;
    private static final double TOWARD_1 = 0.102;
    private static final double TOWARD_2 = 0.095;
    private static final double AWAY_0 = 0.113;
    private static final double AWAY_1 = 0.117;

    /// The incoming population before the collision of the next step.
    /// @param behind nodes that can be read
    private static double completed(double q, int behind) {
        var graph = new ExprGraph();
        var model = new FluidModel(LATTICE, new Incompressible(), new Bgk(), BodyForce.NONE);
        var wall = new LinkWall(WallScheme.BOUZIDI_QUADRATIC, true);
        BoundaryRule.Neighbours behindTheNode = (field, direction) -> {
            assertThat(direction).isEqualTo(INCOMING);
            return graph.symbol(field);
        };
        var input = new BoundaryRule.Input(graph, model, graph::symbol, List.of(), behindTheNode);
        var link = new Link(input, INCOMING, graph::symbol);
        assertThat(link.outgoing()).isEqualTo(OUTGOING);
        var rest = new Moments(graph.constant(1), List.of(graph.constant(0), graph.constant(0)));
        var node = new Collision.Input(
                graph, LATTICE, model.equilibrium(), symbols(graph, "before"), rest, List.of(), graph::symbol);
        var given = WallScheme.BOUZIDI_QUADRATIC.coefficients(q, behind);
        double atRest = LATTICE.weight(INCOMING).toDouble();
        double sent = Evaluator.evaluate(wall.send(link, node, symbols(graph, "sent")), name -> switch (name) {
            case "first" -> given.first();
            case "second" -> given.second();
            case "sent" + OUTGOING -> TOWARD_0;
            case "sent" + INCOMING -> AWAY_0;
            case "before" + OUTGOING -> TOWARD_1;
            default -> throw new AssertionError(name);
        });
        return Evaluator.evaluate(wall.complete(link, symbols(graph, "raw")), name -> switch (name) {
            case "first" -> given.first();
            case "second" -> given.second();
            case "third" -> given.third();
            case "value" -> given.motion() * MOTION;
            case "raw" + INCOMING -> sent;
            case "raw" + OUTGOING -> TOWARD_1;
            default -> {
                boolean toward = name.equals("received-" + LETTERS);
                assertThat(toward || name.startsWith("passed-")).as(name).isTrue();
                yield (toward ? TOWARD_2 : AWAY_1) - atRest;
            }
        });
    }

    private static List<Expr> symbols(ExprGraph graph, String name) {
        return IntStream.range(0, LATTICE.size())
                .mapToObj(i -> graph.symbol(name + i))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.1, 0.25, 0.49})
    void a_near_wall_is_interpolated_from_what_three_nodes_sent_toward_it(double q) {
        double published = q * (1 + 2 * q) * TOWARD_0 + (1 - 4 * q * q) * TOWARD_1 - q * (1 - 2 * q) * TOWARD_2;
        assertThat(completed(q, 2)).isCloseTo(published + MOTION, within(1e-15));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.6, 0.75, 1})
    void a_far_wall_is_interpolated_from_what_came_back_and_what_two_nodes_sent_away(double q) {
        double published =
                (TOWARD_0 + MOTION) / (q * (2 * q + 1)) + (2 * q - 1) / q * AWAY_0 - (2 * q - 1) / (2 * q + 1) * AWAY_1;
        assertThat(completed(q, 2)).isCloseTo(published, within(1e-15));
    }

    @Test
    void without_a_third_node_the_interpolation_is_linear() {
        assertThat(completed(0.2, 1)).isCloseTo(0.4 * TOWARD_0 + 0.6 * TOWARD_1 + MOTION, within(1e-15));
        assertThat(completed(0.8, 1)).isCloseTo((TOWARD_0 + MOTION) / 1.6 + 0.375 * AWAY_0, within(1e-15));
        for (double q : new double[] {0.1, 0.9}) {
            assertThat(WallScheme.BOUZIDI_QUADRATIC.coefficients(q, 0))
                    .isEqualTo(WallScheme.BOUZIDI.coefficients(q, 0));
        }
    }
}
