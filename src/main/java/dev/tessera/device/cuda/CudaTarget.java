package dev.tessera.device.cuda;

import dev.tessera.device.DeviceException;
import java.util.List;

/// What NVRTC compiles for.
///
/// @param option `sm_90` for a binary of that capability, `compute_90` for PTX that the driver
///        compiles
record CudaTarget(String option) {
    /// For the assembler: loads from global memory are cached in L2 only.
    static final String LOADS_PAST_L1 = "--ptxas-options=-dlcm=cg";

    /// The closest target that runs on a device: its own capability; otherwise a lower one of the same major
    /// version (binaries run on later minor versions); otherwise PTX, if the device is newer than the compiler.
    /// @param capability of the device, 10 × major + minor
    /// @param known to the compiler, ascending
    /// @throws DeviceException if the device is older than every target of the compiler
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
                        ("%s no longer compiles for compute capability %d.%d; the oldest supported is %d.%d. Install an older NVRTC"
                                        + " (pip install nvidia-cuda-nvrtc-cu12) and name its folder in TESSERA_NVRTC, or use"
                                        + " --device cpu")
                                .formatted(
                                        compiler,
                                        capability / 10,
                                        capability % 10,
                                        known.getFirst() / 10,
                                        known.getFirst() % 10)));
    }

    /// Options of every kernel: no contraction, no approximation, no flush to zero.
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
