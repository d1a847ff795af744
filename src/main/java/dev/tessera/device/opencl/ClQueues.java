package dev.tessera.device.opencl;

/// Two in-order queues that take turns: one that times its commands, while there are events, and one that does not.
/// What goes to one begins when everything in the other is done.
final class ClQueues {
    private final OpenCl cl;
    private final long untimed;
    private final long timed;
    private int events;

    ClQueues(OpenCl cl, long context, long device) {
        this.cl = cl;
        this.untimed = cl.createQueue(context, device, false);
        this.timed = cl.createQueue(context, device, true);
    }

    /// Where commands go now.
    long current() {
        return events > 0 ? timed : untimed;
    }

    /// An event at this place.
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

    /// Waits until everything is done.
    void finish() {
        cl.finish(current());
    }

    void release() {
        cl.releaseQueue(untimed);
        cl.releaseQueue(timed);
    }
}
