package dev.tessera.device.gpu;

import dev.tessera.device.DeviceException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/// Runs compilers that are libraries. They recurse as deeply as the source is nested and expect the stack of a main
/// program; a JVM thread has an eighth of that.
///
/// They crash if the process ends while they run, since `exit` unloads their library; an interrupted run would then end
/// with a crash instead of the signal's exit code. A shutdown hook therefore waits for the compiler, and no further
/// compilation starts.
final class CompilerThread {
    private static final long STACK_BYTES = 64L << 20;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final CompilerThread OF_PROCESS = ofProcess();

    private final ReentrantReadWriteLock end = new ReentrantReadWriteLock(); // read: compiling; write: ended

    private static CompilerThread ofProcess() {
        CompilerThread made = new CompilerThread();
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> made.end(PATIENCE_NANOS), "kernel-compiler-end"));
        } catch (IllegalStateException ending) {
            made.end(0);
        }
        return made;
    }

    static byte[] run(Supplier<byte[]> compile) {
        return OF_PROCESS.compiled(compile);
    }

    /// @return the compiler's result; never returns after [#end]
    byte[] compiled(Supplier<byte[]> compile) {
        CompletableFuture<byte[]> result = new CompletableFuture<>();
        Thread thread = new Thread(
                null, () -> result.completeAsync(() -> atWork(compile), Runnable::run), "kernel-compiler", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        try {
            return result.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new DeviceException("interrupted while kernels were compiled", interrupted);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw new CompletionException(failed.getCause());
        }
    }

    private byte[] atWork(Supplier<byte[]> compile) {
        end.readLock().lock();
        try {
            return compile.get();
        } finally {
            end.readLock().unlock();
        }
    }

    /// Waits for the running compilation; no further one starts.
    /// @return whether the compiler is idle
    boolean end(long nanos) {
        try {
            return end.writeLock().tryLock(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
