package dev.tessera.model.boundary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Identity;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.BoundaryRule.FieldSpec;
import dev.tessera.model.Collision;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.Given;
import dev.tessera.model.Given.LinkFunction;
import dev.tessera.model.LinkRule;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LinkNodeTest {
    private static final VelocitySet LATTICE = Lattices.D2Q9;
    private static final FluidModel MODEL = new FluidModel(LATTICE, new Incompressible(), new Bgk(), BodyForce.NONE);

    /// Bounce-back that is completed after the collision: it adds a part of the difference between the stored
    /// populations of two steps, as interpolating walls do.
    private record Blended(String key, boolean isNeutral) implements LinkRule {
        @Override
        public int order() {
            return 1;
        }

        @Override
        public List<FieldSpec> coefficients() {
            return List.of(
                    new FieldSpec("part", new Given.OfLink(LinkFunction.ONE)),
                    new FieldSpec("added", new Given.Motion(LinkFunction.ONE)));
        }

        @Override
        public Expr complete(Link link, List<Expr> raw) {
            return raw.get(link.incoming()).plus(link.coefficient().apply("added"));
        }

        @Override
        public Expr send(Link link, Collision.Input node, List<Expr> relaxed) {
            Expr before = node.populations().get(link.outgoing());
            Expr after = relaxed.get(link.outgoing());
            return after.plus(link.coefficient().apply("part").times(before.minus(after)));
        }
    }

    private static List<Expr> raw(ExprGraph graph) {
        return IntStream.range(0, LATTICE.size())
                .mapToObj(i -> graph.symbol("f" + i))
                .toList();
    }

    @Test
    void each_link_follows_its_own_rule() {
        var graph = new ExprGraph();
        List<Expr> raw = raw(graph);
        LinkNode both = LinkNode.of(new LinkPressure(false), new LinkVelocity());
        LinkNode pressure = LinkNode.of(new LinkPressure(false));
        var input = new BoundaryRule.Input(graph, MODEL, graph::symbol);
        List<Expr> completed = both.complete(input, raw);
        List<Expr> alone = pressure.complete(input, raw);
        for (int i = 1; i < LATTICE.size(); i++) {
            String letters = LATTICE.velocity(i).letters();
            Expr toPressure = completed.get(i);
            Expr fromPressure = alone.get(i);
            for (int kind = 0; kind <= 2; kind++) {
                int here = kind;
                double given = Evaluator.evaluate(
                        toPressure, name -> name.equals("kind-" + letters) ? here : 0.1 + 0.01 * name.length());
                double expected = kind == both.kind(new LinkPressure(false))
                        ? Evaluator.evaluate(
                                fromPressure,
                                name -> name.equals("kind-" + letters)
                                        ? pressure.kind(new LinkPressure(false))
                                        : 0.1 + 0.01 * name.length())
                        : 0.12 + 0.1 + 0.01 * ("value-" + letters).length();
                assertThat(given).as("kind %d of %s", kind, letters).isCloseTo(expected, within(1e-16));
            }
        }
    }

    /// Nodes of one side of a box have links over it in a few directions alone.
    @Test
    void other_directions_than_those_with_links_have_no_fields_and_no_equations() {
        var graph = new ExprGraph();
        List<Expr> raw = raw(graph);
        LinkNode any = LinkNode.of(new LinkPressure(false), new LinkVelocity());
        Velocity one = LATTICE.velocity(3);
        LinkNode narrow = any.in(List.of(one));
        var input = new BoundaryRule.Input(graph, MODEL, graph::symbol);
        List<Expr> completed = narrow.complete(input, raw);
        for (int i = 0; i < LATTICE.size(); i++) {
            boolean isOne = LATTICE.velocity(i).equals(one);
            assertThat(completed.get(i))
                    .isEqualTo(isOne ? any.complete(input, raw).get(i) : raw.get(i));
        }
        assertThat(names(narrow)).contains("kind-" + one.letters(), "value-" + one.letters());
        assertThat(names(any))
                .hasSize(names(narrow).size() + 2 * (LATTICE.size() - 2))
                .containsAll(names(narrow));
    }

    private static List<String> names(LinkNode node) {
        return node.fields(LATTICE).stream().map(BoundaryRule.FieldSpec::name).toList();
    }

    @Test
    void a_single_neutral_rule_needs_no_selection() {
        assertThat(LinkNode.of(new LinkVelocity()).selects(Lattices.D2Q9.velocity(1)))
                .isFalse();
        assertThat(LinkNode.of(new LinkPressure(true)).selects(Lattices.D2Q9.velocity(1)))
                .isTrue();
        assertThat(LinkNode.of(new LinkPressure(true), new LinkVelocity()).rules())
                .containsExactly(new LinkVelocity(), new LinkPressure(true));
    }

    @Test
    void neutral_rules_without_coefficients_are_bounce_back() {
        for (LinkRule rule : List.of(new LinkVelocity(), new Blended("blended", true))) {
            var graph = new ExprGraph();
            List<Expr> raw = raw(graph);
            LinkNode node = LinkNode.of(rule);
            var input = new BoundaryRule.Input(graph, MODEL, name -> graph.constant(0));
            var before = MODEL.equilibrium().moments(graph, LATTICE, raw, List.of());
            var collision =
                    new Collision.Input(graph, LATTICE, MODEL.equilibrium(), raw, before, List.of(), graph::symbol);
            List<Expr> after = MODEL.collision().relax(collision);
            List<Expr> completed = node.complete(input, raw);
            List<Expr> outgoing = node.send(input, collision, after);
            for (int i = 0; i < raw.size(); i++) {
                assertThat(Identity.of(completed.get(i), raw.get(i)).holds()).isTrue();
                assertThat(Identity.of(outgoing.get(i), after.get(i)).holds()).isTrue();
            }
        }
    }

    /// With the whole difference a wall node keeps its population of the step before; the field names of both
    /// coefficients are those of the class.
    @Test
    void the_equation_after_collision_decides_what_the_link_stores() {
        var graph = new ExprGraph();
        List<Expr> raw = raw(graph);
        LinkNode node = LinkNode.of(new Blended("blended", true));
        var input = new BoundaryRule.Input(
                graph, MODEL, name -> name.startsWith("value-") ? graph.constant(1) : graph.constant(0));
        var moments = MODEL.equilibrium().moments(graph, LATTICE, raw, List.of());
        var collision =
                new Collision.Input(graph, LATTICE, MODEL.equilibrium(), raw, moments, List.of(), graph::symbol);
        List<Expr> after = MODEL.collision().relax(collision);
        List<Expr> outgoing = node.send(input, collision, after);
        assertThat(outgoing.getFirst()).isSameAs(after.getFirst());
        for (int i = 1; i < raw.size(); i++) {
            assertThat(Identity.of(outgoing.get(i), raw.get(i)).holds()).isTrue();
        }
        assertThat(node.fields(LATTICE))
                .extracting(FieldSpec::name)
                .startsWith("value-pzz", "value2-pzz")
                .hasSize(16);
    }

    @Test
    void rules_that_share_a_link_share_its_storage() {
        LinkNode node = LinkNode.of(new Blended("one", false), new Blended("two", false), new LinkVelocity());
        assertThat(node.fields(LATTICE)).hasSize(3 * 8);
        assertThat(node.key()).isEqualTo("links-velocity-one-two");
        assertThat(List.of(node.kind(new LinkVelocity()), node.kind(new Blended("two", false))))
                .containsExactly(1, 3);
    }

    @Test
    void a_node_without_rules_is_refused() {
        assertThatThrownBy(() -> LinkNode.of()).hasMessage("a node without link rules belongs to the bulk");
    }
}
