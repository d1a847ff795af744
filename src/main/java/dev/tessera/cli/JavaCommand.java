package dev.tessera.cli;

import dev.tessera.solver.CaseException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Compiles and runs a Java program of the user's own, with the classes of Tessera, in this process.
@Command(
        name = JavaCommand.NAME,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Run a Java program of your own: a model, a case, a loop (docs/guides/models.md).")
final class JavaCommand implements Callable<Integer> {
    static final String NAME = "java";

    private final Console console;

    @Parameters(
            index = "0",
            paramLabel = "FILE.java",
            description = "The program. Other classes in its folder are compiled with it.")
    private Path file = Path.of("Model.java");

    @Parameters(
            index = "1..*",
            paramLabel = "ARGUMENT",
            description = "What the program's main method gets, such as: run case.yaml --set time.stop.steps=100.")
    private List<String> arguments = new ArrayList<>();

    JavaCommand(Console console) {
        this.console = console;
    }

    /// Everything after the file belongs to the program, options included.
    @Spec
    void setSpec(CommandSpec spec) {
        spec.parser().stopAtPositional(true);
    }

    @Override
    public Integer call() throws IOException, ReflectiveOperationException {
        if (!Files.isRegularFile(file)) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT, "%s: there is no such file. Name a Java program.".formatted(file));
        }
        UserProgram program = UserProgram.compiled(file, console.err()::println);
        System.setProperty(Tessera.PROGRAM, file.toAbsolutePath().normalize().toString());
        try {
            program.run(arguments.toArray(String[]::new));
        } catch (InvocationTargetException thrown) {
            report(thrown.getTargetException());
            return ExitCode.FAILED.code();
        }
        return ExitCode.DONE.code();
    }

    private void report(Throwable thrown) throws IOException {
        switch (thrown) {
            case CaseException wrong -> throw wrong;
            case CommandFailure told -> throw told;
            case IOException io -> throw io;
            default -> {
                console.err().println("%s: the program ended with an exception:".formatted(file));
                thrown.printStackTrace(console.err());
            }
        }
    }
}
