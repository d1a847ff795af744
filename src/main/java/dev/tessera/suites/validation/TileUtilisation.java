package dev.tessera.suites.validation;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Tiling;
import dev.tessera.geometry.TilingStatistics;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.image.AxisEnds;
import dev.tessera.geometry.spheres.Packing;
import dev.tessera.geometry.spheres.SphereSource;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.output.LinePlot.Style;
import dev.tessera.suites.ReferenceTable;
import java.io.IOException;
import java.util.List;

/// Utilisation of tiles of 4³ nodes on random spheres of 40 nodes' diameter in 192³ nodes, at nine porosities: the
/// mean of five seeds, tiles at the origin. `docs/decisions/0008-random-spheres.md` describes the paper's
/// arrangement.
final class TileUtilisation implements ValidationSuite {
    private static final String SOURCE = "Tomczak & Szafran 2019, table 6";
    private static final int SEEDS = 5;
    private static final double TOLERANCE = 0.02;

    private final Series computed = new Series();
    private final Series table = new Series();

    @Override
    public String key() {
        return "tile-utilisation";
    }

    @Override
    public String title() {
        return "tile utilisation of random spheres, " + SOURCE;
    }

    @Override
    public List<ValidationCase> cases(boolean full) throws IOException {
        return ReferenceTable.rows("tomczak_szafran2019_table6_tile_utilisation.csv").stream()
                .map(row -> new ValidationCase("porosity " + row[0], laboratory -> List.of(row(laboratory, row))))
                .toList();
    }

    private ValidationRow row(Laboratory laboratory, String[] row) {
        double porosity = Double.parseDouble(row[0]);
        double reference = Double.parseDouble(row[1]);
        double sum = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            sum += utilisation(laboratory, porosity, seed);
        }
        double value = sum / SEEDS;
        computed.add("computed, mean of %d seeds".formatted(SEEDS), porosity, value);
        table.add(SOURCE, porosity, reference);
        laboratory.plots().accept(plot());
        return new ValidationRow(
                key(),
                "porosity " + row[0],
                "tile utilisation",
                value,
                reference,
                SOURCE,
                Math.abs(value - reference),
                TOLERANCE);
    }

    /// The porosities so far.
    private ValidationPlot plot() {
        var curves = new Curves(
                "Random spheres: fluid nodes / nodes of tiles that contain fluid",
                "192³ nodes, spheres of diameter 40, tiles of 4³ nodes",
                new Axis("porosity", ""),
                new Axis("tile utilisation", ""));
        return table.onto(computed.onto(curves, Style.MARKS), Style.LINE).named("tile-utilisation");
    }

    private static double utilisation(Laboratory laboratory, double porosity, long seed) {
        AxisEnds cut = AxisEnds.closed();
        FluidNodes fluid = SphereSource.of(new Vec(192, 192, 192), 40, porosity, Packing.Overlap.NO_CENTRE_INSIDE, seed)
                .ends(cut, cut, cut)
                .fluidNodes(1, laboratory.workers());
        return TilingStatistics.of(Tiling.of(4, 4, 4), fluid).utilisation();
    }
}
