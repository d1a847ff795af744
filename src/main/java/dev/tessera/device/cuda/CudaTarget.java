package dev.tessera.device.cuda;

import dev.tessera.device.DeviceException;
import java.util.List;

/// What NVRTC compiles for.
///
/// @param option `sm_90` for a binary of that capability, `compute_90` for PTX that the driver
///        compiles
record CudaTarget(String option) {

    /// The nearest that runs on a device: its own capability, else a lower one of the same generation
    /// (binaries run on later minors of their major), else PTX where the device is newer than the
    /// compiler.
    /// @param capability of the device, 10 × major + minor
    /// @param known to the compiler, ascending
    /// @throws DeviceException if the device is older than everything that the compiler knows
    static CudaTarget of(int capability, List<Integer> known, String compiler) {
        return known.stream()
                .filter(target -> target / 10 == capability / 10 && target <= capability)
                .max(Integer::compare)
                .map(target -> new CudaTarget("sm_" + target))
                .or(() -> known.stream()
                        .filter(target -> target < capability)
                        .max(Integer::compare)
                        .map(target -> new CudaTarget("compute_" + target)))
                .orElseThrow(() -> new DeviceException(
                        ("%s no longer compiles for compute capability %d.%d; the oldest it knows is %d.%d. Install an older NVRTC"
                                        + " (pip install nvidia-cuda-nvrtc-cu12) and name its folder in TESSERA_NVRTC, or use"
                                        + " --device cpu")
                                .formatted(
                                        compiler,
                                        capability / 10,
                                        capability % 10,
                                        known.getFirst() / 10,
                                        known.getFirst() % 10)));
    }

    /// What every kernel is compiled with: nothing contracts, approximates or flushes.
    List<String> options() {
        return List.of(
                "--gpu-architecture=" + option,
                "--std=c++17",
                "-default-device",
                "--fmad=false",
                "--prec-div=true",
                "--prec-sqrt=true",
                "--ftz=false");
    }
}
