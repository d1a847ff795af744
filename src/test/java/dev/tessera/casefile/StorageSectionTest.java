package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.kernel.gpu.TileLookup;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.addressing.ConnectivityMatrix;
import dev.tessera.layout.addressing.FluidIndex;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.InTileLayout;
import dev.tessera.layout.addressing.NodeOrder;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.model.Velocity;
import dev.tessera.solver.StorageChoice;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/// Storages that a case can select.
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
    void how_tiles_around_are_looked_up_is_read_and_belongs_to_tiles() {
        assertThat(read("{addressing: tiles, lookup: shared}")
                        .theCase()
                        .storage()
                        .lookup())
                .contains(TileLookup.SHARED);
        assertThat(read("{addressing: tiles}").theCase().storage().lookup()).isEmpty();
        for (String other : List.of("{lookup: shared}", "{addressing: compact-tiles, lookup: cached}")) {
            assertThatThrownBy(() -> read(other))
                    .hasMessageMatching("case.yaml:18:\\d+: storage.lookup: this belongs to addressing: tiles\\..*")
                    .hasMessageContaining("Use that addressing, or remove the key");
        }
        assertThatThrownBy(() -> read("{addressing: tiles, lookup: texture}"))
                .hasMessageContaining("unknown look-up of tiles 'texture'")
                .hasMessageContaining("shared");
    }

    @Test
    void each_direction_may_have_a_layout_of_its_own() {
        Tiles tiles = (Tiles) read("{addressing: tiles, layout: {pzz: yxz, ppz: zigzag-ne, mpz: zigzag-nw}}")
                .theCase()
                .storage()
                .addressing()
                .orElseThrow();
        assertThat(tiles.layout().of(new Velocity(1, 0, 0))).isEqualTo(new InTileLayout.Yxz());
        assertThat(tiles.layout().of(new Velocity(1, 1, 0))).isEqualTo(new InTileLayout.ZigzagNe());
        assertThat(tiles.layout().of(new Velocity(-1, 1, 0))).isEqualTo(new InTileLayout.ZigzagNw());
        assertThat(tiles.layout().of(new Velocity(0, 1, 0))).isEqualTo(new InTileLayout.Xyz());
        assertThatThrownBy(() -> read("{addressing: tiles, layout: {ppp: yxz}}"))
                .hasMessageContaining("case.yaml:18:30: storage.layout: D2Q9 has no direction ppp; it has zzz pzz mzz");
        assertThatThrownBy(() -> read("{addressing: tiles, layout: {north: yxz}}"))
                .hasMessageContaining("'north' is not a direction: use three letters");
        assertThatThrownBy(() -> read("{addressing: tiles, layout: {pzz: zyx}}"))
                .hasMessageContaining("unknown layout of a direction 'zyx'");
    }

    @Test
    void a_layout_that_does_not_fit_the_tile_is_refused_before_anything_is_built() {
        String box = CHANNEL.replaceAll("(?s)geometry:.*?sides:[^\n]*\n", """
                        geometry: {box: [1 m, 1 m, 1 m], spacing: 50 mm}
                        sides: {x-min: inlet, x-max: outlet}
                        """)
                .replace("D2Q9", "D3Q19")
                .replace("1 m/s}, 0 m/s]", "1 m/s}, 0 m/s, 0 m/s]");
        String inlet = box.replaceAll("velocity: \\[\\{.*", "mean-velocity: 0.2 m/s");
        assertThatThrownBy(() -> CaseFile.parse(
                        "case.yaml",
                        inlet + "storage: {addressing: tiles, tile: [4, 4, 3], layout: papers}\n",
                        Path.of("/cases/a"),
                        List.of()))
                .hasMessageContaining(
                        "layout zigzag-ne does not fit tiles of 4×4×3 nodes: it needs pairs of planes, but 3 is odd");
    }

    @Test
    void a_connectivity_matrix_keeps_q_or_one_index_less() {
        assertThat(read("{addressing: connectivity-matrix, indices: q}")
                        .theCase()
                        .storage()
                        .addressing())
                .contains(new ConnectivityMatrix(NodeOrder.ofBox(), Addressing.Neighbours.LISTED));
        assertThat(read("{addressing: connectivity-matrix, indices: q-1}")
                        .theCase()
                        .storage()
                        .addressing())
                .contains(new ConnectivityMatrix());
        assertThatThrownBy(() -> read("{addressing: tiles, indices: q}"))
                .hasMessageContaining("this belongs to addressing: connectivity-matrix");
    }

    @Test
    void tiles_of_any_size_are_allowed_with_every_addressing_but_dense() {
        TilingRule rule = TilingRule.of(8, 4, 1);
        assertThat(read("{addressing: ghost-tiles, tile: [8, 4]}")
                        .theCase()
                        .storage()
                        .addressing())
                .contains(new GhostTiles(rule));
        assertThat(read("{addressing: fluid-index, tile: [8, 4]}")
                        .theCase()
                        .storage()
                        .addressing())
                .contains(new FluidIndex(NodeOrder.by(rule)));
        assertThat(read("{addressing: connectivity-matrix, tile: [8, 4], indices: q}")
                        .theCase()
                        .storage()
                        .addressing())
                .contains(new ConnectivityMatrix(NodeOrder.by(rule), Addressing.Neighbours.LISTED));
        assertThatThrownBy(() -> read("{addressing: dense, tile: [8, 4]}"))
                .hasMessageContaining("this belongs to an addressing with tiles: tiles, compact-tiles, ghost-tiles");
    }

    @Test
    void ghost_tiles_are_allowed_with_push_alone() {
        CaseFile file = read("{addressing: ghost-tiles}");
        var nodes = file.theCase().geometry().voxelise(file.theCase().spacingM(), ForkJoinPool.commonPool());
        assertThat(StorageChoice.onCpu(file.theCase(), nodes))
                .isEqualTo(new StorageChoice(new TwoBufferPush(), new GhostTiles()));
        assertThatThrownBy(() -> read("{addressing: ghost-tiles, pattern: aa}"))
                .hasMessageContaining("aa is not allowed with ghost-tiles")
                .hasMessageContaining("use push");
    }
}
