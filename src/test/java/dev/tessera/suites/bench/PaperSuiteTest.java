package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.DOUBLE;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.layout.addressing.Tiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PaperSuiteTest {
    /// Every figure of the paper stands beside a row; none was mistyped.
    @Test
    void every_figure_of_the_paper_is_measured() {
        PaperFigures figures = new PaperFigures();
        List<GpuTrial> trials = new ArrayList<>(PaperSuite.trials(true));
        trials.addAll(StoragesSuite.trials(true));
        long compared = trials.stream()
                .filter(trial -> row(figures, trial).containsKey("paper_sheet_fraction"))
                .count();
        assertThat(compared).isEqualTo(figures.size());
    }

    /// Table 8 gives the fraction of the data sheet's bandwidth beside the speed.
    @Test
    void fractions_are_those_of_the_paper() {
        Map<String, Object> row = new LinkedHashMap<>(Map.of(
                "precision", "fp64",
                "geometry", "aneurysm-730",
                "kernel", "step",
                "collision", "mrt",
                "equilibrium", "quasi-compressible",
                "bytes_per_update", 304.0));
        new PaperFigures().compare(row, new TileLayout.Papers(), Tuning.of(64, 1));
        assertThat(row).containsEntry("paper_mlups", 422.0);
        assertThat(row.get("paper_sheet_fraction")).asInstanceOf(DOUBLE).isCloseTo(0.445, within(5e-4));
        assertThat(row.get("paper_limit_fraction")).asInstanceOf(DOUBLE).isCloseTo(422.0 / 771, within(1e-12));
    }

    /// Table 4: XYZ, two tiles a block, propagation: 1067 with at most 48 registers, 1066 with 40.
    @Test
    void limits_of_registers_are_those_of_the_launch() {
        for (GpuTrial trial : PaperSuite.trials(true)) {
            String words = trial.toString().replaceAll(" +", " ");
            if (words.startsWith("cavity-3d-100 propagate tiles xyz pull fp32 128")) {
                Object theirs = row(new PaperFigures(), trial).get("paper_mlups");
                assertThat(theirs).as(words).isEqualTo(trial.tuning().blocks() == 12 ? 1066.0 : 1067.0);
            }
        }
    }

    /// A quarter of a multiprocessor has 16384 registers: for 10 warps of 48 registers a thread, for 12 of 40.
    @Test
    void limits_of_registers_leave_whole_warps() {
        assertThat(PaperSuite.registers(new Tuning(64, 20, 1))).isEqualTo("48");
        assertThat(PaperSuite.registers(new Tuning(64, 24, 1))).isEqualTo("40");
        assertThat(PaperSuite.registers(new Tuning(128, 10, 1))).isEqualTo("48");
        assertThat(PaperSuite.registers(new Tuning(128, 12, 1))).isEqualTo("40");
        assertThat(PaperSuite.registers(new Tuning(128, 0, 1))).isEmpty();
    }

    /// The layouts between XYZ and the papers' keep their names.
    @Test
    void table_5_has_four_layouts() {
        assertThat(PaperSuite.table5(BenchGeometry.cavity3d(20), 1))
                .extracting(trial -> PaperSuite.word(((Tiles) trial.addressing()).layout()))
                .containsExactly("xyz", "xyz + zigzag-ne", "xyz + yxz", "papers", "papers");
    }

    /// Section 4.2: FP64 leaves a thread too many registers for two tiles a block.
    @Test
    void t2c_runs_one_tile_a_block_in_fp64_where_the_paper_has_a_figure() {
        for (GpuTrial trial : PaperSuite.trials(true)) {
            if (trial.addressing() instanceof Tiles
                    && trial.precision().equals(Precision.FP64)
                    && !trial.geometry().key().equals("cavity-3d-100")) {
                assertThat(trial.tuning().threads()).as(trial.toString()).isEqualTo(64);
            }
        }
    }

    /// The figure that table 3 gives for propagation is 696 at 112³; table 5 has 698 at 100³.
    @Test
    void figures_know_their_table() {
        Map<String, Object> row = new LinkedHashMap<>(Map.of(
                "precision", "fp64", "geometry", "cavity-3d-112", "kernel", "propagate", "bytes_per_update", 304.0));
        new PaperFigures().compare(row, new TileLayout.Papers(), Tuning.of(64, 1));
        assertThat(row).containsEntry("paper_mlups", 696.0).containsEntry("paper_table", "3");
        row.put("geometry", "cavity-3d-100");
        new PaperFigures().compare(row, new TileLayout.Papers(), Tuning.of(64, 1));
        assertThat(row).containsEntry("paper_mlups", 698.0).containsEntry("paper_table", "5");
    }

    private static Map<String, Object> row(PaperFigures figures, GpuTrial trial) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("precision", trial.precision().key());
        row.put("geometry", trial.geometry().key());
        row.put("kernel", trial.kernel());
        row.put("collision", trial.collision() == null ? "" : trial.collision().key());
        row.put("equilibrium", trial.equilibrium().key());
        row.put("addressing", trial.addressing().key());
        row.put("bytes_per_update", 304.0);
        if (trial.addressing() instanceof Tiles tiles) {
            figures.compare(row, tiles.layout(), trial.tuning());
        } else {
            figures.compareStorage(row);
        }
        return row;
    }
}
