package dev.tessera.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `tessera` itself: without a command it shows its help.
@Command(
        name = "tessera",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Flow through sparse geometries, by the lattice Boltzmann method.",
        footer = {
            "",
            "  tessera init my-case       a commented case to start from",
            "  tessera geometry my-case   its openings, defects and picture",
            "  tessera plan my-case       memory and expected speed of every storage",
            "  tessera run my-case        fields, pictures and numbers in out/my-case",
            "  tessera sweep sweep.yaml   the same for many values, with one table of results",
            "  tessera java Model.java run my-case   the same with a model of your own",
            "",
            "Results go to stdout, progress and messages to stderr.",
            ""
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:done",
            "1:the run failed or could not write a file of its results, or a row of a validation failed",
            "2:the input is wrong",
            "3:the requested device or memory is not available",
            "130:interrupted; a checkpoint was written"
        })
final class TesseraCommand implements Runnable {
    private final Console console;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli fills in the specification
    TesseraCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        spec.commandLine().usage(console.out());
    }
}
