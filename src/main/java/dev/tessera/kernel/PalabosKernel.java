package dev.tessera.kernel;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.pass.Pass;
import dev.tessera.kernel.pass.PassRunner;
import dev.tessera.kernel.pass.Passes;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.PalabosBgk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The step of [PalabosBgk] as a kernel of a plan of deviations ([Precision#storesDeviations]). Only passes that keep
/// bits run on it.
public final class PalabosKernel {
    private PalabosKernel() {}

    /// @param lattice with the velocities of D3Q19
    /// @param directions the lattice's direction of each of Palabos' directions, shape `[19]`
    public static Kernel step(VelocitySet lattice, int[] directions) {
        ExprGraph graph = new ExprGraph();
        List<Statement> statements = new ArrayList<>();
        Expr omega = graph.symbol(PalabosBgk.RATE);
        statements.add(new Statement.Load(omega, new Source.Parameter(PalabosBgk.RATE)));
        for (int i = 0; i < lattice.size(); i++) {
            statements.add(new Statement.Load(graph.symbol(lattice.populationName(i)), new Source.PopulationIn(i)));
        }
        List<Expr> deviations = Arrays.stream(directions)
                .mapToObj(i -> graph.symbol(lattice.populationName(i)))
                .toList();
        List<Expr> relaxed = PalabosBgk.relax(graph, deviations, omega);
        for (int i = 0; i < directions.length; i++) {
            statements.add(new Statement.Store(new Sink.PopulationOut(directions[i]), relaxed.get(i)));
        }
        List<Pass> exact = Passes.all().stream().filter(Pass::keepsBits).toList();
        Kernel kernel = new Kernel(
                "palabos-bgk",
                List.of(KernelArray.populations(Kernel.FLUID, lattice)),
                graph,
                true,
                List.of(PalabosBgk.RATE),
                statements);
        return new PassRunner(exact, () -> 0, false, report -> {}).run(kernel);
    }
}
