package dev.tessera.cli;

import dev.tessera.solver.Progress;
import dev.tessera.solver.RunListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Shows progress and warnings of a run on stderr.
final class CommandListener implements RunListener {
    private static final Logger LOG = LoggerFactory.getLogger(CommandListener.class);

    private final ProgressLine line;
    private final boolean quiet;

    CommandListener(ProgressLine line, boolean quiet) {
        this.line = line;
        this.quiet = quiet;
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
