package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.expr.Expr;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.BoundaryRule.FieldSpec;
import dev.tessera.model.Collision;
import dev.tessera.model.Given;
import dev.tessera.model.LinkRule;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundaries;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.BoundaryKey.Written;
import dev.tessera.solver.Case;
import dev.tessera.solver.Observable;
import dev.tessera.solver.Simulation;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/// A boundary of a user's own, in Java, that is not in the catalogue: a wall that absorbs a part of the
/// populations.
final class OwnBoundaryTest {
    private static final double HEIGHT_M = 1;
    private static final int NODES = 10;

    private record AbsorbingWall() implements Boundary {
        @Override
        public Closure closure(Site site) {
            return new Closure.Links(new Absorbing());
        }

        @Override
        public Written written() {
            return Written.nothing();
        }

        @Override
        public String text(Site site) {
            return "absorbing wall";
        }

        @Override
        public boolean holdsOnNodes() {
            return false;
        }
    }

    /// Bounce-back whose stored population is moved, after collision, toward that of a fluid at rest, by a part
    /// that follows from the geometry.
    private record Absorbing() implements LinkRule {
        @Override
        public String key() {
            return "absorbing";
        }

        @Override
        public int order() {
            return 1;
        }

        @Override
        public boolean isNeutral() {
            return true;
        }

        @Override
        public List<FieldSpec> coefficients() {
            return List.of(
                    new FieldSpec("part", new Given.OfLink(link -> link.behind() > 0 ? 0.5 * link.distance() : 0)));
        }

        @Override
        public Expr complete(Link link, List<Expr> raw) {
            return raw.get(link.incoming());
        }

        @Override
        public Expr send(Link link, Collision.Input node, List<Expr> relaxed) {
            Expr sent = relaxed.get(link.outgoing());
            Expr rest = node.graph().constant(link.lattice().weight(link.outgoing()));
            return sent.plus(link.coefficient().apply("part").times(rest.minus(sent)));
        }
    }

    private static Case between(Boundary wall) {
        Side open = Side.periodic();
        Domain domain = Domain.of(
                new Vec(2.0 / NODES, HEIGHT_M, 0), open, open, Side.wall("low"), Side.wall("high"), open, open);
        return Case.named("own")
                .geometry(ShapeSource.in(domain))
                .spacingM(HEIGHT_M / NODES)
                .fluid(1, 0.1)
                .lattice(Lattices.D2Q9)
                .collision(new Trt())
                .accelerationMPerS2(0.01, 0, 0)
                .boundary("low", wall)
                .relaxationTime(0.9)
                .atMostSteps(3000)
                .build();
    }

    private static double flow(Case theCase) {
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Simulation simulation =
                        Simulation.open(theCase, Devices.on(pool).byKey("cpu:jvm"), pool)) {
            simulation.step(3000);
            return simulation.observables(false).stream()
                    .filter(observable -> observable.name().equals("velocity.maximum"))
                    .mapToDouble(Observable::value)
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void a_boundary_outside_the_catalogue_runs_with_its_equation_after_collision() {
        double resting = flow(between(Boundaries.wall()));
        assertThat(resting).isCloseTo(0.01 / 0.1 / 8, within(0.02 * resting));
        // the populations that return oppose the flow less
        assertThat(flow(between(new AbsorbingWall()))).isBetween(1.01 * resting, 1.05 * resting);
    }

    @Test
    void it_has_no_text_in_a_case() {
        assertThatThrownBy(() -> CaseText.of(between(new AbsorbingWall())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no text in a case, since it is not of the catalogue; keep it in Java");
    }
}
