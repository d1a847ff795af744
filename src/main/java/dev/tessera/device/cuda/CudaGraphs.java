package dev.tessera.device.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.tessera.device.gpu.NativeFunction;
import dev.tessera.device.gpu.NativeLibrary;
import java.util.Optional;

/// The functions of `cuda.h` that capture the work of a stream as a graph, and launch that graph. Handles and
/// errors are those of [Cuda].
final class CudaGraphs {
    private static final int CAPTURE_MODE_RELAXED = 2;

    private final Cuda cuda;
    private final NativeFunction beginCapture;
    private final NativeFunction endCapture;
    private final NativeFunction captureStatus;
    private final NativeFunction instantiate;
    private final NativeFunction launch;
    private final NativeFunction destroyExecutable;
    private final NativeFunction destroy;

    private CudaGraphs(Cuda cuda, NativeLibrary library, NativeFunction instantiate) {
        this.cuda = cuda;
        this.instantiate = instantiate;
        beginCapture = library.function("cuStreamBeginCapture_v2", Cuda.status(JAVA_LONG, JAVA_INT));
        endCapture = library.function("cuStreamEndCapture", Cuda.status(JAVA_LONG, ADDRESS));
        captureStatus = library.function("cuStreamIsCapturing", Cuda.status(JAVA_LONG, ADDRESS));
        launch = library.function("cuGraphLaunch", Cuda.status(JAVA_LONG, JAVA_LONG));
        destroyExecutable = library.function("cuGraphExecDestroy", Cuda.status(JAVA_LONG));
        destroy = library.function("cuGraphDestroy", Cuda.status(JAVA_LONG));
    }

    /// Empty if the driver is older than CUDA 11.4, which introduced the newest of them.
    static Optional<CudaGraphs> of(Cuda cuda, NativeLibrary library) {
        return library.optional("cuGraphInstantiateWithFlags", Cuda.status(ADDRESS, JAVA_LONG, JAVA_LONG))
                .map(instantiate -> new CudaGraphs(cuda, library, instantiate));
    }

    /// From now on, work submitted to the stream is captured instead of run.
    void beginCapture(long stream) {
        cuda.check(beginCapture, beginCapture.status(stream, CAPTURE_MODE_RELAXED));
    }

    /// Whether work submitted to the stream is captured: it, or a stream that it has waited for since, began to.
    boolean isCapturing(long stream) {
        return cuda.intOf(captureStatus, status -> captureStatus.status(stream, status)) != 0;
    }

    /// @return a graph of the captured work
    long endCapture(long stream) {
        return cuda.longOf(endCapture, graph -> endCapture.status(stream, graph));
    }

    /// @return the graph in the form that can be launched
    long instantiate(long graph) {
        return cuda.longOf(instantiate, executable -> instantiate.status(executable, graph, 0L));
    }

    void launch(long executable, long stream) {
        cuda.check(launch, launch.status(executable, stream));
    }

    void destroyExecutable(long executable) {
        cuda.check(destroyExecutable, destroyExecutable.status(executable));
    }

    void destroy(long graph) {
        cuda.check(destroy, destroy.status(graph));
    }
}
