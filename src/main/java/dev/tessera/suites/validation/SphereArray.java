package dev.tessera.suites.validation;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.Shape;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.geometry.shape.Sphere;
import dev.tessera.model.collision.Trt;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.output.LinePlot.Scale;
import dev.tessera.output.LinePlot.Style;
import dev.tessera.solver.Case;
import dev.tessera.suites.ReferenceTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Creeping flow through a simple cubic array of spheres: permeability at seven concentrations, its independence of
/// viscosity and of the driving force; with `--suite full` its convergence. The error at one position of the sphere
/// depends on the nodes near its surface and can be small by accident on a coarse lattice. Therefore the RMS error
/// over several positions must fall at each doubling.
final class SphereArray implements ValidationSuite {
    /// Shifts of the sphere's centre from the cell's, in spacings: two symmetric positions, one between them,
    /// and one arbitrary.
    private static final List<Vec> SHIFTS =
            List.of(new Vec(0, 0, 0), new Vec(0.5, 0.5, 0.5), new Vec(0.25, 0.25, 0.25), new Vec(0.31, 0.17, 0.43));

    static final String SOURCE = "Zick & Homsy 1982, table 2";

    private final Series permeabilities = new Series();

    @Override
    public String key() {
        return "sphere-array";
    }

    @Override
    public String title() {
        return "permeability of simple cubic spheres, " + SOURCE;
    }

    @Override
    public List<ValidationCase> cases(boolean full) throws IOException {
        List<ValidationCase> cases = new ArrayList<>();
        for (String[] row : ReferenceTable.rows("sphere_arrays_zick_homsy1982_SC.csv")) {
            cases.add(new ValidationCase("c = " + row[0], laboratory -> rows(laboratory, row)));
        }
        cases.add(new ValidationCase("independence of viscosity and force", this::independence));
        cases.add(new ValidationCase("a quarter between symmetry sides", this::quarter));
        return cases;
    }

    private List<ValidationRow> rows(Laboratory laboratory, String[] row) throws IOException {
        double concentration = Double.parseDouble(row[0]);
        double reference = Double.parseDouble(row[2]);
        int nodes = laboratory.full() && concentration >= 0.45 ? 96 : 64;
        double k = permeability(laboratory, concentration, nodes, SHIFTS.getFirst(), 1.0 / 6, 1);
        String setup = "c = %s, %d nodes".formatted(row[0], nodes);
        permeabilities.add("computed, %d nodes per edge".formatted(nodes), concentration, k);
        laboratory.plots().accept(plot());
        List<ValidationRow> rows = new ArrayList<>();
        rows.add(ValidationRow.relative(key(), setup, "k / L²", k, reference, SOURCE, 0.05));
        if (laboratory.full()) {
            rows.add(convergence(laboratory, concentration, reference, nodes));
        }
        return rows;
    }

    /// The arrays so far.
    private ValidationPlot plot() {
        List<String[]> table = ReferenceTable.rows("sphere_arrays_zick_homsy1982_SC.csv");
        var curves = new Curves(
                "Permeability of simple cubic arrays of spheres",
                "D3Q19 trt, half-way walls",
                new Axis("volume of the sphere / volume of the cube", ""),
                new Axis("permeability / edge²", "", Scale.DECADES));
        return permeabilities
                .onto(curves, Style.MARKS)
                .reference(SOURCE, column(table, 0), column(table, 2))
                .named("sphere-array permeability");
    }

    private static double[] column(List<String[]> table, int column) {
        return table.stream()
                .mapToDouble(row -> Double.parseDouble(row[column]))
                .toArray();
    }

    /// The larger ratio of two doublings' RMS errors must be below 1.
    private ValidationRow convergence(Laboratory laboratory, double concentration, double reference, int nodes)
            throws IOException {
        double coarse = rmsError(laboratory, concentration, reference, nodes / 4);
        double middle = rmsError(laboratory, concentration, reference, nodes / 2);
        double fine = rmsError(laboratory, concentration, reference, nodes);
        double ratio = Math.max(middle / coarse, fine / middle);
        String setup = "c = %s, %d, %d, %d nodes: RMS errors %.4f %.4f %.4f"
                .formatted(concentration, nodes / 4, nodes / 2, nodes, coarse, middle, fine);
        return new ValidationRow(
                key(), setup, "RMS error over RMS error at half the nodes, the larger", ratio, 0.5, SOURCE, ratio, 1);
    }

