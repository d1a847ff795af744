package dev.tessera.cluster.mpi;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// What the program that started this process as a rank of an MPI job has written to its environment.
///
/// @param kind of the launcher
/// @param rank of this process
/// @param size number of ranks
public record MpiLauncher(Kind kind, int rank, int size) {
    /// Launchers differ in the libraries that understand them.
    public enum Kind {
        /// `mpirun` of Open MPI.
        OPEN_MPI,
        /// `mpiexec` of MPICH, Intel MPI or MVAPICH, or `srun --mpi=pmi2`.
        PMI,
        /// `srun --mpi=pmix`.
        PMIX
    }

    public MpiLauncher {
        if (size < 1 || rank < 0 || rank >= size) {
            throw new IllegalArgumentException("rank %d of %d ranks".formatted(rank, size));
        }
    }

    /// The job of this process; empty where it was started alone, as the only rank, or with `TESSERA_MPI=off`.
    public static Optional<MpiLauncher> ofProcess() {
        return of(System.getenv());
    }

    static Optional<MpiLauncher> of(Map<String, String> environment) {
        if (MpiLibrary.OFF.equals(environment.get(MpiLibrary.VARIABLE))) {
            return Optional.empty();
        }
        return of(Kind.OPEN_MPI, environment, "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE")
                .or(() -> of(Kind.PMI, environment, "PMI_RANK", "PMI_SIZE"))
                .or(() -> of(Kind.PMIX, environment, "PMIX_RANK", "SLURM_STEP_NUM_TASKS"))
                .filter(job -> job.size() > 1);
    }

    private static Optional<MpiLauncher> of(Kind kind, Map<String, String> environment, String rank, String size) {
        OptionalInt own = number(environment, rank);
        OptionalInt all = number(environment, size);
        return own.isPresent() && all.isPresent() && own.getAsInt() < all.getAsInt()
                ? Optional.of(new MpiLauncher(kind, own.getAsInt(), all.getAsInt()))
                : Optional.empty();
    }

    private static OptionalInt number(Map<String, String> environment, String name) {
        String text = environment.getOrDefault(name, "");
        return text.matches("[0-9]{1,9}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
    }
}
