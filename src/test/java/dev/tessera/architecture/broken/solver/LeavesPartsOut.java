package dev.tessera.architecture.broken.solver;

import dev.tessera.kernel.gpu.Ablation;

final class LeavesPartsOut {
    Ablation part() {
        return Ablation.BARRIERS;
    }
}
