package dev.tessera.solver;

import dev.tessera.device.Device;
import dev.tessera.kernel.Intrinsics;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Real;
import java.util.List;

/// What `model.intrinsics: fast` does on a device (docs/decisions/0095).
final class FastFunctions {
    private FastFunctions() {}

    /// Those of the case on GPUs, exact ones where a CPU computes nodes: all parts of a run have the same functions.
    static Intrinsics on(Device device, Case theCase) {
        return device.isGpu() ? theCase.model().intrinsics() : Intrinsics.EXACT;
    }

    /// Says where the key has no effect; empty where it has one, or is absent.
    /// @param classes as from [CaseKernels#of]
    static List<String> warnings(Case theCase, Device device, List<NodeClass> classes) {
        if (theCase.model().intrinsics() == Intrinsics.EXACT) {
            return List.of();
        }
        if (!device.isGpu()) {
            return List.of(
                    "model.intrinsics: fast has no effect on %s: kernels that a CPU runs compute exp, log and pow as with exact. Use a GPU, or remove the key."
                            .formatted(device.key()));
        }
        return callsAny(classes)
                ? List.of()
                : List.of(
                        "model.intrinsics: fast has no effect on this case: none of its kernels computes exp, log or pow. Remove the key.");
    }

    private static boolean callsAny(List<NodeClass> classes) {
        return classes.stream()
                .flatMap(nodeClass -> nodeClass.steps().stream())
                .anyMatch(step -> step.computing(Real.FP32, Intrinsics.FAST).callsDevice());
    }
}
