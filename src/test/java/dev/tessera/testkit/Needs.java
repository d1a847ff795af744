package dev.tessera.testkit;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/// What a test needs of the machine. Where a part is missing the test is skipped, unless the environment
/// variable `TESSERA_REQUIRE` (names separated by commas, as `.ci/run` sets it) says that the part must be
/// there: then it fails.
public final class Needs {
    private Needs() {}

    /// Goes on with the test only if the part is there.
    ///
    /// @param part the name of the part, without an article: `c` (a C compiler), `jvm-vectors`, `vtk` (VTK for
    ///        Python), `cuda`, `opencl`
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
