package dev.tessera.device.gpu;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// Exchanges on the only queue of a device, in the order of the calls: nothing overlaps.
final class InOrderExchanges implements ExchangeQueue {
    private final GpuDriver driver;

    InOrderExchanges(GpuDriver driver) {
        this.driver = driver;
    }

    @Override
    public void fork() {}

    @Override
    public void join() {}

    @Override
    public void run(Runnable work) {
        work.run();
    }

    @Override
    public long newEvent() {
        return 0;
    }

    @Override
    public void releaseEvent(long event) {}

    @Override
    public void record(long event) {}

    @Override
    public void await(long event) {}

    @Override
    public void firstAwaits(long event) {}

    /// [#download] waits.
    @Override
    public boolean isDone(long event) {
        return true;
    }

    @Override
    public void finish(long event) {}

    @Override
    public void download(long buffer, MemorySegment target) {
        driver.download(buffer, 0, target);
    }

    /// Waits.
    @Override
    public void beginUpload(long buffer, MemorySegment source) {
        upload(buffer, source);
    }

    @Override
    public void upload(long buffer, MemorySegment source) {
        driver.upload(buffer, 0, source);
    }

    @Override
    public Optional<String> obstacleTo(GpuDriver other) {
        return other == driver
                ? Optional.empty()
                : Optional.of("%s and %s have no common memory".formatted(driver.key(), other.key()));
    }

    @Override
    public boolean writesTo(GpuDriver other) {
        return other == driver;
    }

    @Override
    public void copy(long from, GpuDriver owner, long to, long bytes) {
        driver.copy(from, 0, to, 0, bytes);
    }
}
