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
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The population that a node writes into a link to a curved wall, compared with the formula of [WallScheme#CURVED]
/// in numbers, at a viscosity so low that the correction of a slow flow is damped.
final class CurvedWallFormulaTest {
    private static final VelocitySet LATTICE = Lattices.D2Q9;
    private static final FluidModel MODEL = new FluidModel(LATTICE, new Incompressible(), new Bgk(), BodyForce.NONE);
    private static final double P = 0.006; // and L, with BGK
    private static final double Q = 0.75;

    private final ExprGraph graph = new ExprGraph();
    private final List<Expr> raw = new ArrayList<>();
    private final List<Expr> relaxed;
    private final List<Expr> sent;

    CurvedWallFormulaTest() {
        for (int i = 0; i < LATTICE.size(); i++) {
            raw.add(graph.symbol("f" + i));
        }
        var moments = MODEL.equilibrium().moments(graph, LATTICE, raw, List.of());
        var node = new Collision.Input(graph, LATTICE, MODEL.equilibrium(), raw, moments, List.of(), graph::symbol);
        var input = new BoundaryRule.Input(graph, MODEL, name -> graph.constant(3, 4));
        relaxed = MODEL.collision().relax(node);
        sent = LinkNode.of(new LinkWall(WallScheme.CURVED, false)).send(input, node, relaxed);
    }

    /// Populations that differ from equilibrium by different amounts.
    private static Function<String, Double> populations(double speed) {
        return name -> {
            if (!name.startsWith("f")) {
                return 1 / (P + 0.5);
            }
            int i = Integer.parseInt(name.substring(1));
            double along = LATTICE.velocity(i).x() * speed;
            double w = LATTICE.weight(i).toDouble();
            return w * (1 + 3 * along + 4.5 * along * along - 1.5 * speed * speed) + 1e-5 * w * (i * i % 7 - 3);
        };
    }

    /// @param reynolds of the cell: below 1/2 the quadratic closure, damped; above 1 that of Bouzidi, not
    ///        damped
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.45, 1.05, 20})
    void the_closure_and_its_damping_follow_from_the_cell_reynolds_number(double reynolds) {
        Function<String, Double> given = populations(reynolds * P / 3);
        double s = reynolds < 1 ? 1 : 0;
        double damping = reynolds < 1 ? Math.min(1, 8 * P * P + 4 * P) : 1;
        for (int k = 1; k < LATTICE.size(); k++) {
            int i = LATTICE.opposite(k);
            double fi = given.apply("f" + i);
            double fk = given.apply("f" + k);
            double afterI = Evaluator.evaluate(relaxed.get(i), given);
            double afterK = Evaluator.evaluate(relaxed.get(k), given);
            double even = (afterI + afterK - fi - fk) / 2;
            double odd = (afterI - afterK - fi + fk) / 2;
            double closure = s * (P + 0.5 - Q * Q / (2 * P)) + (1 - s) * Math.min(Q, 1 - Q);
            double r = (fi - fk) / 2 + Q * even + closure * odd;
            double a = damping * (1 - Q + Q * Q / 2) / 4;
            assertThat(Evaluator.evaluate(sent.get(i), given)).isCloseTo(fk + 2 * a * r, within(1e-15));
        }
    }
}
