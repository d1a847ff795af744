package dev.tessera.kernel;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.model.KeptMoments;
import java.util.ArrayList;
import java.util.List;

/// The incoming populations of a node from stored moments: that of direction i follows from the moments at
/// `x - c_i`. Across a cut link it follows from the node's own moments with reversed velocity and force, and is the
/// node's own population of the opposite direction after the collision, as with stored populations.
public final class MomentLoads {
    private MomentLoads() {}

    /// @param array its name in the plan
    /// @param statements receives the loads
    /// @return shape `[q]`
    static List<Expr> populations(KeptMoments moments, String array, ExprGraph graph, List<Statement> statements) {
        var lattice = moments.lattice();
        List<Expr> populations = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            int from = lattice.opposite(i);
            List<Expr> values = new ArrayList<>();
            for (KeptMoments.Moment moment : moments.moments()) {
                String name = moment.name().replace('-', '_') + "_at_"
                        + lattice.velocity(from).letters();
                Expr symbol = graph.symbol(name);
                statements.add(new Statement.Load(symbol, new Source.MomentAt(array, moment.name(), from)));
                values.add(symbol);
            }
            populations.add(moments.populations(graph, values).get(i));
        }
        return populations;
    }

    /// A kernel that stores the incoming populations of stored moments: what the host reads.
    public static Kernel kernel(StoredArray.Moments array) {
        ExprGraph graph = new ExprGraph();
        List<Statement> statements = new ArrayList<>();
        List<Expr> populations = populations(array.moments(), array.name(), graph, statements);
        for (int i = 0; i < populations.size(); i++) {
            statements.add(new Statement.Store(new Sink.PopulationOut(array.name(), i), populations.get(i)));
        }
        KernelArray loaded = KernelArray.moments(array.name(), array.lattice());
        return new Kernel(array.name() + "-populations", List.of(loaded), graph, List.of(), statements);
    }
}
