package dev.tessera.device.gpu;

import dev.tessera.kernel.GpuFacts;
import dev.tessera.kernel.LaunchShape;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// What CUDA and OpenCL have to do below an [Accelerator]: one context and one in-order queue on one
/// device. Handles are the driver's own numbers. Callers have checked ranges and shapes; every
/// failure of the driver is a [dev.tessera.device.DeviceException].
public interface GpuDriver extends AutoCloseable {
    /// As `--device` names it: `cuda:0`, `opencl:1`.
    String key();

    GpuFacts facts();

    GpuLanguage language();

    /// Bytes of device memory that nobody holds, where the driver says it.
    OptionalLong freeBytes();

    /// @param bytes more than 0
    /// @throws OutOfDeviceMemory if the driver has not so much
    long allocate(long bytes);

    void release(long buffer);

    void fill(long buffer, long offset, long bytes, byte value);

    /// Copies a native segment; returns when it may be written again.
    void upload(long buffer, long offset, MemorySegment source);

    /// Copies into a native segment; returns when it is filled.
    void download(long buffer, long offset, MemorySegment target);

    /// Memory of the host that the device reads and fills by itself where it can: faster than others. Any thread may
    /// use it; it is there until the driver is closed.
    MemorySegment hostMemory(long bytes);

    void copy(long from, long fromOffset, long to, long toOffset, long bytes);

    /// What a binary depends on beside text and options: compiler, driver and device, with their
    /// versions.
    String compiler();

    /// Options that every kernel is compiled with, before the caller's.
    List<String> standardOptions();

    /// @param options all of them
    /// @return a binary for this device and driver
    byte[] compile(String text, List<String> options);

    /// @throws dev.tessera.device.DeviceException if it is not a binary for this device and driver
    long load(byte[] binary);

    void unload(long module);

    /// @throws dev.tessera.device.DeviceException if the module has no such kernel
    long function(long module, String name);

    void releaseFunction(long function);

    FunctionFacts factsOf(long function);

    /// Blocks of this shape that a multiprocessor holds at once, where the driver says it.
    OptionalInt residentBlocks(long function, LaunchShape shape);

    /// @param arguments [DeviceBuffer]s of this accelerator, `Integer`, `Long`, `Float`, `Double`
    void launch(GpuFunction function, LaunchShape shape, Object[] arguments);

    /// Takes down what is launched meanwhile, to be repeated by one call; nothing of it runs now. The values of
    /// arguments are those of now, the content of buffers is that of each time.
    /// @param launches launches kernels and does nothing else
    /// @return empty where the driver cannot do it: nothing was launched, then
    /// @throws dev.tessera.device.DeviceException where it refuses: nothing was launched, then
    default OptionalLong capture(Runnable launches) {
        return OptionalLong.empty();
    }

    /// Launches again what was taken down.
    default void repeat(long sequence) {
        throw new UnsupportedOperationException("%s takes nothing down".formatted(key()));
    }

    default void releaseSequence(long sequence) {}

    /// Marks this place in the queue.
    long record();

    void releaseEvent(long event);

    /// Waits for the later event.
    double elapsedSeconds(long earlier, long later);

    /// Waits until everything in the queue is done.
    void synchronize();

    /// Releases queue and context; a device that is lost is no reason to throw.
    @Override
    void close();
}
