package dev.tessera.device.cuda;

/// A stream beside the one of launches, with pinned memory of its own.
final class SecondStream implements AutoCloseable {
    private final Cuda cuda;
    private final long stream;
    private final PinnedStaging staging;

    SecondStream(Cuda cuda) {
        this.cuda = cuda;
        this.stream = cuda.createStream();
        this.staging = new PinnedStaging(cuda, stream);
    }

    PinnedStaging staging() {
        return staging;
    }

    @Override
    public void close() {
        staging.close();
        cuda.destroyStream(stream);
    }
}
