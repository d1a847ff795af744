package dev.tessera.device.gpu;

import dev.tessera.kernel.GpuFacts;
import dev.tessera.kernel.LaunchShape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The interface to CUDA and OpenCL below an [Accelerator]: one context and one in-order queue on one device.
/// Handles are the driver's own. Callers have checked ranges and shapes; every failure of the driver is a
/// [dev.tessera.device.DeviceException].
public interface GpuDriver extends AutoCloseable {
    /// Its name in `--device`: `cuda:0`, `opencl:1`.
    String key();

    GpuFacts facts();

    GpuLanguage language();

    /// Bytes of free device memory, if the driver reports it.
    OptionalLong freeBytes();

    /// @param bytes more than 0
    /// @throws OutOfDeviceMemory if there is not enough memory
    long allocate(long bytes);

    void release(long buffer);

    void fill(long buffer, long offset, long bytes, byte value);

    /// Copies a native segment; returns when it can be reused.
    void upload(long buffer, long offset, MemorySegment source);

    /// Copies into a native segment; returns when it is filled.
    void download(long buffer, long offset, MemorySegment target);

    /// As [#download], beside the queue and while other calls run: on any thread, one at a time.
    /// @param buffer that nothing in the queue changes
    void downloadBeside(long buffer, long offset, MemorySegment target);

    /// Host memory that the device can access directly where supported, which is faster. Any thread may use it;
    /// it is valid until the driver is closed.
    MemorySegment hostMemory(long bytes);

    /// As [#hostMemory], until `lifetime` or the driver is closed. Not to be closed while other calls run.
    default MemorySegment hostMemory(long bytes, Arena lifetime) {
        return lifetime.allocate(bytes, Long.BYTES);
    }

    void copy(long from, long fromOffset, long to, long toOffset, long bytes);

    /// What a binary depends on besides source and options: compiler, driver and device, with their versions.
    String compiler();

    /// Options that every kernel is compiled with, before the caller's.
    List<String> standardOptions();

    /// The option of [#compile] with which loads bypass the L1 cache; empty where there is none.
    default Optional<String> optionForLoadsPastL1() {
        return Optional.empty();
    }

    /// Whether [#compile] may run on several threads at the same time, beside all other calls.
    default boolean compilesBeside() {
        return false;
    }

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

    /// Resident blocks of this shape per multiprocessor, if the driver reports it.
    OptionalInt residentBlocks(long function, LaunchShape shape);

    /// @param arguments [DeviceBuffer]s of this accelerator, `Integer`, `Long`, `Float`, `Double`
    void launch(GpuFunction function, LaunchShape shape, Object[] arguments);

    /// Whether [#capture] is supported; a capture may fail nevertheless.
    default boolean captures() {
        return false;
    }

    /// Captures launches, to be repeated by one call; they do not run now. Argument values are captured; the
    /// content of buffers is read at each repetition.
    /// @param launches launches kernels, without side effects
    /// @return empty if the driver cannot capture; nothing was launched then
    /// @throws dev.tessera.device.DeviceException if the capture fails; nothing was launched then
    default OptionalLong capture(Runnable launches) {
        return OptionalLong.empty();
    }

    /// Launches kernels that do not depend on each other: the device may run those of different branches at the
    /// same time. What is launched later waits for all.
    /// @param branches each launches kernels, without side effects; those that take longest first
    default void launchTogether(List<Runnable> branches) {
        branches.forEach(Runnable::run);
    }

    /// Launches a captured sequence again.
    default void repeat(long sequence) {
        throw new UnsupportedOperationException("%s cannot capture launches".formatted(key()));
    }

    default void releaseSequence(long sequence) {}

    /// A second queue for the exchange between parts; empty where everything runs on one queue.
    default Optional<ExchangeQueue> exchangeQueue() {
        return Optional.empty();
    }

    /// Records an event at this point of the queue.
    long record();

    void releaseEvent(long event);

    /// Waits for the later event.
    double elapsedSeconds(long earlier, long later);

    /// Waits until everything in the queue is done.
    void synchronize();

    /// Releases queue and context; does not throw if the device is lost.
    @Override
    void close();
}
