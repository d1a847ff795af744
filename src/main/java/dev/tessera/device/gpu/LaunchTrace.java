package dev.tessera.device.gpu;

import dev.tessera.device.DeviceException;
import dev.tessera.kernel.LaunchShape;
import org.jspecify.annotations.Nullable;

/// What a driver launched last, for the sentence that says what failed: kernels run later than they are launched.
/// Noting a launch makes no words; those come when something has failed.
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

    /// The last launch; empty where there was none.
    public String last() {
        return last == null ? "" : last.toString();
    }

    /// The last launch and the one before it; empty where there was none.
    public String lastTwo() {
        return before == null ? last() : "%s; before: %s".formatted(last, before);
    }

    /// @param doing what failed, such as `uploading 8 bytes`
    /// @param launches what was launched last; may be empty
    /// @param remedy from `; ` on; empty where there is no better advice than the driver's words
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
