package dev.tessera.coupling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.DeviceException;
import dev.tessera.testkit.Needs;
import java.lang.foreign.Arena;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Edges and corners between planes on all devices.
final class EdgeNodesIT {
    private static final String MODEL = "collision=palabos-bgk";

    /// Planes by the regularized rule (16), and by Palabos' form of that of Zou and He (80).
    @ParameterizedTest
    @CsvSource({"cpu:jvm, 16", "cpu:c, 16", "opencl:0, 16", "opencl:0, 80", "cuda:0, 16", "cuda:0, 80"})
    void every_device_gives_the_bits_of_the_interpreter(String device, int plane) {
        assertThat(populations(device, plane)).containsExactly(populations("cpu:interpreter", plane));
    }

    private static double[] populations(String device, int plane) {
        try (Arena arena = Arena.ofConfined();
                Block block = opened(arena, device, plane)) {
            block.write(block.scattered());
            block.domain().step(5);
            return block.read();
        }
    }

    private static Block opened(Arena arena, String device, int plane) {
        try {
            return EdgeNodesTest.shearedBox(arena, device, MODEL, plane);
        } catch (DeviceException missing) {
            Needs.part(device.contains(":0") ? device.substring(0, device.indexOf(':')) : device, false);
            throw missing;
        }
    }
}
