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

    /// A checkpoint is on the disk, and the run goes on. On the first rank.
    /// @param soFar without observables, with the checkpoint
    default void checkpoint(RunResult soFar) {}

    /// A warning for the user; also listed in the summary.
    void warning(String sentence);
}
