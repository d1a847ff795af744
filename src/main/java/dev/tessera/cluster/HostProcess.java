package dev.tessera.cluster;

import java.time.Instant;
import java.util.Optional;

/// A process, so that processes of the same computer can see whether it still runs.
///
/// @param host its computer
/// @param pid its number there
/// @param startMillis when it began, since 1970, by its computer; 0: unknown
public record HostProcess(String host, long pid, long startMillis) {
    private static final String SEPARATOR = " ";

    /// This process.
    /// @param host this computer
    public static HostProcess own(String host) {
        ProcessHandle self = ProcessHandle.current();
        return new HostProcess(host, self.pid(), startMillis(self));
    }

    private static long startMillis(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /// One line, which [#of] understands.
    public String text() {
        return pid + SEPARATOR + startMillis + SEPARATOR + host;
    }

    public static HostProcess of(String text) {
        String[] words = text.split(SEPARATOR, 3);
        return new HostProcess(words[2], Long.parseLong(words[0]), Long.parseLong(words[1]));
    }

    /// The process, where it is another one of this computer that this process can see.
    /// @param ownHost this computer
    public Optional<ProcessHandle> visibleFrom(String ownHost) {
        return host.equals(ownHost)
                        && startMillis != 0
                        && pid != ProcessHandle.current().pid()
                ? ProcessHandle.of(pid).filter(process -> startMillis(process) == startMillis)
                : Optional.empty();
    }
}
