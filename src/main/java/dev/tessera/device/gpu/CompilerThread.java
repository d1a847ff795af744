package dev.tessera.device.gpu;

import dev.tessera.device.DeviceException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/// Runs a compiler that is a library. Such compilers recurse as deep as the text is nested and count
/// on the stack of a program; a thread of the JVM has an eighth of that.
final class CompilerThread {
    private static final long STACK_BYTES = 64L << 20;

    private CompilerThread() {}

    static byte[] run(Supplier<byte[]> compile) {
        CompletableFuture<byte[]> result = new CompletableFuture<>();
        Thread thread =
                new Thread(null, () -> result.completeAsync(compile, Runnable::run), "kernel-compiler", STACK_BYTES);
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
}
