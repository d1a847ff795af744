package dev.tessera.device.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.tessera.device.gpu.NativeFunction;
import dev.tessera.device.gpu.NativeLibrary;
import dev.tessera.kernel.LaunchShape;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

/// The functions of `cuda.h` that are used here, by the names that the library exports (`_v2` where
/// the header renames). Handles are `long`s. A status other than `CUDA_SUCCESS` is a [CudaFailure].
final class Cuda {
    private static final long NAME_BYTES = 256;
    private static final long UUID_BYTES = 16;
    static final int NON_BLOCKING = 1;

    private final NativeFunction init;
    private final NativeFunction driverVersion;
    private final NativeFunction deviceCount;
    private final NativeFunction device;
    private final NativeFunction deviceName;
    private final Optional<NativeFunction> deviceUuid;
    private final NativeFunction deviceMemory;
    private final NativeFunction deviceAttribute;
    private final NativeFunction retainContext;
    private final NativeFunction releaseContext;
    private final NativeFunction setContext;
    private final NativeFunction streamCreate;
    private final NativeFunction streamDestroy;
    private final NativeFunction streamSynchronize;
    private final NativeFunction memoryInfo;
    private final NativeFunction allocate;
    private final NativeFunction free;
    private final NativeFunction allocateHost;
    private final NativeFunction freeHost;
    private final NativeFunction fill;
    private final NativeFunction upload;
    private final NativeFunction download;
    private final NativeFunction copy;
    private final NativeFunction moduleLoad;
    private final NativeFunction moduleUnload;
    private final NativeFunction moduleFunction;
    private final NativeFunction functionAttribute;
    private final NativeFunction setFunctionAttribute;
    private final Optional<NativeFunction> functionParameter;
    private final NativeFunction occupancy;
    private final NativeFunction launch;
    private final NativeFunction eventCreate;
    private final NativeFunction eventRecord;
    private final NativeFunction eventSynchronize;
    private final NativeFunction eventElapsed;
    private final NativeFunction eventDestroy;
    private final NativeFunction errorName;
    private final NativeFunction errorText;
    private final Optional<CudaGraphs> graphs;
    private final CudaQueues queues;

