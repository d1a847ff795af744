package dev.tessera.emit.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.cpu.LaneKernel;
import dev.tessera.emit.LaneMemory;
import dev.tessera.emit.SampleKernels;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Streams;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class JavaTextTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(Precision.class)
    void the_printed_java_compiles_and_computes_the_kernel(Precision precision) throws Exception {
        int count = 64; // whole vectors on every machine
        List<Kernel> kernels = List.of(
                SampleKernels.allForms(),
                SampleKernels.random(1, 150),
                SampleKernels.iterations().computing(precision.computed()));
        for (Kernel kernel : kernels) {
            double[][] in = inputs(precision, kernel, count);
            LaneMemory.check(throughJavac(kernel, precision), kernel, precision, in, count, false);
        }
    }

    private LaneKernel throughJavac(Kernel kernel, Precision precision) throws Exception {
        String name = LaneProgram.of(kernel, precision).name();
        Path source = folder.resolve(name + ".java");
        Files.writeString(source, new JvmTarget().print(kernel, precision).text());
        compile(source);
        URL[] urls = {folder.toUri().toURL()};
        Method run = Class.forName(name, true, new URLClassLoader(urls))
                .getMethod("run", long[].class, long[].class, double[].class, int.class);
        return (in, out, parameters, count) -> invoke(run, in, out, parameters, count);
    }

    private void compile(Path source) throws IOException {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<String> options = List.of("--add-modules", "jdk.incubator.vector", "-d", folder.toString());
        try (var files = javac.getStandardFileManager(null, null, null)) {
            var units = files.getJavaFileObjects(source);
            assertThat(javac.getTask(messages, files, null, options, null, units)
                            .call())
                    .as(() -> messages.toString())
                    .isTrue();
        }
    }

    private static void invoke(Method run, Object... arguments) {
        try {
            run.invoke(null, arguments);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the printed class cannot be run", e);
        }
    }

    private static double[][] inputs(Precision precision, Kernel kernel, int count) {
        Random random = new Random(3);
        return Stream.generate(() -> random.doubles(count, -1, 1)
                        .map(value -> precision == Precision.FP32 ? (float) value : value)
                        .toArray())
                .limit(Streams.of(kernel).in())
                .toArray(double[][]::new);
    }
}
