package dev.tessera.cli;

import dev.tessera.device.DeviceLists;
import dev.tessera.device.Devices;
import dev.tessera.device.gpu.Accelerators;
import dev.tessera.device.gpu.GpuPlatform;
import java.util.List;

/// The devices of a sweep: `--device cpu`, `cuda:0-3`, `cuda:0,2`, `cuda:0,opencl:1`.
final class SweepDevices {
    private SweepDevices() {}

    /// The keys that a list names ([DeviceLists]), ranges written out.
    /// @throws CommandFailure where a part of the list is no device
    static List<String> parse(String list) {
        try {
            return DeviceLists.keys(list);
        } catch (IllegalArgumentException unreadable) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "--device %s: %s is no range of devices. Write for example cuda:0-3 or cuda:0,2."
                            .formatted(list, list));
        }
    }

    /// Refuses keys of devices that do not exist, before the first run.
    /// @throws CommandFailure where there is no such device
    /// @throws dev.tessera.device.DeviceException where this machine does not have it
    static void require(List<String> keys, String list, ComputeResources resources) {
        Accelerators accelerators = Devices.accelerators();
        for (String key : keys) {
            resources.requireKey(key, "--device " + list);
            if (accelerators.isKey(key)) {
                accelerators.offer(key);
            }
        }
    }

    /// The devices at hand: the GPUs of the platform that `auto` prefers, or the CPU.
    static List<String> atHand() {
        Accelerators accelerators = Devices.accelerators();
        return accelerators
                .fastest()
                .gpu()
                .map(fastest -> accelerators.offers().stream()
                        .filter(offer ->
                                offer.gpu() && offer.runs() && platform(offer).equals(platform(fastest)))
                        .map(GpuPlatform.Offer::key)
                        .toList())
                .orElse(List.of("cpu"));
    }

    private static String platform(GpuPlatform.Offer offer) {
        return offer.key().split(":", 2)[0];
    }
}
