package dev.tessera.cluster.mpi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.tessera.cluster.mpi.MpiAbi.Handle;
import dev.tessera.device.DeviceException;
import dev.tessera.device.gpu.NativeFunction;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/// The functions of an MPI library, with all messages in the communicator of all ranks. None of them waits for another
/// rank, except those that begin and end MPI. One thread calls at a time.
final class MpiCalls {
    private static final int MOST_TEXT = 1 << 10; // MPI_MAX_ERROR_STRING is 512 or less, MPI_MAX_PROCESSOR_NAME 256

    private static final String NO_ARGUMENTS = "";

    private final MpiLibrary library;
    private final MpiAbi abi;
    private final Map<Handle, Object> handles = new EnumMap<>(Handle.class);
    private final NativeFunction init;
    private final NativeFunction finish;
    private final NativeFunction abort;
    private final NativeFunction setErrors;
    private final NativeFunction errorString;
    private final NativeFunction rank;
    private final NativeFunction size;
    private final NativeFunction processorName;
    private final NativeFunction send;
    private final NativeFunction receive;
    private final NativeFunction testAll;
    private final NativeFunction sum;
    private final NativeFunction broadcast;

    MpiCalls(MpiLibrary library) {
        this.library = library;
        this.abi = library.abi();
        for (Handle handle : Handle.values()) {
            handles.put(handle, abi.argument(handle, library.library().symbols()));
        }
        this.init = function("MPI_Init_thread", "ppip");
        this.finish = function("MPI_Finalize", NO_ARGUMENTS);
        this.abort = function("MPI_Abort", "hi");
        this.setErrors = function("MPI_Comm_set_errhandler", "hh");
        this.errorString = function("MPI_Error_string", "ipp");
        this.rank = function("MPI_Comm_rank", "hp");
        this.size = function("MPI_Comm_size", "hp");
        this.processorName = function("MPI_Get_processor_name", "pp");
        this.send = function("MPI_Isend", "pihiihp");
        this.receive = function("MPI_Irecv", "pihiihp");
        this.testAll = function("MPI_Testall", "ippp");
        this.sum = function("MPI_Iallreduce", "ppihhhp");
        this.broadcast = function("MPI_Ibcast", "pihihp");
    }

    /// @param arguments one letter for each: `p` a pointer, `i` an int, `h` a handle
    private NativeFunction function(String name, String arguments) {
        MemoryLayout[] layouts = arguments
                .chars()
                .mapToObj(c -> switch (c) {
                    case 'p' -> ADDRESS;
                    case 'h' -> abi.handleBytes() == Long.BYTES ? JAVA_LONG : JAVA_INT;
                    default -> JAVA_INT;
                })
                .toArray(MemoryLayout[]::new);
        return library.library().function(name, FunctionDescriptor.of(JAVA_INT, layouts));
    }

    private Object world() {
        return handle(Handle.COMM_WORLD);
    }

    private Object handle(Handle handle) {
        return Objects.requireNonNull(handles.get(handle));
    }

    private void check(NativeFunction called, int status) {
        if (status != 0) {
            throw new DeviceException("%s failed: %s (error %d of %s)"
                    .formatted(called.name(), text(errorString, status), status, library.version()));
        }
    }

    private static String text(NativeFunction function, Object... before) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(MOST_TEXT);
            Object[] arguments = new Object[before.length + 2];
            System.arraycopy(before, 0, arguments, 0, before.length);
            arguments[before.length] = text;
            arguments[before.length + 1] = arena.allocate(JAVA_INT);
            function.status(arguments);
            return text.getString(0);
        }
    }

    private int number(NativeFunction function) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment number = arena.allocate(JAVA_INT);
            check(function, function.status(world(), number));
            return number.get(JAVA_INT, 0);
        }
    }

    /// Begins MPI, for calls from any thread; errors return from now on.
    void init() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment provided = arena.allocate(JAVA_INT);
            check(init, init.status(MemorySegment.NULL, MemorySegment.NULL, abi.threadMultiple(), provided));
            check(setErrors, setErrors.status(world(), handle(Handle.ERRORS_RETURN)));
        }
    }

    void finish() {
        check(finish, finish.status());
    }

    /// Ends all ranks; usually does not return.
    void abort(int code) {
        abort.status(world(), code);
    }

    int rank() {
        return number(rank);
    }

    int size() {
        return number(size);
    }

    /// The name of the computer.
    String host() {
        return text(processorName);
    }

    MpiLibrary library() {
        return library;
    }

    int handleBytes() {
        return abi.handleBytes();
    }

    void send(MemorySegment bytes, int to, int tag, MemorySegment request) {
        int count = Math.toIntExact(bytes.byteSize());
        check(send, send.status(bytes, count, handle(Handle.BYTE), to, tag, world(), request));
    }

    void receive(MemorySegment bytes, int from, int tag, MemorySegment request) {
        int count = Math.toIntExact(bytes.byteSize());
        check(receive, receive.status(bytes, count, handle(Handle.BYTE), from, tag, world(), request));
    }

    /// Sums 64-bit integers over all ranks, in place.
    void sum(MemorySegment values, int count, MemorySegment request) {
        check(
                sum,
                sum.status(abi.inPlace(), values, count, handle(Handle.INT64), handle(Handle.SUM), world(), request));
    }

    /// Sends bytes of the first rank to all.
    void broadcast(MemorySegment bytes, MemorySegment request) {
        int count = Math.toIntExact(bytes.byteSize());
        check(broadcast, broadcast.status(bytes, count, handle(Handle.BYTE), 0, world(), request));
    }

    /// Whether all requests are done; lets messages proceed.
    boolean areDone(MemorySegment requests, int count, MemorySegment flag) {
        check(testAll, testAll.status(count, requests, flag, abi.ignore()));
        return flag.get(JAVA_INT, 0) != 0;
    }
}
