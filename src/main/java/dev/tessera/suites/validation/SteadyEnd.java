package dev.tessera.suites.validation;

import dev.tessera.casefile.CaseFile;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.geometry.shape.Sphere;
import dev.tessera.model.collision.Trt;
import dev.tessera.solver.Case;
import dev.tessera.solver.Simulation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Whether runs that stop as steady are within their tolerance of the steady state: each continues to ten times its
/// length, and the change must be below the tolerance. The examples at coarse spacings, a tighter packing of
/// spheres, and arrays of spheres from dense to sparse.
final class SteadyEnd implements ValidationSuite {
    private static final int TIMES = 10;
    private static final String SOURCE = "the same run, ten times as long";

    private final Path examples;

    /// An example at a coarse spacing.
    private record Small(String example, String... changes) {}

    private static final List<Small> SMALL = List.of(
            new Small("aneurysm", "geometry.spacing=0.5 mm", "time.stop={steady: 1e-3, steps: 400000}"),
            new Small("porous-rock", "geometry.spacing=62.5 um", "time.stop={steady: 1e-5, steps: 400000}"),
            new Small(
                    "porous-rock",
                    "geometry.spacing=62.5 um",
                    "geometry.spheres.porosity=0.25",
                    "geometry.spheres.overlap=no-centre-inside",
                    "time.stop={steady: 1e-4, steps: 400000}"),
            new Small("chip", "geometry.spacing=10 um", "time.stop={steady: 1e-4, steps: 400000}"),
            new Small(
                    "cavity-3d",
                    "geometry.spacing=50 mm",
                    "boundaries.lid.velocity=[0.4 m/s, 0 m/s, 0 m/s]",
                    "reference={velocity: 0.4 m/s, length: 1 m}",
                    "time.stop={steady: 1e-4, steps: 400000}"),
            new Small("cylinder-2d", "geometry.spacing=12.5 mm", "time.stop={steady: 1e-3, steps: 400000}"),
            new Small("cavity-2d", "geometry.spacing=31.25 mm", "time.stop={steady: 1e-6, steps: 400000}"));

    /// @param examples the folder of the examples
    SteadyEnd(Path examples) {
        this.examples = examples;
    }

    @Override
    public String key() {
        return "steady-end";
    }

    @Override
    public String title() {
        return "steady runs against runs ten times as long";
    }

    @Override
    public boolean onlyWhenAsked() {
        return true;
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        List<ValidationCase> cases = new ArrayList<>();
        for (Small small : SMALL) {
            List<String> changes = List.of(small.changes()).subList(0, small.changes().length - 1);
            String setup = "%s, %s".formatted(small.example(), String.join(", ", changes));
            cases.add(new ValidationCase(setup, laboratory -> rows(laboratory, setup, read(small))));
        }
        for (double radius : new double[] {0.55, 0.48, 0.375, 0.25, 0.1}) {
            String setup = "spheres of radius %s in a cubic cell of size 1".formatted(radius);
            cases.add(new ValidationCase(setup, laboratory -> rows(laboratory, setup, spheres(16, radius, 1e-5))));
        }
        return cases;
    }

    private Case read(Small small) throws IOException {
        return CaseFile.read(examples.resolve(small.example()).resolve("case.yaml"), List.of(small.changes()))
                .theCase();
    }

    /// A periodic cell with one sphere in its middle.
    static Case spheres(int nodes, double radius, double tolerance) {
        return Case.named("spheres")
                .geometry(ShapeSource.in(Domain.enclosed(new Vec(1, 1, 1), Side.periodic()))
                        .obstacle("sphere", new Sphere(new Vec(0.5, 0.5, 0.5), radius)))
                .spacingM(1.0 / nodes)
                .fluid(1, 1)
                .collision(new Trt())
                .accelerationMPerS2(1e-3, 0, 0)
                .relaxationTime(1)
                .steady(tolerance)
                .atMostSteps(400_000)
                .build();
    }

    /// One row: the relative change of permeability, or of velocity in the L2 norm if no force drives the flow.
    List<ValidationRow> rows(Laboratory laboratory, String setup, Case theCase) throws IOException {
        return laboratory.solve(theCase, solution -> {
            if (!solution.result().converged()) {
                throw new IOException("it ended by %s before the steady state"
                        .formatted(solution.result().stopReason()));
            }
            Simulation simulation = solution.simulation();
            long steps = simulation.steps();
            double[] permeability = permeability(simulation);
            double[][] before = solution.snapshot().velocityMPerS();
            simulation.step((TIMES - 1) * steps);
            boolean isDriven = permeability.length > 0;
            double change = isDriven
                    ? RelativeError.l2(permeability, permeability(simulation))
                    : RelativeError.l2(before, simulation.snapshot().velocityMPerS());
            double tolerance = theCase.time().steady().orElseThrow();
            return List.of(ValidationRow.error(
                    key(),
                    "%s, %d steps".formatted(setup, steps),
                    "change of %s, relative".formatted(isDriven ? "permeability" : "velocity"),
                    change,
                    SOURCE,
                    tolerance));
        });
    }

    /// Permeability; empty without a driving force.
    private static double[] permeability(Simulation simulation) {
        return simulation.observables(false).stream()
                .filter(observable -> observable.name().equals("permeability"))
                .mapToDouble(observable -> observable.value())
                .toArray();
    }
}
