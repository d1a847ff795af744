package dev.tessera.cluster;

import dev.tessera.device.Device;
import dev.tessera.device.interpreter.Interpreter;

final class InterpreterHaloTest extends HaloKit {
    @Override
    Device device() {
        return new Interpreter();
    }

    /// It compiles nothing and tries more.
    @Override
    int divisionsPerStorage() {
        return 2;
    }
}
