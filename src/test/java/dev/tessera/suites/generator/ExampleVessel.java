package dev.tessera.suites.generator;

import java.io.IOException;
import java.nio.file.Files;

/// Writes the surface of `examples/aneurysm`: the command `vessel` of the developer's tool.
public final class ExampleVessel {
    private ExampleVessel() {}

    public static void write() throws IOException {
        Files.write(VesselTest.EXAMPLE, Vessel.aneurysm().wallInMetres().stl(VesselTest.TITLE));
    }
}
