package dev.tessera.device.gpu;

/// Memory of an [Accelerator], which owns it. Closing it releases it, once; the accelerator closes the remaining ones.
public final class DeviceBuffer implements AutoCloseable {
    private final Accelerator owner;
    private final String what;
    private final long bytes;
    private final long handle;
    private boolean open = true;

    DeviceBuffer(Accelerator owner, String what, long bytes, long handle) {
        this.owner = owner;
        this.what = what;
        this.bytes = bytes;
        this.handle = handle;
    }

    /// Its content, for messages.
    public String what() {
        return what;
    }

    public long bytes() {
        return bytes;
    }

    /// The device's address (CUDA) or the memory object (OpenCL).
    /// @throws IllegalStateException if the buffer is closed
    public long handle() {
        requireOpen();
        return handle;
    }

    Accelerator owner() {
        return owner;
    }

    void requireOpen() {
        if (!open) {
            throw new IllegalStateException("buffer %s of %s is closed".formatted(what, owner.key()));
        }
    }

    /// @throws IndexOutOfBoundsException if the range is not inside the buffer
    void requireRange(long offset, long count) {
        requireOpen();
        if (offset < 0 || count < 0 || offset > bytes - count) {
            throw new IndexOutOfBoundsException(
                    "%d bytes from %d on exceed buffer %s of %d bytes".formatted(count, offset, what, bytes));
        }
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            owner.released(this, handle);
        }
    }

    @Override
    public String toString() {
        return "%s: %d B on %s%s".formatted(what, bytes, owner.key(), open ? "" : ", closed");
    }
}
