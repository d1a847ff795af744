package dev.tessera.cli;

import dev.tessera.device.Device;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/// A device that a thread of its own opens while the geometry is voxelised: the first call of a driver takes some
/// tenths of a second.
final class OpeningDevice implements AutoCloseable {
    private final CompletableFuture<Device> device;

    private OpeningDevice(CompletableFuture<Device> device) {
        this.device = device;
    }

    /// Begins to open a device.
    static OpeningDevice begin(Supplier<Device> opening) {
        var device = new CompletableFuture<Device>();
        Thread.ofPlatform().name("tessera-device").daemon().start(() -> {
            try {
                device.complete(opening.get());
            } catch (Throwable failed) { // reaches the thread that asks for the device
                device.completeExceptionally(failed);
            }
        });
        return new OpeningDevice(device);
    }

    /// Opens a device now.
    static OpeningDevice now(Supplier<Device> opening) {
        return new OpeningDevice(CompletableFuture.completedFuture(opening.get()));
    }

    /// Waits for the device; throws what prevented it from being opened.
    Device get() {
        try {
            return device.join();
        } catch (CompletionException failed) {
            switch (failed.getCause()) {
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                case null, default -> throw failed;
            }
        }
    }

    /// Waits until nothing is being opened any more, so that devices can be closed.
    @Override
    public void close() {
        var _ = device.handle((opened, failed) -> this).join(); // `get` tells what failed
    }
}
