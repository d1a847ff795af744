package dev.tessera.solver;

/// Hears how a run goes on; called on the run's thread.
public interface RunListener {
    RunListener SILENT = new RunListener() {
        @Override
        public void progress(Progress progress) {}

        @Override
        public void warning(String sentence) {}
    };

    /// About every half second.
    void progress(Progress progress);

    /// Something the user should know; also listed in the summary.
    void warning(String sentence);
}
