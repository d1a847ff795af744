package dev.tessera.device.opencl;

/// Two in-order queues that are used alternately: one with profiling, while there are events, and one without.
/// Commands of one queue start when all commands of the other are done. A third queue is for another thread.
final class ClQueues {
    private final OpenCl cl;
    private final long untimed;
    private final long timed;
    private final long beside;
    private int events;

    ClQueues(OpenCl cl, long context, long device) {
        this.cl = cl;
        this.untimed = cl.createQueue(context, device, false);
        this.timed = cl.createQueue(context, device, true);
        this.beside = cl.createQueue(context, device, false);
    }

    /// The queue in use.
    long current() {
        return events > 0 ? timed : untimed;
    }

    /// The queue for another thread.
    long beside() {
        return beside;
    }

    /// Records an event at this point of the queue.
    long mark() {
        if (events == 0) {
            cl.finish(untimed);
        }
        long event = cl.mark(timed);
        events++;
        return event;
    }

    void release(long event) {
        events--;
        cl.releaseEvent(event);
        if (events == 0) {
            cl.finish(timed);
        }
    }

    /// Waits until both queues are empty.
    void finish() {
        cl.finish(current());
    }

    void release() {
        cl.releaseQueue(untimed);
        cl.releaseQueue(timed);
        cl.releaseQueue(beside);
    }
}
