package dev.tessera.solver.plan;

import dev.tessera.solver.StorageChoice;
import java.util.LinkedHashMap;
import java.util.Map;

/// One storage for one case.
///
/// @param memoryBytes total on the device: populations, private slots, tables
/// @param tableBytes of them, tables that kernels read, which are made on the Java heap
/// @param bytesPerUpdate moved per fluid node and step: every population read and written, and index tables read
/// @param predictedMlups predicted million fluid-node updates per second
/// @param utilisation fluid nodes per stored node of a tile; of the box, where there are no tiles
/// @param reason why it is chosen, or why not
public record PlanRow(
        StorageChoice storage,
        long memoryBytes,
        long tableBytes,
        double bytesPerUpdate,
        double predictedMlups,
        double utilisation,
        boolean chosen,
        String reason) {

    PlanRow because(boolean isChosen, String sentence) {
        return new PlanRow(
                storage, memoryBytes, tableBytes, bytesPerUpdate, predictedMlups, utilisation, isChosen, sentence);
    }

    /// As `plan --json` writes it.
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("addressing", storage.addressing().key());
        json.put("storage", storage.addressing().toString());
        json.put("pattern", storage.pattern().key());
        json.put("memory_bytes", memoryBytes);
        json.put("bytes_per_update", bytesPerUpdate);
        json.put("predicted_mlups", predictedMlups);
        json.put("utilisation", utilisation);
        json.put("chosen", chosen);
        json.put("reason", reason);
        return json;
    }
}
