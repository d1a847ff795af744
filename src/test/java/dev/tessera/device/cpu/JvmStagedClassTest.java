package dev.tessera.device.cpu;

import dev.tessera.emit.EmitterKit;
import dev.tessera.emit.jvm.KernelClass.Lanes;
import dev.tessera.emit.jvm.KernelClasses.Longest;

/// Even the small kernels of the kit are cut here.
final class JvmStagedClassTest extends EmitterKit {
    @Override
    protected LaneCompiler compiler() {
        return new ColdJvm(JvmClasses.withMethodsUpTo(new Longest(60, 8000)), Lanes.VECTOR);
    }
}
