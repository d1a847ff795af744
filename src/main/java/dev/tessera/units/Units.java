package dev.tessera.units;

import java.util.List;

/// The unit symbols that quantities may use.
public final class Units {
    private Units() {}

    /// All symbols that consist of ASCII characters, in the order of listings.
    public static List<String> symbols() {
        return UnitCatalogue.symbols();
    }
}
