package dev.tessera.device.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.DeviceException;
import dev.tessera.device.UserCache;
import dev.tessera.emit.EmitterKit;
import dev.tessera.emit.SampleKernels;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.KernelCost;
import dev.tessera.kernel.Precision;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CKernelsTest extends EmitterKit {
    @TempDir
    static Path folder;

    @BeforeAll
    static void a_c_compiler_is_here() {
        Needs.part("c", CCompiler.find().isPresent());
    }

    @Override
    protected LaneCompiler compiler() {
        return CKernels.of(CCompiler.find().orElseThrow(), folder);
    }

    @Test
    void a_kernel_is_compiled_once_and_then_loaded_from_the_cache(@TempDir Path cache) throws IOException {
        CCompiler compiler = CCompiler.find().orElseThrow();
        CKernels.of(compiler, cache).compile(SampleKernels.relaxation(), Precision.FP64);
        Path object = onlyFileOf(cache);
        var time = Files.getLastModifiedTime(object);
        CKernels.of(compiler, cache).compile(SampleKernels.relaxation(), Precision.FP64);
        assertThat(onlyFileOf(cache)).isEqualTo(object);
        assertThat(Files.getLastModifiedTime(object)).isEqualTo(time);
    }

    /// Loading a truncated object ends the process: its header refers to missing bytes.
    @Test
    void a_damaged_object_is_compiled_again(@TempDir Path whole, @TempDir Path damaged) throws IOException {
        CCompiler compiler = CCompiler.find().orElseThrow();
        CKernels.of(compiler, whole).compile(SampleKernels.relaxation(), Precision.FP64);
        Path object = onlyFileOf(whole);
        byte[] bytes = Files.readAllBytes(object);
        for (int kept : new int[] {0, 40, bytes.length / 2, bytes.length - 1}) {
            Files.write(damaged.resolve(object.getFileName()), Arrays.copyOf(bytes, kept));
            CKernels.of(compiler, damaged).compile(SampleKernels.relaxation(), Precision.FP64);
            Path made = onlyFileOf(damaged);
            assertThat(made.getFileName()).isEqualTo(object.getFileName());
            assertThat(UserCache.checked(Files.readAllBytes(made))).isPresent();
            Files.delete(made); // not truncated: it is mapped
        }
    }

    @Test
    void a_compiler_that_fails_is_quoted(@TempDir Path cache) throws IOException {
        Path broken = cache.resolve("cc");
        Files.writeString(broken, "#!/bin/sh\necho 'internal error: no more bits' >&2\nexit 1\n");
        assertThat(broken.toFile().setExecutable(true)).isTrue();
        CKernels kernels = CKernels.of(new CCompiler(broken, "broken 1.0"), cache.resolve("objects"));
        assertThatThrownBy(() -> kernels.compile(SampleKernels.relaxation(), Precision.FP64))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("no more bits")
                .hasMessageContaining("cpu:jvm");
        try (Stream<Path> left = Files.list(cache.resolve("objects"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void a_killed_compiler_is_distinguished_from_a_failing_one(@TempDir Path cache) throws IOException {
        CKernels kernels = dying(cache);
        assertThatThrownBy(() -> kernels.compile(SampleKernels.relaxation(), Precision.FP64))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("it was ended by signal 9 (killed; possibly out of memory) without output")
                .hasMessageContaining("cpu:jvm");
    }

    @Test
    void the_usual_compiler_replaces_a_c_compiler_that_crashes(@TempDir Path cache) throws IOException {
        Kernel big = SampleKernels.random(1, 2 * ChosenKernels.BIG_OPERATIONS);
        assertThat(KernelCost.of(big).flops()).isGreaterThan(ChosenKernels.BIG_OPERATIONS);
        LaneCompiler works = compiler(); // the same object for the same kernel
        assertThat(new ChosenKernels(works, dying(cache)).compile(big, Precision.FP64))
                .isSameAs(works.compile(big, Precision.FP64));
    }

    private static CKernels dying(Path folder) throws IOException {
        Path program = Files.writeString(folder.resolve("cc"), "#!/bin/sh\nkill -9 $$\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return CKernels.of(new CCompiler(program, "dying 1.0"), folder.resolve("objects"));
    }

    @Test
    void a_folder_that_cannot_be_written_is_named(@TempDir Path cache) throws IOException {
        Path file = Files.writeString(cache.resolve("file"), "no folder");
        CKernels kernels = CKernels.of(CCompiler.find().orElseThrow(), file);
        assertThatThrownBy(() -> kernels.compile(SampleKernels.relaxation(), Precision.FP64))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("XDG_CACHE_HOME");
    }

    private static Path onlyFileOf(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> all = files.toList();
            assertThat(all).hasSize(1);
            return all.getFirst();
        }
    }
}
