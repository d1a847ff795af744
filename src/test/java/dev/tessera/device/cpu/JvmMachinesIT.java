package dev.tessera.device.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Warm kernels on machines with narrower vectors, and where Java was started without vectors: each in a JVM
/// of its own.
final class JvmMachinesIT {
    private static final List<String> VECTORS = List.of("--add-modules=jdk.incubator.vector");

    @Test
    void without_the_vector_module_kernels_are_scalar_with_a_warning() throws Exception {
        Result result = run(List.of());
        assertThat(result.text())
                .contains("lanes 1 1", "without its vector module")
                .doesNotContain("too small a stack");
        assertThat(result.code()).isZero();
    }

    @Test
    void a_compiler_with_too_small_a_stack_gives_a_warning() throws Exception {
        Result result = run(with(VECTORS, "-XX:CompilerThreadStackSize=4096"));
        assertThat(result.text()).contains("too small a stack for long kernels");
        assertThat(result.code()).isZero();
    }

    @Test
    void vectors_of_this_machine_give_the_interpreters_values() throws Exception {
        Result result = run(VECTORS);
        int bits = JvmVectors.preferredBits().orElseThrow();
        assertThat(result.text()).contains("lanes %d %d".formatted(bits / 64, bits / 32));
        assertThat(result.code()).isZero();
    }

    @Test
    void vectors_are_available_without_the_flag_that_makes_java_warn() throws Exception {
        Result result = run(List.of("--add-exports=java.base/jdk.internal.module=ALL-UNNAMED"));
        int bits = JvmVectors.preferredBits().orElseThrow();
        assertThat(result.text())
                .contains("lanes %d %d".formatted(bits / 64, bits / 32))
                .doesNotContain("incubator");
        assertThat(result.code()).isZero();
    }

    @Test
    void vectors_of_128_bits_give_the_interpreters_values() throws Exception {
        Result result = run(with(VECTORS, "-XX:MaxVectorSize=16"));
        assertThat(result.text()).contains("lanes 2 4");
        assertThat(result.code()).isZero();
    }

    @Test
    @EnabledIfSystemProperty(named = "os.arch", matches = "amd64|x86_64")
    void vectors_of_avx2_give_the_interpreters_values() throws Exception {
        Result result = run(with(VECTORS, "-XX:UseAVX=2"));
        int bits = Math.min(256, JvmVectors.preferredBits().orElseThrow());
        assertThat(result.text()).contains("lanes %d %d".formatted(bits / 64, bits / 32));
        assertThat(result.code()).isZero();
    }

    @Test
    void methods_are_split_if_java_does_not_compile_huge_ones() throws Exception {
        Result result = run(with(VECTORS, "-XX:+DontCompileHugeMethods"));
        assertThat(result.code()).isZero();
    }

    @Test
    void no_kernel_of_any_lattice_and_collision_allocates_once_all_are_warm() throws Exception {
        Result result = run(with(VECTORS, "-XX:-DontCompileHugeMethods"), "models");
        assertThat(result.text()).contains("kernels 72 lanes").doesNotContain("keeps the vectors");
        assertThat(result.code()).isZero();
    }

    private record Result(int code, String text) {}

    private static List<String> with(List<String> flags, String flag) {
        List<String> all = new ArrayList<>(flags);
        all.add(flag);
        return all;
    }

    private static Result run(List<String> flags, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:CompilerThreadStackSize=16384"));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), WarmKernels.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        Map<String, String> environment = new TreeMap<>(builder.environment());
        environment.keySet().removeIf(name -> name.startsWith("JAVA_TOOL") || name.equals("JDK_JAVA_OPTIONS"));
        builder.environment().keySet().retainAll(environment.keySet());
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), text);
    }
}
