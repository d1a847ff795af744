package dev.tessera.units;

import java.util.List;

/// The unit symbols that quantities may use.
public final class Units {
    private Units() {}

    /// All symbols that a plain keyboard has, in the order in which they are listed to people.
    public static List<String> symbols() {
        return UnitCatalogue.symbols();
    }
}
