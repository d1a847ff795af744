package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.solver.StorageChoice;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/// Storages that a case can ask for.
final class StorageSectionTest {
    static final String CHANNEL = """
            tessera: 1
            title: Flow past a cylinder
            constants: {height: 0.41 m, U: 0.3}
            geometry:
              box: [2.2 m, 0.41 m]
              obstacles: {cylinder: {disc: {centre: [0.2 m, 0.2 m], diameter: 0.1 m}}}
              spacing: 5 mm
            sides: {x-min: inlet, x-max: outlet}
            fluid: {density: 1 kg/m3, viscosity: 1e-3 m2/s}
            model: {lattice: D2Q9, collision: bgk}
            boundaries:
              inlet:
                velocity: [{expression: "4*U*y*(height - y)/height^2", unit: m/s}, 0 m/s]
              outlet: {pressure: 0 Pa}
            reference: {velocity: 0.2 m/s, length: 0.1 m}
            time: {lattice-speed: 0.05, stop: {steady: 1e-6, at-most: 60 s}}
            output: {every: 1 s, fields: [velocity, pressure], pictures: [slice z 50%]}
            """;

    private static CaseFile read(String storage) {
        return CaseFile.parse("case.yaml", CHANNEL + "storage: " + storage + "\n", Path.of("/cases/a"), List.of());
    }

    @Test
    void the_layout_of_tiles_is_read_and_written() {
        CaseFile file = read("{addressing: tiles, tile: [8, 4], layout: papers, pattern: pull}");
        assertThat(file.theCase().storage().addressing())
                .contains(new Tiles(TilingRule.of(8, 4, 1), TileLayout.byKey("papers")));
        assertThat(CaseText.of(file.theCase())).contains("layout: papers");
    }

    @Test
    void a_layout_without_tiles_is_refused() {
        assertThatThrownBy(() -> read("{addressing: dense, layout: papers}"))
                .hasMessageContaining("this belongs to addressing: tiles");
        assertThatThrownBy(() -> read("{addressing: tiles, layout: paper}")).hasMessageContaining("papers");
    }

    @Test
    void ghost_tiles_go_with_push_alone() {
        CaseFile file = read("{addressing: ghost-tiles}");
        var nodes = file.theCase().geometry().voxelise(file.theCase().spacingM(), ForkJoinPool.commonPool());
        assertThat(StorageChoice.onCpu(file.theCase(), nodes))
                .isEqualTo(new StorageChoice(new TwoBufferPush(), new GhostTiles()));
        assertThatThrownBy(() -> read("{addressing: ghost-tiles, pattern: aa}"))
                .hasMessageContaining("aa does not go with ghost-tiles")
                .hasMessageContaining("use push");
    }
}
