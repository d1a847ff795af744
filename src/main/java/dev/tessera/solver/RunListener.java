package dev.tessera.solver;

/// Receives progress and warnings of a run; called on the run's thread.
public interface RunListener {
    RunListener SILENT = new RunListener() {
        @Override
        public void progress(Progress progress) {}

        @Override
        public void warning(String sentence) {}
    };

    /// About every half second.
    void progress(Progress progress);

    /// A warning for the user; also listed in the summary.
    void warning(String sentence);
}
