package dev.tessera.emit.jvm;

import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.tessera.kernel.Precision;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/// A kernel, or a stage of one, as a class file: a final class with a constructor without arguments and one
/// method `void run(long[] in, long[] out, double[] parameters, int count)` that updates `count` consecutive
/// nodes, whose values begin at the absolute addresses `in[stream]` and `out[stream]` (numbered by
/// [dev.tessera.kernel.Streams]). With vectors, `count` is a multiple of the vector length.
///
/// @param name the class's binary name
/// @param bytes of the class file
public record KernelClass(String name, byte[] bytes) {
    static final ClassDesc SEGMENT = ClassDesc.of("java.lang.foreign.MemorySegment");
    static final ClassDesc ORDER = ClassDesc.of("java.nio.ByteOrder");
    static final MethodTypeDesc RUN =
            MethodTypeDesc.of(CD_void, CD_long.arrayType(), CD_long.arrayType(), CD_double.arrayType(), CD_int);
    private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(CD_void);

    /// The bits of an address. With this mask and node numbers >= 0, C2 omits bounds checks, which would triple the
    /// code of a kernel and double the cost of a short call.
    static final long ADDRESS_BITS = 0x00FF_FFFF_FFFF_FFFFL;

    /// Prefix of the names of vector classes.
    public static final String VECTOR_PREFIX = "VectorKernel_";

    /// How the lanes of a kernel are computed.
    public enum Lanes {
        /// Vectors of the machine's preferred length; needs the module `jdk.incubator.vector`.
        VECTOR,
        /// Scalar; needs no module. Gives bit-identical values.
        SCALAR
    }

    /// @param host implemented by the class, with the one method `run`; its package is the class's package, as hidden
    ///       classes require
    static KernelClass of(LaneProgram program, Lanes lanes, Class<?> host) {
        Precision precision = program.precision();
        String kind = switch (lanes) {
            case VECTOR -> VECTOR_PREFIX;
            case SCALAR -> "ScalarKernel_";
        };
        ClassDesc self = ClassDesc.of(host.getPackageName(), kind + program.name());
        byte[] bytes = ClassFile.of().build(self, builder -> {
            builder.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER)
                    .withInterfaceSymbols(ClassDesc.ofDescriptor(host.descriptorString()));
            statics(builder, self, precision, lanes);
            constructor(builder);
            builder.withMethodBody(
                    "run", RUN, ClassFile.ACC_PUBLIC, code -> new MethodWriter(program, lanes, self, code).run());
        });
        return new KernelClass(self.packageName() + "." + self.displayName(), bytes);
    }

    /// Bytecode size of its longest method.
    int longestMethod() {
        return ClassFile.of().parse(bytes).methods().stream()
                .flatMap(method -> method.findAttribute(Attributes.code()).stream())
                .mapToInt(CodeAttribute::codeLength)
                .max()
                .orElse(0);
    }

    private static void constructor(ClassBuilder builder) {
        builder.withMethodBody(
                "<init>",
                NOTHING,
                0,
                code -> code.aload(0)
                        .invokespecial(ConstantDescs.CD_Object, "<init>", NOTHING)
                        .return_());
    }

    /// Constants that C2 folds: the species, the whole address space as one segment, the native byte order.
    private static void statics(ClassBuilder builder, ClassDesc self, Precision precision, Lanes lanes) {
        int flags = ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL;
        boolean vectors = lanes == Lanes.VECTOR;
        builder.withField("MEMORY", SEGMENT, flags);
        if (vectors) {
            builder.withField("SPECIES", VectorCode.SPECIES, flags);
            builder.withField("ORDER", ORDER, flags);
        }
        builder.withMethodBody("<clinit>", NOTHING, ClassFile.ACC_STATIC, code -> {
            code.getstatic(SEGMENT, "NULL", SEGMENT)
                    .loadConstant(Long.MAX_VALUE)
                    .invokeinterface(SEGMENT, "reinterpret", MethodTypeDesc.of(SEGMENT, CD_long))
                    .putstatic(self, "MEMORY", SEGMENT);
            if (vectors) {
                code.getstatic(VectorCode.type(precision), "SPECIES_PREFERRED", VectorCode.SPECIES)
                        .putstatic(self, "SPECIES", VectorCode.SPECIES)
                        .invokestatic(ORDER, "nativeOrder", MethodTypeDesc.of(ORDER))
                        .putstatic(self, "ORDER", ORDER);
            }
            code.return_();
        });
    }
}
