package dev.tessera.device.gpu;

import dev.tessera.device.DeviceException;
import dev.tessera.device.FreeMemory;
import dev.tessera.kernel.GpuFacts;
import dev.tessera.kernel.LaunchShape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One device with one context and one in-order queue. It owns every buffer, module and event that it created, and
/// releases the remaining ones when it is closed.
///
/// Launches, fills and copies on the device return before they are done; uploads and downloads return
/// when they are. An error in a kernel may be reported by any later call. Not thread-safe.
public final class Accelerator implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Accelerator.class);
    /// Size of the staging buffer between Java heap and device.
    private static final long STAGING_BYTES = 4L << 20;

    private final GpuDriver driver;
    private final KernelCompiler compiler;
    private final Set<DeviceBuffer> buffers = new LinkedHashSet<>();
    private final Set<GpuModule> modules = new LinkedHashSet<>();
    private final Set<GpuEvent> events = new LinkedHashSet<>();
    private final Set<GpuSequence> sequences = new LinkedHashSet<>();
    private long allocatedBytes;
    private final PagedDownloads downloads;
    private @Nullable MemorySegment staging;
    private final Set<Accelerator> reached = new LinkedHashSet<>();
    private @Nullable ExchangeQueue exchanges;
    private boolean isForked; // whether the queue of exchanges is the latest one
    private boolean open = true;

    /// @param driver closed with this
    /// @param cache of compiled kernels
    public Accelerator(GpuDriver driver, BinaryCache cache) {
        this.driver = driver;
        this.compiler = new KernelCompiler(driver, cache);
        this.downloads = new PagedDownloads(driver);
    }

    /// Its name in `--device`: `cuda:0`, `opencl:0`.
    public String key() {
        return driver.key();
    }

    public GpuFacts facts() {
        return driver.facts();
    }

    /// What a binary depends on besides its source: compiler, driver and device, with their versions.
    public String compiler() {
        return driver.compiler();
    }

    public GpuLanguage language() {
        return driver.language();
    }

    /// Bytes of all open buffers.
    public long allocatedBytes() {
        return allocatedBytes;
    }

    /// Buffers, modules, events and sequences that are open.
    public int openResources() {
        return buffers.size() + modules.size() + events.size() + sequences.size();
    }

    /// Bytes of free device memory as the driver reports it; empty if it does not (most OpenCL drivers).
    public OptionalLong freeBytes() {
        requireOpen();
        return driver.freeBytes();
    }

    /// What can be allocated now.
    public FreeMemory freeMemory() {
        long free = freeBytes().orElse(facts().memoryBytes() - allocatedBytes);
        return new FreeMemory(free, facts().largestBufferBytes());
    }

    /// Reserves memory; its content is undefined.
    /// @param what the content, for messages: `populations`
    /// @throws DeviceException if there is not enough; states how much is free
    public DeviceBuffer allocate(String what, long bytes) {
        requireOpen();
        if (bytes < 1) {
            throw new IllegalArgumentException("buffer %s of %d bytes".formatted(what, bytes));
        }
        try {
            DeviceBuffer buffer = new DeviceBuffer(this, what, bytes, driver.allocate(bytes));
            buffers.add(buffer);
            allocatedBytes += bytes;
            return buffer;
        } catch (OutOfDeviceMemory full) {
            throw new DeviceException(
                    "%s (%s) has too little memory for %s: %s requested, %s (%s). Use a storage that needs less (`tessera plan` lists them), a coarser spacing, fp32 or another device"
                            .formatted(
                                    key(), facts().name(), what, size(bytes), describeFreeMemory(), full.getMessage()),
                    full);
        }
    }

    private String describeFreeMemory() {
        OptionalLong free = driver.freeBytes();
        String held = "%s held by this run".formatted(size(allocatedBytes));
        String most = facts().largestBufferBytes() < facts().memoryBytes()
                ? ", %s at most in one buffer".formatted(size(facts().largestBufferBytes()))
                : "";
        return free.isPresent()
                ? "%s free of %s, %s%s".formatted(size(free.getAsLong()), size(facts().memoryBytes()), held, most)
                : "the device has %s, %s%s".formatted(size(facts().memoryBytes()), held, most);
    }

    /// Sets all bytes of a buffer.
    public void fill(DeviceBuffer buffer, byte value) {
        fill(buffer, 0, buffer.bytes(), value);
    }

    public void fill(DeviceBuffer buffer, long offset, long bytes, byte value) {
        requireOwned(buffer).requireRange(offset, bytes);
        if (bytes > 0) {
            driver.fill(buffer.handle(), offset, bytes, value);
        }
    }

    /// Copies all of `source` to the device, from byte `offset` of the buffer on.
    public void upload(DeviceBuffer buffer, long offset, MemorySegment source) {
        requireOwned(buffer).requireRange(offset, source.byteSize());
        if (source.byteSize() == 0) {
            return;
        }
        if (source.isNative()) {
            driver.upload(buffer.handle(), offset, source);
            return;
        }
        for (long done = 0; done < source.byteSize(); done += STAGING_BYTES) {
            MemorySegment part = staging(source.byteSize() - done);
            part.copyFrom(source.asSlice(done, part.byteSize()));
            driver.upload(buffer.handle(), offset + done, part);
        }
    }

    /// Fills all of `target` from byte `offset` of the buffer on.
    public void download(DeviceBuffer buffer, long offset, MemorySegment target) {
        requireOwned(buffer).requireRange(offset, target.byteSize());
        if (target.byteSize() == 0) {
            return;
        }
        if (target.isNative()) {
            driver.download(buffer.handle(), offset, target);
            return;
        }
        downloads.download(
                buffer.handle(),
                offset,
                target.byteSize(),
                (page, from) -> target.asSlice(from, page.byteSize()).copyFrom(page));
        downloads.finish();
    }

    /// As [#download] to native memory, beside the queue: on any thread, one at a time, while other calls run.
    /// @param buffer that nothing in the queue changes
    void downloadBeside(DeviceBuffer buffer, long offset, MemorySegment target) {
        requireOwned(buffer).requireRange(offset, target.byteSize());
        driver.downloadBeside(buffer.handle(), offset, target);
    }

    /// Passes `bytes` of a buffer to `sink`, page by page, on other threads. The buffer may change when this
    /// returns; `sink` is done after [#finishDownloads].
    void download(DeviceBuffer buffer, long offset, long bytes, PagedDownloads.Sink sink) {
        requireOwned(buffer).requireRange(offset, bytes);
        downloads.download(buffer.handle(), offset, bytes, sink);
    }

    /// Waits until the sinks of all downloads are done.
    void finishDownloads() {
        downloads.finish();
    }

    /// Off-heap memory through which arrays are copied to the device, of that size or [#STAGING_BYTES].
    private MemorySegment staging(long bytes) {
        if (staging == null) {
            staging = driver.hostMemory(STAGING_BYTES);
        }
        return staging.asSlice(0, Math.min(STAGING_BYTES, bytes));
    }

    /// Copies on the device. Ranges of one buffer must not overlap.
    public void copy(DeviceBuffer from, long fromOffset, DeviceBuffer to, long toOffset, long bytes) {
        requireOwned(from).requireRange(fromOffset, bytes);
        requireOwned(to).requireRange(toOffset, bytes);
        if (from == to && Math.abs(fromOffset - toOffset) < bytes) {
            throw new IllegalArgumentException(
                    "%d bytes from %d to %d of buffer %s overlap".formatted(bytes, fromOffset, toOffset, from.what()));
        }
        if (bytes > 0) {
            driver.copy(from.handle(), fromOffset, to.handle(), toOffset, bytes);
        }
    }

    /// Begins to compile kernels on another thread ([KernelCompiler]); [#compile] of the same text waits for them.
    public void compileAhead(String text) {
        requireOpen();
        compiler.begin(text);
    }

    /// Forgets kernels that were compiled ahead and not used.
    public void forgetAhead() {
        compiler.forget();
    }

    /// Compiles kernels, or loads them from the cache if the same source was compiled with the same options by
    /// the same compiler for the same device and driver.
    /// @param options in addition to those that keep results identical on all devices, for example `-DN=3`
    /// @throws DeviceException if the source does not compile; quotes the compiler's log
    public GpuModule compile(String text, List<String> options) {
        requireOpen();
        BinaryCache.Loaded loaded = compiler.load(text, options);
        GpuModule module = new GpuModule(this, driver, loaded.module(), loaded.fromCache());
        modules.add(module);
        return module;
    }

    /// Starts a kernel and returns.
    /// @param arguments in the order of the kernel's parameters: [DeviceBuffer], `Integer`, `Long`,
    ///        `Float`, `Double`, of exactly the parameter's size
    /// @throws DeviceException if the kernel does not support blocks of this size, or the driver rejects the
    ///        launch
    public void launch(GpuFunction function, LaunchShape shape, Object... arguments) {
        requireOpen();
        if (function.owner() != this) {
            throw new IllegalArgumentException("kernel %s belongs to %s, not to %s"
                    .formatted(function.name(), function.owner().key(), key()));
        }
        OptionalInt parameters = function.facts().parameters();
        int given = arguments.length + (language() == GpuLanguage.OPENCL && shape.sharedBytes() > 0 ? 1 : 0);
        if (parameters.isPresent() && parameters.getAsInt() != given) {
            throw new IllegalArgumentException(
                    "kernel %s has %d parameters, not %d".formatted(function.name(), parameters.getAsInt(), given));
        }
        for (int i = 0; i < arguments.length; i++) {
            requireArgument(function, i, arguments[i]);
        }
        if (shape.threadsPerBlock() > function.facts().maxThreadsPerBlock()) {
            throw new DeviceException("kernel %s cannot run in %s on %s: %s. Use smaller blocks (`launch` in the case)"
                    .formatted(function.name(), shape, key(), function.facts()));
        }
        driver.launch(function, shape, arguments);
    }

    private void requireArgument(GpuFunction function, int index, Object argument) {
        switch (argument) {
            case DeviceBuffer buffer when reached.contains(buffer.owner()) -> buffer.requireOpen();
            case DeviceBuffer buffer -> requireOwned(buffer).requireOpen();
            case Integer _, Long _, Float _, Double _ -> {}
            default ->
                throw new IllegalArgumentException(
                        "argument %d of kernel %s is a %s; only buffers, int, long, float and double are allowed"
                                .formatted(
                                        index,
                                        function.name(),
                                        argument.getClass().getSimpleName()));
        }
    }

    /// Whether the driver supports captures.
    boolean captures() {
        return driver.captures();
    }

    /// Captures launches, to be repeated by one call; they do not run now. Argument values are captured; the
    /// content of buffers is read at each repetition.
    /// @param launches launches kernels of this accelerator, without side effects
    /// @return empty if the driver cannot capture, or fails to; a failure of the device is then reported by the
    ///       next launch
    public Optional<GpuSequence> capture(Runnable launches) {
        requireOpen();
        OptionalLong handle;
        try {
            handle = driver.capture(launches);
        } catch (DeviceException refused) {
            LOG.debug("{} cannot capture launches: {}", key(), refused.getMessage());
            return Optional.empty();
        }
        if (handle.isEmpty()) {
            return Optional.empty();
        }
        GpuSequence sequence = new GpuSequence(this, handle.getAsLong());
        sequences.add(sequence);
        return Optional.of(sequence);
    }

    /// Launches kernels that do not depend on each other: in a captured sequence the device may run those of
    /// different branches at the same time. What is launched later waits for all.
    /// @param branches each launches kernels of this accelerator, without side effects; those that take longest
    ///        first
    void launchTogether(List<Runnable> branches) {
        requireOpen();
        driver.launchTogether(branches);
    }

    void repeat(long sequence) {
        requireOpen();
        driver.repeat(sequence);
    }

    void forgotten(GpuSequence sequence, long handle) {
        sequences.remove(sequence);
        driver.releaseSequence(handle);
    }

    GpuDriver driver() {
        return driver;
    }

    /// The queue of exchanges between parts.
    ExchangeQueue exchanges() {
        requireOpen();
        if (exchanges == null) {
            exchanges = driver.exchangeQueue().orElseGet(() -> new InOrderExchanges(driver));
        }
        return exchanges;
    }

    /// Whether exchanges have a queue of their own.
    boolean hasSecondQueue() {
        return !(exchanges() instanceof InOrderExchanges);
    }

    /// Before work on the queue of exchanges: if the first queue is the latest one, the work waits for it.
    void beginExchange() {
        if (!isForked) {
            forkExchange();
        }
    }

    /// What is queued for exchanges from now on waits for all that the first queue has now.
    void forkExchange() {
        exchanges().fork();
        isForked = true;
    }

    /// Before work on the first queue that reads or writes values of a part: waits for all exchanges.
    void endExchange() {
        if (isForked) {
            exchanges().join();
            isForked = false;
        }
    }

    /// Allows kernels to access buffers of another device that this one reaches.
    void reach(Accelerator other) {
        reached.add(other);
    }

    /// Memory of the host that the device can access directly where supported; valid until this is closed.
    MemorySegment hostMemory(long bytes) {
        requireOpen();
        return driver.hostMemory(bytes);
    }

    /// As [#hostMemory], until `lifetime` or this is closed.
    MemorySegment hostMemory(long bytes, Arena lifetime) {
        requireOpen();
        return driver.hostMemory(bytes, lifetime);
    }

    /// Records an event at this point of the queue.
    public GpuEvent record() {
        requireOpen();
        GpuEvent event = new GpuEvent(this, driver.record());
        events.add(event);
        return event;
    }

    /// Seconds on the device from one event to another; waits for the later one.
    public double elapsedSeconds(GpuEvent earlier, GpuEvent later) {
        requireOpen();
        if (earlier.owner() != this || later.owner() != this) {
            throw new IllegalArgumentException("an event of another device than %s".formatted(key()));
        }
        return driver.elapsedSeconds(earlier.handle(), later.handle());
    }

    /// Waits until the queue is empty.
    /// @throws DeviceException if a kernel failed
    public void synchronize() {
        requireOpen();
        driver.synchronize();
    }

    OptionalInt residentBlocks(GpuFunction function, LaunchShape shape) {
        return driver.residentBlocks(function.handle(), shape);
    }

    void released(DeviceBuffer buffer, long handle) {
        buffers.remove(buffer);
        allocatedBytes -= buffer.bytes();
        driver.release(handle);
    }

    void unloaded(GpuModule module, long handle) {
        modules.remove(module);
        driver.unload(handle);
    }

    void forgotten(GpuEvent event, long handle) {
        events.remove(event);
        driver.releaseEvent(handle);
    }

    private DeviceBuffer requireOwned(DeviceBuffer buffer) {
        requireOpen();
        if (buffer.owner() != this) {
            throw new IllegalArgumentException("buffer %s belongs to %s, or to another context than this one of %s"
                    .formatted(buffer.what(), buffer.owner().key(), key()));
        }
        return buffer;
    }

    private void requireOpen() {
        if (!open) {
            throw new IllegalStateException("accelerator %s is closed".formatted(key()));
        }
    }

    @Override
    public void close() {
        if (open) {
            compiler.forget();
            List.copyOf(sequences).forEach(GpuSequence::close);
            List.copyOf(events).forEach(GpuEvent::close);
            List.copyOf(buffers).forEach(DeviceBuffer::close);
            List.copyOf(modules).forEach(GpuModule::close);
            open = false;
            driver.close();
        }
    }

    private static String size(long bytes) {
        return bytes < 1L << 20 ? "%d bytes".formatted(bytes) : "%.2f GiB (%d bytes)".formatted(bytes / 0x1p30, bytes);
    }

    @Override
    public String toString() {
        return "%s: %s".formatted(key(), facts());
    }
}
