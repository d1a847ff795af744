package dev.tessera.device.gpu;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SignalHandlersTest {
    private static final int WINDOW_CHANGED = 28; // SIGWINCH on Linux and macOS; harmless to ignore
    private static final long IGNORE = 1;

    @Test
    void handlers_changed_by_a_library_are_restored() {
        Optional<MemorySegment> signal = Linker.nativeLinker().defaultLookup().find("signal");
        assumeTrue(signal.isPresent(), "a machine without POSIX signals");
        List<Long> before = SignalHandlers.addresses();
        List<Long> within = SignalHandlers.preserve(() -> {
            ignore(signal.orElseThrow());
            return SignalHandlers.addresses();
        });
        assertThat(within.get(WINDOW_CHANGED - 1)).isEqualTo(IGNORE);
        assertThat(SignalHandlers.addresses()).isEqualTo(before);
        assertThatThrownBy(() -> SignalHandlers.preserve(() -> {
                    ignore(signal.orElseThrow());
                    throw new IllegalArgumentException("the driver failed");
                }))
                .hasMessage("the driver failed");
        assertThat(SignalHandlers.addresses()).isEqualTo(before);
    }

    private static void ignore(MemorySegment signal) {
        MethodHandle call =
                Linker.nativeLinker().downcallHandle(signal, FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG));
        try {
            long old = (long) call.invokeExact(WINDOW_CHANGED, IGNORE);
            assertThat(old).isNotEqualTo(-1);
        } catch (Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }
}
