package dev.tessera.device.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.tessera.device.gpu.NativeFunction;
import dev.tessera.device.gpu.NativeLibrary;
import java.lang.foreign.MemorySegment;

/// The functions of `cuda.h` for several streams and several devices. Handles and errors are those of [Cuda].
final class CudaQueues {
    private static final int EVENT_WITHOUT_TIMES = 2;
    private static final int NOT_READY = 600;
    private static final int ACCESS_ALREADY_ENABLED = 704;

    private final Cuda cuda;
    private final NativeFunction priorities;
    private final NativeFunction createStream;
    private final NativeFunction await;
    private final NativeFunction createEvent;
    private final NativeFunction query;
    private final NativeFunction canAccess;
    private final NativeFunction enableAccess;
    private final NativeFunction copyToPeer;

    CudaQueues(Cuda cuda, NativeLibrary library) {
        this.cuda = cuda;
        priorities = library.function("cuCtxGetStreamPriorityRange", Cuda.status(ADDRESS, ADDRESS));
        createStream = library.function("cuStreamCreateWithPriority", Cuda.status(ADDRESS, JAVA_INT, JAVA_INT));
        await = library.function("cuStreamWaitEvent", Cuda.status(JAVA_LONG, JAVA_LONG, JAVA_INT));
        createEvent = library.function("cuEventCreate", Cuda.status(ADDRESS, JAVA_INT));
        query = library.function("cuEventQuery", Cuda.status(JAVA_LONG));
        canAccess = library.function("cuDeviceCanAccessPeer", Cuda.status(ADDRESS, JAVA_INT, JAVA_INT));
        enableAccess = library.function("cuCtxEnablePeerAccess", Cuda.status(JAVA_LONG, JAVA_INT));
        copyToPeer = library.function(
                "cuMemcpyPeerAsync", Cuda.status(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    }

    /// A stream of the present context, whose kernels are started before those of others.
    long createUrgentStream() {
        int urgent = cuda.intOf(priorities, greatest -> priorities.status(MemorySegment.NULL, greatest));
        return cuda.longOf(createStream, stream -> createStream.status(stream, Cuda.NON_BLOCKING, urgent));
    }

    /// What is submitted to the stream from now on waits for an event, which can be one of another device.
    void await(long stream, long event) {
        cuda.check(await, await.status(stream, event, 0));
    }

    /// An event that orders streams; it has no time.
    long createEvent() {
        return cuda.longOf(createEvent, event -> createEvent.status(event, EVENT_WITHOUT_TIMES));
    }

    /// Whether all work before an event is done.
    boolean isDone(long event) {
        int status = query.status(event);
        if (status == NOT_READY) {
            return false;
        }
        cuda.check(query, status);
        return true;
    }

    /// Whether kernels of a device can access the memory of another one.
    boolean canAccess(int device, int other) {
        return cuda.intOf(canAccess, can -> canAccess.status(can, device, other)) != 0;
    }

    /// Allows kernels of the present context to access the memory of another one.
    void enableAccess(long otherContext) {
        int status = enableAccess.status(otherContext, 0);
        if (status != ACCESS_ALREADY_ENABLED) {
            cuda.check(enableAccess, status);
        }
    }

    void copyToPeer(long to, long toContext, long from, long fromContext, long bytes, long stream) {
        cuda.check(copyToPeer, copyToPeer.status(to, toContext, from, fromContext, bytes, stream));
    }
}
