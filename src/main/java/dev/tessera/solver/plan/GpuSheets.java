package dev.tessera.solver.plan;

import dev.tessera.kernel.GpuFacts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;

/// GPUs for which a run can be planned without the device, with the numbers of their data sheets. Memory is that of
/// the sheet in GiB, although drivers reserve some of it.
public final class GpuSheets {
    private static final String SHEET = "data sheet";

    private GpuSheets() {}

    /// By the keys of `plan --device`.
    public static SequencedMap<String, GpuFacts> all() {
        SequencedMap<String, GpuFacts> sheets = new LinkedHashMap<>();
        sheets.put("h200", sheet("NVIDIA H200 SXM", 140, 132, 227, 2048, 50, 1.98e9, 64, 4800));
        sheets.put("h100", sheet("NVIDIA H100 SXM", 80, 132, 227, 2048, 50, 1.98e9, 64, 3350));
        sheets.put("a100", sheet("NVIDIA A100 SXM 80 GB", 80, 108, 163, 2048, 40, 1.41e9, 32, 2039));
        sheets.put("rtx-4090", sheet("NVIDIA GeForce RTX 4090", 24, 128, 99, 1536, 72, 2.52e9, 2, 1008));
        return sheets;
    }

    public static Optional<GpuFacts> byKey(String key) {
        return all().entrySet().stream()
                .filter(entry -> entry.getKey().equals(key))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static GpuFacts sheet(
            String name,
            long memoryGib,
            int multiprocessors,
            int sharedKib,
            int threadsPerMultiprocessor,
            long cacheMib,
            double clockHz,
            int fp64PerClock,
            double gbPerS) {
        return new GpuFacts(
                name,
                SHEET,
                memoryGib << 30,
                memoryGib << 30,
                multiprocessors,
                32,
                1024,
                sharedKib << 10,
                threadsPerMultiprocessor,
                65_536,
                cacheMib << 20,
                true,
                true,
                true,
                clockHz,
                fp64PerClock,
                OptionalDouble.of(gbPerS));
    }
}
