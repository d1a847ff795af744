package dev.tessera.device.gpu;

import dev.tessera.device.DeviceException;
import dev.tessera.kernel.LaunchShape;
import org.jspecify.annotations.Nullable;

/// The last launches, for error messages: kernels run later than they are launched. The text is formatted only after a
/// failure.
public final class LaunchTrace {
    private @Nullable Launch last;
    private @Nullable Launch before;

    private record Launch(String function, LaunchShape shape) {
        @Override
        public String toString() {
            return "%s, %s".formatted(function, shape);
        }
    }

    public void note(GpuFunction function, LaunchShape shape) {
        before = last;
        last = new Launch(function.name(), shape);
    }

    /// The last launch; empty if there was none.
    public String last() {
        return last == null ? "" : last.toString();
    }

    /// The last launch and the one before it; empty if there was none.
    public String lastTwo() {
        return before == null ? last() : "%s; before: %s".formatted(last, before);
    }

    /// @param doing what failed, such as `uploading 8 bytes`
    /// @param launches the last launches; may be empty
    /// @param remedy from `; ` on; empty if nothing can be added to the driver's message
    public static DeviceException failed(
            GpuDriver driver, String doing, RuntimeException failure, String launches, String remedy) {
        return new DeviceException(
                "%s (%s, %s) failed at %s: %s%s%s"
                        .formatted(
                                driver.key(),
                                driver.facts().name(),
                                driver.facts().driver(),
                                doing,
                                failure.getMessage(),
                                launches.isEmpty() ? "" : "; last launch: " + launches,
                                remedy),
                failure);
    }
}
