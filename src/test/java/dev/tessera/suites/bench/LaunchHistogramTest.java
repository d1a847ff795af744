package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LaunchHistogramTest {
    @Test
    void launches_are_sorted_into_ten_bins_between_the_slowest_and_the_fastest() {
        Map<String, Object> row = new LinkedHashMap<>(
                Map.of("suite", "papers", "geometry", "cavity-3d-200", "kernel", "step", "fluid_nodes", 8_000_000));
        LaunchHistogram.keep(row, new double[] {0.001, 0.0008, 0.001, 0.00081});
        assertThat(LaunchHistogram.table(List.of(row)))
                .contains("| 8000 to 8200 | 2 |", "| 9800 to 10000 | 2 |", "4 launches", "shortest 200 µs");
    }

    @Test
    void other_rows_keep_no_times_of_launches() {
        Map<String, Object> row = new LinkedHashMap<>(
                Map.of("suite", "papers", "geometry", "cavity-3d-252", "kernel", "step", "fluid_nodes", 16_003_008));
        LaunchHistogram.keep(row, new double[] {0.001});
        assertThat(row).doesNotContainKey(LaunchHistogram.SECONDS);
        assertThat(LaunchHistogram.table(List.of(row))).contains("Not measured");
    }
}