    Cuda(NativeLibrary library) {
        init = library.function("cuInit", status(JAVA_INT));
        driverVersion = library.function("cuDriverGetVersion", status(ADDRESS));
        deviceCount = library.function("cuDeviceGetCount", status(ADDRESS));
        device = library.function("cuDeviceGet", status(ADDRESS, JAVA_INT));
        deviceName = library.function("cuDeviceGetName", status(ADDRESS, JAVA_INT, JAVA_INT));
        deviceUuid = library.optional("cuDeviceGetUuid_v2", status(ADDRESS, JAVA_INT)); // since CUDA 11.4
        deviceMemory = library.function("cuDeviceTotalMem_v2", status(ADDRESS, JAVA_INT));
        deviceAttribute = library.function("cuDeviceGetAttribute", status(ADDRESS, JAVA_INT, JAVA_INT));
        retainContext = library.function("cuDevicePrimaryCtxRetain", status(ADDRESS, JAVA_INT));
        releaseContext = library.function("cuDevicePrimaryCtxRelease_v2", status(JAVA_INT));
        setContext = library.function("cuCtxSetCurrent", status(JAVA_LONG));
        streamCreate = library.function("cuStreamCreate", status(ADDRESS, JAVA_INT));
        streamDestroy = library.function("cuStreamDestroy_v2", status(JAVA_LONG));
        streamSynchronize = library.function("cuStreamSynchronize", status(JAVA_LONG));
        memoryInfo = library.function("cuMemGetInfo_v2", status(ADDRESS, ADDRESS));
        allocate = library.function("cuMemAlloc_v2", status(ADDRESS, JAVA_LONG));
        free = library.function("cuMemFree_v2", status(JAVA_LONG));
        allocateHost = library.function("cuMemHostAlloc", status(ADDRESS, JAVA_LONG, JAVA_INT));
        freeHost = library.function("cuMemFreeHost", status(ADDRESS));
        fill = library.function("cuMemsetD8Async", status(JAVA_LONG, JAVA_BYTE, JAVA_LONG, JAVA_LONG));
        upload = library.function("cuMemcpyHtoDAsync_v2", status(JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG));
        download = library.function("cuMemcpyDtoHAsync_v2", status(ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG));
        copy = library.function("cuMemcpyDtoDAsync_v2", status(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
        moduleLoad = library.function("cuModuleLoadData", status(ADDRESS, ADDRESS));
        moduleUnload = library.function("cuModuleUnload", status(JAVA_LONG));
        moduleFunction = library.function("cuModuleGetFunction", status(ADDRESS, JAVA_LONG, ADDRESS));
        functionAttribute = library.function("cuFuncGetAttribute", status(ADDRESS, JAVA_INT, JAVA_LONG));
        setFunctionAttribute = library.function("cuFuncSetAttribute", status(JAVA_LONG, JAVA_INT, JAVA_INT));
        functionParameter = library.optional(
                "cuFuncGetParamInfo", status(JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS)); // since CUDA 12.4
        occupancy = library.function(
                "cuOccupancyMaxActiveBlocksPerMultiprocessor", status(ADDRESS, JAVA_LONG, JAVA_INT, JAVA_LONG));
        launch = library.function(
                "cuLaunchKernel",
                status(
                        JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG,
                        ADDRESS, ADDRESS));
        eventCreate = library.function("cuEventCreate", status(ADDRESS, JAVA_INT));
        eventRecord = library.function("cuEventRecord", status(JAVA_LONG, JAVA_LONG));
        eventSynchronize = library.function("cuEventSynchronize", status(JAVA_LONG));
        eventElapsed = library.function("cuEventElapsedTime", status(ADDRESS, JAVA_LONG, JAVA_LONG));
        eventDestroy = library.function("cuEventDestroy_v2", status(JAVA_LONG));
        errorName = library.function("cuGetErrorName", status(JAVA_INT, ADDRESS));
        errorText = library.function("cuGetErrorString", status(JAVA_INT, ADDRESS));
        graphs = CudaGraphs.of(this, library);
        queues = new CudaQueues(this, library);
    }

    /// The driver of this machine.
    /// @throws DeviceException if `TESSERA_CUDA` names a library that does not load, or the driver is too old
    static Optional<Cuda> find() {
        List<Path> folders = new ArrayList<>();
        for (String folder : List.of(
                "/usr/lib/x86_64-linux-gnu",
                "/usr/lib/aarch64-linux-gnu",
                "/usr/lib64",
                "/usr/lib/wsl/lib",
                "/usr/local/nvidia/lib64",
                "/usr/local/cuda/compat")) {
            folders.add(Path.of(folder));
        }
        return NativeLibrary.find("TESSERA_CUDA", List.of("libcuda.so.1"), folders)
                .map(Cuda::new);
    }

    static FunctionDescriptor status(MemoryLayout... arguments) {
        return FunctionDescriptor.of(JAVA_INT, arguments);
    }

    void check(NativeFunction function, int status) {
        if (status != 0) {
            throw new CudaFailure(function.name(), status, describe(status));
        }
    }

    /// The name and meaning of a status, or its number if the driver has no name for it.
    private String describe(int status) {
        return text(errorName, status)
                .map(name ->
                        name + text(errorText, status).map(" (%s)"::formatted).orElse(""))
                .orElseGet(() -> "error %d, which has no name".formatted(status));
    }

    private static Optional<String> text(NativeFunction question, int status) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pointer = arena.allocate(ADDRESS);
            return question.status(status, pointer) == 0
                            && pointer.get(ADDRESS, 0).address() != 0
                    ? Optional.of(
                            pointer.get(ADDRESS, 0).reinterpret(NAME_BYTES).getString(0))
                    : Optional.empty();
        }
    }

