package dev.tessera.suites.validation;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.Collision;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.Case;
import dev.tessera.solver.RunFailure;
import dev.tessera.solver.Value;
import dev.tessera.units.StableGridReynolds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// How large a grid Reynolds number each collision bears in a lid-driven cavity whose lid moves 0.1 nodes a
/// step: the largest of
/// a ladder that survives 20 turnovers. The table by which cases are refused must not promise more.
final class Stability implements ValidationSuite {
    private static final double[] LADDER = {2, 5, 7, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500};
    private static final double LID = 0.1;
    private static final double TURNOVERS = 20;

    @Override
    public String key() {
        return "stability";
    }

    @Override
    public String title() {
        return "largest stable grid Reynolds numbers, lid-driven cavity";
    }

    @Override
    public List<ValidationRow> run(Laboratory laboratory) throws IOException {
        List<ValidationRow> rows = new ArrayList<>();
        StableGridReynolds table = StableGridReynolds.standard();
        for (VelocitySet lattice : Lattices.all()) {
            int nodes = lattice.dimensions() == 2 ? 48 : 20;
            for (Collision collision : Collisions.all()) {
                double measured = largest(laboratory, lattice, collision, nodes);
                double promised = table.maximum(collision.key(), lattice.name(), new Incompressible().key())
                        .orElse(Double.POSITIVE_INFINITY);
                rows.add(ValidationRow.atLeast(
                        key(),
                        "%s %s, %d nodes a side".formatted(lattice.name(), collision.key(), nodes),
                        "largest stable grid Reynolds number of the ladder",
                        measured,
                        promised,
                        "stable-grid-reynolds.csv"));
            }
        }
        return rows;
    }

    private static double largest(Laboratory laboratory, VelocitySet lattice, Collision collision, int nodes)
            throws IOException {
        double survived = 0;
        for (double gridReynolds : LADDER) {
            try {
                laboratory.solve(cavity(lattice, collision, nodes, gridReynolds), solution -> solution);
                survived = gridReynolds;
            } catch (RunFailure diverged) {
                return survived;
            }
        }
        return survived;
    }

    private static Case cavity(VelocitySet lattice, Collision collision, int nodes, double gridReynolds) {
        Side wall = Side.wall("wall");
        boolean flat = lattice.dimensions() == 2;
        Side z = flat ? Side.periodic() : wall;
        Domain box = Domain.of(new Vec(1, 1, flat ? 0 : 1), wall, wall, wall, Side.wall("lid"), z, z);
        double dx = 1.0 / nodes;
        return Case.named("stability")
                .geometry(ShapeSource.in(box))
                .spacingM(dx)
                .fluid(1, dx / gridReynolds)
                .lattice(lattice)
                .collision(collision)
                .boundary("lid", new Boundary.MovingWall(List.of(Value.of(1), Value.ZERO, Value.ZERO)))
                .referenceVelocityMPerS(1e-3) // so that the table does not refuse what is to be measured
                .referenceLengthM(1)
                .timeStepS(LID * dx)
                .atMostS(TURNOVERS)
                .build();
    }
}
