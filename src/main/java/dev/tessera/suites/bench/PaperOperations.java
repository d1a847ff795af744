package dev.tessera.suites.bench;

import dev.tessera.expr.OperationCount;
import dev.tessera.kernel.KernelCost;
import dev.tessera.kernel.StepKernels;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.FluidModel;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.suites.Page;
import dev.tessera.suites.ReferenceTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Table 2 of Tomczak & Szafran 2019: operations per node update on D3Q19, theirs as counted in disassembled code, ours
/// in the kernels' expressions. They are needed to interpret the ratio of two kernels' speeds.
record PaperOperations(List<Line> lines) {
    /// @param theirs operations, an FMA counted as two
    record Line(String collision, String equilibrium, int theirs, OperationCount ours) {}

    private static final double BYTES_IN_FP64 = 304;

    PaperOperations {
        lines = List.copyOf(lines);
    }

    static PaperOperations counted() {
        List<Line> lines = new ArrayList<>();
        for (String[] row : ReferenceTable.rows("tomczak_szafran2019_table2.csv")) {
            Collision collision = Collisions.all().stream()
                    .filter(known -> known.key().equals(row[0]))
                    .findFirst()
                    .orElseThrow();
            Equilibrium equilibrium = Equilibria.all().stream()
                    .filter(known -> known.key().equals(row[1]))
                    .findFirst()
                    .orElseThrow();
            StepKernels kernels =
                    StepKernels.bulk(new FluidModel(Lattices.D3Q19, equilibrium, collision, FluidModel.BodyForce.NONE));
            lines.add(new Line(
                    row[0],
                    row[1],
                    Integer.parseInt(row[8]),
                    KernelCost.of(kernels.step()).operations()));
        }
        return new PaperOperations(lines);
    }

    /// Operations of a kernel, theirs and ours: `304, 140`; empty for a kernel that only moves populations.
    String of(Map<String, Object> row) {
        return lines.stream()
                .filter(line -> line.collision().equals(row.get("collision"))
                        && line.equilibrium().equals(row.get("equilibrium")))
                .findFirst()
                .map(line -> "%d, %d".formatted(line.theirs(), line.ours().flops()))
                .orElse("none");
    }

    /// The table: operations per node, per byte that a step must transfer in FP64, and per second at our speed.
    /// @param rows with `mlups` of cavities of 252³
    String table(List<Map<String, Object>> rows) {
        List<String> text = new ArrayList<>(List.of(
                Page.row(
                        "collision",
                        "equilibrium",
                        "their operations",
                        "per byte, FP64",
                        "our operations",
                        "per byte, FP64",
                        "adds",
                        "muls",
                        "FMAs",
                        "divisions",
                        "ours / theirs",
                        "TFLOP/s at 252³, FP64",
                        "FP32",
                        "with their count, FP64",
                        "FP32"),
                "|" + "---|".repeat(15)));
        for (Line line : lines) {
            int flops = line.ours().flops();
            double fp64 = speed(rows, line, "fp64");
            double fp32 = speed(rows, line, "fp32");
            text.add(Page.row(
                    line.collision(),
                    line.equilibrium(),
                    line.theirs(),
                    "%.2f".formatted(line.theirs() / BYTES_IN_FP64),
                    flops,
                    "%.2f".formatted(flops / BYTES_IN_FP64),
                    line.ours().adds(),
                    line.ours().muls(),
                    line.ours().fmas(),
                    line.ours().divs(),
                    "%.2f".formatted((double) flops / line.theirs()),
                    teraflops(fp64 * flops),
                    teraflops(fp32 * flops),
                    teraflops(fp64 * line.theirs()),
                    teraflops(fp32 * line.theirs())));
        }
        return String.join("\n", text);
    }

    private static String teraflops(double megaflops) {
        return Double.isFinite(megaflops) ? "%.1f".formatted(megaflops * 1e-6) : "";
    }

    private static double speed(List<Map<String, Object>> rows, Line line, String precision) {
        return rows.stream()
                .filter(row -> "cavity-3d-252".equals(row.get("geometry"))
                        && "tiles".equals(row.get("addressing"))
                        && "papers".equals(row.get("layout"))
                        && precision.equals(row.get("precision"))
                        && line.collision().equals(row.get("collision"))
                        && line.equilibrium().equals(row.get("equilibrium")))
                .mapToDouble(row -> Page.number(row, "mlups"))
                .findFirst()
                .orElse(Double.NaN);
    }
}