    int intOf(NativeFunction function, ToIntFunction<MemorySegment> call) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(JAVA_INT);
            check(function, call.applyAsInt(value));
            return value.get(JAVA_INT, 0);
        }
    }

    long longOf(NativeFunction function, ToIntFunction<MemorySegment> call) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(JAVA_LONG);
            check(function, call.applyAsInt(value));
            return value.get(JAVA_LONG, 0);
        }
    }

    /// Empty if the driver is too old.
    Optional<CudaGraphs> graphs() {
        return graphs;
    }

    /// Several streams and devices.
    CudaQueues queues() {
        return queues;
    }

    void init() {
        check(init, init.status(0));
    }

    /// The CUDA version that the driver supports: 13000 is 13.0.
    int driverVersion() {
        return intOf(driverVersion, driverVersion::status);
    }

    int devices() {
        return intOf(deviceCount, deviceCount::status);
    }

    int device(int ordinal) {
        return intOf(device, value -> device.status(value, ordinal));
    }

    String name(int device) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocate(NAME_BYTES);
            check(deviceName, deviceName.status(name, (int) NAME_BYTES, device));
            return name.getString(0);
        }
    }

    /// The device's UUID, common to all drivers, 16 bytes; empty if the driver is too old to report it.
    byte[] uuid(int device) {
        if (deviceUuid.isEmpty()) {
            return new byte[0];
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment uuid = arena.allocate(UUID_BYTES);
            check(deviceUuid.get(), deviceUuid.get().status(uuid, device));
            return uuid.toArray(JAVA_BYTE);
        }
    }

    long memoryBytes(int device) {
        return longOf(deviceMemory, value -> deviceMemory.status(value, device));
    }

    /// @param attribute a `CUdevice_attribute`
    int attribute(int device, int attribute) {
        return intOf(deviceAttribute, value -> deviceAttribute.status(value, attribute, device));
    }

    /// The primary context, shared by all users of a device in this process.
    long retainContext(int device) {
        return longOf(retainContext, value -> retainContext.status(value, device));
    }

    void releaseContext(int device) {
        check(releaseContext, releaseContext.status(device));
    }

    /// Makes a context current in this thread.
    void use(long context) {
        check(setContext, setContext.status(context));
    }

    /// A stream that does not wait for the default stream.
    long createStream() {
        return longOf(streamCreate, value -> streamCreate.status(value, NON_BLOCKING));
    }

    void destroyStream(long stream) {
        check(streamDestroy, streamDestroy.status(stream));
    }

    void synchronize(long stream) {
        check(streamSynchronize, streamSynchronize.status(stream));
    }

    long freeBytes() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment total = arena.allocate(JAVA_LONG);
            return longOf(memoryInfo, value -> memoryInfo.status(value, total));
        }
    }

    long allocate(long bytes) {
        return longOf(allocate, value -> allocate.status(value, bytes));
    }

    void free(long pointer) {
        check(free, free.status(pointer));
    }

    /// Pinned host memory, which the device can access directly.
    MemorySegment allocateHost(long bytes) {
        long address = longOf(allocateHost, value -> allocateHost.status(value, bytes, 0));
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    void freeHost(MemorySegment memory) {
        check(freeHost, freeHost.status(memory));
    }

    void fill(long pointer, byte value, long bytes, long stream) {
        check(fill, fill.status(pointer, value, bytes, stream));
    }

    void upload(long pointer, MemorySegment source, long stream) {
        check(upload, upload.status(pointer, source, source.byteSize(), stream));
    }

    void download(MemorySegment target, long pointer, long stream) {
        check(download, download.status(target, pointer, target.byteSize(), stream));
    }

    void copy(long to, long from, long bytes, long stream) {
        check(copy, copy.status(to, from, bytes, stream));
    }

    /// @param image a cubin, or PTX that ends with a zero
    long load(byte[] image) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment content = arena.allocate(image.length, Long.BYTES);
            content.copyFrom(MemorySegment.ofArray(image));
            return longOf(moduleLoad, value -> moduleLoad.status(value, content));
        }
    }

    void unload(long module) {
        check(moduleUnload, moduleUnload.status(module));
    }

    long function(long module, String name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocateFrom(name);
            return longOf(moduleFunction, value -> moduleFunction.status(value, module, text));
        }
    }

    /// @param attribute a `CUfunction_attribute`
    int functionAttribute(long function, int attribute) {
        return intOf(functionAttribute, value -> functionAttribute.status(value, attribute, function));
    }

    void setFunctionAttribute(long function, int attribute, int value) {
        check(setFunctionAttribute, setFunctionAttribute.status(function, attribute, value));
    }

    /// Bytes of each parameter; empty if the driver is too old to report them.
    Optional<List<Long>> parameterBytes(long function) {
        if (functionParameter.isEmpty()) {
            return Optional.empty();
        }
        List<Long> sizes = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment offset = arena.allocate(JAVA_LONG);
            MemorySegment size = arena.allocate(JAVA_LONG);
            // The first index past the end returns CUDA_ERROR_INVALID_VALUE.
            while (functionParameter.get().status(function, (long) sizes.size(), offset, size) == 0) {
                sizes.add(size.get(JAVA_LONG, 0));
            }
        }
        return Optional.of(sizes);
    }

    int residentBlocks(long function, int threadsPerBlock, long sharedBytes) {
        return intOf(occupancy, value -> occupancy.status(value, function, threadsPerBlock, sharedBytes));
    }

    /// @param arguments an array of pointers to values
    void launch(long function, LaunchShape shape, long stream, MemorySegment arguments) {
        check(
                launch,
                launch.status(
                        function,
                        shape.gridX(),
                        shape.gridY(),
                        shape.gridZ(),
                        shape.blockX(),
                        shape.blockY(),
                        shape.blockZ(),
                        shape.sharedBytes(),
                        stream,
                        arguments,
                        MemorySegment.NULL));
    }

    long createEvent() {
        return longOf(eventCreate, value -> eventCreate.status(value, 0));
    }

    void record(long event, long stream) {
        check(eventRecord, eventRecord.status(event, stream));
    }

    void await(long event) {
        check(eventSynchronize, eventSynchronize.status(event));
    }

    double elapsedMilliseconds(long earlier, long later) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(JAVA_FLOAT);
            check(eventElapsed, eventElapsed.status(value, earlier, later));
            return value.get(JAVA_FLOAT, 0);
        }
    }

    void destroyEvent(long event) {
        check(eventDestroy, eventDestroy.status(event));
    }
}
