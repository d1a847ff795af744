package dev.tessera.solver;

import dev.tessera.device.Device;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.StoredArray;
import dev.tessera.layout.Addressing;
import dev.tessera.model.KeptMoments;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.solver.boundary.FullWayWall;
import java.util.Optional;

/// Cases whose state is stored as moments: refuses what these cannot do.
final class StoredMoments {
    private static final String INSTEAD = "or storage.state: populations";

    private StoredMoments() {}

    private static boolean areIn(Case theCase) {
        return theCase.storage().state() == StateChoice.MOMENTS;
    }

    /// The list; empty where populations are stored.
    /// @throws CaseException where the collision keeps more moments than the list has
    static Optional<KeptMoments> of(Case theCase) {
        if (!areIn(theCase)) {
            return Optional.empty();
        }
        var model = theCase.model();
        return Optional.of(KeptMoments.of(CaseKernels.fluid(theCase))
                .orElseThrow(() -> refused(
                        "model.collision: %s keeps more of the populations than density, velocity and stress. Use regularized"
                                .formatted(model.collision().key()))));
    }

    static StoredArray array(KeptMoments moments, Case theCase, NodeMap nodes, Addressing addressing) {
        return StoredArray.Moments.of(
                Kernel.FLUID, moments, addressing, nodes, theCase.model().precision());
    }

    /// @throws CaseException where the case stores moments, and has something for which they do not suffice
    static void check(Case theCase, Device device) {
        if (!areIn(theCase)) {
            return;
        }
        if (!device.storesMoments()) {
            throw refused("storage.state: moments run on cpu:interpreter so far, and this run is on %s. Use that device"
                    .formatted(device.key()));
        }
        var model = theCase.model();
        if (model.mixture().isPresent()) {
            throw refused("storage.state: components of a mixture are stored as populations. Use a single fluid");
        }
        if (model.walls() != WallScheme.HALF_WAY) {
            throw refused("model.walls: %s walls change populations after the collision. Use half-way walls"
                    .formatted(model.walls().key()));
        }
        theCase.boundaries().forEach((name, boundary) -> {
            if (boundary instanceof FullWayWall) {
                throw refused(
                        "boundaries.%s.scheme: full-way walls change populations after the collision. Use bounce-back"
                                .formatted(name));
            }
        });
        if (!model.precision().storesValues()) {
            throw refused("model.precision: %s stores deviations of populations. Use fp64 or fp32"
                    .formatted(model.precision().key()));
        }
        if (theCase.storage().addressing().filter(Addressing::needsBarrier).isPresent()) {
            throw refused(
                    "storage.addressing: tiles with buffers exchange populations. Use another addressing, such as compact-tiles");
        }
        of(theCase);
    }

    private static CaseException refused(String sentences) {
        return new CaseException("%s, %s.".formatted(sentences, INSTEAD));
    }

    /// The refusal of what needs compiled kernels or stored populations.
    static void refuse(Case theCase, String what) {
        if (areIn(theCase)) {
            throw refused("storage.state: %s. Use `tessera run` on cpu:interpreter".formatted(what));
        }
    }
}
