package dev.tessera.emit.gpu;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.gpu.Argument;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Tuning;
import java.util.List;

/// How a language for GPUs spells what C has no word for.
public interface Dialect {
    /// `cuda`, `opencl`.
    String key();

    /// What stands before everything else: rules of arithmetic, names of types (`index_t`, `slot_t`, `bits_t`,
    /// `mask_t`, `record_t`).
    String head(GpuKernel kernel);

    /// What stands before a function that the host launches, up to its name.
    String launched(Tuning tuning);

    /// What stands before a function that kernels call, up to its type.
    String called();

    /// What stands before a type in the device's memory.
    String global();

    /// The type of a kernel's or a function's parameter.
    String parameter(Argument argument, Precision precision);

    /// The number of this thread's block, among all that are launched.
    String block();

    /// How many blocks are launched.
    String blocks();

    /// The number of this thread in its block.
    String lane();

    /// What stands before a declaration of memory that a block of threads shares.
    String shared();

    /// A statement that waits for all threads of a block.
    String barrier();

    /// A statement that costs nothing, and behind which the compiler moves no load that stands before it; empty where
    /// there is none.
    String loadsEnd();

    /// A value that is no number.
    String notANumber(Real real);

    /// How many bits of a `mask_t` are set, as an int.
    String bitCount(String mask);

    /// How many bits of a `bits_t` are set, as an int.
    String bitCount32(String bits);

    /// `fma`, `sqrt` and `fabs` of a precision, correctly rounded.
    String function(String name, Precision precision);

    /// The type of IEEE 754 halves (binary16) in memory.
    String half();

    /// Functions that halves need, in lines; empty where the language has them.
    String halfFunctions();

    /// The half in a buffer, as a float.
    String loadHalf(String buffer, String index);

    /// The statement that rounds a float to the nearest half (of two the even one) and puts it into a buffer.
    String storeHalf(String buffer, String index, String value);

    /// Statements that bring 2, 4 or 8 halves from where `at` points to the floats `v`, in one access.
    List<String> loadHalves(int count);

    /// Statements that bring 2, 4 or 8 floats from `v` to the halves where `at` points, in one access.
    List<String> storeHalves(int count);

    /// The type of the kernel's arithmetic.
    static String real(Real real) {
        return switch (real) {
            case FP64 -> "double";
            case FP32 -> "float";
        };
    }

    /// The type of an argument's value, or of its elements.
    default String element(Argument.Type type, Precision precision) {
        return switch (type) {
            case REAL -> real(precision.computed());
            case STORED -> new SlotText(precision.stored(), precision.computed(), 0, this).type();
            case INT -> "int";
            case LONG -> "index_t";
            case SLOT -> "slot_t";
            case BITS -> "bits_t";
            case MASK -> "mask_t";
            case RECORD -> "record_t";
            case PAIR -> "pair_t";
        };
    }
}
