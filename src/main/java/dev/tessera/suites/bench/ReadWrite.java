package dev.tessera.suites.bench;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;

/// A kernel that reads every population and writes it back: what storage and memory allow.
final class ReadWrite {
    private ReadWrite() {}

    static Kernel kernel(VelocitySet lattice) {
        ExprGraph graph = new ExprGraph();
        List<Statement> statements = new ArrayList<>();
        List<Expr> symbols = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            Expr symbol = graph.symbol(lattice.populationName(i));
            symbols.add(symbol);
            statements.add(new Statement.Load(symbol, new Source.PopulationIn(i)));
        }
        for (int i = 0; i < lattice.size(); i++) {
            statements.add(new Statement.Store(new Sink.PopulationOut(i), symbols.get(i)));
        }
        return new Kernel("read-write", lattice, graph, List.of(), statements);
    }
}
