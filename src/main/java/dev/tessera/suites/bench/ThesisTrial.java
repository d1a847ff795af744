package dev.tessera.suites.bench;

import java.util.Map;
import java.util.function.Consumer;

/// One row of suite `thesis`.
///
/// @param experiment the question that rows of this name answer together
/// @param geometry the box: `box-64x64x64`
/// @param kernel what differs from the other rows of the experiment: `threads-zyx`
/// @param measure puts the figures into the row, among them `mlups`, or `gb_per_s` where no node is updated; throws
///        where the device refuses
record ThesisTrial(String experiment, String geometry, String kernel, Consumer<Map<String, Object>> measure) {
    /// The words that `--rows` selects by.
    String words() {
        return "%s %s %s".formatted(experiment, geometry, kernel);
    }
}
