package dev.tessera.solver;

import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Surface;
import dev.tessera.model.Collision;
import dev.tessera.model.LocalRates;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.units.QuantityText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Warnings about walls at their distances.
final class WallChecks {
    private WallChecks() {}

    /// Sentences with a remedy.
    static List<String> warnings(Case theCase, NodeMap nodes, double viscosityLattice) {
        WallScheme walls = theCase.model().walls();
        List<String> warnings = new ArrayList<>();
        if (walls == WallScheme.HALF_WAY) {
            return warnings;
        }
        boolean hasWalls = nodes.surfaces().stream().anyMatch(surface -> surface.kind() == Surface.Kind.WALL);
        if (hasWalls && !nodes.links().hasDistances()) {
            warnings.add(("model.walls: %s needs the distances of walls, and this geometry has none, like images: its"
                            + " walls are half-way. Remove the key.")
                    .formatted(walls.key()));
            return warnings;
        }
        double magic = magic(theCase.model(), viscosityLattice);
        boolean isTied = Math.abs(magic(theCase.model(), 2 * viscosityLattice) - magic) > 1e-9 * magic;
        if (isTied && walls != WallScheme.BOUZIDI && walls != WallScheme.BOUZIDI_QUADRATIC) {
            warnings.add(("model.walls: with collision %s the place of walls depends on the relaxation time: its magic"
                            + " parameter is %s here. Use collision: trt, whose walls stay where they are, or"
                            + " model.walls: bouzidi.")
                    .formatted(theCase.model().collision().key(), QuantityText.about(magic)));
        }
        return warnings;
    }

    /// `(1/omega - 1/2) (1/omega_odd - 1/2)` of a fluid at rest.
    private static double magic(Case.Model model, double viscosityLattice) {
        VelocitySet lattice = model.lattice();
        Collision collision = model.collision();
        var values = collision.rates(lattice, viscosityLattice);
        ExprGraph graph = new ExprGraph();
        Expr one = graph.constant(1);
        List<Expr> noVelocity = Collections.nCopies(lattice.dimensions(), graph.constant(0));
        Moments rest = new Moments(one, noVelocity);
        LocalRates rates = collision.localRates(new Collision.Input(
                graph,
                lattice,
                model.equilibrium(),
                model.equilibrium().populations(graph, lattice, rest),
                rest,
                List.of(),
                graph::symbol));
        double even = Evaluator.evaluate(rates.shear(), values::get);
        double odd = Evaluator.evaluate(rates.odd(), values::get);
        return (1 / even - 0.5) * (1 / odd - 0.5);
    }
}
