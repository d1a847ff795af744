package dev.tessera.model.collision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.Expr;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class CentralMomentsTest extends ProductLatticeKit {
    @Override
    Collision collision() {
        return new CentralMoments();
    }

    @ParameterizedTest
    @MethodSource("models")
    void higher_central_moments_are_those_of_a_maxwell_distribution(VelocitySet lattice, Equilibrium equilibrium) {
        if (!(equilibrium instanceof QuasiCompressible)) {
            return; // about the velocity of a fluid whose pressure is at rest
        }
        var node = new TestNode(lattice, equilibrium, false);
        List<Expr> after = node.collide(collision());
        Expr density = node.density(node.populations);
        for (Monomial moment : higher(lattice)) {
            boolean even = CentralClosure.axes(moment, 1).isEmpty();
            long thirds = (long) Math.pow(3, CentralClosure.axes(moment, 2).size());
            node.assertSame(
                    central(node, after, moment),
                    even ? node.graph.constant(1, thirds).times(density) : node.graph.constant(0));
        }
    }

    @Test
    void lattices_without_all_directions_are_refused() {
        assertThat(collision().unsupported(Lattices.D3Q19).orElseThrow())
                .isEqualTo(
                        "collision central-moments needs a lattice with all velocities of components -1, 0 and 1, but"
                                + " D3Q19 lacks some. Use D3Q27, in 2D D2Q9, or another collision");
        assertThat(collision().unsupported(Lattices.D2Q9)).isEmpty();
    }
}
