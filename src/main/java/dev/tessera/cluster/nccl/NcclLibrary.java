package dev.tessera.cluster.nccl;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.tessera.device.DeviceException;
import dev.tessera.device.cuda.NvidiaFolders;
import dev.tessera.device.gpu.NativeEnvironment;
import dev.tessera.device.gpu.NativeFunction;
import dev.tessera.device.gpu.NativeLibrary;
import java.io.File;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The functions of `nccl.h` that are used here. Communicators and streams are `long`s; a status other than
/// `ncclSuccess` is a [DeviceException].
public final class NcclLibrary {
    /// Names the library's file or folder; `off`: values between ranks go through memory of the host.
    public static final String VARIABLE = "TESSERA_NCCL";

    static final String OFF = "off";

    /// How to get a library.
    public static final String REMEDY =
            "Install it (pip install nvidia-nccl-cu13, or -cu12; Debian or Ubuntu with NVIDIA's packages: apt install"
                    + " libnccl2), or name its file in " + VARIABLE + ".";

    private static final List<String> SONAMES = List.of("libnccl.so.2");
    private static final MemoryLayout ID = MemoryLayout.structLayout(
            MemoryLayout.sequenceLayout(UniqueId.BYTES, JAVA_BYTE).withName("internal"));

    /// Settings for copies between neighbours beside kernels that compute; the environment has precedence.
    /// Multicast takes memory and time at the start, and is of use to reductions only. A channel is a group of
    /// threads on each GPU: with as many as NCCL takes by itself, the kernels beside them lose 7 % of their
    /// speed (docs/decisions/0066).
    private static final Map<String, String> DEFAULTS = Map.of("NCCL_NVLS_ENABLE", "0", "NCCL_MAX_P2P_NCHANNELS", "4");

    private static final int IN_PROGRESS = 7;
    private static final int BYTE_TYPE = 0; // ncclInt8
    private static final int NEW_CODES = 10_000; // version 2.9 and newer
    private static final int CAPTURING = 21_200; // version 2.12 and newer, in which captures are no longer new
    private static final int TEXT_BYTES = 1 << 10;

    private final String name;
    private final int code;
    private final NativeFunction errorText;
    private final Optional<NativeFunction> lastError;
    private final NativeFunction uniqueId;
    private final NativeFunction init;
    private final NativeFunction groupStart;
    private final NativeFunction groupEnd;
    private final NativeFunction send;
    private final NativeFunction receive;
    private final NativeFunction asyncError;
    private final NativeFunction abort;
    private final NativeFunction destroy;

    /// @throws DeviceException where the library is too old
    NcclLibrary(NativeLibrary library) {
        name = library.name();
        errorText = library.function("ncclGetErrorString", FunctionDescriptor.of(JAVA_LONG, JAVA_INT));
        lastError = library.optional("ncclGetLastError", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG)); // since 2.13
        uniqueId = library.function("ncclGetUniqueId", status(ADDRESS));
        init = library.function("ncclCommInitRank", status(ADDRESS, JAVA_INT, ID, JAVA_INT));
        groupStart = library.function("ncclGroupStart", status());
        groupEnd = library.function("ncclGroupEnd", status());
        FunctionDescriptor oneWay = status(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
        send = library.function("ncclSend", oneWay); // since 2.7
        receive = library.function("ncclRecv", oneWay);
        asyncError = library.function("ncclCommGetAsyncError", status(JAVA_LONG, ADDRESS));
        abort = library.function("ncclCommAbort", status(JAVA_LONG));
        destroy = library.function("ncclCommDestroy", status(JAVA_LONG));
        code = version(library.function("ncclGetVersion", status(ADDRESS)));
    }

    /// Whether the user does not want it.
    static boolean isOff() {
        return OFF.equals(System.getenv(VARIABLE));
    }

    /// The library of this machine.
    /// @return empty where this machine has none, or `TESSERA_NCCL=off`
    /// @throws DeviceException where libraries exist and none can be used; states why
    public static Optional<NcclLibrary> find() {
        if (isOff()) {
            return Optional.empty();
        }
        DEFAULTS.forEach(NativeEnvironment::setDefault);
        return NativeLibrary.find(VARIABLE, SONAMES, folders()).map(NcclLibrary::new);
    }

