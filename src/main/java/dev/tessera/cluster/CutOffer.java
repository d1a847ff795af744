package dev.tessera.cluster;

import dev.tessera.geometry.partition.Cut;
import dev.tessera.geometry.partition.CutMethod;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The best cut that one process found.
///
/// @param method its index in [Cut#methods]
/// @param stepS its time of a step
/// @param described for the log
record CutOffer(int method, double stepS, String described) {
    private static final List<String> METHODS =
            Cut.methods().stream().map(CutMethod::key).toList();

    static CutOffer of(Cut cut) {
        return new CutOffer(METHODS.indexOf(cut.method()), cut.stepS(), cut.toString());
    }

    /// The best one of all processes; of equal ones that of the first method. Collective.
    /// @param own empty where a process found none
    static CutOffer best(Optional<CutOffer> own, Processes processes) {
        return processes.ranks().all(own.map(CutOffer::text).orElse("")).stream()
                .flatMap(text -> parsed(text).stream())
                .min(Comparator.comparingDouble(CutOffer::stepS).thenComparingInt(CutOffer::method))
                .orElseThrow();
    }

    private String text() {
        return "%d\n%s\n%s".formatted(method, Double.toString(stepS), described);
    }

    private static Optional<CutOffer> parsed(String text) {
        String[] words = text.split("\n", 3);
        return words.length < 3
                ? Optional.empty()
                : Optional.of(new CutOffer(Integer.parseInt(words[0]), Double.parseDouble(words[1]), words[2]));
    }

    /// The part of each tile, from the process that has it to all. Collective.
    /// @param own of the process that has it, empty on others
    /// @param tiles the number of tiles
    static int[] owners(Optional<int[]> own, int tiles, Processes processes) {
        int[] owners = own.orElseGet(() -> new int[tiles]);
        long[] packed = new long[Math.ceilDiv(tiles, 2)];
        for (int tile = 0; tile < tiles; tile++) {
            packed[tile / 2] |= (long) owners[tile] << Integer.SIZE * (tile % 2);
        }
        processes.sum(packed); // zero on all processes but one
        Arrays.setAll(owners, tile -> (int) (packed[tile / 2] >>> Integer.SIZE * (tile % 2)));
        return owners;
    }
}