    /// RMS error of the permeability, relative, over the shifts of the sphere.
    private static double rmsError(Laboratory laboratory, double concentration, double reference, int nodes)
            throws IOException {
        double sum = 0;
        for (Vec shift : SHIFTS) {
            double error = permeability(laboratory, concentration, nodes, shift, 1.0 / 6, 1) / reference - 1;
            sum += error * error;
        }
        return Math.sqrt(sum / SHIFTS.size());
    }

    private List<ValidationRow> independence(Laboratory laboratory) throws IOException {
        int nodes = 48;
        double base = permeability(laboratory, 0.216, nodes, SHIFTS.getFirst(), 1.0 / 6, 1);
        double thin = permeability(laboratory, 0.216, nodes, SHIFTS.getFirst(), 1.0 / 60, 1);
        double thick = permeability(laboratory, 0.216, nodes, SHIFTS.getFirst(), 1.0 / 2, 1);
        double half = permeability(laboratory, 0.216, nodes, SHIFTS.getFirst(), 1.0 / 6, 0.5);
        String setup = "c = 0.216, %d nodes".formatted(nodes);
        return List.of(
                ValidationRow.relative(
                        key(), setup, "k at nu 1/60 against 1/2", thin, thick, "TRT, magic parameter fixed", 5e-3),
                ValidationRow.relative(key(), setup, "k when the force is halved", half, base, "Stokes flow", 1e-3));
    }

    /// The sphere is in the middle of a quarter's edge, and nodes are in its planes of symmetry.
    private List<ValidationRow> quarter(Laboratory laboratory) throws IOException {
        int nodes = 24;
        String concentration = "0.216";
        double reference = ReferenceTable.rows("sphere_arrays_zick_homsy1982_SC.csv").stream()
                .filter(row -> row[0].equals(concentration))
                .mapToDouble(row -> Double.parseDouble(row[2]))
                .findFirst()
                .orElseThrow();
        Side slip = Side.symmetry("slip");
        Domain part = Domain.of(new Vec(1, 0.5, 0.5), Side.periodic(), Side.periodic(), slip, slip, slip, slip);
        double c = Double.parseDouble(concentration);
        double k = permeability(laboratory, c, part.at(new Vec(0, 0.5, 0.5)), nodes, Vec.ZERO, 1.0 / 6, 1);
        double whole = permeability(laboratory, c, nodes, new Vec(0, 0.5, 0.5), 1.0 / 6, 1);
        String setup = "c = %s, %d nodes, a quarter between symmetry sides".formatted(concentration, nodes);
        return List.of(
                ValidationRow.relative(key(), setup, "k / L²", k, reference, SOURCE, 0.05),
                ValidationRow.relative(key(), setup, "k against the whole cell", k, whole, "symmetry", 1e-9));
    }

    /// k / L² at steady state. Cell of 1 m, lattice viscosity `nu`; the lattice speed is well below
    /// 1e-3.
    private static double permeability(
            Laboratory laboratory, double concentration, int nodes, Vec shift, double nuLattice, double force)
            throws IOException {
        Domain cell = Domain.enclosed(new Vec(1, 1, 1), Side.periodic());
        return permeability(laboratory, concentration, cell, nodes, shift, nuLattice, force);
    }

    private static double permeability(
            Laboratory laboratory,
            double concentration,
            Domain cell,
            int nodes,
            Vec shift,
            double nuLattice,
            double force)
            throws IOException {
        double radius = Math.cbrt(3 * concentration / (4 * Math.PI));
        double dx = 1.0 / nodes;
        // Viscosity 1 m²/s: one step is nu dx² seconds; the required lattice acceleration is force * 1e-7 / nodes * nu.
        double dt = nuLattice * dx * dx;
        double acceleration = force * 1e-3 * nuLattice / (nodes * (double) nodes) * dx / (dt * dt) / nodes;
        Case theCase = Case.named("sphere-array")
                .geometry(ShapeSource.in(cell).obstacle("sphere", spheres(shift.times(dx), radius)))
                .spacingM(dx)
                .fluid(1, 1)
                .collision(new Trt())
                .accelerationMPerS2(acceleration, 0, 0)
                .timeStepS(dt)
                .steady(2e-5)
                .atMostS(2)
                .build();
        return laboratory.solve(theCase, solution -> solution.observable("permeability"));
    }

    /// One sphere in the cell, and its periodic images that reach into it if the first is shifted.
    static Shape spheres(Vec shift, double radius) {
        Vec centre = new Vec(0.5, 0.5, 0.5).plus(shift);
        return new Sphere(centre, radius)
                .or(new Sphere(centre.minus(new Vec(1, 0, 0)), radius))
                .or(new Sphere(centre.minus(new Vec(0, 1, 0)), radius))
                .or(new Sphere(centre.minus(new Vec(0, 0, 1)), radius));
    }
}
