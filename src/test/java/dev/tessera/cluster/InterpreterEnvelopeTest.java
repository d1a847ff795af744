package dev.tessera.cluster;

import dev.tessera.device.Device;
import dev.tessera.device.interpreter.Interpreter;

final class InterpreterEnvelopeTest extends EnvelopeKit {
    @Override
    Device device() {
        return new Interpreter();
    }
}
