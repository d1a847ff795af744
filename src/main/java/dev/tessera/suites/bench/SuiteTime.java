package dev.tessera.suites.bench;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// How long a suite takes, roughly: so that suites stay short, and people know what they start.
///
/// So chosen that suites take what they took on one H200 with 16 CPU cores: `vessels` 47 s, `sizes` 35 s, `channels`
/// 31 s, `chips` 32 s, `papers` five to six minutes. Rows make tables, count what they touch, compile a kernel,
/// fill the device's memory and launch a hundred times; geometries are made on the host.
final class SuiteTime {
    private static final double SECONDS_A_ROW = 0.2;
    private static final double SECONDS_A_NODE = 55e-9;
    private static final double SECONDS_A_NODE_OF_A_GEOMETRY = 80e-9;

    private SuiteTime() {}

    static double secondsOnOneH200(List<GpuTrial> trials) {
        double seconds = 0;
        Set<String> made = new LinkedHashSet<>();
        for (GpuTrial trial : trials) {
            double nodes = trial.geometry().nodes();
            seconds += SECONDS_A_ROW + SECONDS_A_NODE * nodes;
            seconds += made.add(trial.geometry().key()) ? SECONDS_A_NODE_OF_A_GEOMETRY * nodes : 0;
        }
        return seconds;
    }
}
