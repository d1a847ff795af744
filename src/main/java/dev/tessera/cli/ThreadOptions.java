package dev.tessera.cli;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The number of threads of a command.
final class ThreadOptions {
    static final String VARIABLE = "TESSERA_THREADS";
    private static final int MOST = 4096;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Threads that voxelise and, on a CPU, compute; as many more write files (default: " + VARIABLE
                    + ", else one for each core that this process may use). Results do not depend on it.")
    private @Nullable String threads;

    /// The number given by the command line, else by the environment, else the number of cores of the process.
    int count() {
        return count(Runtime.getRuntime().availableProcessors());
    }

    /// The number given by the command line, else by the environment, else the cores of this process.
    /// @param cores a share of them where several processes share them
    int count(int cores) {
        return count(name -> System.getenv().getOrDefault(name, ""), cores);
    }

    /// @param environment the value of a variable, empty where it is not set
    int count(UnaryOperator<String> environment) {
        return count(environment, Runtime.getRuntime().availableProcessors());
    }

    private int count(UnaryOperator<String> environment, int cores) {
        if (threads != null) {
            return parsed("--threads", threads);
        }
        String variable = environment.apply(VARIABLE).strip();
        return variable.isEmpty() ? cores : parsed(VARIABLE, variable);
    }

    private static int parsed(String where, String text) {
        int count = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
        if (count < 1 || count > MOST) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "%s %s: a number of threads is a whole number from 1 to %d; this process may use %d cores."
                            .formatted(where, text, MOST, Runtime.getRuntime().availableProcessors()));
        }
        return count;
    }
}
