package dev.tessera.coupling;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/// The table of function pointers of `tessera.h`. A program that is not Java calls [#table] once, through JNI, and the
/// pointers from then on.
public final class NativeTable {
    /// The version of the table: `TESSERA_ABI` in `tessera.h`.
    static final int VERSION = 1;

    /// How many functions the table has.
    static final int FUNCTIONS = 21;

    private static final long HEAD_BYTES = 16; // version, size, ended, reserved
    private static final long ENDED = 8;
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private NativeTable() {}

    private static final class Holder {
        static final MemorySegment TABLE = made();
    }

    /// The address of the struct `tessera_api`, which lasts as long as the process.
    /// @param version that the caller was compiled for
    /// @throws IllegalArgumentException if this is another version
    public static long table(int version) {
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "the program was compiled for version %d of tessera.h, but this tessera.jar has version %d; compile it with the header beside the jar"
                            .formatted(version, VERSION));
        }
        return Holder.TABLE.address();
    }

    private static MemorySegment made() {
        NativeCalls calls = new NativeCalls();
        List<MemorySegment> stubs = stubs(calls);
        MemorySegment table = Arena.global().allocate(HEAD_BYTES + stubs.size() * ValueLayout.ADDRESS.byteSize(), 8);
        table.set(ValueLayout.JAVA_INT, 0, VERSION);
        table.set(ValueLayout.JAVA_INT, 4, (int) table.byteSize());
        for (int i = 0; i < stubs.size(); i++) {
            table.set(ValueLayout.ADDRESS, HEAD_BYTES + i * ValueLayout.ADDRESS.byteSize(), stubs.get(i));
        }
        // Once Java shuts down, a call into it would abort the process: static destructors read this first.
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> table.set(ValueLayout.JAVA_INT, ENDED, 1), "tessera-ended"));
        return table;
    }

    /// In the order of the header.
    private static List<MemorySegment> stubs(NativeCalls calls) {
        Class<?> pointer = MemorySegment.class;
        return List.of(
                stub(calls, "create", int.class, pointer, pointer),
                stub(calls, "destroy", int.class, int.class),
                stub(calls, "addDomain", int.class, int.class, pointer, pointer),
                stub(calls, "removeDomain", int.class, int.class),
                stub(calls, "write", int.class, int.class, pointer, pointer, long.class, int.class),
                stub(calls, "read", int.class, int.class, pointer, pointer, long.class, int.class),
                stub(calls, "writeNodes", int.class, int.class, pointer, long.class, pointer, long.class, int.class),
                stub(calls, "readNodes", int.class, int.class, pointer, long.class, pointer, long.class, int.class),
                stub(calls, "collideAndStream", int.class, int.class, long.class),
                stub(calls, "readField", int.class, int.class, pointer, pointer, pointer, long.class),
                stub(calls, "describe", int.class, int.class, pointer, long.class),
                stub(calls, "lastError", long.class, pointer, long.class),
                stub(calls, "allocate", int.class, int.class, long.class, pointer),
                stub(calls, "release", int.class, int.class, pointer),
                stub(calls, "connect", int.class, int.class, pointer, long.class, pointer),
                stub(calls, "exchange", int.class, int.class),
                stub(calls, "disconnect", int.class, int.class),
                stub(calls, "finish", int.class, int.class),
                stub(calls, "collideAndStreamAll", int.class, pointer, long.class, long.class),
                boxes(calls, "writeBoxes"),
                boxes(calls, "readBoxes"));
    }

    private static MemorySegment boxes(NativeCalls calls, String name) {
        Class<?> pointer = MemorySegment.class;
        return stub(calls, name, int.class, int.class, pointer, long.class, pointer, long.class, int.class);
    }

    private static MemorySegment stub(NativeCalls calls, String name, Class<?> result, Class<?>... parameters) {
        try {
            var handle = LOOKUP.bind(calls, name, MethodType.methodType(result, parameters));
            MemoryLayout[] layouts = new MemoryLayout[parameters.length];
            for (int i = 0; i < layouts.length; i++) {
                layouts[i] = layout(parameters[i]);
            }
            return Linker.nativeLinker()
                    .upcallStub(handle, FunctionDescriptor.of(layout(result), layouts), Arena.global());
        } catch (ReflectiveOperationException missing) {
            throw new IllegalStateException("NativeCalls has no method " + name, missing);
        }
    }

    private static MemoryLayout layout(Class<?> type) {
        return type == int.class
                ? ValueLayout.JAVA_INT
                : type == long.class ? ValueLayout.JAVA_LONG : ValueLayout.ADDRESS;
    }
}
