package dev.tessera.device.gpu;

/// A point in an accelerator's queue, for timing. The accelerator closes the remaining ones.
public final class GpuEvent implements AutoCloseable {
    private final Accelerator owner;
    private final long handle;
    private boolean open = true;

    GpuEvent(Accelerator owner, long handle) {
        this.owner = owner;
        this.handle = handle;
    }

    long handle() {
        if (!open) {
            throw new IllegalStateException("this event of %s is closed".formatted(owner.key()));
        }
        return handle;
    }

    Accelerator owner() {
        return owner;
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            owner.forgotten(this, handle);
        }
    }
}
