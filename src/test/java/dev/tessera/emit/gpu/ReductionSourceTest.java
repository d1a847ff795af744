package dev.tessera.emit.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.emit.cuda.CudaDialect;
import dev.tessera.emit.opencl.OpenClDialect;
import dev.tessera.kernel.Real;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ReductionSourceTest {
    @TempDir
    private Path folder;

    @Test
    void sums_use_no_floating_point_arithmetic() {
        for (Dialect dialect : new Dialect[] {new CudaDialect(), new OpenClDialect()}) {
            for (Real real : Real.values()) {
                assertThat(ReductionSource.of(dialect, real)).doesNotContain("$", "float", "double", ".0");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Real.class)
    void nvcc_compiles_reductions_feedback_and_exchange_without_spills(Real real)
            throws IOException, InterruptedException {
        Needs.part("nvcc", hasNvcc());
        Path file = folder.resolve("reductions.cu");
        Files.writeString(
                file,
                "namespace sums {\n%s}\nnamespace feedback {\n%s}\nnamespace exchange {\n%s}\n"
                        .formatted(
                                ReductionSource.of(new CudaDialect(), real),
                                FeedbackSource.of(new CudaDialect(), real, 3, 2),
                                ExchangeSource.of(new CudaDialect())));
        Process nvcc = new ProcessBuilder(
                        "nvcc",
                        "-arch=sm_90",
                        "--fmad=false",
                        "-Werror=all-warnings",
                        "-Xptxas=-v",
                        "-cubin",
                        "-o",
                        folder.resolve("reductions.cubin").toString(),
                        file.toString())
                .redirectErrorStream(true)
                .start();
        String log = new String(nvcc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(nvcc.waitFor()).as(log).isZero();
        assertThat(log.lines().filter(line -> line.contains("spill")))
                .hasSize(19)
                .allMatch(line -> line.contains(" 0 bytes spill stores, 0 bytes spill loads"));
    }

    private static boolean hasNvcc() {
        return Stream.of(System.getenv("PATH").split(":")).anyMatch(on -> Files.isExecutable(Path.of(on, "nvcc")));
    }
}
