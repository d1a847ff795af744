package dev.tessera.suites.bench;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Estimates the time of a suite, for the message at its start.
///
/// Constants are fitted to times on one H200 with 16 CPU cores: `vessels` 47 s, `sizes` 35 s, `channels` 31 s, `chips`
/// 32 s, `papers` five to six minutes. A row makes tables, counts accesses, compiles a kernel, fills the device's
/// memory and launches a hundred times; geometries are made on the host.
final class SuiteTime {
    private static final double SECONDS_PER_ROW = 0.2;
    private static final double SECONDS_PER_NODE = 55e-9;
    private static final double SECONDS_PER_NODE_OF_A_GEOMETRY = 80e-9;

    private SuiteTime() {}

    static double secondsOnOneH200(List<GpuTrial> trials) {
        double seconds = 0;
        Set<String> made = new LinkedHashSet<>();
        for (GpuTrial trial : trials) {
            double nodes = trial.geometry().nodes();
            seconds += SECONDS_PER_ROW + SECONDS_PER_NODE * nodes;
            seconds += made.add(trial.geometry().key()) ? SECONDS_PER_NODE_OF_A_GEOMETRY * nodes : 0;
        }
        return seconds;
    }
}
