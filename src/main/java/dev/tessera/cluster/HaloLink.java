package dev.tessera.cluster;

/// One end of a message between two parts, which is sent after a stage of every step (docs/decisions/0055). Used on the
/// thread of its part. A thread calls [#begin] of all its links, then runs inner nodes, then calls [#complete] of those
/// that send, then of those that receive.
public interface HaloLink extends AutoCloseable {
    /// After the edge of the stage has been run or queued: a sender packs the values and starts to send them, a
    /// receiver gets ready. Waits only for the use of an earlier message.
    void begin();

    /// Waits for what [#complete] needs of the other end, where the host waits for it.
    default void await() {}

    /// After the inner nodes have been run or queued: a sender has handed over its message when this returns, a
    /// receiver has the values in its slots, or has queued that.
    void complete();

    /// Whether the host does nothing for a message but queue it, so that a device can capture it.
    default boolean isQueued() {
        return false;
    }

    /// Makes the next message the first one: all before it are done when it begins.
    default void restart() {}

    /// Releases what the link owns; the transfer belongs to its execution.
    @Override
    void close();
}
