package dev.tessera.device.opencl;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.tessera.device.gpu.NativeFunction;
import dev.tessera.device.gpu.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/// The functions of `CL/cl.h` (1.2) that are used here. Handles are `long`s; `size_t` is 64 bits wide. A status
/// other than `CL_SUCCESS` is a [ClFailure].
final class OpenCl {
    private static final MemorySegment NULL = MemorySegment.NULL;
    private static final int CL_TRUE = 1;

    private final String name;
    private final NativeFunction getPlatformIds;
    private final ClQuery platformInfo;
    private final NativeFunction getDeviceIds;
    private final ClQuery deviceInfo;
    private final NativeFunction createContext;
    private final NativeFunction releaseContext;
    private final NativeFunction createCommandQueue;
    private final NativeFunction releaseCommandQueue;
    private final NativeFunction finish;
    private final NativeFunction createBuffer;
    private final NativeFunction releaseMemObject;
    private final NativeFunction migrate;
    private final NativeFunction writeBuffer;
    private final NativeFunction readBuffer;
    private final NativeFunction copyBuffer;
    private final NativeFunction programWithSource;
    private final NativeFunction programWithBinary;
    private final NativeFunction buildProgram;
    private final ClQuery programInfo;
    private final ClQuery buildInfo;
    private final NativeFunction releaseProgram;
    private final NativeFunction createKernel;
    private final NativeFunction releaseKernel;
    private final ClQuery kernelInfo;
    private final ClQuery workGroupInfo;
    private final NativeFunction setKernelArg;
    private final NativeFunction launch;
    private final NativeFunction marker;
    private final NativeFunction waitForEvents;
    private final ClQuery profilingInfo;
    private final NativeFunction releaseEvent;

    private OpenCl(NativeLibrary library) {
        name = library.name();
        getPlatformIds = library.function("clGetPlatformIDs", status(JAVA_INT, ADDRESS, ADDRESS));
        platformInfo = ClQuery.ofOne(library, "clGetPlatformInfo");
        getDeviceIds = library.function("clGetDeviceIDs", status(JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS));
        deviceInfo = ClQuery.ofOne(library, "clGetDeviceInfo");
        createContext =
                library.function("clCreateContext", handle(ADDRESS, JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS));
        releaseContext = library.function("clReleaseContext", status(JAVA_LONG));
        createCommandQueue = library.function("clCreateCommandQueue", handle(JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS));
        releaseCommandQueue = library.function("clReleaseCommandQueue", status(JAVA_LONG));
        finish = library.function("clFinish", status(JAVA_LONG));
        createBuffer = library.function("clCreateBuffer", handle(JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS));
        releaseMemObject = library.function("clReleaseMemObject", status(JAVA_LONG));
        migrate = library.function(
                "clEnqueueMigrateMemObjects",
                status(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS));
        writeBuffer = library.function("clEnqueueWriteBuffer", transfer());
        readBuffer = library.function("clEnqueueReadBuffer", transfer());
        copyBuffer = library.function(
                "clEnqueueCopyBuffer",
                status(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS));
        programWithSource =
                library.function("clCreateProgramWithSource", handle(JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, ADDRESS));
        programWithBinary = library.function(
                "clCreateProgramWithBinary", handle(JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS));
        buildProgram =
                library.function("clBuildProgram", status(JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS));
        programInfo = ClQuery.ofOne(library, "clGetProgramInfo");
        buildInfo = ClQuery.ofTwo(library, "clGetProgramBuildInfo");
        releaseProgram = library.function("clReleaseProgram", status(JAVA_LONG));
        createKernel = library.function("clCreateKernel", handle(JAVA_LONG, ADDRESS, ADDRESS));
        releaseKernel = library.function("clReleaseKernel", status(JAVA_LONG));
        kernelInfo = ClQuery.ofOne(library, "clGetKernelInfo");
        workGroupInfo = ClQuery.ofTwo(library, "clGetKernelWorkGroupInfo");
        setKernelArg = library.function("clSetKernelArg", status(JAVA_LONG, JAVA_INT, JAVA_LONG, ADDRESS));
        launch = library.function(
                "clEnqueueNDRangeKernel",
                status(JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS));
        marker = library.function("clEnqueueMarkerWithWaitList", status(JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS));
        waitForEvents = library.function("clWaitForEvents", status(JAVA_INT, ADDRESS));
        profilingInfo = ClQuery.ofOne(library, "clGetEventProfilingInfo");
        releaseEvent = library.function("clReleaseEvent", status(JAVA_LONG));
    }

    /// The loader of this machine.
    /// @throws DeviceException if `TESSERA_OPENCL` names a library that does not load
    static Optional<OpenCl> find() {
        return NativeLibrary.find("TESSERA_OPENCL", List.of("libOpenCL.so.1", "libOpenCL.so"), List.of())
                .map(OpenCl::new);
    }

