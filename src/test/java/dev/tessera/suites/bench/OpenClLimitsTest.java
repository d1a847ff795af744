package dev.tessera.suites.bench;

import dev.tessera.device.opencl.OpenClPlatforms;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// OpenCL drivers compile slowly: each storage once, in one precision.
final class OpenClLimitsTest extends GpuLimitsKit {
    OpenClLimitsTest() {
        super(new OpenClPlatforms());
    }

    /// Hides the kit's.
    static List<GpuTrial> limits() {
        Map<String, List<GpuTrial>> storages = new LinkedHashMap<>();
        for (GpuTrial trial : GpuLimitsKit.limits()) {
            storages.computeIfAbsent(
                            trial.kernel()
                                    + trial.pattern().key()
                                    + trial.addressing().key(),
                            key -> new ArrayList<>())
                    .add(trial);
        }
        List<GpuTrial> limits = new ArrayList<>();
        storages.values().forEach(same -> limits.add(same.get(limits.size() % same.size())));
        return limits;
    }
}
