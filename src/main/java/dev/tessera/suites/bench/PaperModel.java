package dev.tessera.suites.bench;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.gpu.StepForm;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.TiledPlacement;
import dev.tessera.layout.addressing.ConnectivityMatrix;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.FluidIndex;
import dev.tessera.layout.addressing.GhostTilePlacement;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.cost.OverheadModel;
import dev.tessera.layout.cost.OverheadModel.Fit;
import dev.tessera.layout.cost.OverheadModel.Overhead;
import dev.tessera.layout.cost.Sectors;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.model.VelocitySet;
import java.util.Optional;

/// The overhead model of Tomczak & Szafran (2018) on a geometry: indices of 4 bytes, node types of 2.
///
/// @param porosity fluid nodes per node of the box
/// @param allocated α of the ghost buffers
/// @param transferred β of the ghost buffers
record PaperModel(OverheadModel model, double porosity, Fit fit, double allocated, double transferred) {
    private static final int INDEX_BYTES = 4;
    private static final int TYPE_BYTES = 2;

    static PaperModel of(VelocitySet lattice, NodeMap nodes, int valueBytes) {
        StorageLayout ghosts = StorageLayout.of(
                lattice, new TwoBufferPush(), new GhostTiles(), nodes, ArraySpacing.of(valueBytes, true));
        return of(ghosts, (GhostTilePlacement) ghosts.placement());
    }

    private static PaperModel of(StorageLayout storage, GhostTilePlacement ghosts) {
        return new PaperModel(
                new OverheadModel(storage.lattice(), storage.bytesPerValue(), INDEX_BYTES, TYPE_BYTES),
                porosity(storage),
                fit(ghosts.plainTiles()),
                ghosts.buffers().allocatedFraction(),
                ghosts.buffers().transferredFraction());
    }

    private static double porosity(StorageLayout storage) {
        FluidNodes fluid = storage.nodes().fluid();
        return (double) fluid.count() / fluid.box().size();
    }

    private static Fit fit(TiledPlacement tiles) {
        return new Fit(tiles.tiling().a(), tiles.utilisation(), (double) tiles.tilesInBox() / tiles.tiles());
    }

    Overhead connectivityMatrix() {
        return model.connectivityMatrix();
    }

    Overhead fluidIndex() {
        return model.fluidIndex(porosity);
    }

    Overhead dense() {
        return model.dense(porosity, 2);
    }

    Overhead twoCopyTiles() {
        return model.twoCopyTiles(fit);
    }

    Overhead ghostTiles() {
        return model.ghostTiles(fit, allocated);
    }

    double twoCopyTilesInBursts() {
        return model.twoCopyTilesInBursts(fit).bandwidth();
    }

    double ghostTilesInBursts() {
        return model.ghostTilesInBursts(fit, allocated, transferred, Sectors.BYTES)
                .bandwidth();
    }

    /// The model's traffic of a storage above the minimum, in whole bursts; empty for storages that the papers lack.
    /// Dense kernels skip solid nodes, as ours do.
    /// @param form one or two kernels per step; with two, all values are moved twice
    static Optional<Double> bandwidthOverhead(StorageLayout storage, StepForm form) {
        return fused(storage).map(beyond -> form == StepForm.SPLIT ? beyond + 1 : beyond);
    }

    private static Optional<Double> fused(StorageLayout storage) {
        OverheadModel model = new OverheadModel(storage.lattice(), storage.bytesPerValue(), INDEX_BYTES, TYPE_BYTES);
        boolean isTwoBuffers = storage.pattern().copies() == 2;
        return switch (storage.addressing()) {
            case GhostTiles g ->
                Optional.of(
                        of(storage, (GhostTilePlacement) storage.placement()).ghostTilesInBursts());
            case Tiles t
            when isTwoBuffers && storage.placement() instanceof TiledPlacement tiles ->
                Optional.of(model.twoCopyTilesInBursts(fit(tiles)).bandwidth());
            case ConnectivityMatrix m
            when isTwoBuffers -> Optional.of(model.connectivityMatrix().bandwidth());
            case FluidIndex i
            when isTwoBuffers ->
                Optional.of(model.fusedFluidIndexInPlace(porosity(storage)).bandwidth());
            case Dense d -> Optional.of(0.0);
            default -> Optional.empty();
        };
    }
}
