package dev.tessera.device.cpu;

import dev.tessera.emit.EmitterKit;
import dev.tessera.emit.jvm.KernelClass.Lanes;
import dev.tessera.emit.jvm.KernelClasses.Longest;

final class JvmVectorClassTest extends EmitterKit {
    @Override
    protected LaneCompiler compiler() {
        return new ColdJvm(JvmClasses.withMethodsUpTo(Longest.huge()), Lanes.VECTOR);
    }
}
