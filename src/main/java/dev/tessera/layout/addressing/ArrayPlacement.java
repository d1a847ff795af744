package dev.tessera.layout.addressing;

import dev.tessera.layout.UniformPlacement;

/// A placement with values at positions of [SlotArrays].
interface ArrayPlacement extends UniformPlacement {
    SlotArrays arrays();

    @Override
    default long positions() {
        return arrays().positions();
    }

    @Override
    default long slot(int x, int y, int z, int array, int copy) {
        return slotAt(position(x, y, z), array, copy);
    }

    @Override
    default long stride() {
        return arrays().stride();
    }

    @Override
    default long start(int array, int copy) {
        return arrays().start(array, copy);
    }

    @Override
    default int bundle() {
        return arrays().bundle();
    }

    @Override
    default long slotAt(long position, int array, int copy) {
        return arrays().slot(position, array, copy);
    }

    @Override
    default long slots() {
        return arrays().slots();
    }
}
