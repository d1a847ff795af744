package dev.tessera.device.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.DeviceException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Kernels that are compiled on other threads before they are needed.
final class KernelCompilerTest {
    private static final List<String> NONE = List.of();

    @TempDir
    private Path folder;

    private final FakeDriver driver = new FakeDriver(1 << 20, 1 << 20);

    private KernelCompiler compiler() {
        return new KernelCompiler(driver, new BinaryCache(folder));
    }

    @Test
    void kernels_begun_early_are_compiled_once() {
        driver.compilingBeside();
        KernelCompiler compiler = compiler();
        compiler.begin("kernel");
        compiler.begin("kernel");
        assertThat(compiler.load("kernel", NONE).fromCache()).isFalse();
        assertThat(driver.count("compile")).isEqualTo(1);
        assertThat(compiler.load("kernel", NONE).fromCache()).isTrue();
        compiler.begin("kernel");
        compiler.forget();
        assertThat(driver.count("compile")).as("of the cache").isEqualTo(1);
    }

    @Test
    void kernels_with_other_options_are_compiled_again() {
        driver.compilingBeside();
        KernelCompiler compiler = compiler();
        compiler.begin("kernel");
        compiler.load("kernel", List.of("-DN=3"));
        compiler.load("kernel", NONE);
        assertThat(driver.count("compile")).isEqualTo(2);
    }

    @Test
    void a_compiler_that_needs_the_device_does_not_begin_early() {
        KernelCompiler compiler = compiler();
        compiler.begin("kernel");
        compiler.forget();
        assertThat(driver.count("compile")).isZero();
        assertThat(compiler.load("kernel", NONE).fromCache()).isFalse();
        assertThat(driver.count("compile")).isEqualTo(1);
    }

    @Test
    void a_text_that_does_not_compile_fails_where_it_is_needed() {
        driver.compilingBeside();
        KernelCompiler compiler = compiler();
        compiler.begin("bad kernel");
        compiler.begin("kernel");
        compiler.load("kernel", NONE);
        assertThatThrownBy(() -> compiler.load("bad kernel", NONE))
                .isInstanceOf(DeviceException.class)
                .hasMessage("bad kernel does not compile");
    }
}
