package dev.tessera.suites.validation;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.collision.Smagorinsky;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Case;
import dev.tessera.solver.RunFailure;
import dev.tessera.solver.Value;
import dev.tessera.solver.boundary.MovingWall;
import dev.tessera.units.StableGridReynolds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Stability limits of collisions: the largest grid Reynolds number of a series at which a lid-driven cavity, lid
/// speed 0.1 nodes per step, is stable for 20 turnovers. The table by which cases are refused must not contain
/// larger values. The default run checks the table's values, each collision's with its usual equilibrium; the full one
/// computes the series of all. A collision without a limit in the table must be stable at the largest number of the
/// series.
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
    public List<ValidationCase> cases(boolean full) {
        List<ValidationCase> cases = new ArrayList<>();
        StableGridReynolds table = StableGridReynolds.standard();
        for (Equilibrium equilibrium : Equilibria.idealGases()) {
            for (VelocitySet lattice : Lattices.all()) {
                for (Collision collision :
                        full ? collisions(lattice, equilibrium) : usualCollisions(lattice, equilibrium)) {
                    var sample = new Sample(lattice, equilibrium, collision);
                    cases.add(new ValidationCase(
                            sample.toString(), laboratory -> List.of(row(laboratory, table, sample))));
                }
            }
        }
        return cases;
    }

    /// The catalogue, without and with the Smagorinsky model.
    private static List<Collision> collisions(VelocitySet lattice, Equilibrium equilibrium) {
        List<Collision> collisions = new ArrayList<>(Collisions.on(lattice, equilibrium));
        Collisions.ofGivenViscosity().forEach(base -> collisions.add(new Smagorinsky(base, Smagorinsky.USUAL)));
        collisions.removeIf(collision -> collision.unsupported(lattice).isPresent());
        return collisions;
    }

    /// Those that the equilibrium is the usual one of, the Smagorinsky model with BGK only.
    private static List<Collision> usualCollisions(VelocitySet lattice, Equilibrium equilibrium) {
        var bgkOnly = new Smagorinsky(new Bgk(), Smagorinsky.USUAL);
        return collisions(lattice, equilibrium).stream()
                .filter(collision -> !(collision instanceof Smagorinsky) || collision.equals(bgkOnly))
                .filter(collision -> Equilibria.usual(collision).equals(equilibrium))
                .toList();
    }

    private record Sample(VelocitySet lattice, Equilibrium equilibrium, Collision collision) {
        int nodes() {
            return lattice.dimensions() == 2 ? 48 : 20;
        }

        @Override
        public String toString() {
            return "%s %s, %s, %d nodes per side"
                    .formatted(lattice.name(), collision.key(), equilibrium.key(), nodes());
        }
    }

    private ValidationRow row(Laboratory laboratory, StableGridReynolds table, Sample sample) throws IOException {
        double limit = table.maximum(
                        sample.collision().key(),
                        sample.lattice().name(),
                        sample.equilibrium().key())
                .orElse(Double.POSITIVE_INFINITY);
        double promised = Math.min(limit, LADDER[LADDER.length - 1]);
        double measured =
                laboratory.full() ? largest(laboratory, sample) : survives(laboratory, sample, promised) ? promised : 0;
        return ValidationRow.atLeast(
                key(),
                sample.toString(),
                laboratory.full()
                        ? "largest stable grid Reynolds number of the series"
                        : "grid Reynolds number of the table, 0 if diverged",
                measured,
                promised,
                "stable-grid-reynolds.csv");
    }

    private static double largest(Laboratory laboratory, Sample sample) throws IOException {
        double survived = 0;
        for (double gridReynolds : LADDER) {
            if (!survives(laboratory, sample, gridReynolds)) {
                return survived;
            }
            survived = gridReynolds;
        }
        return survived;
    }

    private static boolean survives(Laboratory laboratory, Sample sample, double gridReynolds) throws IOException {
        try {
            laboratory.solve(cavity(sample, gridReynolds), solution -> solution);
            return true;
        } catch (RunFailure diverged) {
            return false;
        }
    }

    private static Case cavity(Sample sample, double gridReynolds) {
        Side wall = Side.wall("wall");
        boolean flat = sample.lattice().dimensions() == 2;
        Side z = flat ? Side.periodic() : wall;
        Domain box = Domain.of(new Vec(1, 1, flat ? 0 : 1), wall, wall, wall, Side.wall("lid"), z, z);
        double dx = 1.0 / sample.nodes();
        return Case.named("stability")
                .geometry(ShapeSource.in(box))
                .spacingM(dx)
                .fluid(1, dx / gridReynolds)
                .lattice(sample.lattice())
                .equilibrium(sample.equilibrium())
                .collision(sample.collision())
                .boundary("lid", new MovingWall(List.of(Value.of(1), Value.ZERO, Value.ZERO)))
                .referenceVelocityMPerS(1e-3) // so that the table does not refuse the case
                .referenceLengthM(1)
                .timeStepS(LID * dx)
                .atMostS(TURNOVERS)
                .build();
    }
}
