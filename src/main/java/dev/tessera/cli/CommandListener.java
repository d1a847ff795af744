package dev.tessera.cli;

import dev.tessera.solver.Progress;
import dev.tessera.solver.RunListener;
import dev.tessera.solver.RunResult;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Shows progress and warnings of a run on stderr.
final class CommandListener implements RunListener {
    private static final Logger LOG = LoggerFactory.getLogger(CommandListener.class);

    private final ProgressLine line;
    private final boolean quiet;

    private final Consumer<RunResult> summarise;

    /// @param summarise writes the summary of a run that goes on
    CommandListener(ProgressLine line, boolean quiet, Consumer<RunResult> summarise) {
        this.line = line;
        this.quiet = quiet;
        this.summarise = summarise;
    }

    @Override
    public void checkpoint(RunResult soFar) {
        summarise.accept(soFar);
    }

    @Override
    public void progress(Progress progress) {
        if (!quiet) {
            line.update(progress);
        }
    }

    @Override
    public void warning(String sentence) {
        line.clear();
        LOG.warn(sentence);
    }
}
