package dev.tessera.suites.validation;

import dev.tessera.expr.Rational;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.Collision;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.collision.Smagorinsky;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Case;
import java.io.IOException;
import java.util.List;
import java.util.stream.DoubleStream;

/// Channel flow between half-way walls, driven by a force, of a fluid whose viscosity is `nu + l² |du/dy|` with a
/// mixing length l: Smagorinsky's model with `C = l / spacing`. The shear stress is `rho g (h/2 - y)` by the
/// balance of forces; then `du/dy` is the root of a quadratic equation, and the velocity its integral.
final class LargeEddies implements ValidationSuite {
    private static final String EXACT = "(nu + l² |du/dy|) du/dy = g (h/2 - y)";
    private static final double VISCOSITY = 2e-3;
    private static final double MIXING_LENGTH = 1.0 / 32;
    /// At the wall the eddy viscosity is twice the molecular one.
    private static final double ACCELERATION = 12 * VISCOSITY * VISCOSITY / (MIXING_LENGTH * MIXING_LENGTH);

    private static final double WALL_STRESS = ACCELERATION / 2;

    @Override
    public String key() {
        return "large-eddies";
    }

    @Override
    public String title() {
        return "channel flow with the eddy viscosity of Smagorinsky's model, exact solution";
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        return Collisions.on(Lattices.D2Q9).stream()
                .map(base -> new ValidationCase("D2Q9 " + base.key(), laboratory -> rows(laboratory, base)))
                .toList();
    }

    /// Relative errors: L2 of velocity, L2 of the shear stress in the fluid, largest of the wall shear stress.
    private record Errors(double velocity, double stress, double wall) {}

    private List<ValidationRow> rows(Laboratory laboratory, Collision base) throws IOException {
        Errors coarse = errors(laboratory, base, 16);
        Errors fine = errors(laboratory, base, 32);
        String setup = "D2Q9 %s, 32 nodes".formatted(base.key());
        return List.of(
                ValidationRow.error(key(), setup, "relative L2 error of velocity", fine.velocity(), EXACT, 4e-3),
                ValidationRow.atLeast(
                        key(),
                        "D2Q9 %s, 16 to 32 nodes".formatted(base.key()),
                        "order of convergence",
                        Math.log(coarse.velocity() / fine.velocity()) / Math.log(2),
                        1.8,
                        EXACT),
                ValidationRow.error(key(), setup, "relative L2 error of shear stress", fine.stress(), EXACT, 1e-6),
                ValidationRow.error(key(), setup, "largest error of wall shear stress", fine.wall(), EXACT, 1e-6));
    }

    private static Errors errors(Laboratory laboratory, Collision base, int nodes) throws IOException {
        double dx = 1.0 / nodes;
        Domain channel = Domain.of2d(4 * dx, 1, Side.periodic(), Side.periodic(), Side.wall("wall"), Side.wall("wall"));
        Case theCase = Case.named("large-eddies")
                .geometry(ShapeSource.in(channel))
                .spacingM(dx)
                .fluid(1, VISCOSITY)
                .lattice(Lattices.D2Q9)
                .equilibrium(Equilibria.usual(base))
                .collision(new Smagorinsky(base, Rational.exactly(MIXING_LENGTH * nodes)))
                .accelerationMPerS2(ACCELERATION, 0, 0)
                .timeStepS(dx * dx)
                .atMostS(400)
                .build();
        return laboratory.solve(theCase, solution -> {
            double[] u = solution.snapshot().velocityMPerS()[0];
            double[] stress = solution.snapshot().stressPa()[3];
            double[] wall = solution.snapshot().wallShearStress().magnitudePa();
            var map = solution.simulation().nodes();
            double[] velocities = new double[nodes];
            double[] stresses = new double[nodes];
            double[] exactVelocities = new double[nodes];
            double[] exactStresses = new double[nodes];
            for (int y = 0; y < nodes; y++) {
                int node = (int) map.fluid().number(map.box().index(0, y, 0));
                velocities[y] = u[node];
                stresses[y] = stress[node];
                exactStresses[y] = ACCELERATION * (0.5 - (y + 0.5) * dx);
                exactVelocities[y] = velocity(exactStresses[y]);
            }
            return new Errors(
                    RelativeError.l2(velocities, exactVelocities),
                    RelativeError.l2(stresses, exactStresses),
                    DoubleStream.of(wall)
                            .map(value -> Math.abs(value - WALL_STRESS) / WALL_STRESS)
                            .max()
                            .orElseThrow());
        });
    }

    /// The exact velocity where the kinematic shear stress has a value.
    private static double velocity(double stress) {
        return (integral(WALL_STRESS) - integral(Math.abs(stress))) / ACCELERATION;
    }

    /// The shear rate as a function of the kinematic stress, integrated from 0.
    private static double integral(double stress) {
        double square = MIXING_LENGTH * MIXING_LENGTH;
        double root = VISCOSITY * VISCOSITY + 4 * square * stress;
        return (Math.pow(root, 1.5) - Math.pow(VISCOSITY, 3)) / (12 * square * square)
                - VISCOSITY * stress / (2 * square);
    }
}
