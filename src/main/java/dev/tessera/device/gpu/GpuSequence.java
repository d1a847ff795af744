package dev.tessera.device.gpu;

/// Launches that an [Accelerator] has captured, to be repeated by one call.
public final class GpuSequence implements AutoCloseable {
    private final Accelerator owner;
    private final long handle;
    private boolean open = true;

    GpuSequence(Accelerator owner, long handle) {
        this.owner = owner;
        this.handle = handle;
    }

    /// Launches all of them once more, in their order, and returns.
    public void repeat() {
        if (!open) {
            throw new IllegalStateException("this sequence of launches on %s is closed".formatted(owner.key()));
        }
        owner.repeat(handle);
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            owner.forgotten(this, handle);
        }
    }
}
