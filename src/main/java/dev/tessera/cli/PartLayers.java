package dev.tessera.cli;

import dev.tessera.cluster.HaloLayers;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The option `--halo-layers` of commands that divide a case.
final class PartLayers {
    static final String OPTION = "--halo-layers";

    private PartLayers() {}

    /// The number of layers; 0: as many as usual.
    /// @throws CommandFailure where it is below 1
    static int checked(@Nullable Integer given) {
        if (given != null && given < 1) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "%s %d: parts need at least 1 layer of their neighbours' nodes.".formatted(OPTION, given));
        }
        return given == null ? 0 : given;
    }

    /// Refuses several layers where there is an obstacle.
    static void require(int layers, Optional<String> obstacle) {
        if (layers > 1 && obstacle.isPresent()) {
            throw new CommandFailure(ExitCode.WRONG_INPUT, HaloLayers.refusal(layers, obstacle.get()));
        }
    }
}
