package dev.tessera.device.cpu;

import dev.tessera.device.Device;
import dev.tessera.kernel.Precision;
import dev.tessera.testkit.Needs;
import java.nio.file.Path;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Where arithmetic is the subject, kernels are compiled as for users; where storage is, with fewer optimisations,
/// which takes half of the time. All tests share the kernels that are compiled.
final class CDeviceTest extends CpuDeviceKit {
    private static final ForkJoinPool POOL = new ForkJoinPool(3);

    @TempDir
    static Path folder;

    private static CKernels quick;
    private static CKernels usual;

    private boolean isOfArithmetic;

    @BeforeAll
    static void a_c_compiler_is_here() {
        Needs.part("c", CCompiler.find().isPresent());
        CCompiler compiler = CCompiler.find().orElseThrow();
        quick = CKernels.of(compiler, folder, "-O1");
        usual = CKernels.of(compiler, folder);
    }

    @Override
    protected Device device() {
        return new CpuDevice(isOfArithmetic ? usual : quick, POOL, 5);
    }

    @Override
    @ParameterizedTest
    @EnumSource(
            value = Precision.class,
            names = {"FP64", "FP32"})
    protected void every_form_of_expression_is_bit_identical_to_the_interpreter(Precision precision) {
        isOfArithmetic = true;
        super.every_form_of_expression_is_bit_identical_to_the_interpreter(precision);
    }

    @Override
    @ParameterizedTest
    @EnumSource(
            value = Precision.class,
            names = {"FP64", "FP32"})
    protected void elementary_functions_have_the_same_bits_everywhere(Precision precision) {
        isOfArithmetic = true;
        super.elementary_functions_have_the_same_bits_everywhere(precision);
    }

    @Override
    @ParameterizedTest
    @EnumSource(
            value = Precision.class,
            names = {"FP64", "FP32"})
    protected void iterations_have_the_same_bits_everywhere(Precision precision) {
        isOfArithmetic = true;
        super.iterations_have_the_same_bits_everywhere(precision);
    }
}
