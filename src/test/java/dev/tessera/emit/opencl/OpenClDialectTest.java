package dev.tessera.emit.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OpenClDialectTest {
    /// Drivers compile vectors of halves differently: NVIDIA's uses one access per half.
    @ParameterizedTest
    @CsvSource({"2, uint", "4, uint2", "8, uint4"})
    void halves_are_loaded_and_stored_in_one_access_of_their_raw_bits(int count, String raw) {
        OpenClDialect dialect = new OpenClDialect();
        List<String> load = dialect.loadHalves(count);
        List<String> store = dialect.storeHalves(count);
        assertThat(load)
                .hasSize(count + 1)
                .filteredOn(line -> line.contains("__global"))
                .hasSize(1);
        assertThat(load.getFirst()).contains("*(__global const %s *) at".formatted(raw));
        assertThat(store)
                .hasSize(count + 2)
                .filteredOn(line -> line.contains("__global"))
                .hasSize(1);
        assertThat(store.getLast()).startsWith("*(__global %s *) at = ".formatted(raw));
    }
}
