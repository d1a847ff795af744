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

/// Kernels that read every population and write it back, to measure the limits of storage and memory.
final class ReadWrite {
    private ReadWrite() {}

    /// Like [#kernel], with every value multiplied by a parameter `scale`: a compiler would otherwise remove
    /// writes of unchanged values.
    static Kernel scaling(VelocitySet lattice) {
        ExprGraph graph = new ExprGraph();
        Expr scale = graph.symbol("scale");
        List<Statement> statements = new ArrayList<>();
        List<Statement> stores = new ArrayList<>();
        statements.add(new Statement.Load(scale, new Source.Parameter("scale")));
        for (int i = 0; i < lattice.size(); i++) {
            Expr symbol = graph.symbol(lattice.populationName(i));
            statements.add(new Statement.Load(symbol, new Source.PopulationIn(i)));
            stores.add(new Statement.Store(new Sink.PopulationOut(i), symbol.times(scale)));
        }
        statements.addAll(stores);
        return new Kernel("read-write", lattice, graph, List.of("scale"), statements);
    }

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

    /// Reads every population and writes none: the observation that belongs to the kernels above.
    static Kernel reading(VelocitySet lattice) {
        ExprGraph graph = new ExprGraph();
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            statements.add(new Statement.Load(graph.symbol(lattice.populationName(i)), new Source.PopulationIn(i)));
        }
        return new Kernel("read", lattice, graph, List.of(), statements);
    }
}
