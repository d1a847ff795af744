package dev.tessera.device.gpu;

import dev.tessera.device.DeviceException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/// Runs a compiler that is a library. Such compilers recurse as deep as the text is nested and count
/// on the stack of a program; a thread of the JVM has an eighth of that.
///
/// Nor do they bear it that the process ends while they work: `exit` takes their library down under them, and what
/// ends with a signal's exit code would end with a crash. So the end waits for the compiler, and nothing more is
/// compiled then.
final class CompilerThread {
    private static final long STACK_BYTES = 64L << 20;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final CompilerThread OF_PROCESS = ofProcess();

    private final ReentrantReadWriteLock end = new ReentrantReadWriteLock(); // read: at work; write: no more

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

    /// @return what the compiler made; never, once [#end] was asked for
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

    /// Waits for what is being compiled; nothing is compiled after it.
    /// @return whether the compiler is at rest
    boolean end(long nanos) {
        try {
            return end.writeLock().tryLock(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
