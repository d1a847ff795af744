package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.geometry.shape.Cuboid;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.Precision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.Forcing;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.equilibrium.ExpressedEquilibrium;
import dev.tessera.model.equilibrium.ExpressedEquilibrium.Inertia;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.boundary.MovingWall;
import dev.tessera.solver.field.Velocity;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Equilibria that are expressions, in lattice units: spacing 1 m, step 1 s, density 1 kg/m³.
final class ExpressedEquilibriumTest extends FluidKit {
    private record Symbols(ExprGraph graph) {
        Expr of(String name) {
            return graph.symbol(name);
        }

        Expr number(long numerator, long denominator) {
            return graph.constant(numerator, denominator);
        }
    }

    private static ExpressedEquilibrium expressed(String text, Function<Symbols, Expr> formula) {
        return new ExpressedEquilibrium(text, formula.apply(new Symbols(new ExprGraph())), Inertia.DENSITY);
    }

    /// `w rho (1 + 3 cu + factor cu² - 3/2 uu)`
    static ExpressedEquilibrium secondOrder(long numerator) {
        return expressed(
                "second order " + numerator,
                at -> at.of("w")
                        .times(at.of("rho"))
                        .times(at.number(1, 1)
                                .plus(at.number(3, 1).times(at.of("cu")))
                                .plus(at.number(numerator, 2).times(at.of("cu").squared()))
                                .minus(at.number(3, 2).times(at.of("uu")))));
    }

    /// The entropic equilibrium of D2Q9, a product over the axes: Ansumali, Karlin, Öttinger, Europhys. Lett. 63, 798
    /// (2003).
    private static ExpressedEquilibrium entropic() {
        return expressed("entropic", at -> {
            Expr product = at.of("w").times(at.of("rho"));
            for (String axis : List.of("x", "y")) {
                Expr u = at.of("u_" + axis);
                Expr root =
                        at.graph.squareRoot(at.number(1, 1).plus(at.number(3, 1).times(u.squared())));
                Expr ratio =
                        at.number(2, 1).times(u).plus(root).over(at.number(1, 1).minus(u));
                Expr power = at.graph.call(ElementaryFunction.POW, List.of(ratio, at.of("c_" + axis)));
                product = product.times(at.number(2, 1).minus(root)).times(power);
            }
            return product;
        });
    }

    @Override
    CaseBuilder obstructed() {
        return box(secondOrder(9));
    }

    private static CaseBuilder box(Equilibrium equilibrium) {
        Side wall = Side.wall("wall");
        Domain domain = Domain.of2d(SIZE, SIZE, Side.periodic(), Side.periodic(), wall, Side.wall("lid"));
        return Case.named("box")
                .geometry(ShapeSource.in(domain).obstacle("block", Cuboid.rectangle(3, 3, 7, 7)))
                .spacingM(1)
                .fluid(1, 0.1)
                .lattice(Lattices.D2Q9)
                .collision(new Bgk())
                .equilibrium(equilibrium)
                .boundary("lid", new MovingWall(List.of(Value.of(0.05), Value.ZERO, Value.ZERO)))
                .accelerationMPerS2(1e-4, 0, 0)
                .timeStepS(1)
                .atMostSteps(1);
    }

    @Override
    Case other() {
        return box(secondOrder(9)).spacingM(1).fluid(1, 0.2).build();
    }

    @Override
    double[] state(Simulation simulation) {
        return simulation.snapshot(List.of(new Velocity())).velocityMPerS()[0];
    }

    @Override
    List<UnaryOperator<CaseBuilder>> changes() {
        return List.of(
                theCase -> theCase,
                theCase -> theCase.precision(Precision.FP32),
                theCase -> theCase.equilibrium(entropic()));
    }

    /// With both schemes of forces.
    @ParameterizedTest
    @EnumSource(Forcing.class)
    void the_equilibrium_of_the_catalogue_as_an_expression_gives_its_flow(Forcing forcing) {
        var drive = new Case.Drive(List.of(Value.of(1e-4), Value.ZERO, Value.ZERO), Optional.of(forcing));
        try (Simulation own = open(box(secondOrder(9)).drive(drive).build());
                Simulation known =
                        open(box(new QuasiCompressible()).drive(drive).build())) {
            own.step(200);
            known.step(200);
            double[] expected = state(known);
            double[] found = state(own);
            for (int n = 0; n < found.length; n++) {
                assertThat(found[n]).isCloseTo(expected[n], within(1e-14));
            }
        }
    }

    /// The entropic equilibrium agrees with that of second order up to the third order of the velocity.
    @Test
    void the_entropic_equilibrium_is_an_expression() {
        try (Simulation own = open(box(entropic()).build());
                Simulation known = open(box(new QuasiCompressible()).build())) {
            own.step(200);
            known.step(200);
            double[] expected = state(known);
            double[] found = state(own);
            for (int n = 0; n < found.length; n++) {
                assertThat(found[n]).isCloseTo(expected[n], within(1e-4));
            }
            assertThat(found).isNotEqualTo(expected);
            assertThat(own.warnings()).noneMatch(sentence -> sentence.contains("second moment"));
        }
    }

    @Test
    void an_equilibrium_that_loses_mass_or_momentum_is_refused() {
        requireRefused(box(secondOrder(8)).build(), "model.equilibrium: expression on D2Q9 is wrong: for density ");
        var still = expressed("at rest", at -> at.of("w").times(at.of("rho")));
        requireRefused(box(still).build(), "momentum along x 0 instead of ");
    }

    @Test
    void another_pressure_is_told() {
        var soft = expressed(
                "soft",
                at -> at.of("w")
                        .times(at.of("rho"))
                        .times(at.number(1, 1).plus(at.number(3, 1).times(at.of("cu")))));
        try (Simulation flow = open(box(soft).build())) {
            assertThat(flow.warnings()).anyMatch(sentence -> sentence.contains("second moment differs"));
        }
    }

    @Test
    void other_collisions_and_deviations_are_refused() {
        requireRefused(box(secondOrder(9)).collision(new Mrt()).build(), "Use collision bgk");
        requireRefused(
                box(secondOrder(9)).precision(Precision.FP32_DEVIATIONS).build(),
                "precision fp32-deviations needs the equilibrium's difference from rest");
    }
}