    static FunctionDescriptor status(MemoryLayout... arguments) {
        return FunctionDescriptor.of(JAVA_INT, arguments);
    }

    private static FunctionDescriptor handle(MemoryLayout... arguments) {
        return FunctionDescriptor.of(JAVA_LONG, arguments);
    }

    private static FunctionDescriptor transfer() {
        return status(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_INT, ADDRESS, ADDRESS);
    }

    /// The file or soname of the loader.
    String library() {
        return name;
    }

    static void check(NativeFunction function, int status) {
        if (status != ClStatus.SUCCESS) {
            throw new ClFailure(function.name(), status);
        }
    }

    private static long checked(NativeFunction function, Arena arena, ToLongFunction<MemorySegment> call) {
        MemorySegment status = arena.allocate(JAVA_INT);
        long handle = call.applyAsLong(status);
        check(function, status.get(JAVA_INT, 0));
        return handle;
    }

    /// Empty if there is none.
    List<Long> platforms() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment count = arena.allocate(JAVA_INT);
            int status = getPlatformIds.status(0, NULL, count);
            int platforms = count.get(JAVA_INT, 0);
            if (status == ClStatus.PLATFORM_NOT_FOUND_KHR || platforms == 0) {
                return List.of();
            }
            check(getPlatformIds, status);
            MemorySegment ids = arena.allocate(JAVA_LONG, platforms);
            check(getPlatformIds, getPlatformIds.status(platforms, ids, NULL));
            return longs(ids);
        }
    }

    /// @param type a bit of `cl_device_type`
    List<Long> devices(long platform, long type) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment count = arena.allocate(JAVA_INT);
            int status = getDeviceIds.status(platform, type, 0, NULL, count);
            if (status == ClStatus.DEVICE_NOT_FOUND) {
                return List.of();
            }
            check(getDeviceIds, status);
            MemorySegment ids = arena.allocate(JAVA_LONG, count.get(JAVA_INT, 0));
            check(getDeviceIds, getDeviceIds.status(platform, type, count.get(JAVA_INT, 0), ids, NULL));
            return longs(ids);
        }
    }

    private static List<Long> longs(MemorySegment values) {
        return LongStream.of(values.toArray(JAVA_LONG)).boxed().toList();
    }

    String platformText(long platform, int what) {
        return platformInfo.text(what, platform);
    }

    String deviceText(long device, int what) {
        return deviceInfo.text(what, device);
    }

    /// A number of 4 or 8 bytes.
    long deviceNumber(long device, int what) {
        return deviceInfo.number(what, device);
    }

    /// As [#deviceNumber]; empty if the device does not support the query.
    Optional<Long> deviceNumberIfKnown(long device, int what) {
        return ClQuery.ifKnown(() -> deviceNumber(device, what));
    }

    /// Raw bytes; empty if the device does not support the query.
    Optional<byte[]> deviceBytesIfKnown(long device, int what) {
        return ClQuery.ifKnown(() -> deviceInfo.bytes(what, device));
    }

    long createContext(long device) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment devices = arena.allocateFrom(JAVA_LONG, device);
            return checked(createContext, arena, status -> createContext.handle(NULL, 1, devices, NULL, NULL, status));
        }
    }

    void releaseContext(long context) {
        check(releaseContext, releaseContext.status(context));
    }

    /// An in-order queue.
    /// @param isTimed whether profiling is enabled
    long createQueue(long context, long device, boolean isTimed) {
        long profiling = isTimed ? 1 << 1 : 0;
        try (Arena arena = Arena.ofConfined()) {
            return checked(
                    createCommandQueue, arena, status -> createCommandQueue.handle(context, device, profiling, status));
        }
    }

    void releaseQueue(long queue) {
        check(releaseCommandQueue, releaseCommandQueue.status(queue));
    }

    void finish(long queue) {
        check(finish, finish.status(queue));
    }

    long createBuffer(long context, long bytes) {
        long readWrite = 1;
        try (Arena arena = Arena.ofConfined()) {
            return checked(createBuffer, arena, status -> createBuffer.handle(context, readWrite, bytes, NULL, status));
        }
    }

    void releaseBuffer(long buffer) {
        check(releaseMemObject, releaseMemObject.status(buffer));
    }

    /// Makes the driver allocate the buffer now: most drivers wait for the first use.
    void allocateNow(long queue, long buffer) {
        long contentUndefined = 1 << 1;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffers = arena.allocateFrom(JAVA_LONG, buffer);
            check(migrate, migrate.status(queue, 1, buffers, contentUndefined, 0, NULL, NULL));
        }
    }

    void write(long queue, long buffer, long offset, MemorySegment source) {
        check(
                writeBuffer,
                writeBuffer.status(queue, buffer, CL_TRUE, offset, source.byteSize(), source, 0, NULL, NULL));
    }

    void read(long queue, long buffer, long offset, MemorySegment target) {
        check(readBuffer, readBuffer.status(queue, buffer, CL_TRUE, offset, target.byteSize(), target, 0, NULL, NULL));
    }

    void copy(long queue, long from, long to, long fromOffset, long toOffset, long bytes) {
        check(copyBuffer, copyBuffer.status(queue, from, to, fromOffset, toOffset, bytes, 0, NULL, NULL));
    }

    long programOfText(long context, String text) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment texts = arena.allocateFrom(ADDRESS, arena.allocateFrom(text));
            return checked(
                    programWithSource, arena, status -> programWithSource.handle(context, 1, texts, NULL, status));
        }
    }

    long programOfBinary(long context, long device, byte[] binary) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment devices = arena.allocateFrom(JAVA_LONG, device);
            MemorySegment lengths = arena.allocateFrom(JAVA_LONG, binary.length);
            MemorySegment content = arena.allocateFrom(JAVA_BYTE, binary);
            MemorySegment binaries = arena.allocateFrom(ADDRESS, content);
            return checked(
                    programWithBinary,
                    arena,
                    status -> programWithBinary.handle(context, 1, devices, lengths, binaries, NULL, status));
        }
    }

    void build(long program, long device, String options) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment devices = arena.allocateFrom(JAVA_LONG, device);
            check(buildProgram, buildProgram.status(program, 1, devices, arena.allocateFrom(options), NULL, NULL));
        }
    }

    String buildLog(long program, long device) {
        int log = 0x1183; // CL_PROGRAM_BUILD_LOG
        return buildInfo.text(log, program, device);
    }

    /// The binary of a program that was built for one device.
    byte[] binary(long program) {
        int sizes = 0x1165; // CL_PROGRAM_BINARY_SIZES
        int binaries = 0x1166; // CL_PROGRAM_BINARIES: an array of pointers, which the caller provides
        long size = programInfo.number(sizes, program);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment content = arena.allocate(Math.max(1, size));
            MemorySegment pointers = arena.allocateFrom(ADDRESS, content);
            programInfo.fill(pointers, binaries, program);
            return content.asSlice(0, size).toArray(JAVA_BYTE);
        }
    }

    String kernelNames(long program) {
        int names = 0x1168; // CL_PROGRAM_KERNEL_NAMES
        return programInfo.text(names, program).replace(";", ", ");
    }

    void releaseProgram(long program) {
        check(releaseProgram, releaseProgram.status(program));
    }

    long createKernel(long program, String kernel) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocateFrom(kernel);
            return checked(createKernel, arena, status -> createKernel.handle(program, text, status));
        }
    }

    void releaseKernel(long kernel) {
        check(releaseKernel, releaseKernel.status(kernel));
    }

    int parameters(long kernel) {
        int arguments = 0x1191; // CL_KERNEL_NUM_ARGS
        return Math.toIntExact(kernelInfo.number(arguments, kernel));
    }

    long kernelNumber(long kernel, long device, int what) {
        return workGroupInfo.number(what, kernel, device);
    }

    /// Numbers of `size_t`.
    long[] kernelSizes(long kernel, long device, int what) {
        return workGroupInfo.sizes(what, kernel, device);
    }

    /// As [#kernelNumber]; empty if the driver does not support the query.
    Optional<Long> kernelNumberIfKnown(long kernel, long device, int what) {
        return ClQuery.ifKnown(() -> kernelNumber(kernel, device, what));
    }

    void setArgument(long kernel, int index, long bytes, MemorySegment value) {
        check(setKernelArg, setKernelArg.status(kernel, index, bytes, value));
    }

    /// @param globalSize three numbers of work-items
    /// @param localSize three numbers of work-items
    void launch(long queue, long kernel, MemorySegment globalSize, MemorySegment localSize) {
        check(launch, launch.status(queue, kernel, 3, NULL, globalSize, localSize, 0, NULL, NULL));
    }

    long mark(long queue) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment event = arena.allocate(JAVA_LONG);
            check(marker, marker.status(queue, 0, NULL, event));
            return event.get(JAVA_LONG, 0);
        }
    }

    void await(long event) {
        try (Arena arena = Arena.ofConfined()) {
            check(waitForEvents, waitForEvents.status(1, arena.allocateFrom(JAVA_LONG, event)));
        }
    }

    /// The device's time of a completed event.
    long endNanoseconds(long event) {
        int end = 0x1283; // CL_PROFILING_COMMAND_END
        return profilingInfo.number(end, event);
    }

    void releaseEvent(long event) {
        check(releaseEvent, releaseEvent.status(event));
    }
}
