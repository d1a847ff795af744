package dev.tessera.testkit;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/// Optional parts of the machine that tests need. Without the part the test is skipped, or fails if the environment
/// variable `TESSERA_REQUIRE` (names separated by commas, see `.ci/run`) names it.
public final class Needs {
    private Needs() {}

    /// Continues the test only if the part is present.
    ///
    /// @param part the name of the part, without an article: `c` (a C compiler), `jvm-vectors`, `vtk` (VTK for
    ///        Python), `cuda`, `opencl`, `hdf5` (libhdf5), `mpi` (Open MPI), `mpich`, `python`, `numpy`,
    ///        `palabos` (its sources)
    /// @param present whether this machine has it
    public static void part(String part, boolean present) {
        if (present) {
            return;
        }
        if (required().contains(part)) {
            Assertions.fail("TESSERA_REQUIRE names %s, but this machine does not have it".formatted(part));
        }
        Assumptions.abort("this machine has no %s".formatted(part));
    }

    private static List<String> required() {
        String names = System.getenv().getOrDefault("TESSERA_REQUIRE", "");
        return Arrays.stream(names.split(",")).map(String::strip).toList();
    }
}
