package dev.tessera.device.gpu;

import dev.tessera.device.DeviceException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/// Runs compilers that are libraries. They recurse as deeply as the source is nested and expect the stack of a main
/// program; a JVM thread has an eighth of that.
///
/// They crash if the process ends while they run, since `exit` unloads their library; an interrupted run would then
/// end with a crash instead of the signal's exit code. A shutdown hook therefore waits for the compiler, and no
/// further compilation starts.
final class CompilerThread {
    private static final long STACK_BYTES = 64L << 20;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final CompilerThread OF_PROCESS = ofProcess();
    private static final ExecutorService AHEAD = Executors.newFixedThreadPool(
            Math.ceilDiv(Runtime.getRuntime().availableProcessors(), 2), CompilerThread::thread);

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

    /// Begins to compile on a thread of its own, as soon as half of the cores are free of such work.
    static Future<byte[]> begin(Supplier<byte[]> compile) {
        return AHEAD.submit(() -> OF_PROCESS.atWork(compile));
    }

    /// @return the compiler's result; never returns after [#end]
    byte[] compiled(Supplier<byte[]> compile) {
        CompletableFuture<byte[]> result = new CompletableFuture<>();
        thread(() -> result.completeAsync(() -> atWork(compile), Runnable::run)).start();
        return result(result);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(null, work, "kernel-compiler", STACK_BYTES);
        thread.setDaemon(true);
        return thread;
    }

    /// Waits for the compiler.
    /// @param compilation of [#begin]
    static byte[] result(Future<byte[]> compilation) {
        try {
            return compilation.get();
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
