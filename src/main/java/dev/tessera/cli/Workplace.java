package dev.tessera.cli;

import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import dev.tessera.solver.plan.GpuSheets;
import java.nio.file.Path;
import java.util.concurrent.ForkJoinPool;

/// The threads of one command, and the devices that can be had on them.
final class Workplace implements AutoCloseable {
    static final String AUTO = "auto";

    private final ForkJoinPool workers = new ForkJoinPool();
    private final Devices devices = Devices.on(workers);

    /// The folder that Tessera lies in, as the launcher says; without it the working directory.
    static Path home() {
        return Path.of(System.getProperty("tessera.home", ""));
    }

    /// Where parallel parts run: as many threads as the process has cores.
    ForkJoinPool workers() {
        return workers;
    }

    /// The device that a key names.
    ///
    /// @throws CommandFailure where no device is called so
    /// @throws dev.tessera.device.DeviceException where the machine has not what it needs
    Device device(String key) {
        if (devices.isKey(key)) {
            return devices.byKey(key);
        }
        if (GpuSheets.byKey(key).isPresent()) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "--device %s is a data sheet, for `tessera plan` alone; nothing can run on it. Known are %s."
                            .formatted(key, String.join(", ", devices.keys())));
        }
        throw new CommandFailure(
                ExitCode.WRONG_INPUT,
                "--device %s: there is no such device. Known are %s; `tessera devices` explains."
                        .formatted(key, String.join(", ", devices.keys())));
    }

    @Override
    public void close() {
        devices.close();
        workers.shutdownNow(); // whatever still runs is of no use to anybody; its threads do not keep the process
    }
}
