package dev.tessera.device.gpu;

import dev.tessera.device.DeviceException;
import dev.tessera.device.FreeMemory;
import dev.tessera.kernel.GpuFacts;
import dev.tessera.kernel.LaunchShape;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One device with one context and one in-order queue: what is asked for later runs later. It owns
/// every buffer, module and event that it gave out, and releases what is left of them when it closes.
///
/// Launches, fills and copies on the device return before they are done; uploads and downloads return
/// when they are. An error in a kernel may be reported by any later call. For one thread at a time.
public final class Accelerator implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Accelerator.class);
    /// Through which memory of the Java heap passes on its way to the device.
    private static final long STAGING_BYTES = 4L << 20;

    private final GpuDriver driver;
    private final BinaryCache cache;
    private final Set<DeviceBuffer> buffers = new LinkedHashSet<>();
    private final Set<GpuModule> modules = new LinkedHashSet<>();
    private final Set<GpuEvent> events = new LinkedHashSet<>();
    private final Set<GpuSequence> sequences = new LinkedHashSet<>();
    private long allocatedBytes;
    private final PagedDownloads downloads;
    private @Nullable MemorySegment staging;
    private boolean open = true;

    /// @param driver closed with this
    /// @param cache of compiled kernels
    public Accelerator(GpuDriver driver, BinaryCache cache) {
        this.driver = driver;
        this.cache = cache;
        this.downloads = new PagedDownloads(driver);
    }

    /// As `--device` names it: `cuda:0`, `opencl:0`.
    public String key() {
        return driver.key();
    }

    public GpuFacts facts() {
        return driver.facts();
    }

    /// What a compiled kernel depends on beside its text: compiler, driver and device, with their versions.
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

    /// Bytes of the device's memory that no process holds, as the driver says; empty where it does
    /// not (OpenCL mostly).
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
    /// @param what will lie there, for messages: `populations`
    /// @throws DeviceException if there is not so much; says what is free
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
                    "%s (%s) has no room for %s: %s asked, %s (%s). `tessera plan` shows storages that need less; a coarser spacing, fp32 or another device helps too"
                            .formatted(key(), facts().name(), what, size(bytes), whatIsLeft(), full.getMessage()),
                    full);
        }
    }

    private String whatIsLeft() {
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
        mine(buffer).requireRange(offset, bytes);
        if (bytes > 0) {
            driver.fill(buffer.handle(), offset, bytes, value);
        }
    }

    /// Copies all of `source` to the device, from byte `offset` of the buffer on.
    public void upload(DeviceBuffer buffer, long offset, MemorySegment source) {
        mine(buffer).requireRange(offset, source.byteSize());
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
        mine(buffer).requireRange(offset, target.byteSize());
        if (target.byteSize() == 0) {
            return;
        }
        if (target.isNative()) {
            driver.download(buffer.handle(), offset, target);
            return;
        }
        downloads.bring(
                buffer.handle(),
                offset,
                target.byteSize(),
                (page, from) -> target.asSlice(from, page.byteSize()).copyFrom(page));
        downloads.finish();
    }

    /// Hands `bytes` of a buffer to `sink`, page by page, on other threads. The buffer may change when this returns;
    /// `sink` is done after [#finishDownloads].
    void download(DeviceBuffer buffer, long offset, long bytes, PagedDownloads.Sink sink) {
        mine(buffer).requireRange(offset, bytes);
        downloads.bring(buffer.handle(), offset, bytes, sink);
    }

    /// Waits until the sinks of all downloads are done.
    void finishDownloads() {
        downloads.finish();
    }

    /// Memory outside the heap through which arrays go to the device, of that size or [#STAGING_BYTES].
    private MemorySegment staging(long bytes) {
        if (staging == null) {
            staging = driver.hostMemory(STAGING_BYTES);
        }
        return staging.asSlice(0, Math.min(STAGING_BYTES, bytes));
    }

    /// Copies on the device. Ranges of one buffer must not overlap.
    public void copy(DeviceBuffer from, long fromOffset, DeviceBuffer to, long toOffset, long bytes) {
        mine(from).requireRange(fromOffset, bytes);
        mine(to).requireRange(toOffset, bytes);
        if (from == to && Math.abs(fromOffset - toOffset) < bytes) {
            throw new IllegalArgumentException(
                    "%d bytes from %d to %d of buffer %s overlap".formatted(bytes, fromOffset, toOffset, from.what()));
        }
        if (bytes > 0) {
            driver.copy(from.handle(), fromOffset, to.handle(), toOffset, bytes);
        }
    }

    /// Compiles kernels, or takes them from the disk where the same text was compiled with the same
    /// options by the same compiler for the same device and driver.
    /// @param options beside those that keep results equal on all devices, for example `-DN=3`
    /// @throws DeviceException if the text does not compile; shows what the compiler said
    public GpuModule compile(String text, List<String> options) {
        requireOpen();
        List<String> all = new ArrayList<>(driver.standardOptions());
        all.addAll(options);
        BinaryCache.Loaded loaded = SignalHandlers.kept(() -> cache.load(
                language(),
                driver.compiler(),
                text,
                all,
                () -> CompilerThread.run(() -> driver.compile(text, all)),
                driver::load));
        GpuModule module = new GpuModule(this, driver, loaded.module(), loaded.fromCache());
        modules.add(module);
        return module;
    }

    /// Starts a kernel and returns.
    /// @param arguments in the order of the kernel's parameters: [DeviceBuffer], `Integer`, `Long`,
    ///        `Float`, `Double`, of exactly the parameter's size
    /// @throws DeviceException if the kernel takes no blocks of so many threads, or the driver refuses
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
            case DeviceBuffer buffer -> mine(buffer).requireOpen();
            case Integer _, Long _, Float _, Double _ -> {}
            default ->
                throw new IllegalArgumentException(
                        "argument %d of kernel %s is a %s; only buffers, int, long, float, double go"
                                .formatted(
                                        index,
                                        function.name(),
                                        argument.getClass().getSimpleName()));
        }
    }

    /// Takes down what is launched meanwhile, to be repeated by one call; nothing of it runs now. The values of
    /// arguments are those of now, the content of buffers is that of each time.
    /// @param launches launches kernels of this accelerator and does nothing else
    /// @return empty where the driver cannot do it, or refuses; what is wrong with the device itself then shows
    /// with the next launch
    public Optional<GpuSequence> capture(Runnable launches) {
        requireOpen();
        OptionalLong handle;
        try {
            handle = driver.capture(launches);
        } catch (DeviceException refused) {
            LOG.debug("{} takes no launches down: {}", key(), refused.getMessage());
            return Optional.empty();
        }
        if (handle.isEmpty()) {
            return Optional.empty();
        }
        GpuSequence sequence = new GpuSequence(this, handle.getAsLong());
        sequences.add(sequence);
        return Optional.of(sequence);
    }

    void repeat(long sequence) {
        requireOpen();
        driver.repeat(sequence);
    }

    void forgotten(GpuSequence sequence, long handle) {
        sequences.remove(sequence);
        driver.releaseSequence(handle);
    }

    /// Marks this place in the queue.
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

    /// Waits until everything that was asked for is done.
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

    private DeviceBuffer mine(DeviceBuffer buffer) {
        requireOpen();
        if (buffer.owner() != this) {
            throw new IllegalArgumentException("buffer %s lies on %s, or on another context than this of %s"
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
