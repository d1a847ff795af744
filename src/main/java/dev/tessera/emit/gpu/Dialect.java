package dev.tessera.emit.gpu;

import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.gpu.Argument;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Tuning;
import java.util.List;
import java.util.Optional;

/// The syntax of a GPU language where it differs from C.
public interface Dialect {
    /// `cuda`, `opencl`.
    String key();

    /// The start of a program: pragmas for arithmetic, type definitions (`index_t`, `slot_t`, `bits_t`,
    /// `mask_t`, `record_t`).
    String head(GpuKernel kernel);

    /// The definitions of `index_t` (64 bits, signed), `mask_t` (64 bits) and `bits_t` (32 bits).
    String integerTypes();

    /// The start of a program that computes in double precision, in the order of its text.
    String exactDoubles();

    /// The declaration of a kernel, up to its name.
    String kernelQualifiers(Tuning tuning);

    /// The qualifiers of a device function.
    String functionQualifiers();

    /// The qualifier of global memory.
    String globalQualifier();

    /// The type of a kernel's or a function's parameter.
    String parameter(Argument argument, Precision precision);

    /// The index of this thread's block.
    String block();

    /// The number of blocks of the launch.
    String blocks();

    /// The index of this thread in its block.
    String lane();

    /// The qualifier of shared memory.
    String sharedQualifier();

    /// The barrier of a thread block.
    String barrier();

    /// A statement at which the threads of a warp wait for each other; empty if the language has none.
    String warpBarrier();

    /// A statement that emits no instruction and past which the compiler moves no load; empty if there is none.
    String loadFence();

    /// The NaN with all bits set.
    String nan(Real real);

    /// The number of a precision with these bits, an integer expression as wide as it.
    String withBits(Real real, String bits);

    /// The number of set bits of a `mask_t`, as an int.
    String bitCount(String mask);

    /// The number of set bits of a `bits_t`, as an int.
    String bitCount32(String bits);

    /// The functions `digits_of` and `number_of`: a number of this precision as an unsigned word, and back.
    String digitConversions(Real real);

    /// An unsigned integer type as wide as a number.
    String word(Real real);

    /// `fma`, `sqrt`, `fabs` and `rint` of a precision, correctly rounded.
    String function(String name, Precision precision);

    /// A value that is not computed before another one ([dev.tessera.expr.Form.After]); the value alone where the
    /// language cannot say so.
    String after(String value, String earlier);

    /// The definition of what [#after] calls; empty if nothing.
    String afterFunction(Real real);

    /// A function of the device's hardware in FP32, for plans with fast intrinsics; empty where it has none.
    Optional<String> fast(ElementaryFunction function);

    /// The type of IEEE 754 halves (binary16) in memory.
    String half();

    /// The definitions of conversion functions for halves; empty if they are part of the language.
    String halfFunctions();

    /// Loads a half from a buffer as a float.
    String loadHalf(String buffer, String index);

    /// The statement that rounds a float to a half (to nearest even) and stores it in a buffer.
    String storeHalf(String buffer, String index, String value);

    /// Statements that load 2, 4 or 8 halves at `at` into the floats `v`, in one access.
    List<String> loadHalves(int count);

    /// Statements that store 2, 4 or 8 floats of `v` as halves at `at`, in one access.
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
            case PART -> "part_t";
        };
    }
}
