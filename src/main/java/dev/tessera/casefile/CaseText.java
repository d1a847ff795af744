package dev.tessera.casefile;

import dev.tessera.solver.Case;
import java.util.Optional;

/// A case as YAML, also one that was built in Java. Reading the text gives the same case:
/// numbers to the last bit.
public final class CaseText {
    private CaseText() {}

    /// @throws IllegalArgumentException where the case contains something without a key: a
    ///        geometry, collision or addressing of the user's own
    public static String of(Case theCase) {
        var whole = CaseFormat.SECTION.write(new CaseFormat.Read(theCase, Optional.empty()));
        return YamlWriter.text(whole, node -> null);
    }
}
