package dev.tessera.cli;

import dev.tessera.Version;
import picocli.CommandLine.IVersionProvider;

/// The text of `--version`.
final class VersionText implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {
            "tessera %s".formatted(Version.text()),
            "Java %s (%s)".formatted(Runtime.version(), System.getProperty("java.vendor"))
        };
    }
}