    private static List<Path> folders() {
        Stream<Path> beside = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> folder.startsWith(File.separator) && folder.endsWith("/bin"))
                .map(folder -> Path.of(folder).resolveSibling("lib"));
        Stream<String> named = Stream.of("NCCL_HOME", "CONDA_PREFIX")
                .map(variable -> System.getenv().getOrDefault(variable, ""));
        Stream<Path> homes =
                named.filter(root -> root.startsWith(File.separator)).map(root -> Path.of(root, "lib"));
        Stream<Path> systems = Stream.of(
                        "/usr/local/cuda/lib64", "/usr/local/nccl*/lib", "/opt/nvidia/hpc_sdk/*/*/comm_libs/nccl/lib")
                .flatMap(pattern -> NativeLibrary.folders(pattern).stream());
        return Stream.of(homes, NvidiaFolders.ofPythonPackages("nccl"), beside, systems)
                .flatMap(folders -> folders)
                .distinct()
                .toList();
    }

    private static FunctionDescriptor status(MemoryLayout... arguments) {
        return FunctionDescriptor.of(JAVA_INT, arguments);
    }

    private int version(NativeFunction function) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment number = arena.allocate(JAVA_INT);
            check(function, function.status(number));
            return number.get(JAVA_INT, 0);
        }
    }

    /// Its version: `2.27.3`.
    String version() {
        int major = code < NEW_CODES ? code / 1000 : code / 10_000;
        return "%d.%d.%d".formatted(major, code < NEW_CODES ? code / 100 % 10 : code / 100 % 100, code % 100);
    }

    /// Whether sending and receiving may be captured as a graph.
    boolean capturesPointToPoint() {
        return code >= CAPTURING;
    }

    private void check(NativeFunction function, int status) {
        if (status != 0) {
            throw new DeviceException(
                    "%s of %s returned %s. %s=off sends values between ranks through memory of the host."
                            .formatted(function.name(), this, describe(status), VARIABLE));
        }
    }

    private String describe(int status) {
        String detail = lastError.map(function -> text(function.handle(0L))).orElse("");
        return text(errorText.handle(status)) + (detail.isBlank() ? "" : " (%s)".formatted(detail.strip()));
    }

    private static String text(long address) {
        return address == 0
                ? ""
                : MemorySegment.ofAddress(address).reinterpret(TEXT_BYTES).getString(0);
    }

    /// A name for ranks that are about to join.
    UniqueId newId() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment id = arena.allocate(ID);
            check(uniqueId, uniqueId.status(id));
            return new UniqueId(id.toArray(JAVA_BYTE));
        }
    }

    /// Joins the ranks; returns when all have called this, with their GPU as the present device of the thread.
    /// @return the communicator
    long join(UniqueId id, int rank, int ranks) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name128 = arena.allocate(ID).copyFrom(MemorySegment.ofArray(id.bytes()));
            MemorySegment joined = arena.allocate(JAVA_LONG);
            check(init, init.status(joined, ranks, name128, rank));
            return joined.get(JAVA_LONG, 0);
        }
    }

    void beginGroup() {
        check(groupStart, groupStart.status());
    }

    void endGroup() {
        check(groupEnd, groupEnd.status());
    }

    void send(Communicator.Piece piece, long communicator, long stream) {
        check(send, send.status(piece.address(), piece.bytes(), BYTE_TYPE, piece.rank(), communicator, stream));
    }

    void receive(Communicator.Piece piece, long communicator, long stream) {
        check(receive, receive.status(piece.address(), piece.bytes(), BYTE_TYPE, piece.rank(), communicator, stream));
    }

    /// What has failed since the ranks joined; empty while all is well.
    Optional<String> failure(long communicator) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(JAVA_INT);
            check(asyncError, asyncError.status(communicator, state));
            int status = state.get(JAVA_INT, 0);
            return status == 0 || status == IN_PROGRESS ? Optional.empty() : Optional.of(describe(status));
        }
    }

    void abort(long communicator) {
        check(abort, abort.status(communicator));
    }

    void destroy(long communicator) {
        check(destroy, destroy.status(communicator));
    }

    @Override
    public String toString() {
        return "NCCL %s (%s)".formatted(version(), name);
    }
}
