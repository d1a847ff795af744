package dev.tessera.model.boundary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.Demand.Plane;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Symmetry sides, also called free slip. That a part of a flow equals the whole is in `SymmetrySideTest`.
final class MirroredTest extends BoundaryRuleKit {
    @Override
    Role role() {
        return Role.MIRROR;
    }

    @Override
    BoundaryRule rule(Plane plane) {
        return Mirrored.in(new BoxSide(plane.axis(), plane.inward()));
    }

    @Override
    Expr field(Demand demand, String name) {
        throw new IllegalStateException("the rule has no fields");
    }

    /// No mass and no momentum along the side passes it.
    @Override
    List<Guarantee> guarantees(Demand demand, Completed node) {
        VelocitySet lattice = demand.lattice();
        int axis = demand.plane().axis();
        List<Guarantee> guarantees = new ArrayList<>();
        for (int other = 0; other < lattice.dimensions(); other++) {
            Expr across = demand.zero();
            for (int i = 0; i < lattice.size(); i++) {
                long c = (long) lattice.velocity(i).along(axis)
                        * (other == axis ? 1 : lattice.velocity(i).along(other));
                across = across.plus(
                        demand.graph().constant(c).times(node.completed().get(i)));
            }
            guarantees.add(new Guarantee(
                    other == axis ? "mass across" : "momentum along " + other + " across", across, demand.zero()));
        }
        return guarantees;
    }

    @Override
    double offset() {
        return 0;
    }

    @Test
    void a_direction_is_mirrored_in_every_side_that_it_crosses() {
        var graph = new ExprGraph();
        VelocitySet lattice = Lattices.D3Q27;
        var model = new FluidModel(lattice, new Incompressible(), new Bgk(), BodyForce.NONE);
        List<Expr> raw = IntStream.range(0, lattice.size())
                .mapToObj(i -> graph.symbol(lattice.velocity(i).letters()))
                .toList();
        List<Expr> completed = Mirrored.in(new BoxSide(0, 1), new BoxSide(2, -1))
                .complete(new BoundaryRule.Input(graph, model, graph::symbol), raw);
        List<String> images = completed.stream().map(Expr::toString).toList();
        for (int i = 0; i < lattice.size(); i++) {
            String own = lattice.velocity(i).letters();
            String image = own.replaceFirst("^p", "m").replaceFirst("m$", "p");
            assertThat(images.get(i)).as(own).isEqualTo(image);
        }
    }

    /// A half of what moves along a side is inside, of what comes over it nothing, of the rest all.
    @Test
    void a_population_belongs_to_the_fluid_in_part() {
        Mirrored corner = Mirrored.in(new BoxSide(0, 1), new BoxSide(1, 1));
        VelocitySet lattice = Lattices.D2Q9;
        Rational sum = IntStream.range(0, lattice.size())
                .mapToObj(i -> corner.share(lattice.velocity(i)))
                .reduce(Rational.ZERO, Rational::plus);
        assertThat(corner.share(lattice.velocity(0))).isEqualTo(Rational.of(1, 4));
        assertThat(sum).isEqualTo(Rational.of(9, 4));
    }

    @Test
    void two_sides_of_one_axis_are_refused() {
        assertThatThrownBy(() -> Mirrored.in(new BoxSide(1, 1), new BoxSide(1, -1)))
                .hasMessageContaining("some of different axes");
        assertThatThrownBy(Mirrored::in).hasMessageContaining("needs one side");
    }
}
