package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.LocalRates;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class StressTest {
    static List<Arguments> models() {
        return CollisionKit.models(Lattices.all());
    }

    /// The catalogue, and a fluid whose viscosity varies from node to node.
    private static List<Collision> collisions(VelocitySet lattice) {
        List<Collision> collisions = new ArrayList<>(Collisions.all());
        Collisions.ofGivenViscosity().forEach(base -> collisions.add(new Smagorinsky(base, Smagorinsky.USUAL)));
        collisions.add(new Thickening());
        // What the cumulant collision takes out of the flux for an error of the lattice is no stress: CumulantTest.
        // The flux of entropic equilibria differs in the fourth power of the velocity, and identity tests do not see
        // through the iteration for their rate: ElbmTest.
        collisions.removeIf(collision -> collision.key().startsWith("cumulant")
                || collision.choosesViscosity()
                || collision.unsupported(lattice).isPresent());
        return collisions;
    }

    private static Expr[][] stress(Collision collision, CollisionKit.TestNode node) {
        return Stress.deviatoric(collision, node.input());
    }

    @ParameterizedTest
    @MethodSource("models")
    void stress_has_no_trace_and_is_symmetric(VelocitySet lattice, Equilibrium equilibrium) {
        var node = new CollisionKit.TestNode(lattice, equilibrium, true);
        Expr[][] stress = stress(new Thickening(), node);
        Expr trace = node.graph.constant(0);
        for (int a = 0; a < lattice.dimensions(); a++) {
            trace = trace.plus(stress[a][a]);
            for (int b = 0; b < lattice.dimensions(); b++) {
                node.assertSame(stress[a][b], stress[b][a]);
            }
        }
        node.assertSame(trace, node.graph.constant(0));
    }

    /// Apart from the trace, half of the momentum is carried by incoming and half by outgoing populations: the
    /// mean of the non-equilibrium momentum flux before and after the collision is minus the viscous stress.
    @ParameterizedTest
    @MethodSource("models")
    void stress_is_the_mean_flux_of_momentum_before_and_after_every_collision(
            VelocitySet lattice, Equilibrium equilibrium) {
        var node = new CollisionKit.TestNode(lattice, equilibrium, true);
        Expr half = node.graph.constant(1, 2);
        Expr[][] before = node.deviator(node.populations);
        Expr[][] equal = node.deviator(equilibrium.populations(node.graph, lattice, node.moments()));
        for (Collision collision : collisions(lattice)) {
            Expr[][] stress = stress(collision, node);
            Expr[][] after = node.deviator(node.collide(collision));
            for (int a = 0; a < lattice.dimensions(); a++) {
                for (int b = 0; b < lattice.dimensions(); b++) {
                    Expr mean = half.times(before[a][b].plus(after[a][b])).minus(equal[a][b]);
                    node.assertSame(stress[a][b], mean.negated());
                }
            }
        }
    }

    /// BGK at a rate that depends on the node's density.
    private record Thickening() implements Collision {
        @Override
        public String key() {
            return "thickening";
        }

        @Override
        public SequencedMap<String, Double> rates(VelocitySet lattice, double viscosityLattice) {
            return new Bgk().rates(lattice, viscosityLattice);
        }

        @Override
        public LocalRates localRates(Input input) {
            Expr omega = input.rate().apply(ShearRate.NAME);
            Expr local = omega.over(
                    input.graph().constant(1).plus(input.moments().density().squared()));
            return LocalRates.of(local, local);
        }

        @Override
        public List<Expr> relax(Input input) {
            Expr local = localRates(input).odd();
            return new Bgk()
                    .relax(new Input(
                            input.graph(),
                            input.lattice(),
                            input.equilibrium(),
                            input.populations(),
                            input.moments(),
                            input.force(),
                            name -> local));
        }
    }
}
