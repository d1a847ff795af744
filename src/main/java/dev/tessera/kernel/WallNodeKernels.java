package dev.tessera.kernel;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.pass.Pass;
import dev.tessera.kernel.pass.PassRunner;
import dev.tessera.kernel.pass.Passes;
import dev.tessera.model.Components;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/// Steps of nodes in walls whose populations are stored like those of the fluid, for a plan of deviations
/// ([Precision#storesDeviations]). They do not collide. Only passes that keep bits run on them.
public final class WallNodeKernels {
    /// The field of a moving wall's density.
    public static final String DENSITY = "density";

    private WallNodeKernels() {}

    /// Full-way bounce-back: every population is sent back where it came from.
    ///
    /// Source: Krüger et al., The Lattice Boltzmann Method (2017), 5.3.3.
    public static Kernel reversing(VelocitySet lattice) {
        Nodes nodes = new Nodes(lattice);
        return nodes.kernel("full-way", i -> nodes.arrived.get(lattice.opposite(i)));
    }

    /// Full-way bounce-back at a moving wall: every population is sent back with the momentum of the wall,
    /// `f_i = f_ī + 2 rho w_i c_i·u / c_s²`, rounded in the order of Palabos' `VelocityBounceBack`. Its fields are
    /// `density` and `velocity-x` …
    ///
    /// Source: Ladd, J. Fluid Mech. 271, 285 (1994).
    /// @param order of the axes in which `c_i·u` is summed
    public static Kernel reversingOfMovingWall(VelocitySet lattice, int[] order) {
        Nodes nodes = new Nodes(lattice);
        Expr density = nodes.load(DENSITY);
        List<Expr> velocity = new ArrayList<>();
        for (int axis = 0; axis < lattice.dimensions(); axis++) {
            velocity.add(nodes.load(Components.of("velocity", axis)));
        }
        ExprGraph graph = nodes.graph;
        return nodes.kernel("full-way-moving", i -> {
            Expr along = graph.constant(0);
            for (int axis : order) {
                along = signedSum(along, lattice.velocity(i).along(axis), velocity.get(axis));
            }
            Expr pushed = graph.constant(2)
                    .times(density)
                    .times(graph.constant(lattice.weight(i)))
                    .times(graph.constant(Rational.ONE.over(lattice.speedOfSoundSquared())))
                    .times(along);
            return nodes.arrived.get(lattice.opposite(i)).plus(pushed);
        });
    }

    private static Expr signedSum(Expr sum, int sign, Expr term) {
        return sign == 0 ? sum : sign > 0 ? sum.plus(term) : sum.minus(term);
    }

    /// Populations pass unchanged.
    public static Kernel passing(VelocitySet lattice) {
        Nodes nodes = new Nodes(lattice);
        return nodes.kernel("passing", nodes.arrived::get);
    }

    private static final class Nodes {
        private final VelocitySet lattice;
        private final ExprGraph graph = new ExprGraph();
        private final List<Statement> statements = new ArrayList<>();
        private final List<Expr> arrived = new ArrayList<>();

        Nodes(VelocitySet lattice) {
            this.lattice = lattice;
            for (int i = 0; i < lattice.size(); i++) {
                Expr symbol = graph.symbol(lattice.populationName(i));
                statements.add(new Statement.Load(symbol, new Source.PopulationIn(i)));
                arrived.add(symbol);
            }
        }

        Expr load(String field) {
            Expr symbol = graph.symbol(field.replace('-', '_'));
            statements.add(new Statement.Load(symbol, new Source.FieldIn(field)));
            return symbol;
        }

        Kernel kernel(String name, IntFunction<Expr> outgoing) {
            for (int i = 0; i < lattice.size(); i++) {
                statements.add(new Statement.Store(new Sink.PopulationOut(i), outgoing.apply(i)));
            }
            List<Pass> exact = Passes.all().stream().filter(Pass::keepsBits).toList();
            Kernel kernel = new Kernel(
                    name, List.of(KernelArray.populations(Kernel.FLUID, lattice)), graph, true, List.of(), statements);
            return new PassRunner(exact, () -> 0, false, report -> {}).run(kernel);
        }
    }
}
