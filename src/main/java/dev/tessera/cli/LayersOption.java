package dev.tessera.cli;

import dev.tessera.cluster.HaloLayers;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The option `--halo-layers` of commands that divide a case.
final class LayersOption {
    static final String OPTION = "--halo-layers";

    private LayersOption() {}

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

    /// Refuses several layers where there is an obstacle, which is not asked for otherwise.
    static void require(int layers, Supplier<Optional<String>> obstacle) {
        if (layers > 1) {
            obstacle.get().ifPresent(why -> {
                throw new CommandFailure(ExitCode.WRONG_INPUT, HaloLayers.refusal(layers, why));
            });
        }
    }
}
