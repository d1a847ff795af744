package dev.tessera.coupling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.cpu.CCompiler;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.testkit.Needs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// One step of D3Q19 BGK beside that of Palabos' own co-processor, whose results are in a file
/// (`src/test/coupling/palabos_check.cpp golden`).
final class PalabosBitsTest {
    private static final NodeBox INNER = new NodeBox(1, 2, 1, 1, 1, 3);

    private static void compare(String device) throws IOException {
        var file = Objects.requireNonNull(PalabosBitsTest.class.getResourceAsStream("palabos-d3q19-bgk.txt"));
        try (var lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.US_ASCII))) {
            assertThat(lines.lines().peek(line -> compare(device, line.split(" "))))
                    .hasSize(6);
        }
    }

    private static void compare(String device, String... words) {
        boolean isDouble = words[0].equals("fp64");
        try (Block block = Block.on(device, "precision=" + words[0], Double.parseDouble(words[1]), 4, 3, 5)) {
            block.write(block.scattered());
            block.domain().step(1);
            double[] after = block.read(INNER, ValueOrder.PALABOS);
            String[] bits = IntStream.range(0, after.length)
                    .mapToObj(n -> isDouble
                            ? Long.toHexString(Double.doubleToRawLongBits(after[n]))
                            : Integer.toHexString(Float.floatToRawIntBits((float) after[n])))
                    .toArray(String[]::new);
            assertThat(bits).containsExactly(Arrays.copyOfRange(words, 2, words.length));
        }
    }

    @Test
    void the_interpreter_gives_the_bits_of_palabos() throws IOException {
        compare("cpu:interpreter");
    }

    @Test
    void kernels_of_the_jvm_give_the_bits_of_palabos() throws IOException {
        compare("cpu:jvm");
    }

    @Test
    void kernels_in_c_give_the_bits_of_palabos() throws IOException {
        Needs.part("c", CCompiler.find().isPresent());
        compare("cpu:c");
    }

    @Test
    void kernels_in_opencl_give_the_bits_of_palabos() throws IOException {
        Needs.part("opencl", !new OpenClPlatforms().list().offers().isEmpty());
        compare("opencl:0");
    }
}
